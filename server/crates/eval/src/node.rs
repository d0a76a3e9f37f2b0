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

/// A use in a statement or a comment of a name that a `let` or `with` binds, or that the code declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Bytes of the use.
    pub range: Range<usize>,
    /// Bytes of the name where it is bound or declared.
    pub definition: Range<usize>,
}
