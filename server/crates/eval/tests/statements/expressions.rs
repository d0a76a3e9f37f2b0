//! What expressions of the annotation language mean: precedence, the decided ambiguities, CuTe's template forms.

use layoutlens_eval::{evaluate_expression, evaluate_shown};
use layoutlens_syntax::parse_expression;

/// The value of an expression, or the code of the first thing that is wrong with it, or why it is unknown.
fn value(text: &str) -> String {
    let (expr, errors) = parse_expression(text);
    if let Some(error) = errors.first() {
        return format!("syntax: {}", error.message);
    }
    let (evaluated, problems) = evaluate_expression(&expr);
    match (evaluated.value.unknown_reason(), problems.first()) {
        (Some(_), Some(problem)) => problem.code.as_str().to_owned(),
        (Some(reason), None) => reason.to_owned(),
        (None, _) => evaluated.value.to_string(),
    }
}

#[track_caller]
fn check(facts: &[(&str, &str)]) {
    for (text, expected) in facts {
        assert_eq!(value(text), *expected, "{text}");
    }
}

#[test]
fn a_composed_layout_is_made_as_code_makes_it() {
    check(&[
        (
            "make_composed_layout(Swizzle<3,3,3>{}, Int<0>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})",
            "Sw<3,3,3> o 0 o (8,64):(64,1)",
        ),
        (
            "cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 16, cute.make_layout((8, 64), stride=(64, 1)))",
            "Sw<3,3,3> o 16 o (8,64):(64,1)",
        ),
        (
            "make_composed_layout(inner=Sw<3,3,3>, offset=0, outer=(8,64):(64,1))",
            "Sw<3,3,3> o 0 o (8,64):(64,1)",
        ),
        ("make_composed_layout(Sw<3,3,3>, 0, (8,n):(n,1))", "Sw<3,3,3> o 0 o (8,n):(n,1)"),
        ("make_composed_layout(3, 0, (8,64):(64,1))", "wrong-kind"),
    ]);
}

#[test]
fn a_major_is_k_or_mn_and_nothing_else() {
    check(&[
        ("GMMA::Major::K", "Major::K"),
        ("GMMA::Major::KN", "`GMMA::Major::KN` is not known here; a major is K or MN"),
    ]);
}

#[test]
fn what_names_leave_open_is_neither_an_answer_nor_a_problem() {
    check(&[
        ("<M,4> == <8,4>", "whether `<M,4>` equals `<8,4>` depends on names that nothing binds"),
        (
            "logical_divide(GMMA::Layout_K_SW128_Atom<half_t>, <M,4>)",
            "Sw<3,4,3> o smem_ptr[16b](unset) o ((M,7/M+1),(4,16)):((64,64*M),(1,4))",
        ),
    ]);
}

#[test]
fn a_shape_whose_layout_does_not_fit_is_shown_with_the_reason() {
    let (expr, _) = parse_expression("(4294967296,4294967296)");
    let (evaluated, _) = evaluate_shown(&expr);
    let reason = evaluated.value.unknown_reason().unwrap_or_default();
    assert!(reason.contains("does not fit in 64 bits"), "{}", evaluated.value);
}

#[test]
fn operators_bind_as_the_table_of_precedence_says() {
    check(&[
        ("2*4:1+1", "8:2"),
        ("2*8:1 ⊘ 2*2", "(4,4):(1,4)"),
        ("8:1 ⊗ 2:1 ⊘ 2:1", "(2,8):(1,2)"),
        ("2:1 o 8:1 ⊘ 2:1", "(2,4):(1,2)"),
        ("16:1 o 8:2 o 2:4", "2:8"),
        ("8:1 == 4 o 8:1", "true"),
        ("4:-1@0", "4:-1@0"),
        ("4:2*3@1", "4:6@1"),
    ]);
}

#[test]
fn parentheses_make_a_rank_one_tuple_or_group() {
    check(&[
        ("(4):(1)", "(4):(1)"),
        ("((4):(1))", "(4):(1)"),
        ("(4:1)", "4:1"),
        ("(2+2):1", "4:1"),
        ("(8:1 o 4:2)(3)", "6"),
        ("(8,4):(1,8) ⊘ ((4),2)", "(((4,2)),(2,2)):(((1,4)),(8,16))"),
    ]);
}

#[test]
fn a_tuple_is_a_tiler_on_the_right_and_a_compact_layout_elsewhere() {
    check(&[
        ("(8,8):(1,8) o (4,2)", "(4,2):(1,8)"),
        ("(8,8):(1,8) o (4,2):(1,4)", "(4,2):(1,4)"),
        ("coalesce((4,8))", "32:1"),
        ("Sw<3,4,3> o (8,64)", "Sw<3,4,3> o 0 o (8,64):(1,8)"),
        ("Sw<3,4,3> o 16 o (8,64)", "Sw<3,4,3> o 16 o (8,64):(1,8)"),
        ("((4,2):(1,4), 3:8)", "((4,2),3):((1,4),8)"),
    ]);
}

#[test]
fn the_offset_of_a_composed_layout_is_any_size() {
    check(&[
        ("Sw<3,4,3> o 4*4 o (8,64):(64,1)", "Sw<3,4,3> o 16 o (8,64):(64,1)"),
        ("Sw<3,4,3> o size((2,8)) o (8,64):(64,1) o (4,2)", "Sw<3,4,3> o 16 o (4,2):(64,1)"),
        ("Sw<3,4,3> o 8:2 o 4:1", "Sw<3,4,3> o 0 o 4:2"),
        (
            "Sw<3,4,3> o n o 8:1",
            "the offset of a composed layout needs a number for `n`: bind it with `cute: with n = ...`",
        ),
    ]);
}

#[test]
fn template_arguments_stand_where_cute_has_them() {
    check(&[
        ("group<0,2>((2,4,8))", "((2,4),8):((1,2),8)"),
        ("take<1,3>((2,4,8))", "(4,8):(2,8)"),
        ("select<2,0>((2,4,8))", "(8,2):(8,1)"),
        ("select<1>((2,4,8))", "(4):(2)"),
        ("replace<0>((4,2):(1,4), 3:1)", "(3,2):(1,4)"),
        ("append<3>((4,2))", "(4,2,1):(1,4,0)"),
        ("append<3>((4,2), 5:8)", "(4,2,5):(1,4,8)"),
        ("prepend<3>(6:3)", "(1,1,6):(0,0,3)"),
        ("prepend<4>((4,(3,2)):(2,(8,1)), 5:7)", "(5,5,4,(3,2)):(7,7,2,(8,1))"),
        ("upcast<2>(8:1)", "4:1"),
        ("recast<16,8>(8:1)", "16:1"),
    ]);
}

#[test]
fn accessors_and_swizzles_are_written_as_in_cute() {
    check(&[
        ("layout<1>((4,(3,2)):(2,(8,1)))", "(3,2):(8,1)"),
        ("shape<1>((4,(3,2)):(2,(8,1)))", "(3,2)"),
        ("stride<1,0>((4,(3,2)):(2,(8,1)))", "8"),
        ("Sw<3,4,3>(130)", "146"),
    ]);
}

#[test]
fn template_arguments_that_cute_does_not_take_are_refused() {
    check(&[
        ("composition<4>(8:1)", "argument-count"),
        ("logical_divide<2>(8:1)", "argument-count"),
        ("select<0,9>((2,4))", "rank-mismatch"),
    ]);
}

#[test]
fn descriptors_are_read_and_normalised() {
    check(&[
        ("((1@0, 8@1), 1@2)", "((1@0,8@1),1@2)"),
        ("normalize((1@0, 1@1))", "(1@0,1@1)"),
        ("normalize((16@0, 1@1))", "(16@0,1@1)"),
        ("normalize(((1@0, 8@1), 1@2))", "((1@0,8@1),1@2)"),
        ("normalize((1@0@1))", "(1@0@1)"),
        ("normalize(())", "()"),
        ("normalize(((1@0), ((4/2@1, 1@2))))", "(1@0,(2@1,1@2))"),
        ("normalize(normalize((0@3, 6/3@1)))", "(0,2@1)"),
        ("normalize((4,(2,2)):(1@0,(1@0@1,1@1@1)))", "(1@0,(1@0@1,1@1@1))"),
        ("(4,3):normalize(((1@0), 2@1))", "(4,3):(1@0,2@1)"),
        ("normalize(((1@0), (4/2@1, 1@2))) == (1@0, (2@1, 1@2))", "true"),
        ("normalize((1@0, 2@1)) == (2@1, 1@0)", "false"),
    ]);
}

#[test]
fn what_is_no_descriptor_is_refused() {
    check(&[
        ("normalize((1/2@0, 4@1))", "fractional-basis"),
        ("normalize((1/0@0, 4@1))", "fractional-basis"),
        ("normalize((1@0, 4))", "wrong-kind"),
        ("normalize((4,8):(1,4))", "wrong-kind"),
        ("normalize((1@0, 1@256))", "too-large"),
    ]);
}

#[test]
fn product_each_multiplies_what_is_in_each_mode() {
    check(&[
        ("product_each(((2,3),4))", "(6,4)"),
        ("product_each(8)", "(8)"),
        ("product_each(shape(((2,3),4):((1,2),6)))", "(6,4)"),
        ("product_each((M,(4,K)))", "(M,4*K)"),
        ("product_each(M)", "(M)"),
        ("product_each(((4611686018427387904,2),1))", "overflow"),
        ("product_each((4,8):(1,4))", "wrong-kind"),
    ]);
}
