use layoutlens_ide::definition;

use crate::fixture::{Fixture, cuda, python, rust};

#[track_caller]
fn check(text: &str, expected: Option<&str>) {
    let fixture = cuda(text);
    let found = definition(&fixture.analysis, fixture.cursor)
        .map(|range| (range.start, &fixture.analysis.text[range]));
    let expected = expected.map(|name| {
        let at = fixture.analysis.text.find(&format!("let {name}")).map(|at| at + 4);
        (at.or_else(|| fixture.analysis.text.find(&format!("with {name}")).map(|at| at + 5)).unwrap(), name)
    });
    assert_eq!(found, expected);
}

/// The line of the definition, counted from 0, and the text there.
fn line_of_definition(fixture: &Fixture) -> Option<(usize, &str)> {
    let range = definition(&fixture.analysis, fixture.cursor)?;
    let text = &fixture.analysis.text;
    Some((text[..range.start].matches('\n').count(), &text[range]))
}

#[test]
fn a_name_leads_to_the_statement_that_binds_it() {
    check("// cute: let A = 8:2\n// cute: show size($0A)\n", Some("A"));
    check("// cute: with M = 8\n// cute: show ($0M,4)\n", Some("M"));
    check("// cute: with M = 8\n// cute: with $0M % 4 == 0\n", Some("M"));
    check("// cute: with TA = f16\n// cute: run copy 8:1 -> 8:1 : $0TA\n", Some("TA"));
    check("// cute: let A$0 = 8:2\n", Some("A"));
}

#[test]
fn a_name_that_nothing_binds_leads_nowhere() {
    check("// cute: show size($0A)\n", None);
    check("int $0n = 8;\n", None);
}

#[test]
fn a_name_of_a_statement_leads_to_the_code_that_declares_it() {
    let text = |cursor: &str, other: &str, bound: &str| {
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
void f(int M) {{
  auto sA = make_layout(make_shape(Int<8>{{}}, Int<4>{{}}));
  // cute: show size(s{cursor}A)
  // cute: with M{other} % 8 == 0
  // cute: with M{bound} = 16
}}
"
        )
    };
    assert_eq!(line_of_definition(&cuda(&text("$0", "", ""))), Some((3, "sA")));
    assert_eq!(line_of_definition(&cuda(&text("", "$0", ""))), Some((2, "M")));
    assert_eq!(line_of_definition(&cuda(&text("", "", "$0"))), Some((2, "M")));
}

#[test]
fn a_variable_that_carries_layouts_leads_to_its_declaration() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_8,_4>>;
void f() {
  auto sA = Tile{};
  auto sB = coalesce(s$0A);
}
",
    );
    assert_eq!(line_of_definition(&fixture), Some((4, "sA")));
    let fixture = cuda(
        "#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_8,_4>>;
void f() {
  auto sA = $0Tile{};
}
",
    );
    assert_eq!(line_of_definition(&fixture), Some((2, "Tile")));
}

#[test]
fn the_value_of_a_name_that_is_assigned_again_is_made_of_what_it_was() {
    let text = "import cutlass.cute as cute
def f():
    a = cute.make_layout((4, 8))
    a = cute.coalesce($0a)
";
    assert_eq!(line_of_definition(&python(text)), Some((2, "a")));
    let text = "use layout_algebra::*;
fn f() {
    let a = layout!((4,8):(1,4)).unwrap();
    let a = coalesce(&$0a);
}
";
    assert_eq!(line_of_definition(&rust(text)), Some((2, "a")));
}

#[test]
fn names_in_comments_lead_to_what_they_speak_of() {
    let text = |label: &str, size: &str| {
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
void f() {{
  auto sA = make_layout(make_shape(Int<8>{{}}, Int<4>{{}}));
  // cute: with BLK = 8
  // s{label}A: (BL{size}K,4)
}}
"
        )
    };
    assert_eq!(line_of_definition(&cuda(&text("$0", ""))), Some((3, "sA")));
    assert_eq!(line_of_definition(&cuda(&text("", "$0"))), Some((4, "BLK")));
}

#[test]
fn members_prose_and_literals_lead_nowhere() {
    for line in ["auto s = p.$0sA;", "auto s = T::$0sA;", "// the layout $0sA is small", "auto s = \"$0sA\";"]
    {
        let text = format!(
            "#include <cute/tensor.hpp>
void f() {{
  auto sA = cute::make_layout(cute::Int<8>{{}});
  {line}
}}
"
        );
        assert_eq!(line_of_definition(&cuda(&text)), None, "{line}");
    }
    let keyword = "import cutlass.cute as cute
shape = cute.make_layout((4, 8))
other = cute.make_layout($0shape=(4, 8))
";
    assert_eq!(line_of_definition(&python(keyword)), None);
}
