//! What the macros of a file stand for, at the place that is being read.

use std::collections::HashMap;

use crate::preprocessor::{Macro, holds};

/// Every macro that the file defined so far.
#[derive(Debug, Default)]
pub(super) struct MacroTable<'t> {
    /// [`Macro::Unknown`] where a condition that is not decided stands around a definition.
    known: HashMap<&'t str, Macro>,
    /// Whether a header of the same project was included: it may define any macro.
    pub(super) is_after_include: bool,
}

impl<'t> MacroTable<'t> {
    /// `#define name ..`, or `#undef name` for [`Macro::Undefined`].
    pub(super) fn set(&mut self, name: &'t str, value: Macro) {
        self.known.insert(name, value);
    }

    /// Whether the file defines a macro of this name, or takes one back.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// What a name stands for here.
    pub(super) fn known(&self, name: &str) -> Macro {
        self.known.get(name).copied().unwrap_or(Macro::Unknown)
    }

    /// Whether the file said nothing about a name before, and no header could have.
    pub(super) fn is_new(&self, name: &str) -> bool {
        !self.is_after_include && !self.known.contains_key(name)
    }

    /// Whether a condition holds here, if the file's own definitions decide it.
    pub(super) fn holds(&self, condition: &str) -> Option<bool> {
        holds(condition, |name| self.known(name))
    }

    /// The names of all macros that the file defines or takes back.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.known.keys().map(|name| (*name).to_owned()).collect();
        names.sort_unstable();
        names
    }
}
