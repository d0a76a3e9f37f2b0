//! Verdicts of layouts far beyond what can be enumerated: the conditions of the paper decide them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{
    Error, IntTuple, Layout, Tiler,
    proof::{self, Answer, Verdict},
};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The answer is proved, and of at least 2^40 coordinates.
#[track_caller]
fn check(answer: Result<Answer<Layout>, Error>) {
    let answer = answer.unwrap();
    assert_eq!(answer.verdict, Verdict::Proved, "{}", answer.value);
    assert!(answer.value.size() >= 1 << 40, "{}", answer.value);
}

const COLUMN_MAJOR: &str = "(1048576,1048576):(1,1048576)";
const ROW_MAJOR: &str = "(1048576,1048576):(1048576,1)";
const PADDED: &str = "(1048576,1048576):(1,1048640)";

#[test]
fn compositions_of_large_layouts_are_proved() {
    for a in [COLUMN_MAJOR, ROW_MAJOR, PADDED] {
        check(proof::composition(&layout(a), &layout("(1048576,1048576):(1048576,1)")));
        check(proof::composition(&layout(a), &layout("((1024,1024),1048576):((1024,1),1048576)")));
        check(proof::composition(&layout(a), &layout("1099511627776:1")));
        check(proof::composition_tiler(
            &layout(a),
            &"<1048576:1,(1024,1024):(1024,1)>".parse::<Tiler>().unwrap(),
        ));
    }
}

#[test]
fn divides_of_large_layouts_by_tiles_that_divide_are_proved() {
    for a in [COLUMN_MAJOR, ROW_MAJOR, PADDED] {
        for tiler in ["<128,64>", "<(16,4):(4,1),(16,4):(4,1)>", "64:2", "(64,2):(1,1048576)", "<128:8192,_>"]
        {
            let tiler: Tiler = tiler.parse().unwrap();
            check(proof::logical_divide(&layout(a), &tiler));
        }
        let tiler: Tiler = "<128,64>".parse().unwrap();
        check(proof::zipped_divide(&layout(a), &tiler));
        check(proof::tiled_divide(&layout(a), &tiler));
        check(proof::flat_divide(&layout(a), &tiler));
    }
}

#[test]
fn a_large_layout_that_the_tile_does_not_divide_needs_a_predicate() {
    let answer = proof::logical_divide(&layout("1099511627777:1"), &"128:1".parse().unwrap()).unwrap();
    let (covers, of) = (1099511627904, 1099511627777);
    assert_eq!(answer.verdict, Verdict::NeedsPredicate { covers, of, residue: 1 });
}

#[test]
fn products_and_tilings_to_large_shapes_are_proved() {
    let (block, grid) = (layout("(8,64):(64,1)"), layout("(131072,65536):(65536,1)"));
    check(proof::logical_product(&block, &Tiler::Layout(grid.clone())));
    check(proof::blocked_product(&block, &grid));
    check(proof::raked_product(&block, &grid));
    check(proof::zipped_product(&layout("(8,64):(64,1)"), &"<131072,65536>".parse().unwrap()));
    let target: IntTuple = "(1048576,4194304)".parse().unwrap();
    check(proof::tile_to_shape(&block, &target, None));
    check(proof::tile_to_shape(&block, &target, Some(&"(2,1)".parse().unwrap())));
}

#[test]
fn inverses_and_complements_of_large_layouts_are_proved() {
    for a in [COLUMN_MAJOR, ROW_MAJOR, "((1024,1024),1048576):((1024,1),1048576)"] {
        check(proof::right_inverse(&layout(a)));
        check(proof::left_inverse(&layout(a)));
    }
    check(proof::left_inverse(&layout(PADDED)));
    check(proof::complement(&layout("64:2"), &IntTuple::Int(1 << 60)));
}
