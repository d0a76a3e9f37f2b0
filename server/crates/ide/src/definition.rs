//! Go to definition of a name in a statement.

use std::ops::Range;

use layoutlens_world::Analysis;

/// The range of the name in the `let` or `with` that binds the name at `offset`.
pub fn definition(_analysis: &Analysis, _offset: usize) -> Option<Range<usize>> {
    None
}
