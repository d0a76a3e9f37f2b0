//! The steps of complements and inverses.

use super::{Step, explained};
use crate::{Error, IntTuple, Layout, Stride};

/// The steps of [`complement`](crate::complement()).
///
/// # Errors
/// Those of the operation.
pub fn complement<D: Stride>(layout: &Layout<D>, cotarget: &IntTuple) -> Result<Vec<Step>, Error> {
    explained("complement", |steps| crate::complement::complement_traced(layout, cotarget, steps))
}

/// The steps of [`complement_in_cosize`](crate::complement_in_cosize).
///
/// # Errors
/// Those of the operation.
pub fn complement_in_cosize<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    complement(layout, &crate::complement::cosize_target(layout)?)
}

/// The steps of [`right_inverse`](crate::right_inverse).
///
/// # Errors
/// Those of the operation.
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("right_inverse", |steps| crate::inverse::right_inverse_traced(layout, steps))
}

/// The steps of [`left_inverse`](crate::left_inverse).
///
/// # Errors
/// Those of the operation.
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("left_inverse", |steps| crate::inverse::left_inverse_traced(layout, steps))
}
