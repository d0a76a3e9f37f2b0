//! Complements of layouts with XOR strides: the bits that no offset leads with.

use super::coalesced;
use super::span::image_span;
use crate::coalesce::coalesce_flat;
use crate::explain::{Step, Trace};
use crate::layout::FlatModes;
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, ceil_div, filter};

const OPERATION: &str = "complement";

/// The layout of the bits that are the highest one of no sum of the layout's offsets, repeated up to `cotarget`.
///
/// Its offsets increase, and no two of them differ by offsets of the layout: a sum of both is 0 only when both are.
pub(crate) fn complement<D: Stride>(
    layout: &Layout<D>,
    cotarget: &IntTuple,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    let (mut modes, period) = free_bits(layout)?;
    let repeats = ceil_div(cotarget, &IntTuple::Int(period))?.product()?;
    trace.step(|| {
        let free: Vec<String> = modes.iter().map(|(_, stride)| stride.to_string()).collect();
        let how = format!("bits that no offset of {layout} leads with: [{}]", free.join(" "));
        Step::new(OPERATION, format!("{how}; {repeats} times the offsets below {period} reach {cotarget}"))
    });
    modes.push((repeats, D::along(&[], period)));
    let complement = coalesced(OPERATION, &modes)?;
    trace.step(|| Step::result(OPERATION, "complement", &complement));
    Ok(complement)
}

/// The complement with a last mode of size 1 that leads beyond the layout.
pub(crate) fn complement_with_extension<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    let (modes, period) = free_bits(layout)?;
    let mut modes = coalesce_flat(&modes);
    modes.push((1, D::along(&[], period)));
    Ok(Layout::from_flat(modes))
}

/// The bits that no sum of offsets leads with, one mode each; and the power of two below which all offsets are.
fn free_bits<D: Stride>(layout: &Layout<D>) -> Result<(FlatModes<D>, i64), Error> {
    let span = image_span(OPERATION, layout)?;
    let period = 1_i64.checked_shl(span.width()).filter(|period| *period > 0);
    let period = period.ok_or_else(|| Error::overflow(OPERATION))?;
    let free = (0..span.width()).filter(|&bit| !span.leads(1 << bit));
    Ok((free.map(|bit| (2, D::along(&[], 1 << bit))).collect(), period))
}

/// The cotarget of a complement that is given none: the cosize of the filtered layout.
pub(crate) fn cosize_target<D: Stride>(layout: &Layout<D>) -> Result<IntTuple, Error> {
    super::span::cosize(OPERATION, &filter(layout)).map(IntTuple::Int)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::super::arbitrary::{binary_layout, layout, offsets};
    use crate::{IntTuple, Layout, analysis, complement, complement_in_cosize};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn complement_is_ordered_and_disjoint(layout in prop_oneof![layout(), binary_layout()], cotarget in 1..200_i64) {
            let free = offsets(&complement(&layout, &IntTuple::Int(cotarget)).unwrap());
            prop_assert!(free.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(free.iter().skip(1).all(|offset| !offsets(&layout).contains(offset)));
        }

        #[test]
        fn layout_and_complement_fill_the_cotarget(layout in binary_layout(), bits in 8..10_u32) {
            let whole = layout.size().count_ones() == 1 && analysis::is_injective(&layout).unwrap();
            if whole {
                let complement = complement(&layout, &IntTuple::Int(1 << bits)).unwrap();
                let mut all = offsets(&Layout::from_modes([layout, complement]).unwrap());
                all.sort_unstable();
                prop_assert_eq!(all, (0..1 << bits).collect::<Vec<_>>());
            }
        }

        #[test]
        fn the_default_cotarget_is_the_cosize(layout in binary_layout()) {
            let cosize = IntTuple::Int(layout.cosize().unwrap());
            prop_assert_eq!(complement_in_cosize(&layout), complement(&layout, &cosize));
        }
    }
}
