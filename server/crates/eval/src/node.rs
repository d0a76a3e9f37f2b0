//! Expressions of a file with their values, and uses of names.

use std::ops::Range;

use layoutlens_operation::Evaluated;

/// An expression and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Bytes in the document.
    pub range: Range<usize>,
    /// Its value.
    pub evaluated: Evaluated,
}

/// A use of a name that a `let` or `with` binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Bytes of the use.
    pub range: Range<usize>,
    /// Bytes of the name where it is bound.
    pub definition: Range<usize>,
}
