//! Composition where one side has XOR strides: a result is given only when it is proved to be A∘B.

use super::span::index_bits;
use crate::coalesce::{coalesce_extending, coalesce_flat};
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::layout::{FlatModes, LayoutBuilder, LayoutRef, Node};
use crate::proof::{Verdict, enumerate_composition};
use crate::stride::Stride;
use crate::{Error, ErrorKind, Layout};

const OPERATION: &str = "composition";

/// Refuses a composition of A, which has XOR strides, with B whose result is not A∘B: somewhere an addition of
/// coordinates carries.
///
/// # Errors
/// [`ErrorKind::XorCarry`]; [`ErrorKind::TooLarge`] when there are too many coordinates to tell.
pub(crate) fn refuse_carries<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
    composed: &Layout<D>,
) -> Result<(), Error> {
    if steps_bit_by_bit(b) && coordinate_bits_are_separate(a) {
        return Ok(());
    }
    check_each_coordinate(a, b, composed)
}

fn check_each_coordinate<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
    composed: &Layout<D>,
) -> Result<(), Error> {
    match enumerate_composition(a.as_ref(), b.as_ref(), composed.as_ref())? {
        Verdict::Wrong { at, expected, found } => Err(Error::new(
            "composition",
            ErrorKind::XorCarry { left: shortened(a), right: shortened(b), at, expected, found },
        )),
        Verdict::Unproved { .. } => Err(Error::new(
            OPERATION,
            ErrorKind::TooLarge { what: "size", found: b.size(), limit: crate::analysis::ENUMERATION_LIMIT },
        )),
        Verdict::Proved | Verdict::NeedsPredicate { .. } => Ok(()),
    }
}

/// Whether the modes of B step through disjoint groups of bits: then no sum of them carries.
fn steps_bit_by_bit<E: Stride>(b: &Layout<E>) -> bool {
    let mut taken = 0_u64;
    b.flat_modes().into_iter().all(|(size, stride)| {
        let Some((&[], step)) = stride.as_multiple() else { return false };
        if step == 0 || size == 1 {
            return true;
        }
        let reach = u64::try_from(step).ok().filter(|step| step.count_ones() == 1).and_then(|step| {
            let bits = (1_u64 << index_bits(size)) - 1;
            bits.checked_mul(step)
        });
        let Some(reach) = reach else { return false };
        let is_free = taken & reach == 0;
        taken |= reach;
        is_free
    })
}

/// Whether each mode of A reads its own bits of a 1-D coordinate: then A of an XOR is the XOR of A.
fn coordinate_bits_are_separate<D: Stride>(a: &Layout<D>) -> bool {
    let mut modes = FlatModes::new();
    coalesce_extending(a.leaves(), &mut modes);
    modes.iter().rev().skip(1).all(|(size, _)| size.count_ones() == 1)
}

/// A∘B for a B with XOR strides: each bit of an index of B goes to an offset, and that goes through A.
///
/// # Errors
/// Those of [`refuse_carries`]; [`ErrorKind::UnsupportedStride`] when A's strides are no integers and not XOR.
pub(crate) fn compose_with_xor<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    let composed = compose_modes(a, b.as_ref())?;
    let is_linear = coordinate_bits_are_separate(a)
        && b.flat_modes().iter().all(|(size, _)| size.count_ones() == 1)
        && !D::IS_LINEAR;
    if !is_linear {
        check_each_coordinate(a, b, &composed)?;
    }
    trace.step(|| Step::new(OPERATION, format!("each bit of B = {b} through A = {a}")));
    trace.step(|| Step::result(OPERATION, "A∘B", &composed));
    Ok(composed)
}

fn compose_modes<D: Stride, E: Stride>(a: &Layout<D>, b: LayoutRef<'_, E>) -> Result<Layout<D>, Error> {
    let mut composed = LayoutBuilder::new();
    let mut leaves = b.leaves().iter();
    for node in b.profile().nodes() {
        match (node, leaves.as_slice()) {
            (Node::Tuple(rank), _) => composed.tuple(rank),
            (Node::Leaf, [(size, stride), ..]) => {
                composed.layout(compose_mode(a, *size, stride)?.as_ref());
                leaves.next();
            }
            // There are as many leaves as nodes for them.
            (Node::Leaf, []) => {}
        }
    }
    composed.finish()
}

fn compose_mode<D: Stride, E: Stride>(a: &Layout<D>, size: i64, stride: &E) -> Result<Layout<D>, Error> {
    let through = |times: i64| -> Result<D, Error> {
        let bits = stride.times(times).ok_or_else(|| E::sum_error(OPERATION))?;
        let value = a.eval(&bits.to_coordinate()).map_err(|error| error.of_operation(OPERATION))?;
        match value.as_multiple().is_some() || value.as_bits().is_some() {
            true => Ok(value),
            false => Err(Error::new(
                OPERATION,
                ErrorKind::UnsupportedStride {
                    stride: value.to_string(),
                    reason: "the left operand makes a sum of basis vectors of an XOR stride of the right one",
                },
            )),
        }
    };
    if size.count_ones() != 1 {
        // One mode, or none at all: the caller checks whether it is right.
        return Ok(Layout::of_mode(size, through(1)?));
    }
    let modes = (0..index_bits(size)).map(|bit| Ok((2, through(1 << bit)?)));
    let modes: FlatModes<D> = modes.collect::<Result<_, Error>>()?;
    Ok(match modes.is_empty() {
        true => Layout::of_mode(1, through(1)?),
        false => Layout::from_flat(coalesce_flat(&modes)),
    })
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::super::Xor;
    use super::super::arbitrary::{binary_layout, layout as xor_layout};
    use crate::arbitrary::{either_layout, layout, permuted_layout};
    use crate::proof::{self, Verdict};
    use crate::{Layout, composition, left_inverse, logical_divide, right_inverse};

    fn xor(text: &str) -> Layout<Xor> {
        text.parse().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn whatever_is_given_is_a_of_b(
            a in prop_oneof![xor_layout(), binary_layout()],
            b in prop_oneof![layout(), permuted_layout()],
        ) {
            let Ok(answer) = proof::composition(&a, &b) else { return Ok(()) };
            prop_assert_eq!(answer.verdict, Verdict::Proved);
            for c in 0..b.size() {
                prop_assert_eq!(answer.value.at(c).unwrap(), a.at(b.at(c).unwrap()).unwrap());
            }
        }

        #[test]
        fn whatever_is_given_after_xor_strides_is_a_of_b(a in binary_layout(), b in prop_oneof![xor_layout(), binary_layout()]) {
            let Ok(composed) = composition(&a, &b) else { return Ok(()) };
            for c in 0..b.size() {
                prop_assert_eq!(composed.at(c).unwrap(), a.at(b.at(c).unwrap().bits()).unwrap());
            }
        }

        #[test]
        fn integers_after_xor_strides_are_a_of_b(a in either_layout(), b in prop_oneof![xor_layout(), binary_layout()]) {
            let Ok(composed) = composition(&a, &b) else { return Ok(()) };
            for c in 0..b.size() {
                prop_assert_eq!(composed.at(c).unwrap(), a.at(b.at(c).unwrap().bits()).unwrap());
            }
        }

        #[test]
        fn powers_of_two_always_compose(a in binary_layout(), b in binary_layout()) {
            if a.size().count_ones() == 1 && b.size().count_ones() == 1 {
                prop_assert!(composition(&a, &b).is_ok());
            }
        }

        #[test]
        fn inverses_compose_to_the_identity(layout in binary_layout()) {
            let right = composition(&layout, &right_inverse(&layout).unwrap()).unwrap();
            prop_assert!((0..right.size()).all(|k| right.at(k).unwrap().bits() == k));
            let left = composition(&left_inverse(&layout).unwrap(), &layout);
            if let Ok(left) = left && crate::analysis::is_injective(&layout).unwrap() {
                prop_assert!((0..left.size()).all(|c| left.at(c).unwrap().bits() == c));
            }
        }

        #[test]
        fn tiles_make_up_the_layout(layout in binary_layout(), bits in 0..4_u32, step in 0..3_u32) {
            let tile = Layout::<i64>::of_mode(1 << bits, 1 << step);
            let Ok(divided) = logical_divide(&layout, &tile.into()) else { return Ok(()) };
            if divided.size() == layout.size() {
                let sorted = |layout: &Layout<Xor>| {
                    let mut offsets = super::super::arbitrary::offsets(layout);
                    offsets.sort_unstable();
                    offsets
                };
                prop_assert_eq!(sorted(&divided), sorted(&layout));
            }
        }
    }

    #[test]
    fn a_sum_that_carries_is_refused_with_the_first_point() {
        let refusal = composition(&xor("16:f1"), &"4:3".parse::<Layout>().unwrap()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "composition: 16:f1 o 4:3 is no layout with XOR strides: additions carry, so that coordinate 3 is at f9 and \
             mode by mode at f5"
        );
    }

    #[test]
    fn a_mode_by_mode_sum_that_carries_is_refused() {
        assert!(composition(&xor("8:f1"), &"(3,3):(1,1)".parse::<Layout>().unwrap()).is_err());
        assert_eq!(composition(&xor("8:f1"), &"3:1".parse::<Layout>().unwrap()).unwrap().to_string(), "3:f1");
    }
}
