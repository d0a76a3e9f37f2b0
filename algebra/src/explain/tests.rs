//! The last step holds the result, and the steps before it agree with it.

use proptest::prelude::*;

use super::{Step, StepKind};
use crate::arbitrary::{either_layout, layout, shape};
use crate::{Error, IntTuple, Layout, SliceIndex, Tiler, explain, idx2crd, proof};

fn value(steps: Result<Vec<Step>, Error>) -> Result<String, Error> {
    steps.map(|steps| steps.last().unwrap().value.clone().unwrap())
}

fn texts(steps: Result<Vec<Step>, Error>) -> Vec<String> {
    steps.unwrap().into_iter().map(|step| step.text).collect()
}

fn text(result: Result<impl ToString, Error>) -> Result<String, Error> {
    result.map(|result| result.to_string())
}

proptest! {
    #[test]
    fn the_last_step_of_a_simplification_is_its_result(layout in layout()) {
        let profile = layout.shape().map(|_| 1);
        prop_assert_eq!(value(explain::coalesce(&layout)), Ok(crate::coalesce(&layout).to_string()));
        prop_assert_eq!(value(explain::filter(&layout)), Ok(crate::filter(&layout).to_string()));
        prop_assert_eq!(value(explain::filter_zeros(&layout)), Ok(crate::filter_zeros(&layout).to_string()));
        prop_assert_eq!(value(explain::flatten(&layout)), Ok(crate::flatten(&layout).to_string()));
        prop_assert_eq!(value(explain::nullspace(&layout)), Ok(crate::nullspace(&layout).to_string()));
        prop_assert_eq!(
            value(explain::coalesce_by_profile(&layout, &profile)),
            text(crate::coalesce_by_profile(&layout, &profile))
        );
        prop_assert_eq!(
            value(explain::filter_by_profile(&layout, &profile)),
            text(crate::filter_by_profile(&layout, &profile))
        );
        let zeros = layout.shape().map(|size| size % 2);
        prop_assert_eq!(
            value(explain::filter_zeros_by_profile(&layout, &zeros)),
            text(crate::filter_zeros_by_profile(&layout, &zeros))
        );
    }

    #[test]
    fn the_last_step_of_a_made_layout_is_the_layout(layout in layout()) {
        let shape = layout.shape();
        prop_assert_eq!(value(explain::compact_col_major(&shape)), text(crate::compact_col_major(&shape)));
        prop_assert_eq!(value(explain::compact_row_major(&shape)), text(crate::compact_row_major(&shape)));
        prop_assert_eq!(value(explain::make_identity_layout(&shape)), text(crate::make_identity_layout(&shape)));
        prop_assert_eq!(value(explain::make_layout_like(&layout)), text(crate::make_layout_like(&layout)));
        prop_assert_eq!(value(explain::make_fragment_like(&layout)), text(crate::make_fragment_like(&layout)));
        prop_assert_eq!(
            value(explain::make_ordered_layout(&shape, &layout.stride())),
            text(crate::make_ordered_layout(&shape, &layout.stride()))
        );
    }

    #[test]
    fn the_last_step_of_a_cast_is_its_result(layout in either_layout(), factor in 1..9_i64) {
        prop_assert_eq!(value(explain::upcast(&layout, factor)), text(crate::upcast(&layout, factor)));
        prop_assert_eq!(value(explain::downcast(&layout, factor)), text(crate::downcast(&layout, factor)));
        prop_assert_eq!(value(explain::recast(&layout, 8, 8 * factor)), text(crate::recast(&layout, 8, 8 * factor)));
    }

    #[test]
    fn the_terms_of_an_evaluation_sum_to_the_offset(layout in layout(), index in any::<prop::sample::Index>()) {
        let index = index.index(layout.size() as usize) as i64;
        let shape = layout.shape();
        let steps = explain::eval(&layout, &IntTuple::Int(index)).unwrap();
        let terms = steps.iter().filter(|step| step.kind == StepKind::Mode);
        let sum: i64 = terms.map(|step| step.value.as_ref().unwrap().parse::<i64>().unwrap()).sum();
        prop_assert_eq!(sum, layout.at(index).unwrap());
        prop_assert_eq!(value(Ok(steps)), text(layout.at(index)));

        let steps = explain::idx2crd(index, &shape).unwrap();
        let digits: Vec<i64> = steps.iter().filter_map(|step| step.number("index")).collect();
        let coordinate = idx2crd(index, &shape).unwrap();
        prop_assert_eq!(digits, coordinate.leaves().into_iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(value(Ok(steps)), Ok(coordinate.to_string()));

        let steps = explain::crd2idx(&coordinate, &shape).unwrap();
        let terms = steps.iter().filter_map(|step| Some(step.number("index")? * step.number("before")?));
        prop_assert_eq!(terms.sum::<i64>(), index);
        prop_assert_eq!(value(explain::cosize(&layout)), text(layout.cosize()));
    }

    #[test]
    fn the_quotients_of_a_division_are_those_of_its_result(shape in shape(), divisor in 1..30_i64) {
        let quotients = |steps: Result<Vec<Step>, Error>| -> Option<Vec<i64>> {
            Some(steps.ok()?.iter().filter_map(|step| step.number("quotient")).collect())
        };
        let leaves = |result: Result<IntTuple, Error>| -> Option<Vec<i64>> {
            Some(result.ok()?.leaves().into_iter().copied().collect())
        };
        let divisor = IntTuple::Int(divisor);
        prop_assert_eq!(quotients(explain::ceil_div(&shape, &divisor)), leaves(crate::ceil_div(&shape, &divisor)));
        prop_assert_eq!(quotients(explain::shape_div(&shape, &divisor)), leaves(crate::shape_div(&shape, &divisor)));
    }

    #[test]
    fn the_last_step_of_a_comparison_is_its_answer(a in shape(), b in shape(), divisor in 1..9_i64) {
        let answers = |a: &IntTuple, b: &IntTuple| {
            (crate::congruent(a, b).to_string(), crate::weakly_congruent(a, b).to_string(), text(crate::compatible(a, b)))
        };
        let coarse = IntTuple::Int(a.product().unwrap());
        for (a, b) in [(&a, &b), (&coarse, &a), (&a, &a), (&a, &coarse)] {
            let steps = (
                value(explain::congruent(a, b)).unwrap(),
                value(explain::weakly_congruent(a, b)).unwrap(),
                value(explain::compatible(a, b)),
            );
            prop_assert_eq!(steps, answers(a, b));
        }
        let divisor = IntTuple::Int(divisor);
        prop_assert_eq!(value(explain::evenly_divides(&a, &divisor)), text(crate::evenly_divides(&a, &divisor)));
        prop_assert_eq!(value(explain::evenly_divides(&a, &b)), text(crate::evenly_divides(&a, &b)));
    }

    #[test]
    fn the_last_step_of_a_common_layout_is_its_result(a in either_layout(), b in either_layout(), count in 1..64_i64) {
        prop_assert_eq!(value(explain::max_common_layout(&a, &b)), text(crate::max_common_layout(&a, &b)));
        prop_assert_eq!(value(explain::max_common_vector(&a, &b)), text(crate::max_common_vector(&a, &b)));
        prop_assert_eq!(value(explain::max_alignment(&a)), text(crate::max_alignment(&a)));
        let shape = a.shape();
        prop_assert_eq!(value(explain::domain_distribute(&shape, count)), text(crate::domain_distribute(&shape, count)));
    }

    #[test]
    fn the_last_step_of_a_slice_is_its_result(
        layout in either_layout(),
        open in prop::collection::vec(any::<bool>(), 6),
        index in any::<prop::sample::Index>(),
    ) {
        let shape = layout.shape();
        let at = idx2crd(index.index(layout.size() as usize) as i64, &shape).unwrap();
        let mut open = open.into_iter().cycle();
        let sliced = at.map(|&at| if open.next() == Some(true) { SliceIndex::All } else { SliceIndex::At(at) });
        prop_assert_eq!(value(explain::slice(&sliced, &layout)), text(crate::slice(&sliced, &layout)));
        prop_assert_eq!(value(explain::dice(&sliced, &layout)), text(crate::dice(&sliced, &layout)));
        prop_assert_eq!(value(explain::slice_offset(&sliced, &layout)), text(crate::slice_offset(&sliced, &layout)));
    }

    #[test]
    fn the_last_step_of_a_partition_is_its_result(
        layout in either_layout(),
        tile in 1..4_i64,
        index in 0..3_i64,
    ) {
        let tiler = Tiler::from_sizes(&IntTuple::Tuple(vec![IntTuple::Int(tile)])).unwrap();
        let at = IntTuple::Int(SliceIndex::At(index));
        let part = |result: Result<crate::Part, Error>| text(result.map(|part| part.layout));
        prop_assert_eq!(
            value(explain::inner_partition(&layout, &tiler, &at)),
            part(crate::inner_partition(&layout, &tiler, &at))
        );
        prop_assert_eq!(value(explain::local_tile(&layout, &tiler, &at)), part(crate::local_tile(&layout, &tiler, &at)));
        prop_assert_eq!(
            value(explain::outer_partition(&layout, &tiler, &at)),
            part(crate::outer_partition(&layout, &tiler, &at))
        );
        let threads: Layout = "(2,2):(2,1)".parse().unwrap();
        prop_assert_eq!(
            value(explain::local_partition(&layout, &threads, index)),
            part(crate::local_partition(&layout, &threads, index))
        );
    }
}

proptest! {
    #[test]
    fn the_last_step_of_picked_modes_is_the_result(
        layout in layout(),
        other in layout(),
        begin in 0..4_usize,
        end in 0..5_usize,
    ) {
        prop_assert_eq!(value(explain::group(&layout, begin, end)), text(crate::group(&layout, begin, end)));
        prop_assert_eq!(value(explain::take(&layout, begin, end)), text(crate::take(&layout, begin, end)));
        let indices = [end, begin];
        prop_assert_eq!(value(explain::select(&layout, &indices)), text(crate::select(&layout, &indices)));
        prop_assert_eq!(value(explain::append(&layout, &other)), text(crate::append(&layout, &other)));
        prop_assert_eq!(value(explain::prepend(&layout, &other)), text(crate::prepend(&layout, &other)));
        prop_assert_eq!(
            value(explain::append_to_rank(&layout, end, &other)),
            text(crate::append_to_rank(&layout, end, &other))
        );
        prop_assert_eq!(
            value(explain::prepend_to_rank(&layout, end, &other)),
            text(crate::prepend_to_rank(&layout, end, &other))
        );
        prop_assert_eq!(value(explain::replace(&layout, begin, &other)), text(crate::replace(&layout, begin, &other)));
        prop_assert_eq!(value(explain::sort(&layout)), Ok(crate::sort(&layout).to_string()));
        let (flat, profile) = (crate::flatten(&layout), layout.shape());
        prop_assert_eq!(value(explain::unflatten(&flat, &profile)), text(crate::unflatten(&flat, &profile)));
        prop_assert_eq!(value(explain::with_shape(&layout, &profile)), text(crate::with_shape(&layout, &profile)));
    }

    #[test]
    fn the_last_step_of_a_rounded_shape_is_the_shape(shape in shape(), by in shape(), index in 0..36_i64) {
        let one = IntTuple::Int(by.product().unwrap());
        for by in [&by, &one] {
            prop_assert_eq!(value(explain::round_up(&shape, by)), text(crate::round_up(&shape, by)));
            prop_assert_eq!(value(explain::shape_mod(&shape, by)), text(crate::shape_mod(&shape, by)));
            prop_assert_eq!(
                value(explain::shape_div_rounding_up(&shape, by)),
                text(crate::shape_div_rounding_up(&shape, by))
            );
        }
        let coordinate = idx2crd(index, &shape).unwrap();
        prop_assert_eq!(
            value(explain::crd2crd(&coordinate, &shape, &one)),
            text(crate::crd2crd(&coordinate, &shape, &one))
        );
    }

    #[test]
    fn the_last_step_of_a_swizzled_offset_is_the_offset(layout in layout(), offset in 0..64_i64, index in 0..36_i64) {
        let swizzle = crate::Swizzle::new(2, 1, 3).unwrap();
        let composed = crate::ComposedLayout::new(swizzle, offset, layout.clone());
        let coordinate = IntTuple::Int(index);
        prop_assert_eq!(value(explain::composed_eval(&composed, &coordinate)), text(composed.eval(&coordinate)));
        let flat = crate::composed_map(&composed, |layout| Ok(crate::flatten(layout)));
        prop_assert_eq!(value(explain::composed_map(&composed, explain::flatten)), text(flat));
        prop_assert_eq!(value(explain::coshape(&layout)), text(crate::coshape(&layout)));
    }

    #[test]
    fn the_last_step_of_a_verdict_is_its_name(a in either_layout(), b in either_layout()) {
        let name = |answer: Result<proof::Answer<Layout>, Error>| answer.map(|answer| answer.verdict.name().to_owned());
        let tiler = Tiler::Layout(b.clone());
        prop_assert_eq!(value(explain::verdict::composition(&a, &b)), name(proof::composition(&a, &b)));
        prop_assert_eq!(
            value(explain::verdict::composition_tiler(&a, &tiler)),
            name(proof::composition_tiler(&a, &tiler))
        );
        prop_assert_eq!(value(explain::verdict::logical_divide(&a, &tiler)), name(proof::logical_divide(&a, &tiler)));
        prop_assert_eq!(value(explain::verdict::logical_product(&a, &tiler)), name(proof::logical_product(&a, &tiler)));
        prop_assert_eq!(value(explain::verdict::blocked_product(&a, &b)), name(proof::blocked_product(&a, &b)));
        prop_assert_eq!(value(explain::verdict::left_inverse(&a)), name(proof::left_inverse(&a)));
        prop_assert_eq!(value(explain::verdict::right_inverse(&a)), name(proof::right_inverse(&a)));
        let sizes = Tiler::from_sizes(&b.shape()).unwrap();
        prop_assert_eq!(value(explain::verdict::logical_divide(&a, &sizes)), name(proof::logical_divide(&a, &sizes)));
        let target = b.shape();
        prop_assert_eq!(
            value(explain::verdict::tile_to_shape(&a, &target, None)),
            name(proof::tile_to_shape(&a, &target, None))
        );
    }
}

/// Sizes and strides at the edges of what fits.
fn hostile_layout() -> impl Strategy<Value = Layout> {
    let size = prop::sample::select(vec![1, 2, 3, 1 << 20, 1 << 31, i64::MAX]);
    let stride = prop::sample::select(vec![0, 1, -1, 5, 1 << 40, 1 << 62, i64::MAX, i64::MIN]);
    prop::collection::vec((size, stride), 0..4).prop_filter_map("the size fits", |modes| {
        let (sizes, strides): (Vec<i64>, Vec<i64>) = modes.into_iter().unzip();
        Layout::new(sizes.into_iter().collect(), strides.into_iter().collect()).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn layouts_at_the_edges_are_explained_or_refused(a in hostile_layout(), b in hostile_layout(), n in -2..9_i64) {
        let (shape, index, one) = (a.shape(), IntTuple::Int(n), IntTuple::Int(1));
        let huge = IntTuple::Int(i64::MAX);
        let explained = [
            explain::coalesce(&a),
            explain::filter(&a),
            explain::flatten(&a),
            explain::nullspace(&a),
            explain::cosize(&a),
            explain::coshape(&a),
            explain::eval(&a, &index),
            explain::eval(&a, &huge),
            explain::idx2crd(i64::MIN, &shape),
            explain::idx2crd(i64::MAX, &shape),
            explain::crd2idx(&huge, &shape),
            explain::shape_div(&shape, &index),
            explain::shape_mod(&shape, &huge),
            explain::ceil_div(&shape, &huge),
            explain::round_up(&shape, &one),
            explain::evenly_divides(&shape, &huge),
            explain::domain_distribute(&shape, n),
            explain::upcast(&a, n),
            explain::downcast(&a, n),
            explain::recast(&a, n, 8),
            explain::composition(&a, &b),
            explain::complement(&a, &huge),
            explain::right_inverse(&a),
            explain::left_inverse(&a),
            explain::max_common_layout(&a, &b),
            explain::max_alignment(&a),
            explain::make_layout_like(&a),
            explain::make_fragment_like(&a),
            explain::local_partition(&a, &b, n),
            explain::with_shape(&a, &b.shape()),
            explain::verdict::composition(&a, &b),
            explain::verdict::left_inverse(&a),
        ];
        for steps in explained.into_iter().flatten() {
            prop_assert!(steps.last().is_some_and(|step| step.value.is_some()));
        }
    }
}

#[test]
fn steps_carry_the_numbers_of_their_texts() {
    let steps = |steps: Result<Vec<Step>, Error>| steps.unwrap();
    let layout: Layout = "(4,8):(1,5)".parse().unwrap();
    let gap = &steps(explain::complement(&layout, &IntTuple::Int(80)))[2];
    assert_eq!(gap.text, "8:5: gap 5 / 4 = 1 of stride 4; next 40");
    assert_eq!(gap.kind, StepKind::Mode);
    assert_eq!(gap.numbers, [("size", 8), ("stride", 5), ("gap", 1), ("reached", 40)]);
    let skipped = &steps(explain::right_inverse(&layout))[2];
    assert_eq!(skipped.text, "8:5: stride 5 is not 4, skip");
    assert_eq!(skipped.number("next"), Some(4));
    let merged = &steps(explain::coalesce(&"(2,6):(1,2)".parse::<Layout>().unwrap()))[0];
    assert_eq!((merged.number("size"), merged.number("merged")), (Some(2), Some(12)));
}

#[test]
fn coalesce_by_profile_names_the_modes_it_leaves_alone() {
    let layout: Layout = "(2,(1,6),3):(1,(6,2),40)".parse().unwrap();
    let steps = explain::coalesce_by_profile(&layout, &"(1,1)".parse().unwrap());
    check(
        steps,
        &[
            "coalesced = 2:1",
            "1:6 has size 1: drop it",
            "coalesced = 6:2",
            "mode 2, 3:40, has no element in the profile: it stays",
            "coalesce = (2,6,3):(1,2,40)",
        ],
    );
}

#[test]
fn filter_drops_zeros_and_coalesces() {
    check(
        explain::filter(&"(4,(3,2)):(0,(8,24))".parse::<Layout>().unwrap()),
        &[
            "mode 0, 4:0, adds nothing: its size becomes 1",
            "without the modes of stride 0 = (1,(3,2)):(0,(8,24))",
            "3:8 beside 2:24: 3*8 = 24: they merge to 6:8",
            "1:0 has size 1: drop it",
            "coalesced = 6:8",
        ],
    );
}

#[test]
fn flatten_says_where_each_nested_mode_goes() {
    check(
        explain::flatten(&"(4,(3,2)):(2,(8,1))".parse::<Layout>().unwrap()),
        &["mode 1.0, 3:8, becomes mode 1", "mode 1.1, 2:1, becomes mode 2", "flatten = (4,3,2):(2,8,1)"],
    );
}

#[test]
fn nullspace_counts_the_coordinates_before_a_mode() {
    check(
        explain::nullspace(&"(4,(3,2)):(1,(0,4))".parse::<Layout>().unwrap()),
        &["mode 1.0, 3:0, adds nothing: its coordinates are 4 1-D coordinates apart", "nullspace = 3:4"],
    );
}

#[test]
fn ceil_div_says_what_is_rounded() {
    check(
        explain::ceil_div(&"(10,8)".parse().unwrap(), &"(4,8)".parse().unwrap()),
        &["mode 0: 10 / 4 rounded up = 3", "mode 1: 8 / 8 = 1", "ceil_div = (3,1)"],
    );
}

#[test]
fn evenly_divides_counts_the_tiles() {
    check(
        explain::evenly_divides(&"(10,8)".parse().unwrap(), &"(4,8)".parse().unwrap()),
        &[
            "mode 0: 3 tiles of 4 cover 12 of 10",
            "mode 1: 1 tiles of 8 cover 8 of 8",
            "evenly_divides = false",
        ],
    );
}

#[test]
fn make_identity_layout_names_the_basis_vectors() {
    check(
        explain::make_identity_layout(&"(3,(2,2))".parse().unwrap()),
        &[
            "mode 0, size 3: a step along it adds 1@0",
            "mode 1.0, size 2: a step along it adds 1@0@1",
            "mode 1.1, size 2: a step along it adds 1@1@1",
            "make_identity_layout = (3,(2,2)):(1@0,(1@0@1,1@1@1))",
        ],
    );
}

#[track_caller]
fn check(steps: Result<Vec<Step>, Error>, expected: &[&str]) {
    assert_eq!(texts(steps), expected);
}
