//! Filter: drop what adds no offset (`filter`, `filter_zeros` in CuTe's `layout.hpp`).

use crate::coalesce::{by_profile, coalesce};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout};

/// The layout with the size of each stride-0 mode replaced by 1.
///
/// ```
/// use layout_algebra::{Layout, filter_zeros};
///
/// let layout: Layout = "(4,(3,2)):(0,(8,1))".parse()?;
/// assert_eq!(filter_zeros(&layout).to_string(), "(1,(3,2)):(0,(8,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn filter_zeros<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    Layout::from_parts(sizes_without_zeros(layout.shape(), layout.stride()), layout.stride().clone())
}

/// The shape with 1 where the stride is 0.
pub(crate) fn sizes_without_zeros<D: Stride>(shape: &IntTuple, stride: &IntTuple<D>) -> IntTuple {
    match (shape, stride) {
        (_, IntTuple::Int(stride)) if stride.is_zero() => shape.map(|_| 1),
        (IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => IntTuple::Tuple(
            shapes.iter().zip(strides).map(|(shape, stride)| sizes_without_zeros(shape, stride)).collect(),
        ),
        _ => shape.clone(),
    }
}

/// The coalesced layout without its stride-0 and size-1 modes; `1:0` when nothing is left.
pub fn filter<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    coalesce(&filter_zeros(layout))
}

/// Filters the modes that stand at the integers of `profile`; the other modes stay as they are.
///
/// # Errors
/// [`Error::TilerRank`] when the profile has more elements than the layout has modes.
pub fn filter_by_profile<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Layout<D>, Error> {
    by_profile("filter", layout, profile, &mut filter)
}
