//! Coalesce: the same function with as few modes as possible (`coalesce` in CuTe's `layout.hpp`).

use crate::explain::{Step, Trace};
use crate::layout::FlatModes;
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath};

const OPERATION: &str = "coalesce";

/// The layout with as few modes as possible that is the same function of the 1-D coordinate.
///
/// Works right to left: a mode merges into its right neighbour iff its size times its stride is the neighbour's
/// stride; modes of size 1 are dropped. All ones give `1:0`.
///
/// ```
/// use layout_algebra::{Layout, coalesce};
///
/// let layout: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
/// assert_eq!(coalesce(&layout).to_string(), "12:1");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn coalesce<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    coalesce_traced(layout, &mut ())
}

pub(crate) fn coalesce_traced<D: Stride>(layout: &Layout<D>, trace: &mut impl Trace) -> Layout<D> {
    let coalesced = Layout::from_flat_by(|result| coalesce_into(layout.leaves(), result, trace));
    trace.step(|| Step::result(OPERATION, "coalesced", &coalesced));
    coalesced
}

/// Coalesces the modes that stand at the integers of `profile`; the other modes stay as they are.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when the profile has more elements than the layout has modes.
pub fn coalesce_by_profile<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Layout<D>, Error> {
    profile.check_limits(OPERATION)?;
    by_profile(OPERATION, layout, profile, &mut coalesce)
}

/// Applies `f` to the modes of `layout` at the integers of `profile`, a tuple within the limits; the other modes stay as
/// they are.
pub(crate) fn by_profile<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    profile: &IntTuple,
    f: &mut impl FnMut(&Layout<D>) -> Layout<D>,
) -> Result<Layout<D>, Error> {
    let IntTuple::Tuple(elements) = profile else { return Ok(f(layout)) };
    if elements.len() > layout.rank() {
        let (mode, elements, rank) = (ModePath::default(), elements.len(), layout.rank());
        return Err(Error::new(operation, ErrorKind::TilerRank { elements, rank }).at(mode));
    }
    let mut modes = layout.modes();
    for (i, (mode, element)) in modes.iter_mut().zip(elements).enumerate() {
        *mode = by_profile(operation, mode, element, f).map_err(|error| error.in_mode(i))?;
    }
    Layout::from_modes(modes)
}

/// Coalesces flat modes; empty when all have size 1.
pub(crate) fn coalesce_flat<D: Stride>(modes: &[(i64, D)]) -> FlatModes<D> {
    let mut kept = FlatModes::new();
    coalesce_into(modes, &mut kept, &mut ());
    kept
}

/// Puts the coalesced modes, none when all have size 1, behind `result`.
pub(crate) fn coalesce_into<D: Stride>(
    modes: &[(i64, D)],
    result: &mut FlatModes<D>,
    trace: &mut impl Trace,
) {
    coalesce_from_right(modes.iter().rev().map(|(size, stride)| (*size, stride)), result, trace);
}

/// Puts the coalesced modes behind `result`; they come from right to left.
pub(crate) fn coalesce_from_right<'m, D: Stride + 'm>(
    modes: impl Iterator<Item = (i64, &'m D)>,
    result: &mut FlatModes<D>,
    trace: &mut impl Trace,
) {
    let before = result.len();
    for (size, stride) in modes {
        if size == 1 {
            trace.step(|| {
                Step::of_some_mode(OPERATION, format!("1:{stride} has size 1: drop it")).with("size", 1)
            });
            continue;
        }
        match result.get_mut(before..).and_then(<[_]>::last_mut) {
            Some((right_size, right_stride)) if stride.continued(size).as_ref() == Some(&*right_stride) => {
                trace.step(|| merge_step((size, stride), (*right_size, &*right_stride)));
                // The product divides the layout's size (twice that when extended), which fits.
                (*right_size, *right_stride) = (right_size.saturating_mul(size), stride.clone());
            }
            Some((right_size, right_stride)) => {
                trace.step(|| keep_step((size, stride), (*right_size, &*right_stride)));
                result.push((size, stride.clone()));
            }
            None => result.push((size, stride.clone())),
        }
    }
    if let Some(kept) = result.get_mut(before..) {
        kept.reverse();
    }
}

/// Puts one more mode behind the coalesced modes of `result` from `start` on, coalesced with the last of them.
pub(crate) fn push_coalesced<D: Stride>(result: &mut FlatModes<D>, start: usize, size: i64, stride: D) {
    if size == 1 {
        return;
    }
    if let Some((left, left_stride)) = result.get_mut(start..).and_then(<[_]>::last_mut)
        && left_stride.continued(*left).as_ref() == Some(&stride)
        && let Some(merged) = left.checked_mul(size)
    {
        *left = merged;
        return;
    }
    result.push((size, stride));
}

fn merge_step<D: Stride>(left: (i64, &D), right: (i64, &D)) -> Step {
    let ((size, stride), (right_size, right_stride)) = (left, right);
    let merged = right_size.saturating_mul(size);
    let why = format!("{size}*{stride} = {right_stride}: they merge to {merged}:{stride}");
    Step::of_some_mode(OPERATION, format!("{size}:{stride} beside {right_size}:{right_stride}: {why}"))
        .with("size", size)
        .with("merged", merged)
}

fn keep_step<D: Stride>(left: (i64, &D), right: (i64, &D)) -> Step {
    let ((size, stride), (right_size, right_stride)) = (left, right);
    let why = format!("{size}*{stride} is not {right_stride}: both stay");
    Step::of_some_mode(OPERATION, format!("{size}:{stride} beside {right_size}:{right_stride}: {why}"))
        .with("size", size)
}

/// Coalesces behind `result` as composition does with its left operand: equal to the layout beyond its domain too.
///
/// The last mode extends without bound, so a trailing mode of size 1 still has a direction to go on in and is kept
/// (as size 2): `(4,1):(1,7)` goes on at 7. The size of the last mode of the result has no meaning.
pub(crate) fn coalesce_extending<D: Stride>(modes: &[(i64, D)], result: &mut FlatModes<D>) {
    if let Some(((last_size, last_stride), inner)) = modes.split_last() {
        let last = (if *last_size == 1 { 2 } else { *last_size }, last_stride);
        let inner = inner.iter().rev().map(|(size, stride)| (*size, stride));
        coalesce_from_right(std::iter::once(last).chain(inner), result, &mut ());
    }
}

/// The offset of the 1-D coordinate `index` in flat modes; the last one extends. `None` when it does not fit.
///
/// Divides with rounding down, as the paper defines coordinates, also below 0.
pub(crate) fn flat_value<D: Stride>(modes: &[(i64, D)], index: i64) -> Option<D> {
    let (last, inner) = modes.split_last()?;
    let mut rest = index;
    let mut sum = D::zero();
    for (size, stride) in inner {
        sum = sum.plus(&stride.times(rest.rem_euclid(*size))?)?;
        rest = rest.div_euclid(*size);
    }
    sum.plus(&last.1.times(rest)?)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};

    proptest! {
        #[test]
        fn coalesce_keeps_the_function_and_is_flat(layout in either_layout()) {
            let coalesced = coalesce(&layout);
            prop_assert_eq!(offsets(&coalesced), offsets(&layout));
            prop_assert!(coalesced.depth() <= 1);
            prop_assert_eq!(coalesce(&coalesced), coalesced);
        }

        #[test]
        fn extending_coalesce_keeps_the_function_beyond_the_domain(layout in either_layout()) {
            let mut modes = FlatModes::new();
            coalesce_extending(layout.leaves(), &mut modes);
            for index in 0..3 * layout.size() {
                prop_assert_eq!(flat_value(&modes, index), layout.at(index).ok());
            }
        }

        #[test]
        fn coalesce_by_profile_keeps_each_mode_apart(layout in either_layout()) {
            let profile = IntTuple::Tuple(vec![IntTuple::Int(0); layout.rank()]);
            let coalesced = coalesce_by_profile(&layout, &profile).unwrap();
            let modes: Vec<_> = layout.modes().iter().map(coalesce).collect();
            prop_assert_eq!(coalesced.modes(), modes);
        }
    }
}
