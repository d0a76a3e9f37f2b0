//! What the macros of a file stand for, at the place that is being read.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use crate::annotation::Name;
use crate::preprocessor::{Macro, holds};

/// Every macro that the file defined so far.
#[derive(Debug, Default)]
pub(super) struct MacroTable<'t> {
    /// [`Macro::Unknown`] where a condition that is not decided stands around a definition.
    known: HashMap<&'t str, Macro>,
    /// Where each is defined that is certainly, and only once.
    once: BTreeMap<&'t str, Option<(Range<usize>, Macro)>>,
    /// Those that are defined where nothing else did.
    defaults: BTreeSet<&'t str>,
    /// Whether these may have been defined by something else.
    pub(super) is_open: bool,
    /// Whether a header of the same project was included: it may define any macro.
    pub(super) is_after_include: bool,
}

impl<'t> MacroTable<'t> {
    /// `#define name ..`, or `#undef name` for [`Macro::Undefined`], at a place.
    pub(super) fn set(&mut self, name: &'t str, value: Macro, at: Range<usize>) {
        let is_certain = matches!(value, Macro::Number(_) | Macro::Defined);
        let once = Some((at, value)).filter(|_| is_certain);
        self.once.entry(name).and_modify(|known| *known = None).or_insert(once);
        self.known.insert(name, value);
    }

    /// Notes a macro that is defined where nothing else did.
    pub(super) fn note_default(&mut self, name: &'t str) {
        self.defaults.insert(name);
    }

    /// The macros that are defined where nothing else did.
    pub(super) fn defaults(&self) -> Vec<String> {
        self.defaults.iter().map(|name| (*name).to_owned()).collect()
    }

    /// The macros that are certainly defined, and only once.
    pub(super) fn defined(&self) -> Vec<(Name, Macro)> {
        let certain = self.once.iter().filter_map(|(name, once)| Some((name, once.as_ref()?)));
        let name = |name: &str, range: &Range<usize>| Name { text: name.to_owned(), range: range.clone() };
        certain.map(|(text, (range, is))| (name(text, range), *is)).collect()
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
