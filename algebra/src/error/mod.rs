//! The one error type of this crate.

mod context;
mod kind;
mod message;
mod shortened;
mod why;

use std::fmt;

use crate::{ModePath, Nearest};

pub use kind::ErrorKind;
pub(crate) use shortened::shortened;

/// Why an operation has no result: the operation, the mode where it fails, and what is wrong there.
///
/// It is one pointer wide, so that results that may be refused are as small as those that may not.
///
/// ```
/// use layout_algebra::{ErrorKind, IntTuple, ModePath, shape_div};
///
/// let refusal = shape_div(&"(4,6)".parse()?, &"(2,4)".parse()?).unwrap_err();
/// assert_eq!(refusal.operation(), Some("shape_div"));
/// assert_eq!(refusal.mode(), Some(&ModePath::mode(1)));
/// assert!(matches!(refusal.kind(), ErrorKind::ShapeDiv { dividend: 6, divisor: 4, .. }));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Refusal>);

#[derive(Clone, PartialEq, Eq)]
struct Refusal {
    operation: Option<&'static str>,
    mode: Option<ModePath>,
    kind: ErrorKind,
}

impl Error {
    /// An error of an operation, under CuTe's name.
    #[cold]
    pub fn new(operation: &'static str, kind: ErrorKind) -> Self {
        Error(Box::new(Refusal { operation: Some(operation), mode: None, kind }))
    }

    /// An error of a value, whatever is done with it: a text that cannot be read, an atom that is not there.
    #[cold]
    pub fn of_value(kind: ErrorKind) -> Self {
        Error(Box::new(Refusal { operation: None, mode: None, kind }))
    }

    /// [`ErrorKind::Overflow`] of an operation.
    #[cold]
    pub fn overflow(operation: &'static str) -> Self {
        Error::new(operation, ErrorKind::Overflow)
    }

    /// The same error, at a mode: of the operand that the message shows, else of the one that was given.
    #[must_use]
    pub fn at(mut self, mode: ModePath) -> Self {
        self.0.mode = Some(mode);
        self
    }

    /// CuTe's name of the operation that was asked for; none where a value is wrong in itself.
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// The mode where it fails, for those kinds that fail at one.
    pub fn mode(&self) -> Option<&ModePath> {
        self.0.mode.as_ref()
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The nearest numbers that would work instead of one that does not, as the message names them. Which number of
    /// the operands it is, the kind says.
    pub fn numbers_that_work(&self) -> Nearest {
        match self.kind() {
            ErrorKind::StrideDivisibility { nearest, .. }
            | ErrorKind::ShapeDivisibility { nearest, .. }
            | ErrorKind::LeftInverseDivisibility { nearest, .. }
            | ErrorKind::UpcastDivisibility { nearest, .. }
            | ErrorKind::TileToShapeIndivisible { nearest, .. }
            | ErrorKind::ShapeDiv { nearest, .. }
            | ErrorKind::TiledCopySize { nearest, .. }
            | ErrorKind::SmemTile { nearest, .. }
            | ErrorKind::FractionalBasis { nearest, .. }
            | ErrorKind::AccessWidth { nearest, .. } => *nearest,
            ErrorKind::NonInjective { taken, .. } => Nearest { below: None, above: Some(*taken) },
            ErrorKind::NoSuchMode { rank, .. } => {
                let last = i64::try_from(*rank).ok().and_then(|rank| rank.checked_sub(1));
                Nearest { below: last.filter(|last| *last >= 0), above: None }
            }
            ErrorKind::BadRange { rank, .. } => Nearest { below: i64::try_from(*rank).ok(), above: None },
            // Of the others no number would do, or their message has it already.
            _ => Nearest::default(),
        }
    }

    /// What is wrong, to say it more exactly.
    pub(crate) fn kind_mut(&mut self) -> &mut ErrorKind {
        &mut self.0.kind
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { operation, mode, kind } = &*self.0;
        let mut fields = f.debug_struct("Error");
        fields.field("operation", operation).field("mode", mode).field("kind", kind).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_pointer_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<(), Error>>(), size_of::<usize>());
    }
}
