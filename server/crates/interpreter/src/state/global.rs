//! Variables outside of functions that may change.

use rustc_hash::FxHashSet;

use layoutlens_syntax::program::{Declaration, HostStatement};

use crate::state::{file::FileId, scope::Place};

/// A variable outside of functions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Global<'a> {
    pub(crate) file: FileId,
    pub(crate) path: &'a [String],
    pub(crate) statement: &'a HostStatement,
    pub(crate) declaration: &'a Declaration,
}

/// Variables outside of functions that code may write which is not run here.
#[derive(Debug, Default)]
pub(crate) struct OpenGlobals {
    pub(crate) in_order: Vec<Place>,
    pub(crate) all: FxHashSet<Place>,
}
