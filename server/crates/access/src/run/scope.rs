//! Names that are visible in one place, and what variables hold there.

use rustc_hash::FxHashMap;

use super::value::{Named, Value};
use crate::integer::Node;

/// A variable, by its place among all of a state.
pub(crate) type Variable = usize;

/// The names of one block.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    pub(crate) variables: FxHashMap<String, Variable>,
    pub(crate) types: FxHashMap<String, Named>,
}

/// What variables hold in one place of the code, and which lanes come there.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) values: Vec<Value>,
    /// Conditions, and whether they hold.
    pub(crate) mask: Vec<(Node, bool)>,
}
