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
