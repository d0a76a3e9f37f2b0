//! What is told to the user: only what certainly happens.

use layout_algebra::symbolic::Facts;

use crate::fixture::cpp;

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    let evaluation = cpp(code, &Facts::default());
    let found: Vec<&str> = evaluation.problems.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(found, expected, "{:?}", evaluation.problems);
}

const INDIVISIBLE: &str = "composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{})";

#[test]
fn what_the_library_refuses_is_a_problem() {
    check(&format!("void f() {{ auto x = {INDIVISIBLE}; }}"), &["shape-divisibility"]);
}

#[test]
fn what_compiles_to_something_else_is_a_problem() {
    check(
        "void f() { auto x = composition(Layout<Shape<_6, _2>, Stride<_8, _2>>{}, Layout<_4, _5>{}); }",
        &["accepted-but-wrong"],
    );
}

#[test]
fn an_error_of_the_compiler_is_told_in_a_branch_that_may_not_be_taken() {
    for way in ["if (c)", "if (n > 3)", "while (c)", "for (int i = 0; i < n; ++i)", "if (c && n)"] {
        check(
            &format!("void f(bool c, int n) {{ {way} {{ auto x = {INDIVISIBLE}; }} }}"),
            &["shape-divisibility"],
        );
    }
    check(
        &format!(
            "template <class T> void g(T) {{ auto x = {INDIVISIBLE}; }} void f(bool c) {{ if (c) g(1); }}"
        ),
        &["shape-divisibility"],
    );
    check(
        &format!(
            "void f(bool c) {{ if (c) {{ auto x = {INDIVISIBLE}; }} else {{ auto y = {INDIVISIBLE}; }} }}"
        ),
        &["shape-divisibility", "shape-divisibility"],
    );
}

#[test]
fn an_error_of_the_compiler_is_told_under_a_condition_of_the_preprocessor() {
    check(
        &format!("int main() {{\n#if defined(FOO)\n auto x = {INDIVISIBLE};\n#endif\n return 0; }}"),
        &["shape-divisibility"],
    );
}

#[test]
fn the_other_hints_of_a_branch_with_an_error_stay() {
    crate::fixture::check(
        &format!(
            "void f(bool c) {{ if (c) {{ auto x = {INDIVISIBLE}; auto y = make_layout(Shape<_2, _3>{{}}); }} }}"
        ),
        &["x is unknown", "y = (2,3):(1,2)"],
    );
}

#[test]
fn a_branch_that_the_compiler_may_leave_out_has_no_problems() {
    check(&format!("template <bool C> void f() {{ if constexpr (C) {{ auto x = {INDIVISIBLE}; }} }}"), &[]);
}

#[test]
fn what_depends_on_the_run_is_no_problem_in_a_branch_that_may_not_be_taken() {
    check(
        "void f(bool c) { if (c) { auto x = composition(make_layout(make_shape(4, 6), make_stride(6, 1)), make_layout(3, 3)); } }",
        &[],
    );
}

#[test]
fn a_problem_of_one_call_site_is_none_of_the_program() {
    check(
        "template <class T> void g(T tile) { auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, tile); }
         int main() { g(Layout<_3, _3>{}); g(Layout<_2, _1>{}); }",
        &[],
    );
}

#[test]
fn unknown_values_are_no_problem() {
    check("void f() { auto x = composition(layout_of_another_file(), Layout<_4, _5>{}); }", &[]);
}

#[test]
fn a_static_assert_that_does_not_hold_is_a_problem() {
    check("void f() { static_assert(size(Layout<Shape<_4, _8>>{}) == 31); }", &["static-assert-failed"]);
    check("static_assert(size(Layout<Shape<_4, _8>>{}) == 31);", &["static-assert-failed"]);
    check("void f() { CUTE_STATIC_ASSERT_V(size(Layout<_4>{}) == Int<5>{}); }", &["static-assert-failed"]);
    check(
        "void f() { static_assert(size(Layout<Shape<_4, _8>>{}) == 32); static_assert(sizeof(S) == 3); }",
        &[],
    );
}

#[test]
fn a_static_assert_counts_in_a_branch_of_run_time_and_not_in_one_that_is_left_out() {
    check("void f(int n) { if (n > 2) { static_assert(3 == 4); } }", &["static-assert-failed"]);
    check("void f() { if constexpr (false) { static_assert(3 == 4); } }", &[]);
}

#[test]
fn a_static_assert_of_a_template_counts_where_it_is_instantiated() {
    let template = "template <int N> void f() { static_assert(N % 8 == 0); }";
    check(template, &[]);
    check(&format!("{template} void g() {{ f<8>(); }}"), &[]);
    check(&format!("{template} void g() {{ f<8>(); f<9>(); }}"), &["static-assert-failed"]);
    // Nothing instantiates g.
    check(&format!("{template} template <class T> void g(T) {{ f<9>(); }}"), &[]);
    check(
        "template <int N> void f() { static_assert(N == 1); } template <class T> void g() { f<sizeof(T)>(); }",
        &[],
    );
}

#[test]
fn a_problem_of_one_choice_of_the_preprocessor_says_which() {
    let code = "void f() {\n#ifdef FOO\n auto a = Int<6>{};\n#else\n auto a = Int<8>{};\n#endif\n auto l = make_layout(a);
         static_assert(size(l) == 8); auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, make_layout(a)); }";
    let evaluation = cpp(code, &Facts::default());
    let messages: Vec<&str> = evaluation.problems.iter().map(|problem| problem.message.as_str()).collect();
    let [assert, composition] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!(*assert, "the left side is 6, the right side is 8, if defined(FOO)");
    assert!(composition.ends_with(", if defined(FOO)"), "{composition}");
}
