//! Where a name is declared and used, in one document.

use std::ops::Range;

use layoutlens_world::Analysis;

use crate::name_use::name_uses;

/// A place of the name that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentHighlight {
    /// Bytes of the name.
    pub range: Range<usize>,
    /// Whether the name is bound or declared here; else it is used.
    pub is_binding: bool,
}

/// What declares the name at `offset` and all uses of it, in the order of the text: names that a `let` or `with` binds, where
/// one that is bound again is another one from there on, and names of the code that carry layouts.
///
/// Empty for other names of the code: they belong to the server of its language.
pub fn document_highlights(analysis: &Analysis, offset: usize) -> Vec<DocumentHighlight> {
    let Some(name) = name_uses(analysis, offset) else { return Vec::new() };
    let declared = name.declarations.into_iter().map(|range| DocumentHighlight { range, is_binding: true });
    let used = name.uses.into_iter().map(|range| DocumentHighlight { range, is_binding: false });
    let mut highlights: Vec<DocumentHighlight> = declared.chain(used).collect();
    highlights.sort_by_key(|highlight| highlight.range.start);
    highlights
}
