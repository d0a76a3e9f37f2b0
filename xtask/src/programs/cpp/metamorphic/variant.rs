//! A program in other words.

use std::collections::{BTreeMap, BTreeSet};

/// What a transformation leaves of what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// All of it.
    All,
    /// Values, or nothing.
    Values,
}

/// A transformed program.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) text: String,
    /// Another file beside it, by name.
    pub(super) beside: Option<(&'static str, String)>,
    pub(super) kept: Kept,
    /// Lines of the program that the variant's lines were, where they are others: both counted from 1.
    pub(super) moved: BTreeMap<usize, usize>,
    /// What names of the variant were called.
    pub(super) names: BTreeMap<String, String>,
    /// Values that names of the variant have in the program.
    pub(super) given: BTreeMap<String, i64>,
    /// Names that have other values in other places.
    pub(super) open: BTreeSet<String>,
}

impl Variant {
    /// With all lines and names where they were.
    pub(super) fn of(text: String, kept: Kept) -> Self {
        Self {
            text,
            kept,
            beside: None,
            moved: BTreeMap::new(),
            names: BTreeMap::new(),
            given: BTreeMap::new(),
            open: BTreeSet::new(),
        }
    }
}
