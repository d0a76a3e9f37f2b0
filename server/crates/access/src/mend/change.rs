//! A change of the text.

use std::ops::Range;

use crate::Cost;

/// Bytes of shared memory that every block may have.
pub(super) const MOST_BYTES: i64 = 48 * 1024;

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// What it does: ``pad the rows of `tile` by 1``.
    pub title: String,
    /// Bytes and what stands there then, in the order of the text.
    pub edits: Vec<(Range<usize>, String)>,
    /// What the access costs then.
    pub cost: Cost,
    /// What it cost before; where one access takes the place of several, what they cost together.
    pub was: i64,
    /// Whether it rests on what the program does not rely on yet: on an alignment that the title names, or on launches having
    /// room for the bytes that the title counts, where what they give is known at run time only.
    pub is_supposed: bool,
}

impl Mend {
    /// The text with the change.
    pub fn applied(&self, text: &str) -> String {
        applied(text, &self.edits)
    }
}

/// The text with edits that are in its order and do not overlap.
pub(super) fn applied(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut new = text.to_owned();
    for (range, with) in edits.iter().rev() {
        new.replace_range(range.clone(), with);
    }
    new
}

/// Where a byte of the old text stands in the new one; what an edit replaces begins where it began, and what is inserted in front of it
/// moves it.
pub(super) fn moved(edits: &[(Range<usize>, String)], at: usize) -> usize {
    let before = edits.iter().filter(|(range, _)| range.end <= at && (range.start < at || range.is_empty()));
    before.fold(at, |at, (range, with)| at + with.len() - range.len())
}
