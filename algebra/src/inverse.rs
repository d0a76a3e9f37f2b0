//! Inverses (`right_inverse`, `left_inverse` in CuTe's `layout.hpp`; section 3.4 of the paper).

use crate::coalesce::{coalesce_into, push_coalesced};
use crate::codomain::{Axis, AxisMode, AxisModes, coprofile, modes_along};
use crate::complement::shortened_flat;
use crate::explain::{Step, Trace};
use crate::layout::{FlatModes, LayoutBuilder};
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, Nearest, checked, xor};

/// The longest layout R with `layout(R(i)) = i` for all i below its size, among those that CuTe finds.
///
/// `1:0` when no mode has stride 1. For coordinate strides the inverse takes coordinates: one mode for each number
/// of them, as in the CuTe DSL. For XOR strides it has XOR strides: bit by bit, the coordinate that goes to that bit.
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`] when a stride is a sum of basis vectors, or with XOR strides when a size left of
/// the last one is no power of two; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, right_inverse};
///
/// let layout: Layout = "(4,8):(8,1)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(8,4):(4,1)");
///
/// let transposed: Layout<layout_algebra::Coordinate> = "(4,8):(1@1,1@0)".parse()?;
/// assert_eq!(right_inverse(&transposed)?.to_string(), "(8,4):(4,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Layout<D::Inverse>, Error> {
    right_inverse_traced(layout, &mut ())
}

pub(crate) fn right_inverse_traced<D: Stride>(
    layout: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Layout<D::Inverse>, Error> {
    const OPERATION: &str = "right_inverse";
    if !D::IS_LINEAR {
        return xor::right_inverse(layout, trace);
    }
    let mut coalesced = FlatModes::new();
    coalesce_into(layout.leaves(), &mut coalesced, &mut ());
    trace.step(|| coalesce_step(OPERATION, layout, &coalesced));
    let mut inverse = LayoutBuilder::new();
    match D::HAS_AXES {
        false => right_inverse_along(&[], &coalesced, &mut inverse, trace)?,
        true => {
            let profile = coprofile(OPERATION, layout.leaves())?;
            axis_by_axis(&profile, &mut inverse, &mut |axis, inverse| {
                right_inverse_along(axis, &coalesced, inverse, trace)
            })?;
        }
    }
    trace.step(|| Step::result(OPERATION, "right inverse", &inverse.whole()));
    inverse.finish()
}

fn right_inverse_along<D: Stride, E: Stride>(
    axis: &[usize],
    coalesced: &[(i64, D)],
    inverse: &mut LayoutBuilder<E>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    const OPERATION: &str = "right_inverse";
    let mut sorted = AxisModes::new();
    sorted_modes(OPERATION, coalesced, axis, &mut sorted)?;
    inverse.coalesced(|result| {
        let (start, mut next) = (result.len(), 1);
        for &AxisMode { size, step, before, .. } in &sorted {
            if step != next {
                trace.step(|| {
                    Step::of_some_mode(OPERATION, format!("{size}:{step}: stride {step} is not {next}, skip"))
                        .with("size", size)
                        .with("stride", step)
                        .with("next", next)
                });
                continue;
            }
            push_coalesced(result, start, size, E::along(&[], before));
            next = checked::mul(OPERATION, size, step)?;
            trace.step(|| {
                let text = format!("{size}:{step}: take {size}:{before}; next stride {next}");
                Step::of_some_mode(OPERATION, text).with("size", size).with("stride", step).with("next", next)
            });
        }
        Ok(())
    })
}

/// The layout R with `R(layout(i)) = i` for all i, when the layout is injective; in general, with
/// `layout(R(layout(i))) = layout(i)`.
///
/// # Errors
/// [`ErrorKind::LeftInverseDivisibility`] where CuTe refuses: a stride is no multiple of what the smaller ones cover.
/// [`ErrorKind::NegativeStride`], [`ErrorKind::UnsupportedStride`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, left_inverse};
///
/// let layout: Layout = "4:2".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(2,4):(0,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Layout<D::Inverse>, Error> {
    left_inverse_traced(layout, &mut ())
}

pub(crate) fn left_inverse_traced<D: Stride>(
    layout: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Layout<D::Inverse>, Error> {
    const OPERATION: &str = "left_inverse";
    if !D::IS_LINEAR {
        return xor::left_inverse(layout, trace);
    }
    let mut coalesced = FlatModes::new();
    coalesce_into(layout.leaves(), &mut coalesced, &mut ());
    trace.step(|| coalesce_step(OPERATION, layout, &coalesced));
    let mut inverse = LayoutBuilder::new();
    match D::HAS_AXES {
        false => left_inverse_along(&[], &coalesced, &mut inverse, trace)?,
        true => {
            let profile = coprofile(OPERATION, layout.leaves())?;
            axis_by_axis(&profile, &mut inverse, &mut |axis, inverse| {
                left_inverse_along(axis, &coalesced, inverse, trace)
            })?;
        }
    }
    trace.step(|| Step::result(OPERATION, "left inverse", &inverse.whole()));
    inverse.finish()
}

fn left_inverse_along<D: Stride, E: Stride>(
    axis: &[usize],
    coalesced: &[(i64, D)],
    inverse: &mut LayoutBuilder<E>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    const OPERATION: &str = "left_inverse";
    let mut sorted = AxisModes::new();
    sorted_modes(OPERATION, coalesced, axis, &mut sorted)?;
    inverse.coalesced(|result| {
        // Each mode of the inverse has the stride of the mode before it and the size that leads to its own.
        let (start, mut covered, mut stride) = (result.len(), 1, 0);
        for &AxisMode { index: mode, size, step, before } in sorted.iter().filter(|mode| mode.step != 0) {
            if step < 0 {
                let layout = shortened_flat(coalesced);
                return Err(Error::new(OPERATION, ErrorKind::NegativeStride { layout, mode, stride: step }));
            }
            if step % covered != 0 {
                let nearest = Nearest::around(step, |step| step % covered == 0);
                let layout = shortened_flat(coalesced);
                let kind =
                    ErrorKind::LeftInverseDivisibility { layout, mode, stride: step, covered, nearest };
                return Err(Error::new("left_inverse", kind));
            }
            let times = step / covered;
            trace.step(|| {
                let how =
                    format!("stride {step} is {times} times {covered}; from there on, steps of {before}");
                Step::of_some_mode(OPERATION, format!("{size}:{step}: {how}"))
                    .with("size", size)
                    .with("stride", step)
                    .with("covered", covered)
            });
            push_coalesced(result, start, times, E::along(&[], stride));
            (covered, stride) = (step, before);
        }
        if let Some(last) = sorted.last() {
            // The sizes before this one cover the largest stride.
            checked::mul(OPERATION, covered, last.size)?;
            push_coalesced(result, start, last.size, E::along(&[], stride));
        }
        Ok(())
    })
}

fn coalesce_step<D: Stride>(operation: &'static str, layout: &Layout<D>, coalesced: &FlatModes<D>) -> Step {
    Step::new(operation, format!("{layout} coalesced: {}", Layout::from_flat(coalesced.clone())))
}

/// Writes the modes that are `along` each axis, nested as the codomain.
fn axis_by_axis<E: Stride>(
    profile: &IntTuple<Axis>,
    inverse: &mut LayoutBuilder<E>,
    along: &mut impl FnMut(&[usize], &mut LayoutBuilder<E>) -> Result<(), Error>,
) -> Result<(), Error> {
    match profile {
        IntTuple::Int(axis) => along(axis, inverse),
        IntTuple::Tuple(modes) => {
            inverse.tuple(modes.len());
            modes.iter().try_for_each(|mode| axis_by_axis(mode, inverse, along))
        }
    }
}

/// Puts the modes along an axis into `modes` by increasing stride.
fn sorted_modes<D: Stride>(
    operation: &'static str,
    coalesced: &[(i64, D)],
    axis: &[usize],
    modes: &mut AxisModes,
) -> Result<(), Error> {
    modes_along(operation, coalesced, axis, modes)?;
    match axis.is_empty() {
        true => exchange_sort(modes),
        // The CuTe DSL, which alone inverts coordinate strides, sorts them stably.
        false => modes.sort_by_key(|mode| mode.step),
    }
    Ok(())
}

/// Sorts by stride as CuTe's compile-time `exchange_sort` does: it is not stable, and where it leaves equal strides
/// matters for layouts that are not injective.
fn exchange_sort(modes: &mut [AxisMode]) {
    let step_of = |modes: &[AxisMode], index: usize| modes.get(index).map(|mode| mode.step);
    for place in 0..modes.len() {
        for other in place + 1..modes.len() {
            if step_of(modes, other) < step_of(modes, place) {
                modes.swap(place, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strides_come_in_the_order_of_an_exchange_sort() {
        let layout: Layout = "(7,5,(1,(6,2,4))):(1,168,(0,(28,28,7)))".parse().unwrap();
        assert_eq!(left_inverse(&layout).unwrap().to_string(), "(7,4,6,5):(1,420,35,7)");
    }

    #[test]
    fn an_inverse_whose_size_does_not_fit_is_refused() {
        let layout = Layout::new((1 << 62).into(), (1 << 34).into()).unwrap();
        assert_eq!(left_inverse(&layout).unwrap_err().why(), "overflow");
    }

    #[test]
    fn equal_coordinate_strides_stay_in_order() {
        let layout = "(1,2,12,(4,2),2):(1@1,2@0,8@1,(2@0,1@0),8@1)";
        let layout: Layout<crate::Coordinate> = layout.parse().unwrap();
        assert_eq!(right_inverse(&layout).unwrap().to_string(), "((2,2),1):((96,1),0)");
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets, permuted_layout};
    use crate::proof::{self, Verdict};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn right_inverse_is_undone_by_the_layout(layout in either_layout()) {
            let inverse = right_inverse(&layout).unwrap();
            for index in 0..inverse.size() {
                prop_assert_eq!(layout.at(inverse.at(index).unwrap()).unwrap(), index);
            }
        }

        #[test]
        fn both_inverses_of_a_compact_layout_are_its_inverse(layout in permuted_layout()) {
            let (right, left) = (right_inverse(&layout).unwrap(), left_inverse(&layout).unwrap());
            prop_assert_eq!(right.size(), layout.size());
            for index in 0..layout.size() {
                prop_assert_eq!(left.at(layout.at(index).unwrap()).unwrap(), index);
                prop_assert_eq!(right.at(layout.at(index).unwrap()).unwrap(), index);
            }
        }

        #[test]
        fn the_verdict_of_left_inverse_is_what_enumeration_finds(layout in either_layout()) {
            let Ok(answer) = proof::left_inverse(&layout) else { return Ok(()) };
            let back = |offset: i64| answer.value.at(offset).unwrap();
            let images = offsets(&layout);
            let is_inverse = images.iter().all(|&offset| layout.at(back(offset)).unwrap() == offset);
            prop_assert_eq!(answer.verdict == Verdict::Proved, is_inverse, "{:?}", answer);
        }
    }
}
