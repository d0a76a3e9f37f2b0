//! XOR strides, composed layouts and CuTe's small operations in expressions. The values of composed layouts are those that
//! CuTe's headers print when compiled.

use layoutlens_eval::evaluate_expression;
use layoutlens_syntax::parse_expression;

/// The value and its verdict, with the offset where a part begins; or the first problem's code; or why it is unknown.
fn answer(text: &str) -> (String, String) {
    let (expr, errors) = parse_expression(text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    let (evaluated, problems) = evaluate_expression(&expr);
    match (evaluated.value.unknown_reason(), problems.first()) {
        (Some(_), Some(problem)) => ("problem".to_owned(), problem.code.as_str().to_owned()),
        (Some(reason), None) => ("unknown".to_owned(), reason.to_owned()),
        (None, _) => {
            let at = evaluated.offset.map(|offset| format!(" at {offset}")).unwrap_or_default();
            (evaluated.verdict.name().to_owned(), format!("{}{at}", evaluated.value))
        }
    }
}

#[track_caller]
fn check(kind: &str, facts: &[(&str, &str)]) {
    for (text, expected) in facts {
        assert_eq!(answer(text), (kind.to_owned(), (*expected).to_owned()), "{text}");
    }
}

#[test]
fn layouts_with_xor_strides_are_computed() {
    check(
        "proved",
        &[
            ("(4,4):(f1,f5)", "(4,4):(f1,f5)"),
            ("((4,4):(f1,f5))(3,2)", "f9"),
            ("coalesce((2,2):(f1,f2))", "4:f1"),
            ("(8,8):(f1,f9) o ((4,8),2):((16,1),8)", "((4,8),2):((f18,f1),f9)"),
            ("right_inverse((4,(4,3)):(f1,(f5,f16)))", "(4,4,3):(f1,f5,f16)"),
            ("left_inverse((4,(4,3)):(f1,(f5,f16)))", "(4,4,3):(f1,f5,f16)"),
            ("complement((4,8):(f1,f8), 128)", "(2,2):(f4,f64)"),
            ("zipped_divide((8,8):(f1,f9), <4,2>)", "((4,2),(2,4)):((f1,f9),(f4,f18))"),
            ("cosize((4,(4,3)):(f1,(f5,f16)))", "48"),
            ("((4:f1), (2:f4))", "(4,2):(f1,f4)"),
            ("append((4,4):(f1,f5))", "(4,4,1):(f1,f5,f0)"),
            ("(4,4):(f1,0)", "(4,4):(f1,f0)"),
            ("size((4,4):(f1,f5))", "16"),
            ("eval_all(4:f3)", "[f0,f3,f6,f5]"),
            ("(64:f1 o (8,8):(f1,f9))", "(8,8):(f1,f9)"),
        ],
    );
}

#[test]
fn strides_of_different_kinds_do_not_mix() {
    check(
        "problem",
        &[
            ("(4,4):(f1,4)", "mixed-strides"),
            ("(4,4):(f1,1@0)", "mixed-strides"),
            ("((4:f1), (4:4))", "mixed-strides"),
        ],
    );
}

#[test]
fn what_xor_strides_cannot_be_is_refused() {
    check("problem", &[("16:f1 o 4:3", "undefined")]);
}

#[test]
fn operations_on_composed_layouts_are_those_of_cute() {
    check(
        "proved",
        &[
            ("coalesce(Sw<3,4,3> o 0 o (8,(2,4)):(1,(8,16)))", "Sw<3,4,3> o 0 o 64:1"),
            ("flatten(Sw<2,1,3> o 6 o (8,(2,8)):(16,(1,2)))", "Sw<2,1,3> o 6 o (8,2,8):(16,1,2)"),
            ("group<0,2>(Sw<3,4,3> o 0 o (8,64):(64,1))", "Sw<3,4,3> o 0 o ((8,64)):((64,1))"),
            ("take<0,1>(Sw<2,1,3> o 6 o (8,16):(16,1))", "Sw<2,1,3> o 6 o (8):(16)"),
            ("mode(Sw<3,4,3> o 0 o (8,64):(64,1), 0)", "Sw<3,4,3> o 0 o 8:64"),
            ("append<3>(Sw<3,4,3> o 0 o (8,64):(64,1))", "Sw<3,4,3> o 0 o (8,64,1):(64,1,0)"),
            (
                "tiled_divide(Sw<3,4,3> o 0 o (8,64):(64,1), <4,8>)",
                "Sw<3,4,3> o 0 o ((4,8),2,8):((64,1),256,8)",
            ),
            (
                "blocked_product(Sw<3,4,3> o 0 o (8,64):(64,1), (2,3))",
                "Sw<3,4,3> o 0 o ((8,2),(64,3)):((64,512),(1,1024))",
            ),
            (
                "raked_product(Sw<2,1,3> o 6 o (8,16):(16,1), (2,3))",
                "Sw<2,1,3> o 6 o ((2,8),(3,16)):((128,16),(256,1))",
            ),
            (
                "tile_to_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (16,128), (2,1))",
                "Sw<3,4,3> o 0 o ((8,2),(64,2)):((64,1024),(1,512))",
            ),
            ("complement(Sw<2,1,3> o 6 o (8,16):(16,1), 4096)", "32:128"),
            ("right_inverse(Sw<2,1,3> o 6 o (8,16):(16,1))", "(16,8):(8,1) o -6 o Sw<2,1,3>"),
            ("left_inverse(Sw<2,1,3> o 6 o (8,16):(16,1))", "(16,8):(8,1) o -6 o Sw<2,1,3>"),
            ("upcast(Sw<2,1,3> o 6 o (8,16):(16,1), 2)", "Sw<2,0,3> o 3 o (8,8):(8,1)"),
            ("downcast(Sw<2,1,3> o 6 o (8,16):(16,1), 2)", "Sw<2,2,3> o 12 o (8,32):(32,1)"),
            ("recast(Sw<3,4,3> o 0 o (8,64):(64,1), 16, 8)", "Sw<3,5,3> o 0 o (8,128):(128,1)"),
            ("recast(Sw<3,4,3>, 8, 32)", "Sw<3,2,3>"),
            ("max_alignment(Sw<2,1,3> o 6 o (8,16):(16,1))", "2"),
            ("nullspace(Sw<2,1,3> o 6 o (8,16):(16,1))", "1:0"),
            ("make_fragment_like(Sw<3,4,3> o 0 o (8,64):(64,1))", "(8,(64)):(1,(8))"),
            ("with_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (2,4,64))", "Sw<3,4,3> o 0 o (2,4,64):(64,128,1)"),
            ("1024:2 o (Sw<3,4,3> o 0 o (8,64):(64,1))", "Sw<3,5,3> o 0 o (8,64):(128,2)"),
            ("composition(Sw<2,4,3>, Sw<1,4,3>)", "Sw<1,5,3>"),
            ("get_swizzle_portion(Sw<3,4,3> o 0 o (8,64):(64,1))", "Sw<3,4,3>"),
            ("get_nonswizzle_portion(Sw<3,4,3> o 0 o (8,64):(64,1))", "(8,64):(64,1)"),
            ("get_swizzle_portion(8:1)", "Sw<0,4,3>"),
            ("domain_offset((1,3), Sw<3,4,3> o 0 o (8,64):(64,1))", "Sw<3,4,3> o 67 o (8,64):(64,1)"),
            ("max_common_vector(Sw<3,4,3> o 0 o (8,64):(64,1), Sw<3,4,3> o 0 o (8,64):(64,1))", "512"),
            ("right_inverse(Sw<2,1,3> o 6 o (8,16):(16,1))(9)", "24"),
            ("right_inverse(Sw<2,1,3> o 6 o (8,16):(16,1)) == ((16,8):(8,1) o -6 o Sw<2,1,3>)", "true"),
            ("((16,8):(8,1) o -6 o Sw<2,1,3>)(9)", "24"),
            ("Sw<3,4,3> o 0 o (Sw<3,1,3> o 0 o (8,8):(8,1))", "Sw<3,4,3> o 0 o Sw<3,1,3> o 0 o (8,8):(8,1)"),
            ("cosize(1024:2 o (Sw<3,4,3> o 0 o (8,64):(64,1)))", "1023"),
            ("eval_all((Sw<1,0,1> o 0 o 4:1) o (Sw<1,0,1> o 0 o 4:1))", "[0,1,2,3]"),
        ],
    );
}

#[test]
fn slices_of_swizzled_layouts_begin_at_an_offset() {
    check(
        "proved",
        &[
            ("(Sw<3,4,3> o 0 o (8,64):(64,1))(5,_)", "((32,2)):((1,-32)) at 352"),
            ("(((3,2),((2,3),2)):((4,1),((2,15),100)))((_,1),(_,0))", "(3,(2,3)):(4,(2,15)) at 1"),
            ("((4,4):(f1,f5))(_,2)", "(4):(f1) at f10"),
            ("slice_and_offset((5,_), Sw<3,4,3> o 0 o (8,64):(64,1))", "((32,2)):((1,-32)) at 352"),
            ("slice_and_offset((_,_), Sw<2,1,3> o 6 o (8,16):(16,1))", "Sw<2,1,3> o 6 o (8,16):(16,1) at 0"),
            ("slice_and_offset((1,_), (4,(3,2)):(2,(8,1)))", "((3,2)):((8,1)) at 2"),
            ("local_tile(Sw<3,4,3> o 0 o (8,64):(64,1), <4,8>, (1,2))", "((2,2),8):((64,112),1) at 304"),
            (
                "local_tile(Sw<3,4,3> o 0 o (8,64):(64,1), <4,16,8>, (1,0,2), (1,_,1))",
                "((2,2),8):((64,112),1) at 304",
            ),
        ],
    );
}

/// CuTe adds the fixed part of a coordinate to the offset with XOR; where that should carry, the slice begins elsewhere.
#[test]
fn a_slice_whose_offset_carries_is_told() {
    let (verdict, value) = answer("slice_and_offset((_,3), Sw<2,1,3> o 6 o (8,16):(16,1))");
    assert_eq!((verdict.as_str(), value.as_str()), ("wrong", "((2,2,2)):((18,28,64)) at 5"));
}

#[test]
fn a_swizzle_that_is_carried_through_a_layout_wrongly_is_told() {
    let (verdict, value) = answer("composition((4,8,2):(8,1,2), Sw<1,0,2>)");
    assert_eq!((verdict.as_str(), value.as_str()), ("wrong", "Sw<1,0,-3> o 0 o (4,8,2):(8,1,2)"));
}

#[test]
fn what_cute_has_not_for_composed_layouts_is_unknown() {
    for text in [
        "select(Sw<3,4,3> o 0 o (8,64):(64,1), (1,0))",
        "make_layout_like(Sw<3,4,3> o 0 o (8,64):(64,1))",
        "composition(Sw<2,4,3>, Sw<3,4,3> o 0 o (8,64):(64,1))",
        "max_common_layout(Sw<3,4,3> o 0 o (8,64):(64,1), Sw<3,4,3> o 0 o (8,64):(64,1))",
    ] {
        assert_eq!(answer(text).0, "unknown", "{text}");
    }
}

#[test]
fn an_underscore_leaves_the_whole_layout_alone() {
    check(
        "proved",
        &[
            ("(4,(3,2)):(2,(8,1)) o _", "(4,(3,2)):(2,(8,1))"),
            ("zipped_divide((4,(3,2)):(2,(8,1)), _)", "(4,(3,2)):(2,(8,1))"),
            ("tiled_divide((4,(3,2)):(2,(8,1)), _)", "(4,3,2):(2,8,1)"),
            ("flat_product((4,(3,2)):(2,(8,1)), _)", "(4,3,2):(2,8,1)"),
            ("logical_divide(Sw<2,3,3> o 0 o (8,32):(32,1), _)", "Sw<2,3,3> o 0 o (8,32):(32,1)"),
        ],
    );
}

#[test]
fn small_operations_are_those_of_cute() {
    check(
        "proved",
        &[
            ("round_up((7,(5,6)), (4,(3,4)))", "(8,(6,8))"),
            ("shape_mod((3,6,2,8), 9)", "(3,3,1,1)"),
            ("crd2crd((1,5), (4,6), (4,(2,3)))", "(1,(1,2))"),
            ("crd2crd(5, (4,6), (3,8))", "(2,1)"),
            ("filter_zeros((4,(3,2)):(2,(8,1)), (1,(0,1)))", "(4,(1,2)):(2,(8,1))"),
            ("append((4,(3,2)):(2,(8,1)))", "(4,(3,2),1):(2,(8,1),0)"),
            ("prepend(6:3)", "(1,6):(0,3)"),
            ("append<3>((4,6):(1@0,1@1))", "(4,6,1):(1@0,1@1,0)"),
            ("unflatten((4,3,2):(2,8,1), (0,(0,0)))", "(4,(3,2)):(2,(8,1))"),
            ("with_shape((4,(3,2)):(2,(8,1)), (2,2,6))", "(2,2,(3,2)):(2,4,(8,1))"),
            ("sort((4,(3,2)):(2,(8,1)))", "(2,4,3):(1,2,8)"),
            ("coshape((4,6):(1@0,1@1))", "(4,6)"),
            ("cosize((4,6):(1@0,1@1))", "24"),
            ("right_inverse(5)", "-5"),
            ("make_layout((4,(3,2)):(2,(8,1)))", "((4,(3,2))):((2,(8,1)))"),
            ("make_layout((4,(3,2)):(2,(8,1)), 6:3, 2:1)", "((4,(3,2)),6,2):((2,(8,1)),3,1)"),
            ("make_layout((4,3), LayoutRight)", "(4,3):(3,1)"),
            ("make_layout((4,3), GenColMajor)", "(4,3):(1,4)"),
            ("make_ordered_layout((4,3,2), LayoutRight)", "(4,3,2):(6,2,1)"),
            ("make_layout(Sw<3,4,3>)", "Sw<3,4,3> o 0 o 10:1"),
            ("((3,2),((2,3),2)):((4,1),((2,15),100)) o _", "((3,2),((2,3),2)):((4,1),((2,15),100))"),
            ("(4,(3,2)):(2,(8,1)) o _", "(4,(3,2)):(2,(8,1))"),
        ],
    );
}
