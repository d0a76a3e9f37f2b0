//! The named layouts of a document.

use std::ops::Range;

use layoutlens_world::Analysis;

/// A named layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name.
    pub name: String,
    /// Its value, or why it is unknown.
    pub detail: String,
    /// Bytes of the statement.
    pub range: Range<usize>,
    /// Bytes of the name.
    pub name_range: Range<usize>,
}

/// The symbols of a document, in the order of the text.
pub fn document_symbols(_analysis: &Analysis) -> Vec<DocumentSymbol> {
    Vec::new()
}
