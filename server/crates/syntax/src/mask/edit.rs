//! What is replaced in a text, and how places in it are found.

use std::ops::Range;

/// A part of the text that tree-sitter gets to see otherwise.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    /// As long as the range; `None` for blanks.
    pub(super) with: Option<&'static str>,
}

/// Where `part` stands in `text`, found with the processor's vectors: each key types two dozen such searches.
pub(super) fn occurrences<'t>(text: &'t str, part: &'t str) -> impl Iterator<Item = usize> + 't {
    memchr::memmem::find_iter(text.as_bytes(), part)
}

/// Whether a character may be one of a name.
pub(super) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
