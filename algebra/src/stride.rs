//! What a stride can be: the leaves of a layout's second half.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Error, IntTuple};

/// A leaf of a hierarchical tuple that has a spelling in CuTe notation.
pub trait Leaf: Sized + Clone + PartialEq + Eq + Hash + Debug + Display {
    /// What a leaf is called in a parse error: `an integer`.
    const EXPECTED: &'static str;

    /// Reads one leaf from its text, which holds no white space around it.
    fn from_text(text: &str) -> Option<Self>;
}

/// A stride: what one step along a mode adds.
///
/// Offsets form an integer-semimodule (section 2.3.1 of the CuTe paper), and this is all that layouts need of them: a
/// zero, a sum, and multiplication by an integer. `i64` is an offset in memory, [`Coordinate`](crate::Coordinate) a
/// coordinate, [`Xor`](crate::Xor) an offset whose sum is XOR.
pub trait Stride: Leaf {
    /// Whether multiples add up: `(m + n) * d = m * d + n * d`. XOR strides have carry-less multiples, which do not;
    /// operations prove then, for each result, that no addition of coordinates carries.
    const IS_LINEAR: bool = true;
    /// Whether strides may move along axes of their own, as those of coordinates do; integers move along one line.
    const HAS_AXES: bool = true;
    /// The strides of inverses: how the coordinates of a domain are put together from offsets of this kind.
    type Inverse: Stride;
    /// The neutral element of the sum.
    fn zero() -> Self;
    /// The stride of `n:1`.
    fn unit() -> Self;
    /// Whether this adds nothing.
    fn is_zero(&self) -> bool;
    /// The sum; `None` when it does not fit.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// `by` times this; `None` when it does not fit.
    fn times(&self, by: i64) -> Option<Self>;
    /// What an index that goes `from` one place `to` another adds; `None` when it does not fit.
    fn between(&self, from: i64, to: i64) -> Option<Self> {
        self.times(to.checked_sub(from)?)
    }
    /// The stride of a mode that goes on where `size` of this end, so that both are one mode of this stride; `None`
    /// when there is none.
    fn continued(&self, size: i64) -> Option<Self> {
        self.times(size)
    }
    /// The bits that XOR combines, for the strides that it combines.
    fn as_bits(&self) -> Option<u64> {
        None
    }
    /// Refuses a stride that is larger than this crate works on.
    ///
    /// # Errors
    /// [`TooLarge`](crate::ErrorKind::TooLarge).
    fn check_limits(&self, _operation: &'static str) -> Result<(), Error> {
        Ok(())
    }
    /// Why [`plus`](Self::plus) or [`times`](Self::times) has no result.
    fn sum_error(operation: &'static str) -> Error;
    /// This as a multiple of one unit of the space it lives in: the mode (outermost index first; empty for
    /// integers) and the multiple. `None` for sums, which composition cannot take on its right.
    fn as_multiple(&self) -> Option<(&[usize], i64)>;
    /// `step` along an axis: the reverse of [`as_multiple`](Self::as_multiple).
    fn along(axis: &[usize], step: i64) -> Self;
    /// The same offset in the form that equal offsets share.
    fn canonical(self) -> Self {
        self
    }
    /// Puts the offsets of all 1-D coordinates of these modes into a table that has room for them, by a way that is
    /// faster than one by one; `None` when there is no such way or an offset does not fit.
    fn fill_table(_modes: &[(i64, Self)], _table: &mut Vec<Self>) -> Option<()> {
        None
    }
    /// This as a coordinate of another layout: an integer is a 1-D coordinate.
    fn to_coordinate(&self) -> IntTuple;
}

impl Leaf for i64 {
    const EXPECTED: &'static str = "an integer";

    fn from_text(text: &str) -> Option<Self> {
        integer_from_text(text)
    }
}

impl Stride for i64 {
    const HAS_AXES: bool = false;
    type Inverse = i64;

    fn zero() -> Self {
        0
    }
    fn unit() -> Self {
        1
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        i64::checked_add(*self, *other)
    }
    fn times(&self, by: i64) -> Option<Self> {
        self.checked_mul(by)
    }
    fn sum_error(operation: &'static str) -> Error {
        Error::overflow(operation)
    }
    fn as_multiple(&self) -> Option<(&[usize], i64)> {
        Some((&[], *self))
    }
    fn along(_: &[usize], step: i64) -> Self {
        step
    }
    fn fill_table(modes: &[(i64, Self)], table: &mut Vec<Self>) -> Option<()> {
        crate::layout::fill_integer_table(modes, table)
    }
    fn to_coordinate(&self) -> IntTuple {
        IntTuple::Int(*self)
    }
}

/// Reads `8`, `-8`, `_8`, `-_8`, `8_c`, `Int<8>` or `C<8>`.
pub(crate) fn integer_from_text(text: &str) -> Option<i64> {
    let inner = ["Int<", "C<"].iter().find_map(|open| text.strip_prefix(open)?.strip_suffix('>'));
    let body = inner.map_or(text, str::trim);
    let (sign, digits) = match body.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", body),
    };
    let digits = match inner {
        Some(_) => digits,
        None => digits.strip_prefix('_').or_else(|| digits.strip_suffix("_c")).unwrap_or(digits),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // The sign belongs to the number: the smallest `i64` has no positive counterpart.
    is_number.then(|| format!("{sign}{digits}").parse().ok()).flatten()
}
