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
fn a_problem_of_one_choice_of_the_preprocessor_says_which() {
    let code = "void f() {\n#ifdef FOO\n auto a = Int<6>{};\n#else\n auto a = Int<8>{};\n#endif\n auto l = make_layout(a);
         static_assert(size(l) == 8); auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, make_layout(a)); }";
    let evaluation = cpp(code, &Facts::default());
    let messages: Vec<&str> = evaluation.problems.iter().map(|problem| problem.message.as_str()).collect();
    let [assert, composition] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!(*assert, "the left side is 6, the right side is 8, if defined(FOO)");
    assert!(composition.ends_with(", if defined(FOO)"), "{composition}");
}
