//! Where a name is used.

use std::ops::Range;

use layoutlens_world::Analysis;

use crate::name_use::name_uses;

/// The places of the name at `offset` in the order of the text, of those names that
/// [`document_highlights`](crate::document_highlights) knows; `with_declarations`, also where it is declared.
pub fn references(analysis: &Analysis, offset: usize, with_declarations: bool) -> Vec<Range<usize>> {
    let Some(name) = name_uses(analysis, offset) else { return Vec::new() };
    let mut places = name.uses;
    if with_declarations {
        places.extend(name.declarations);
    }
    places.sort_by_key(|range| range.start);
    places
}
