//! Functions of the file that is evaluated, by where they begin.

use layoutlens_syntax::program::Function;

/// A function of the file that is evaluated, by the byte where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionStart(usize);

impl FunctionStart {
    pub(crate) fn of(function: &Function) -> Self {
        Self(function.range.start)
    }

    /// Of the one that begins at this byte.
    pub(crate) fn at(byte: usize) -> Self {
        Self(byte)
    }

    /// The byte.
    pub fn byte(self) -> usize {
        self.0
    }
}
