//! The source with its hints, as an editor shows it.

use layoutlens_ide::{HintOptions, inlay_hints};

use crate::fixture::Fixture;

/// The source with the hints spliced in, each in `«»`.
pub(crate) fn spliced(fixture: &Fixture, options: &HintOptions) -> String {
    let mut text = fixture.analysis.text.to_string();
    for hint in inlay_hints(&fixture.analysis, 0..text.len(), options).into_iter().rev() {
        text.insert_str(hint.offset, &format!("  «{}»", hint.label));
    }
    text
}
