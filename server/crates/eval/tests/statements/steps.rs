//! How a value came about, line by line, as a hover lists it.

use layoutlens_eval::evaluate_expression;
use layoutlens_syntax::parse_expression;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (expr, errors) = parse_expression(text);
    assert!(errors.is_empty(), "{errors:?}");
    let (evaluated, problems) = evaluate_expression(&expr);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(evaluated.steps, expected);
}

#[test]
fn filter_tells_what_it_drops() {
    check(
        "filter_zeros((4,3):(1,0))",
        &["mode 1, 3:0, adds nothing: its size becomes 1", "filter_zeros = (4,1):(1,0)"],
    );
    check(
        "filter((4,(3,2)):(0,(8,24)))",
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
fn evaluation_tells_what_each_mode_adds() {
    check(
        "eval((4,(3,2)):(2,(8,1)), (1,5))",
        &[
            "(1,5) is (1,(2,1)) in the shape (4,(3,2))",
            "mode 0: 1 * 2 = 2",
            "mode 1.0: 2 * 8 = 16",
            "mode 1.1: 1 * 1 = 1",
            "eval = 19",
        ],
    );
    check("((4,8):(1@0,1@1))(2,3)", &["mode 0: 2 * 1@0 = 2@0", "mode 1: 3 * 1@1 = 3@1", "eval = (2,3)"]);
    check(
        "idx2crd(16, (3,(2,3)))",
        &[
            "mode 0, size 3: 16 % 3 = 1, and 16 / 3 = 5 is left",
            "mode 1.0, size 2: 5 % 2 = 1, and 5 / 2 = 2 is left",
            "mode 1.1, size 3: the last mode takes what is left, 2",
            "idx2crd = (1,(1,2))",
        ],
    );
}

#[test]
fn slices_tell_which_modes_stay() {
    check(
        "((3,2):(4,1))(_,1)",
        &["mode 0, 3:4, stays open", "mode 1, 2:1, is fixed at 1", "slice = (3):(4)"],
    );
}

#[test]
fn orders_tell_what_lies_before_each_mode() {
    check(
        "make_ordered_layout((2,3,5), (1,2,0))",
        &[
            "order 0: mode 2, size 5: 1 element lies before it, so its stride is 1",
            "order 1: mode 0, size 2: 5 elements lie before it, so its stride is 5",
            "order 2: mode 1, size 3: 10 elements lie before it, so its stride is 10",
            "make_ordered_layout = (2,3,5):(5,10,1)",
        ],
    );
}

#[test]
fn casts_tell_what_is_merged() {
    check(
        "upcast((8,4):(1,8), 4)",
        &[
            "mode 0, 8:1: 4 steps of 1 make an element of 4, so the size is divided: 2:1",
            "mode 1, 4:8: a step of 8 is 2 elements of 4: 4:2",
            "upcast = (2,4):(1,2)",
        ],
    );
}

#[test]
fn swizzles_tell_which_bits_they_move() {
    check(
        "swizzle_apply(Sw<3,4,3>, 300)",
        &[
            "Sw<3,4,3> reads the bits of 0b1110000000: 300 has 256 there",
            "moved 3 bits down they are 32, XORed into the bits of 0b1110000",
            "swizzle_apply = 300 ^ 32 = 268",
        ],
    );
}

#[test]
fn partitions_tell_where_the_thread_stands() {
    let text = "local_partition((24,20):(1,24), (4,5):(5,1), 7)";
    let (expr, _) = parse_expression(text);
    let (evaluated, _) = evaluate_expression(&expr);
    let ends =
        [evaluated.steps.first(), evaluated.steps.last()].map(|step| step.cloned().unwrap_or_default());
    assert_eq!(ends, ["thread 7 of (4,5):(5,1) stands at (1,2)", "local_partition = (6,4):(4,120)"]);
    assert!(
        evaluated.steps.contains(&"element (1,2) of each tile (4,5):(1,24) begins at offset 49".to_owned())
    );
}

#[test]
fn comparisons_tell_where_shapes_differ() {
    check(
        "compatible((4,12), (4,(3,2)))",
        &["the shapes are (4,12) and (4,(3,2)): at mode 1, size 12 against (3,2), of size 6"],
    );
    check(
        "congruent((4,(2,4)), (7,8))",
        &["the shapes are (4,(2,4)) and (7,8): at mode 1, a tuple of rank 2 against an integer"],
    );
    check(
        "compatible((4,6), (4,(3,2)))",
        &["the shapes are (4,6) and (4,(3,2))", "every coordinate of (4,6) is one of (4,(3,2))"],
    );
}

#[test]
fn a_composition_tells_what_proves_it() {
    check(
        "composition((6,2):(8,2), (4,3):(3,1))",
        &[
            "A = (6,2):(8,2) coalesced for B = (4,3):(3,1): (6,2):(8,2)",
            "4:3 of B against (6,2):(8,2): skip 3 elements at a time, keep 4: (2,2):(24,2)",
            "3:1 of B against (6,2):(8,2): skip 1 element at a time, keep 3: 3:8",
            "A∘B = ((2,2),3):((24,2),8)",
            "3:1 of B against (6,2):(8,2): 1 steps evenly over the sizes",
            "4:3 of B against (6,2):(8,2): its stride is more than the 2 that smaller strides reach, and 3 steps evenly over \
         the sizes",
            "the conditions of the paper (section 3.3.2) hold: proved for every coordinate",
        ],
    );
}

#[test]
fn inverses_tell_why_they_are_right() {
    let (expr, _) = parse_expression("right_inverse((4,8):(8,1))");
    let (evaluated, _) = evaluate_expression(&expr);
    assert_eq!(
        evaluated.steps.last().map(String::as_str),
        Some(
            "right by construction: each mode it takes begins where the ones before end: proved for every coordinate"
        )
    );
}

#[test]
fn regrouped_modes_tell_where_they_are_from() {
    check(
        "group((2,3,5):(15,5,1), 1, 3)",
        &["modes 1 to 2 become mode 1, (3,5):(5,1)", "group = (2,(3,5)):(15,(5,1))"],
    );
}

#[test]
fn swizzled_offsets_tell_the_layout_and_the_swizzle() {
    check(
        "(Sw<3,4,3> o 0 o (8,64):(64,1))(2,0)",
        &[
            "mode 0: 2 * 64 = 128",
            "mode 1: 0 * 1 = 0",
            "eval = 128",
            "Sw<3,4,3> reads the bits of 0b1110000000: 128 has 128 there",
            "moved 3 bits down they are 16, XORed into the bits of 0b1110000",
            "swizzle_apply = 128 ^ 16 = 144",
        ],
    );
}

#[test]
fn a_partition_of_a_tiled_mma_tells_how_the_tensor_is_shared_out() {
    check(
        "partition_C(make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,1,1)), 37, (32,8):(1,32))",
        &[
            "tensor / permutation <16,8> = ((16,2),(8,1)):((1,16),(32,0))",
            "(atom of 8x8, rests) = ((8,8),(4,1)):((1,32),(8,0))",
            "atom o ((4,8),2):((16,1),8): ((ThrV,FrgV),rests) = (((4,8),2),(4,1)):(((64,1),32),(8,0))",
            "rests / <2,1> atoms: ((ThrV,(Thr0,Thr1)),(FrgV,(Rest0,Rest1))) = \
         (((4,8),(2,1)),(2,(2,1))):(((64,1),(8,0)),(32,(16,0)))",
            "thread 37 stands at (V,M,N,K) = (5,1,0,0), and its part begins at 73",
            "partition = (2,2,1):(32,16,0)",
        ],
    );
}

#[test]
fn the_explanation_of_filter_zeros_by_a_profile_names_what_the_profile_drops() {
    check(
        "filter_zeros((4,(3,2)):(2,(8,0)), (1,(0,1)))",
        &[
            "mode 1.0, 3:8, stands at a 0 of the profile: its size becomes 1",
            "filter_zeros = (4,(1,2)):(2,(8,0))",
        ],
    );
    check(
        "filter_zeros((4,(3,2)):(0,(8,1)), (1,0))",
        &[
            "mode 1.0, 3:8, stands at a 0 of the profile: its size becomes 1",
            "mode 1.1, 2:1, stands at a 0 of the profile: its size becomes 1",
            "filter_zeros = (4,(1,1)):(0,(8,1))",
        ],
    );
    check("filter_zeros((4,3):(0,1), (1,1))", &["filter_zeros = (4,3):(0,1)"]);
}

/// Operands that may be left out change the result: an explanation that does not read them ends with another one.
#[test]
fn an_explanation_ends_with_the_value_whatever_operands_are_given() {
    let calls = [
        "coalesce((2,(1,6),3):(1,(6,2),40))",
        "coalesce((2,(1,6),3):(1,(6,2),40), (1,1))",
        "filter((4,(3,2)):(0,(8,24)))",
        "filter((4,(3,2)):(0,(8,24)), (1,(1,1)))",
        "filter_zeros((4,(3,2)):(0,(8,24)))",
        "filter_zeros((4,(3,2)):(0,(8,24)), (1,(0,1)))",
        "complement((2,4):(1,6))",
        "complement((2,4):(1,6), 96)",
        "cosize((4,8):(1,4))",
        "cosize((4,8):(1,4), 1)",
        "crd2idx((1,2), (4,8))",
        "crd2idx((1,2), (4,8), (8,1))",
        "append((4,8):(1,4))",
        "append((4,8):(1,4), 3:32)",
        "prepend((4,8):(1,4))",
        "prepend((4,8):(1,4), 3:32)",
        "tile_to_shape((2,4):(4,1), (8,8))",
        "tile_to_shape((2,4):(4,1), (8,8), (2,1))",
        "local_tile((8,16,4):(1,8,128), <4,8,2>, (1,0,1))",
        "local_tile((8,16):(1,8), <4,4,8>, (1,0,1), (1,_,1))",
        "local_tile((8,16):(1,8), <4,4,8>, (1,0,1), Step<_1,X,_1>)",
    ];
    for text in calls {
        let (expr, errors) = parse_expression(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        let (evaluated, problems) = evaluate_expression(&expr);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        let ends = |step: &String| step.ends_with(&format!("= {}", evaluated.value));
        let is_told = evaluated.steps.is_empty() || evaluated.steps.iter().any(ends);
        assert!(is_told, "{text} is {}, and told as {:?}", evaluated.value, evaluated.steps);
    }
}
