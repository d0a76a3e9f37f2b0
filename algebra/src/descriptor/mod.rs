//! Descriptors: layouts written as lists of basis vectors, `((1@0,8@1),1@2)`.
//!
//! A descriptor is the stride half of a layout whose offsets are coordinates: each entry `count@mode` says how far, and
//! along which mode of the codomain, one step goes. Several `@` go inwards: `1@0@1` is element 0 inside mode 1. The
//! shape is not part of it; [`Descriptor::to_layout`] brings the two together.
//!
//! Reading takes two steps. one reads the text into simple candidates, which keep what was written (fractions,
//! columns) and never leave this module; the other makes a [`Descriptor`] of them, the form that equal descriptors
//! share, or refuses them. [`RichCandidate`]s are descriptors with what a search among layouts attaches to them.
//!
//! ```
//! use layout_algebra::{Descriptor, Error, ErrorKind};
//!
//! let descriptor: Descriptor = "( (1 @ 0, 8@1), ((4/2@2)) )".parse()?;
//! assert_eq!(descriptor.to_string(), "((1@0,8@1),2@2)");
//! assert_eq!(descriptor.to_layout(&"((4,2),3)".parse()?)?.to_string(), "((4,2),3):((1@0,8@1),2@2)");
//!
//! let refusal = "(1@1, 1/2@0)".parse::<Descriptor>().unwrap_err();
//! assert!(matches!(refusal.kind(), ErrorKind::FractionalBasis { column: 7, numerator: 1, denominator: 2, .. }));
//! # Ok::<(), Error>(())
//! ```

mod normalize;
mod rich;
mod simple;

use std::fmt;
use std::str::FromStr;

pub use rich::{CandidateId, CandidateKind, Candidates, RichCandidate};

use crate::error::shortened;
use crate::{Coordinate, Error, ErrorKind, IntTuple, Layout};

/// The largest mode that a basis may name: a bound on the coordinates that sums of bases make.
pub const MAX_DESCRIPTOR_MODE: usize = 255;

/// A list of basis vectors in normal form.
///
/// Normal form means: counts are whole numbers, an inner group of one entry is that entry, and a count of 0 is `0@0`,
/// whichever mode it named. Order and grouping of the rest stay, so the layouts that the descriptor makes with a shape
/// are the same functions as before. Printing and reading again gives an equal descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// A tuple whose leaves are zero or a multiple of one basis vector.
    stride: IntTuple<Coordinate>,
}

impl Descriptor {
    /// The descriptor of a tuple of basis vectors, normalised.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] for a leaf that is no multiple of one basis vector (a sum, a plain number),
    /// [`ErrorKind::TooLarge`] beyond [`MAX_DESCRIPTOR_MODE`] and the limits of this crate.
    ///
    /// ```
    /// use layout_algebra::{Coordinate, Descriptor, IntTuple};
    ///
    /// let bases: IntTuple<Coordinate> = "(1@0,((2@1)))".parse()?;
    /// assert_eq!(Descriptor::new(&bases)?.to_string(), "(1@0,2@1)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn new(stride: &IntTuple<Coordinate>) -> Result<Self, Error> {
        normalize::tuple(stride)
    }

    /// The descriptor of a layout's stride.
    ///
    /// # Errors
    /// As [`Descriptor::new`].
    ///
    /// ```
    /// use layout_algebra::{Coordinate, Descriptor, Layout};
    ///
    /// let identity: Layout<Coordinate> = "(4,(2,8)):(1@0,(1@0@1,1@1@1))".parse()?;
    /// let descriptor = Descriptor::of_layout(&identity)?;
    /// assert_eq!(descriptor.to_string(), "(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(descriptor.to_layout(&identity.shape())?, identity);
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn of_layout(layout: &Layout<Coordinate>) -> Result<Self, Error> {
        let stride = layout.stride();
        Self::new(&stride)
    }

    /// The layout with this stride over `shape`, whose sizes count the steps along each basis.
    ///
    /// # Errors
    /// [`ErrorKind::NonCongruent`] when the shape nests differently; those of [`Layout::new`].
    ///
    /// ```
    /// use layout_algebra::Descriptor;
    ///
    /// let descriptor: Descriptor = "(16@0, 1@1)".parse()?;
    /// let layout = descriptor.to_layout(&"(4,8)".parse()?)?;
    /// assert_eq!(layout.eval(&"(3,5)".parse()?)?.to_string(), "(48,5)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn to_layout(&self, shape: &IntTuple) -> Result<Layout<Coordinate>, Error> {
        if let Some((mode, difference)) = shape.first_difference(&self.stride, &[]) {
            let (shape, stride) = (shortened(shape), shortened(self));
            return Err(Error::of_value(ErrorKind::NonCongruent { shape, stride, difference }).at(mode));
        }
        Layout::new(shape.clone(), self.stride.clone())
    }

    /// The basis vectors with their grouping, as the stride of a layout.
    pub fn stride(&self) -> &IntTuple<Coordinate> {
        &self.stride
    }

    /// The basis vectors from left to right, whatever their grouping.
    pub fn bases(&self) -> Vec<&Coordinate> {
        self.stride.leaves()
    }

    /// Whether this is `()`, the descriptor of the layout without modes.
    pub fn is_empty(&self) -> bool {
        self.stride.modes().is_empty()
    }
}

impl fmt::Display for Descriptor {
    /// In basis notation without spaces: `((1@0,8@1),1@2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_entry(f, &self.stride)
    }
}

fn write_entry(f: &mut fmt::Formatter<'_>, entry: &IntTuple<Coordinate>) -> fmt::Result {
    match entry {
        // Every entry of a descriptor names a mode.
        IntTuple::Int(Coordinate::Zero) => f.write_str("0@0"),
        IntTuple::Int(basis) => write!(f, "{basis}"),
        IntTuple::Tuple(entries) => {
            f.write_str("(")?;
            for (i, entry) in entries.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { "," })?;
                write_entry(f, entry)?;
            }
            f.write_str(")")
        }
    }
}

impl FromStr for Descriptor {
    type Err = Error;

    /// Reads `((1@0, 8@1), 1@2)` and normalises it; blanks and tabs may stand between any two tokens.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`] with the column, for anything but a list of bases, and for a denominator of 0;
    /// [`ErrorKind::FractionalBasis`] for a fraction that is no whole number; [`ErrorKind::TooLarge`].
    fn from_str(text: &str) -> Result<Self, Error> {
        normalize::group(simple::read(text)?)
    }
}

#[cfg(test)]
mod tests;
