//! The laws of the algebra on random layouts, against brute force. More of them stand next to the operations.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod laws {
    pub(crate) mod draw;
}

use std::{collections::BTreeSet, fmt::Display, str::FromStr};

use laws::draw::{
    any_layout, compact_layout, composed_layout, coordinate_layout, layout, layout_into, shape, swizzle,
    tiler, xor_layout,
};
use layout_algebra::{
    ComposedLayout, IntTuple, Layout, Swizzle, Tiler, coalesce, coalesce_by_profile, complement,
    complement_in_cosize, composition, filter, filter_zeros, flat_divide, flatten, left_inverse,
    logical_divide, logical_product, nullspace,
    proof::{self, Verdict},
    right_inverse, tiled_divide, zipped_divide,
};
use proptest::prelude::*;

/// Every offset, each by evaluating its own coordinate: the slow way.
fn offsets(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|index| layout.at(index).unwrap()).collect()
}

fn image(layout: &Layout) -> BTreeSet<i64> {
    offsets(layout).into_iter().collect()
}

fn sorted(layout: &Layout) -> Vec<i64> {
    let mut offsets = offsets(layout);
    offsets.sort_unstable();
    offsets
}

/// A, B whose image lies in the domain of A, C whose image lies in that of B.
fn chain_of_domains() -> impl Strategy<Value = (Layout, Layout, Layout)> {
    any_layout()
        .prop_flat_map(|a| (Just(a.clone()), layout_into(a.size())))
        .prop_flat_map(|(a, b)| (Just(a), Just(b.clone()), layout_into(b.size())))
}

#[track_caller]
fn reads_as_itself<T: Display + FromStr + PartialEq>(value: &T) -> Result<(), TestCaseError> {
    let text = value.to_string();
    prop_assert!(text.parse::<T>().is_ok_and(|again| again == *value), "{} reads as something else", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn composition_is_a_of_b_unless_the_verdict_says_where_it_is_not(a in any_layout(), b in any_layout()) {
        let Ok(answer) = proof::composition(&a, &b) else { return Ok(()) };
        let differs = |c: &i64| answer.value.at(*c).unwrap() != a.at(b.at(*c).unwrap()).unwrap();
        match (&answer.verdict, (0..b.size()).find(differs)) {
            (Verdict::Proved, None) => {}
            (Verdict::Wrong { at, .. }, Some(first)) => prop_assert_eq!(*at, first),
            // CuTe continues the last mode that is not of size 1; the layout by itself continues its very last one.
            (Verdict::Proved, Some(first)) => prop_assert!(b.at(first).unwrap() >= a.size()),
            (verdict, first) => prop_assert!(false, "{a} o {b} = {}: {verdict:?}, {first:?}", answer.value),
        }
    }

    /// Under Eq. 18 of the paper: the image of C lies in the domain of B, that of B in the domain of A.
    #[test]
    fn composition_is_associative_where_images_lie_in_domains((a, b, c) in chain_of_domains()) {
        let proved = |left: &Layout, right: &Layout| {
            proof::composition(left, right)
                .ok()
                .filter(|answer| answer.verdict == Verdict::Proved)
                .map(|answer| answer.value)
        };
        let right_first = proved(&b, &c).and_then(|inner| proved(&a, &inner));
        let left_first = proved(&a, &b).and_then(|outer| proved(&outer, &c));
        if let (Some(right_first), Some(left_first)) = (right_first, left_first) {
            prop_assert_eq!(offsets(&right_first), offsets(&left_first), "{} o {} o {}", a, b, c);
        }
    }

    #[test]
    fn the_complement_is_ordered_and_disjoint(a in any_layout(), cotarget in 1_i64..400) {
        let Ok(rest) = complement(&a, &cotarget.into()) else { return Ok(()) };
        let offsets = offsets(&rest);
        prop_assert!(offsets.windows(2).all(|pair| pair[0] < pair[1]), "{} of {}", rest, a);
        let held = image(&a);
        prop_assert!(offsets.iter().all(|offset| *offset == 0 || !held.contains(offset)), "{} of {}", rest, a);
    }

    /// The sums of both reach every offset below the cotarget, each in one way.
    #[test]
    fn the_complement_of_a_compact_layout_covers_the_cotarget(a in compact_layout(1), times in 1_i64..5) {
        let cotarget = a.size() * times;
        let rest = complement(&a, &cotarget.into()).unwrap();
        let mut sums: Vec<i64> =
            offsets(&a).iter().flat_map(|x| offsets(&rest).into_iter().map(move |y| x + y)).collect();
        sums.sort_unstable();
        prop_assert_eq!(sums, (0..cotarget).collect::<Vec<_>>(), "{} and {}", a, rest);
    }

    #[test]
    fn the_complement_covers_the_gaps_of_a_spread_layout(a in compact_layout(3)) {
        let Ok(rest) = complement_in_cosize(&a) else { return Ok(()) };
        let reached: BTreeSet<i64> =
            offsets(&a).iter().flat_map(|x| offsets(&rest).into_iter().map(move |y| x + y)).collect();
        prop_assert!((0..a.cosize().unwrap()).all(|offset| reached.contains(&offset)), "{} and {}", a, rest);
    }

    #[test]
    fn a_divide_by_sizes_that_divide_is_a_permutation(
        shape in prop::collection::vec((1_i64..5, 1_i64..5), 1..4),
        strides in prop::collection::vec(0_i64..40, 3),
        tile_is_tuple in any::<bool>(),
    ) {
        let sizes: IntTuple = shape.iter().map(|(tile, times)| tile * times).collect();
        let a = Layout::new(sizes, strides.into_iter().take(shape.len()).collect()).unwrap();
        let tile: IntTuple = shape.iter().map(|(tile, _)| *tile).collect();
        let tiler = match tile_is_tuple {
            true => Tiler::from_sizes(&tile).unwrap(),
            false => Tiler::Layout(Layout::compact(IntTuple::Int(shape[0].0)).unwrap()),
        };
        for divided in [
            logical_divide(&a, &tiler),
            zipped_divide(&a, &tiler),
            tiled_divide(&a, &tiler),
            flat_divide(&a, &tiler),
        ] {
            let divided = divided.unwrap();
            prop_assert_eq!(sorted(&divided), sorted(&a), "{} by {} is {}", a, tiler, divided);
        }
    }

    #[test]
    fn a_proved_divide_is_a_permutation(a in any_layout(), tiler in tiler()) {
        let Ok(answer) = proof::logical_divide(&a, &tiler) else { return Ok(()) };
        if answer.verdict == Verdict::Proved {
            prop_assert_eq!(sorted(&answer.value), sorted(&a), "{} by {} is {}", a, tiler, answer.value);
        }
    }

    #[test]
    fn a_product_repeats_the_block(block in compact_layout(1), grid in compact_layout(1)) {
        let product = logical_product(&block, &Tiler::Layout(grid.clone())).unwrap();
        prop_assert_eq!(sorted(&product), (0..block.size() * grid.size()).collect::<Vec<_>>());
        let of_first = offsets(&product).into_iter().take(usize::try_from(block.size()).unwrap());
        prop_assert_eq!(of_first.collect::<Vec<_>>(), offsets(&block), "{} x {} = {}", block, grid, product);
    }

    /// A∘A‡ = id.
    #[test]
    fn a_layout_after_its_right_inverse_is_the_identity(a in any_layout()) {
        let inverse = right_inverse(&a).unwrap();
        prop_assert_eq!(proof::right_inverse(&a).unwrap().verdict, Verdict::Proved);
        let found: Vec<i64> = offsets(&inverse).into_iter().map(|index| a.at(index).unwrap()).collect();
        prop_assert_eq!(found, (0..inverse.size()).collect::<Vec<_>>(), "{} of {}", inverse, a);
    }

    #[test]
    fn the_left_inverse_of_a_compact_layout_is_its_inverse(a in compact_layout(3)) {
        let inverse = left_inverse(&a).unwrap();
        for (index, offset) in (0..).zip(offsets(&a)) {
            prop_assert_eq!(inverse.at(offset).unwrap(), index, "{} of {}", inverse, a);
        }
    }

    #[test]
    fn coalesce_and_flatten_keep_the_function(a in any_layout(), profile in shape()) {
        for simpler in [coalesce(&a), flatten(&a)] {
            prop_assert_eq!(offsets(&simpler), offsets(&a));
        }
        if let Ok(by_profile) = coalesce_by_profile(&a, &profile) {
            prop_assert_eq!(offsets(&by_profile), offsets(&a), "{} by {}", a, profile);
        }
    }

    #[test]
    fn coalesce_leaves_nothing_to_coalesce(a in any_layout()) {
        let once = coalesce(&a);
        prop_assert_eq!(coalesce(&once), once);
    }

    #[test]
    fn filter_keeps_the_image(a in any_layout()) {
        prop_assert_eq!(image(&filter(&a)), image(&a));
        prop_assert_eq!(image(&filter_zeros(&a)), image(&a));
        prop_assert!(filter(&a).size() <= a.size());
    }

    #[test]
    fn the_nullspace_of_a_layout_goes_to_zero(a in any_layout()) {
        let kernel = nullspace(&a);
        for coordinate in offsets(&kernel) {
            prop_assert_eq!(a.at(coordinate).unwrap(), 0, "{} of {}", kernel, a);
        }
    }

    #[test]
    fn a_swizzle_is_its_own_inverse(swizzle in swizzle(), offset in 0_i64..1 << 20) {
        prop_assert_eq!(swizzle.apply(swizzle.apply(offset)), offset);
    }

    #[test]
    fn values_read_as_what_they_print(
        shape in shape(),
        layout in layout(),
        coordinates in coordinate_layout(),
        xor in xor_layout(),
        tiler in tiler(),
        swizzle in swizzle(),
        composed in composed_layout(),
    ) {
        reads_as_itself::<IntTuple>(&shape)?;
        reads_as_itself::<Layout>(&layout)?;
        reads_as_itself(&coordinates)?;
        reads_as_itself(&xor)?;
        reads_as_itself::<Tiler>(&tiler)?;
        reads_as_itself::<Swizzle>(&swizzle)?;
        reads_as_itself::<ComposedLayout>(&composed)?;
    }
}

/// The paper's example after Eq. 18: without the condition, both sides exist and differ.
#[test]
fn composition_outside_the_domain_is_not_associative() {
    let [a, b, c] = ["(5,3):(1,7)", "4:1", "2:5"].map(|text| text.parse::<Layout>().unwrap());
    let right_first = composition(&a, &composition(&b, &c).unwrap()).unwrap();
    let left_first = composition(&composition(&a, &b).unwrap(), &c).unwrap();
    assert_eq!((right_first.to_string(), left_first.to_string()), ("2:7".to_owned(), "2:5".to_owned()));
}
