//! What statements say of names, and which declaration a place sees.

use layout_algebra::symbolic::Facts;

use crate::fixture::{check_with, cpp};

#[test]
fn statements_say_what_is_known_of_a_name() {
    let facts = Facts::default().value("m", 512).divides(64, "k");
    check_with(
        &facts,
        "void f(int m, int k) { auto tiles = ceil_div(k, Int<64>{}); auto shape = make_shape(m, k); }",
        &["tiles = k/64", "shape = (512,k)"],
    );
}

#[test]
fn a_place_sees_the_innermost_declaration_before_it() {
    let code = "void f(int m) { auto x = make_shape(m); { auto x = make_shape(Int<4>{}); g(x); } h(x); }";
    let evaluation = cpp(code, &Facts::default());
    let before = "#include <cute/tensor.hpp>\nusing namespace cute;\n".len();
    let shown = |place: &str| {
        let at = before + code.find(place).unwrap();
        evaluation.lookup("x", at).map(|variable| variable.answers[0].evaluated.value.to_string())
    };
    assert_eq!(shown("g(x)").as_deref(), Some("(4)"));
    assert_eq!(shown("h(x)").as_deref(), Some("(m)"));
    assert_eq!(evaluation.lookup("x", 0), None);
}

#[test]
fn code_without_cute_has_no_answers() {
    let evaluation = crate::fixture::evaluation(
        layoutlens_syntax::Language::Cuda,
        "#include <vector>\nint main() { auto layout = make_layout(4); }",
        &Facts::default(),
    );
    assert!(evaluation.variables.is_empty());
}
