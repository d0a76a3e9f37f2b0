//! Complement: the offsets that a layout leaves free (`complement` in CuTe's `layout.hpp`; section 3.5 of the paper).

use crate::coalesce::{FlatModes, coalesce_flat};
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::{Error, IntTuple, Layout, checked, filter};

const OPERATION: &str = "complement";

/// The layout that fills the gaps of `layout` and repeats it up to `cotarget` (an integer or a shape).
///
/// # Errors
/// [`Error::NonInjective`] where CuTe refuses: two modes overlap. [`Error::NegativeStride`]: CuTe gives layouts of
/// negative size for such. [`Error::NonPositiveSize`] for the cotarget, [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{IntTuple, Layout, complement};
///
/// let layout: Layout = "4:2".parse()?;
/// assert_eq!(complement(&layout, &IntTuple::Int(24))?.to_string(), "(2,3):(1,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn complement(layout: &Layout, cotarget: &IntTuple) -> Result<Layout, Error> {
    complement_traced(layout, cotarget, &mut ())
}

/// The complement up to the cosize of the filtered layout: only its gaps.
///
/// # Errors
/// Those of [`complement`].
pub fn complement_in_cosize(layout: &Layout) -> Result<Layout, Error> {
    complement(layout, &IntTuple::Int(filter(layout).cosize()?))
}

/// [`complement`], with each step told to `trace`.
pub(crate) fn complement_traced(
    layout: &Layout,
    cotarget: &IntTuple,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    // Checks the sizes of the cotarget.
    Layout::compact(cotarget.clone())?;
    let filtered = filter(layout);
    trace.step(|| {
        Step::new(OPERATION, format!("{layout} without stride-0 and size-1 modes, coalesced: {filtered}"))
    });
    let (mut result, reached) = gaps(&filtered, trace)?;
    let repeats = ceil_div_by(cotarget, reached)?.product()?;
    trace.step(|| {
        Step::new(
            OPERATION,
            format!(
                "layout and gaps cover the offsets below {reached}; {repeats} times that reaches {cotarget}"
            ),
        )
    });
    result.push((repeats, reached));
    let complement = Layout::from_flat(coalesce_flat(result));
    trace.step(|| Step::result(OPERATION, "complement", &complement));
    Ok(complement)
}

/// The complement with its last mode, the repeats of the whole, kept whatever their number.
///
/// This is the complement of the paper, whose extension beyond its domain is disjoint from the layout too: CuTe
/// drops the last mode when it has size 1, and what is left extends into the layout's own offsets.
pub(crate) fn extended_complement(layout: &Layout) -> Result<Layout, Error> {
    let (mut modes, reached) = gaps(&filter(layout), &mut ())?;
    // The last mode extends; its size has no meaning, but 1 would be dropped.
    modes.push((2, reached));
    Ok(Layout::from_flat_tuple(modes))
}

/// The gaps below each mode in the order of strides, and the first offset beyond the layout's period.
fn gaps(filtered: &Layout, trace: &mut impl Trace) -> Result<(FlatModes<i64>, i64), Error> {
    let modes = if filtered.stride() == &IntTuple::Int(0) { Vec::new() } else { filtered.flat_modes() };
    let mut indexed: Vec<(usize, (i64, i64))> = modes.into_iter().enumerate().collect();
    indexed.sort_by_key(|&(_, (_, stride))| stride);
    let mut result: FlatModes<i64> = Vec::with_capacity(indexed.len() + 1);
    let mut taken = 1;
    for (mode, (size, stride)) in indexed {
        if stride < 0 {
            return Err(Error::NegativeStride {
                operation: OPERATION,
                layout: shortened(filtered),
                mode,
                stride,
            });
        }
        let gap = stride / taken;
        if gap == 0 {
            let layout = shortened(filtered);
            return Err(Error::NonInjective { operation: OPERATION, layout, mode, stride, taken });
        }
        let reached = checked::mul(OPERATION, stride, size)?;
        trace.step(|| {
            Step::new(
                OPERATION,
                format!("{size}:{stride}: gap {stride} / {taken} = {gap} of stride {taken}; next {reached}"),
            )
        });
        result.push((gap, taken));
        taken = reached;
    }
    Ok((result, taken))
}

/// `ceil(cotarget / divisor)`, divided out of the modes from left to right.
fn ceil_div_by(cotarget: &IntTuple, divisor: i64) -> Result<IntTuple, Error> {
    crate::ceil_div(cotarget, &IntTuple::Int(divisor))
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn complement_is_ordered_and_disjoint(layout in either_layout(), cotarget in 1..200_i64) {
            let Ok(complement) = complement(&layout, &IntTuple::Int(cotarget)) else { return Ok(()) };
            let free = offsets(&complement);
            prop_assert!(free.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(free.iter().skip(1).all(|offset| !offsets(&layout).contains(offset)));
        }

        #[test]
        fn extended_complement_is_disjoint_without_end(layout in either_layout()) {
            let Ok(complement) = extended_complement(&layout) else { return Ok(()) };
            let free: Vec<i64> = (1..3 * complement.size()).map(|index| complement.at(index).unwrap()).collect();
            prop_assert!(free.iter().all(|offset| !offsets(&layout).contains(offset)));
        }

        #[test]
        fn layout_and_complement_fill_the_cotarget_when_gaps_divide(layout in crate::arbitrary::permuted_layout()) {
            let doubled = Layout::new(layout.shape().clone(), layout.stride().map(|stride| stride * 2)).unwrap();
            let cotarget = 4 * layout.size();
            let complement = complement(&doubled, &IntTuple::Int(cotarget)).unwrap();
            let both = Layout::from_modes([doubled, complement]).unwrap();
            let mut all = offsets(&both);
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(all, (0..cotarget).collect::<Vec<_>>());
        }
    }
}
