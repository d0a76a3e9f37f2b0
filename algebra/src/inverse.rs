//! Inverses (`right_inverse`, `left_inverse` in CuTe's `layout.hpp`; section 3.4 of the paper).

use crate::coalesce::{FlatModes, coalesce_flat};
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::{Error, Layout, Nearest, checked, coalesce};

/// The longest layout R with `layout(R(i)) = i` for all i below its size, among those that CuTe finds.
///
/// `1:0` when no mode has stride 1.
///
/// # Errors
/// [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, right_inverse};
///
/// let layout: Layout = "(4,8):(8,1)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(8,4):(4,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn right_inverse(layout: &Layout) -> Result<Layout, Error> {
    right_inverse_traced(layout, &mut ())
}

pub(crate) fn right_inverse_traced(layout: &Layout, trace: &mut impl Trace) -> Result<Layout, Error> {
    const OPERATION: &str = "right_inverse";
    let coalesced = coalesce(layout);
    trace.step(|| Step::new(OPERATION, format!("{layout} coalesced: {coalesced}")));
    let mut result: FlatModes<i64> = Vec::new();
    let mut next = 1;
    for mode in sorted_modes(OPERATION, &coalesced)? {
        if mode.stride != next {
            let Mode { size, stride, .. } = mode;
            trace.step(|| {
                Step::new(OPERATION, format!("{size}:{stride}: stride {stride} is not {next}, skip"))
            });
            continue;
        }
        result.push((mode.size, mode.before));
        next = checked::mul(OPERATION, mode.size, mode.stride)?;
        let Mode { size, stride, before, .. } = mode;
        trace.step(|| {
            Step::new(OPERATION, format!("{size}:{stride}: take {size}:{before}; next stride {next}"))
        });
    }
    let inverse = Layout::from_flat(coalesce_flat(result));
    trace.step(|| Step::result(OPERATION, "right inverse", &inverse));
    Ok(inverse)
}

/// The layout R with `R(layout(i)) = i` for all i, when the layout is injective; in general, with
/// `layout(R(layout(i))) = layout(i)`.
///
/// # Errors
/// [`Error::LeftInverseDivisibility`] where CuTe refuses: a stride is no multiple of what the smaller ones cover.
/// [`Error::NegativeStride`], [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, left_inverse};
///
/// let layout: Layout = "4:2".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(2,4):(0,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse(layout: &Layout) -> Result<Layout, Error> {
    left_inverse_traced(layout, &mut ())
}

pub(crate) fn left_inverse_traced(layout: &Layout, trace: &mut impl Trace) -> Result<Layout, Error> {
    const OPERATION: &str = "left_inverse";
    let coalesced = coalesce(layout);
    trace.step(|| Step::new(OPERATION, format!("{layout} coalesced: {coalesced}")));
    let modes = sorted_modes(OPERATION, &coalesced)?;
    let mut sizes: Vec<i64> = Vec::with_capacity(modes.len() + 1);
    let mut strides = vec![0];
    let mut covered = 1;
    for mode in modes.iter().filter(|mode| mode.stride != 0) {
        let Mode { index, size, stride, before } = *mode;
        if stride < 0 {
            let layout = shortened(&coalesced);
            return Err(Error::NegativeStride { operation: OPERATION, layout, mode: index, stride });
        }
        if stride % covered != 0 {
            let nearest = Nearest::around(stride, |stride| stride % covered == 0);
            let layout = shortened(&coalesced);
            return Err(Error::LeftInverseDivisibility { layout, mode: index, stride, covered, nearest });
        }
        trace.step(|| {
            Step::new(
                OPERATION,
                format!(
                    "{size}:{stride}: stride {stride} is {} times {covered}; from there on, steps of {before}",
                    stride / covered
                ),
            )
        });
        sizes.push(stride / covered);
        strides.push(before);
        covered = stride;
    }
    sizes.extend(modes.last().map(|mode| mode.size));
    let inverse = Layout::from_flat(coalesce_flat(sizes.into_iter().zip(strides).collect()));
    trace.step(|| Step::result(OPERATION, "left inverse", &inverse));
    Ok(inverse)
}

/// A mode of a coalesced layout, and the product of the sizes to its left.
#[derive(Debug, Clone, Copy)]
struct Mode {
    index: usize,
    size: i64,
    stride: i64,
    before: i64,
}

/// The modes by increasing stride.
fn sorted_modes(operation: &'static str, coalesced: &Layout) -> Result<Vec<Mode>, Error> {
    let mut before = 1;
    let mut modes = Vec::new();
    for (index, (size, stride)) in coalesced.flat_modes().into_iter().enumerate() {
        modes.push(Mode { index, size, stride, before });
        before = checked::mul(operation, before, size)?;
    }
    selection_sort(&mut modes);
    Ok(modes)
}

/// Sorts by stride; equal strides end up in the order that CuTe's compile-time sort gives them, which matters for
/// layouts that are not injective.
fn selection_sort(modes: &mut [Mode]) {
    for start in 0..modes.len() {
        let smallest = (start..modes.len()).min_by_key(|&i| modes.get(i).map(|mode| mode.stride));
        modes.swap(start, smallest.unwrap_or(start));
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
