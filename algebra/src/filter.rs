//! Filter: drop what adds no offset (`filter`, `filter_zeros` in CuTe's `layout.hpp`).

use crate::coalesce::{by_profile, coalesce_from_right};
use crate::error::shortened;
use crate::layout::FlatModes;
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath};

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
    layout.map_modes(|(size, stride)| (if stride.is_zero() { 1 } else { *size }, stride.clone()))
}

/// The layout with the sizes replaced by 1 that stand at a 0 of `profile`; an integer of the profile stands for all modes
/// below it.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when the profile nests otherwise than the layout.
///
/// ```
/// use layout_algebra::{Layout, filter_zeros_by_profile};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// let filtered = filter_zeros_by_profile(&layout, &"(1,(0,1))".parse()?)?;
/// assert_eq!(filtered.to_string(), "(4,(1,2)):(2,(8,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn filter_zeros_by_profile<D: Stride>(
    layout: &Layout<D>,
    profile: &IntTuple,
) -> Result<Layout<D>, Error> {
    match profile {
        IntTuple::Int(0) => Ok(layout.map_modes(|(_, stride)| (1, stride.clone()))),
        IntTuple::Int(_) => Ok(layout.clone()),
        IntTuple::Tuple(parts) if layout.is_tuple() && parts.len() == layout.rank() => {
            let modes = layout.modes().into_iter().zip(parts).enumerate().map(|(i, (mode, part))| {
                filter_zeros_by_profile(&mode, part).map_err(|error| error.in_mode(i))
            });
            Layout::from_modes(modes.collect::<Result<Vec<_>, _>>()?)
        }
        IntTuple::Tuple(parts) => Err(Error::new(
            "filter_zeros",
            ErrorKind::ProfileMismatch {
                left: shortened(layout),
                right: shortened(profile),
                difference: format!("rank {} against rank {}", layout.rank(), parts.len()),
            },
        )
        .at(ModePath::default())),
    }
}

/// Puts the coalesced modes without those of stride 0 and of size 1, none when nothing is left, behind `result`.
pub(crate) fn filter_into<D: Stride>(modes: &[(i64, D)], result: &mut FlatModes<D>) {
    let moving = modes.iter().rev().filter(|(_, stride)| !stride.is_zero());
    coalesce_from_right(moving.map(|(size, stride)| (*size, stride)), result, &mut ());
}

/// The coalesced layout without its stride-0 and size-1 modes; `1:0` when nothing is left.
pub fn filter<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    Layout::from_flat_by(|result| filter_into(layout.leaves(), result))
}

/// Filters the modes that stand at the integers of `profile`; the other modes stay as they are.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when the profile has more elements than the layout has modes.
pub fn filter_by_profile<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Layout<D>, Error> {
    profile.check_limits("filter")?;
    by_profile("filter", layout, profile, &mut filter)
}
