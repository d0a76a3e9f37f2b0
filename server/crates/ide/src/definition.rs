//! Go to definition of a name in a statement.

use std::ops::Range;

use layoutlens_world::Analysis;

/// The range of the name in the `let` or `with` that binds the name at `offset`.
pub fn definition(analysis: &Analysis, offset: usize) -> Option<Range<usize>> {
    let references = analysis.evaluation.references.iter();
    references
        .filter(|reference| reference.range.start <= offset && offset <= reference.range.end)
        .min_by_key(|reference| reference.range.len())
        .map(|reference| reference.definition.clone())
}
