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
fn a_branch_that_may_not_be_taken_has_no_problems() {
    check(&format!("void f(bool c) {{ if (c) {{ auto x = {INDIVISIBLE}; }} }}"), &[]);
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
