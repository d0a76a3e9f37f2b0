//! What two layouts have in common (`max_common_layout` and its relatives in CuTe's `layout.hpp`).

use crate::layout::FlatModes;
use crate::{Error, IntTuple, Layout, Tiler, checked, coalesce, composition, logical_divide, right_inverse};

/// The layout R of the most contiguous elements that are at the same place in both: `a(R(i)) = b(R(i)) = i`.
///
/// # Errors
/// Those of [`composition`]: CuTe refuses too.
///
/// ```
/// use layout_algebra::{Layout, max_common_layout, max_common_vector};
///
/// let a: Layout = "(8,16):(1,8)".parse()?;
/// let b: Layout = "(8,16):(1,16)".parse()?;
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "8:1");
/// assert_eq!(max_common_vector(&a, &b)?, 8);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout) -> Result<Layout, Error> {
    const OPERATION: &str = "max_common_layout";
    let inverse = right_inverse(b).map_err(|error| error.of_operation(OPERATION))?;
    match contiguous(OPERATION, a, &inverse)? {
        Some(contiguous) => composition(&inverse, &contiguous).map_err(|error| error.of_operation(OPERATION)),
        None => Ok(Layout::of_mode(1, 0)),
    }
}

/// The number of contiguous elements that are at the same place in both; at least 1.
///
/// # Errors
/// Those of [`composition`]: CuTe refuses too.
pub fn max_common_vector(a: &Layout, b: &Layout) -> Result<i64, Error> {
    const OPERATION: &str = "max_common_vector";
    let inverse = right_inverse(b).map_err(|error| error.of_operation(OPERATION))?;
    Ok(contiguous(OPERATION, a, &inverse)?.map_or(1, |contiguous| contiguous.size()))
}

/// The first mode of a∘inverse if its stride is 1.
fn contiguous(operation: &'static str, a: &Layout, inverse: &Layout) -> Result<Option<Layout>, Error> {
    let common = coalesce(&composition(a, inverse).map_err(|error| error.of_operation(operation))?);
    let first = common.mode(0)?;
    Ok((first.stride() == IntTuple::Int(1)).then_some(first))
}

/// The largest N for which [`upcast`](crate::upcast) by N succeeds: how many elements a vector access may take.
///
/// # Errors
/// Those of [`logical_divide`]: CuTe refuses too.
///
/// ```
/// use layout_algebra::{Layout, max_alignment};
///
/// let layout: Layout = "(8,4):(1,16)".parse()?;
/// assert_eq!(max_alignment(&layout)?, 8);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_alignment(layout: &Layout) -> Result<i64, Error> {
    let layout = coalesce(layout);
    let permuted = right_inverse(&layout)
        .and_then(|inverse| logical_divide(&layout, &Tiler::Layout(inverse)))
        .map_err(|error| error.of_operation("max_alignment"))?;
    let rest = permuted.mode(1)?;
    let first = permuted.mode(0)?.size();
    Ok(rest.leaves().iter().fold(first, |common, &(_, stride)| checked::gcd(common, stride)))
}

/// A layout of `count` elements, or a divisor of it, that tiles the shape evenly.
///
/// # Errors
/// [`NonPositiveSize`](crate::ErrorKind::NonPositiveSize), [`Overflow`](crate::ErrorKind::Overflow),
/// [`TooLarge`](crate::ErrorKind::TooLarge).
///
/// ```
/// use layout_algebra::{IntTuple, domain_distribute};
///
/// let shape: IntTuple = "(15,14)".parse()?;
/// assert_eq!(domain_distribute(&shape, 6)?.to_string(), "(3,2):(1,15)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn domain_distribute(shape: &IntTuple, count: i64) -> Result<Layout, Error> {
    let compact = Layout::compact(shape.clone())?;
    Layout::compact(IntTuple::Int(count))?;
    let mut rest = count;
    let mut modes: FlatModes<i64> = FlatModes::new();
    for &(size, stride) in compact.leaves() {
        let taken = checked::gcd(size, rest);
        rest /= taken;
        modes.push((taken, stride));
    }
    Ok(coalesce(&Layout::from_flat(modes)))
}
