//! Which classes of a Python program one object may be of, and which methods are called with others than their own.

use rustc_hash::{FxHashMap, FxHashSet};

/// What the text of a program says of its classes and of what their methods are called on.
#[derive(Debug, Default)]
pub(crate) struct OwnObjects<'a> {
    /// The classes of the program that classes inherit from, by their names.
    pub(crate) bases: FxHashMap<&'a str, Vec<&'a str>>,
    /// Classes that may inherit from any, and those that these inherit from.
    pub(crate) open: FxHashSet<&'a str>,
    /// Classes of which objects may be that are of this one, too.
    pub(crate) related: FxHashMap<&'a str, FxHashSet<&'a str>>,
    /// Classes whose objects are classes.
    pub(crate) metaclasses: FxHashSet<&'a str>,
    /// Methods that are taken from a class, or are given their object.
    pub(crate) unbound: FxHashSet<&'a str>,
    /// The same by their text: `getattr(C, "m")`.
    pub(crate) unbound_texts: FxHashSet<String>,
    /// Whether any method may be called with any object.
    pub(crate) is_unbound_anywhere: bool,
}

impl OwnObjects<'_> {
    /// Whether an object may be of both classes.
    pub(crate) fn are_related(&self, one: &str, other: &str) -> bool {
        one == other
            || self.open.contains(one)
            || self.open.contains(other)
            || self.related.get(one).is_none_or(|related| related.contains(other))
    }
}
