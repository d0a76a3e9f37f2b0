//! What may be supposed: a parameter, or an attribute of one.

use crate::state::file::FileId;

/// A place in the text: the file, and the byte where something begins.
pub(crate) type At = (FileId, usize);

/// A condition, or a part of one, in the text: the file, and the bytes where it begins and ends.
pub(crate) type Within = (FileId, usize, usize);

/// What is supposed, or told, something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    /// A parameter, by its file and the byte where its name begins.
    Parameter(FileId, usize),
    /// An attribute that nothing gives, by its place among those that were met in the root.
    Attribute(usize),
    /// What lies outside of the program.
    Outside,
}

/// What something depends on: a parameter, or one element of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) slot: Slot,
    /// The element; `None` where it may be any.
    pub(crate) element: Option<usize>,
}

impl From<Slot> for Source {
    fn from(slot: Slot) -> Self {
        Self { slot, element: None }
    }
}
