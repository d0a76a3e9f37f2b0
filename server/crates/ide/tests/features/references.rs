use layoutlens_ide::references;

use crate::fixture::{Fixture, cuda, python};

/// Compares the lines and columns of the places.
#[track_caller]
fn check(fixture: &Fixture, with_declarations: bool, expected: &[(usize, usize)]) {
    let text = &fixture.analysis.text;
    let places = references(&fixture.analysis, fixture.cursor, with_declarations);
    let found: Vec<_> = places
        .into_iter()
        .map(|range| {
            let before = &text[..range.start];
            (before.matches('\n').count(), before.len() - before.rfind('\n').map_or(0, |at| at + 1))
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_binding_is_a_reference_only_where_that_is_asked() {
    let fixture = cuda("// cute: let A = 8:2\n// cute: show size($0A)\n// cute: assert A(1) == 2\n");
    check(&fixture, true, &[(0, 13), (1, 19), (2, 16)]);
    check(&fixture, false, &[(1, 19), (2, 16)]);
}

#[test]
fn a_variable_of_the_code_is_used_in_code_statements_and_comments() {
    let text = |declared: &str, used: &str, stated: &str| {
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
void f() {{
  auto s{declared}A = make_layout(make_shape(Int<8>{{}}, Int<4>{{}}));
  auto sB = coalesce(s{used}A);  // sA is prose, \"sA\" a literal
  auto sC = other.sA;
  // cute: show size(s{stated}A)
  // sA: (8,4)
}}
void g() {{
  auto sA = make_layout(Int<2>{{}});
}}
"
        )
    };
    let expected = [(3, 7), (4, 21), (6, 21), (7, 5)];
    for text in [text("$0", "", ""), text("", "$0", ""), text("", "", "$0")] {
        check(&cuda(&text), true, &expected);
    }
}

#[test]
fn a_with_that_says_what_a_name_of_the_code_is_uses_it() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
void f(int M) {
  auto sA = make_layout(make_shape(M, Int<4>{}));
  // cute: with $0M % 8 == 0
  // cute: with M = 16
  // cute: show (M,4)
}
",
    );
    check(&fixture, true, &[(2, 11), (3, 35), (4, 16), (5, 16)]);
}

#[test]
fn a_python_variable_is_one_wherever_it_is_assigned_to() {
    let fixture = python(
        "import cutlass.cute as cute
def f():
    a = cute.make_layout((4, 8))
    a = cute.coalesce($0a)
    return g(a, a=1)
def g(a, b):
    return a
f()
",
    );
    check(&fixture, true, &[(2, 4), (3, 4), (3, 22), (4, 13)]);
}

#[test]
fn types_that_are_named_through_others_are_left_to_the_server_of_the_code() {
    let text = |behind: &str| {
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
struct S {{
  using Til$0e = Layout<Shape<_8,_4>>;
}};
void f() {{
  {behind}
}}
"
        )
    };
    check(&cuda(&text("auto a = S::Tile{};")), true, &[]);
    check(&cuda(&text("")), true, &[(3, 8)]);
}

#[test]
fn names_that_stand_for_no_layouts_have_no_references() {
    let text =
        "#include <cute/tensor.hpp>\nvoid f() {\n  int $0n = 8;\n  auto a = cute::make_layout(n);\n}\n";
    check(&cuda(text), true, &[]);
    check(&cuda("// cute: let A = 8:2\n// cute: show $0size(A)\n"), true, &[]);
}
