//! What two run-time layouts have in common, as far as their static integers show (`layout.hpp`).

use super::coalesce::coalesce;
use super::composition::composition;
use super::divide::logical_divide;
use super::inverse::right_inverse;
use super::layout::Mode;
use super::tiler::SymbolicTiler;
use super::{Integer, SymbolicLayout};
use crate::{Error, IntTuple, checked};

/// The layout of the most contiguous elements that are known at compile time to be at the same place in both.
///
/// # Errors
/// Those of [`composition`] and [`right_inverse`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, max_common_layout, max_common_vector};
///
/// let (a, b): (SymbolicLayout, SymbolicLayout) = ("(8,M):(1,lda)".parse()?, "(8,N):(1,8)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "8:1");
/// assert_eq!(max_common_vector(&a, &b)?, 8);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_common_layout(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let inverse = right_inverse(b)?;
    let common = match contiguous(a, &inverse)? {
        Some((_, common)) => composition(&inverse, &common),
        None => Ok(SymbolicLayout::of_mode(1, 0)),
    };
    common.map_err(|error| error.of_operation("max_common_layout"))
}

/// The number of contiguous elements that are known at compile time to be at the same place in both; at least 1.
///
/// # Errors
/// Those of [`composition`] and [`right_inverse`].
pub fn max_common_vector(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<i64, Error> {
    let common = right_inverse(b).and_then(|inverse| contiguous(a, &inverse));
    let common = common.map_err(|error| error.of_operation("max_common_vector"))?;
    Ok(common.map_or(1, |(count, _)| count))
}

/// The first mode of a∘inverse if its size is static and its stride a static 1.
fn contiguous(a: &SymbolicLayout, inverse: &SymbolicLayout) -> Result<Option<(i64, SymbolicLayout)>, Error> {
    let first = coalesce(&composition(a, inverse)?)?.mode(0)?;
    Ok(match first.tuple() {
        IntTuple::Int(Mode { size: Integer::Static(size), stride }) if stride.is_constant(1) => {
            Some((*size, first))
        }
        _ => None,
    })
}

/// How many elements a vector access may take, as far as the static integers show.
///
/// # Errors
/// Those of [`logical_divide`] and [`right_inverse`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, max_alignment};
///
/// assert_eq!(max_alignment(&"(8,M):(1,16)".parse()?)?, 8);
/// assert_eq!(max_alignment(&"(M,8):(lda,1)".parse()?)?, 8);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_alignment(layout: &SymbolicLayout) -> Result<i64, Error> {
    const OPERATION: &str = "max_alignment";
    let known = coalesce(layout)?.tuple().map(|mode| Mode {
        size: if mode.size.is_static() { mode.size.clone() } else { Integer::Static(1) },
        stride: if mode.stride.value.is_static() && !mode.stride.is_fraction() {
            mode.stride.clone()
        } else {
            0.into()
        },
    });
    let known = SymbolicLayout::of(known)?;
    let permuted = right_inverse(&known)
        .and_then(|inverse| logical_divide(&known, &SymbolicTiler::Layout(inverse)))
        .map_err(|error| error.of_operation(OPERATION))?;
    // A number that is not known promises no more than 1.
    let size = permuted.mode(0)?.size()?.known().unwrap_or(1);
    let strides = permuted.mode(1)?.stride().map(|stride| stride.value.known().unwrap_or(1));
    Ok(strides.leaves().into_iter().fold(size, |common, &stride| checked::gcd(common, stride)))
}
