//! Macros that were expanded.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layoutlens_syntax::Expr;

use crate::state::{address::Address, file::FileId};

/// What macros in use have become. An expansion lives as long as the evaluation: what is inside of it is known by its
/// address.
#[derive(Debug, Default)]
pub(crate) struct Expansions {
    /// By file, place and definition.
    pub(crate) known: FxHashMap<(FileId, usize, Address), Vec<Expansion>>,
}

#[derive(Debug)]
pub(crate) struct Expansion {
    /// What was expanded.
    pub(crate) of: Expr,
    pub(crate) expanded: Arc<Expr>,
}
