use layoutlens_ide::document_highlights;

use crate::fixture::{Fixture, cuda, python};

/// Compares the lines of the highlights, with `!` where the name is bound and the columns where it stands.
#[track_caller]
fn check(fixture: &Fixture, expected: &[(usize, usize, &str)]) {
    let text = &fixture.analysis.text;
    let found: Vec<_> = document_highlights(&fixture.analysis, fixture.cursor)
        .into_iter()
        .map(|place| {
            let before = &text[..place.range.start];
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
            let kind = if place.is_binding { "bound" } else { "used" };
            (before.matches('\n').count(), column, kind)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_name_is_highlighted_where_it_is_bound_and_used() {
    let expected = [(0, 13, "bound"), (1, 20, "used"), (1, 22, "used"), (2, 20, "used")];
    for text in [
        "// cute: let $0A = 8:2\n// cute: show size((A,A))\n// cute: assert 8 > A(1)\n",
        "// cute: let A$0 = 8:2\n// cute: show size((A,A))\n// cute: assert 8 > A(1)\n",
        "// cute: let A = 8:2\n// cute: show size((A,A$0))\n// cute: assert 8 > A(1)\n",
        "// cute: let A = 8:2\n// cute: show size((A,A))\n// cute: assert 8 > $0A(1)\n",
    ] {
        check(&cuda(text), &expected);
    }
}

#[test]
fn names_of_a_with_are_highlighted_in_divisibilities_and_runs() {
    check(
        &cuda("// cute: with TA = f16, $0M = 8\n// cute: with M % 4 == 0\n// cute: show (M,4)\n"),
        &[(0, 24, "bound"), (1, 14, "used"), (2, 15, "used")],
    );
    check(
        &cuda("// cute: with TA = f16, M = 8\n// cute: run copy M:1 -> 8:1 : $0TA\n"),
        &[(0, 14, "bound"), (1, 31, "used")],
    );
}

#[test]
fn a_name_that_is_bound_again_is_another_one_from_there_on() {
    let text = |first: &str, second: &str| {
        format!("// cute: let {first}A = 8:2\n// cute: let {second}A = coalesce(A)\n// cute: show size(A)\n")
    };
    check(&cuda(&text("$0", "")), &[(0, 13, "bound"), (1, 26, "used")]);
    check(&cuda(&text("", "$0")), &[(1, 13, "bound"), (2, 19, "used")]);
}

#[test]
fn functions_have_names_of_their_own() {
    let text = |first: &str, second: &str| {
        format!(
            "# cute: let A = 8:1
def f():
    # cute: let {first}A = 4:1
    # cute: show size(A)
    pass
def g():
    # cute: show size({second}A)
    pass
"
        )
    };
    check(&python(&text("$0", "")), &[(2, 16, "bound"), (3, 22, "used")]);
    check(&python(&text("", "$0")), &[(0, 12, "bound"), (6, 22, "used")]);
}

#[test]
fn a_use_that_does_not_see_the_binding_is_not_highlighted() {
    check(&cuda("// cute: show size($0A)\n// cute: let A = 8:2\n"), &[]);
    check(&cuda("// cute: show size(A)\n// cute: let $0A = 8:2\n"), &[(1, 13, "bound")]);
    let functions = "void f() {\n  // cute: let A = 8:2\n}\nvoid g() {\n  // cute: show size($0A)\n}\n";
    check(&cuda(functions), &[]);
}

#[test]
fn names_of_the_code_and_of_operations_are_left_to_others() {
    check(&cuda("int n = 8;\n// cute: show ($0n,4)\n"), &[]);
    check(&cuda("int $0n = 8;\n// cute: let n = 4\n// cute: show (n,4)\n"), &[]);
    check(&cuda("// cute: let A = 8:2\n// cute: show $0size(A)\n"), &[]);
}

#[test]
fn a_layout_of_the_code_is_highlighted_where_it_is_declared_and_used() {
    let text = "#include <cute/tensor.hpp>
void f() {
  auto s$0A = cute::make_layout(cute::Int<8>{});
  auto sB = cute::coalesce(sA);
  // cute: show size(sA)
}
";
    check(&cuda(text), &[(2, 7, "bound"), (3, 27, "used"), (4, 21, "used")]);
}
