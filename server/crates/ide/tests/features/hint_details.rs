//! What a hint tells when it is asked.

use layoutlens_ide::{HintDetails, HintOptions, HoverOptions, hint_details, inlay_hints};

use crate::fixture::{Fixture, cuda, python};

/// The details of the hint whose label is `label`.
#[track_caller]
fn details(fixture: &Fixture, label: &str) -> HintDetails {
    let hints = inlay_hints(&fixture.analysis, 0..fixture.analysis.text.len(), &HintOptions::default());
    let labels: Vec<&str> = hints.iter().map(|hint| hint.label.as_str()).collect();
    let hint = hints.iter().find(|hint| hint.label == label).unwrap_or_else(|| panic!("{labels:?}"));
    hint_details(&fixture.analysis, hint.subject, HoverOptions::default()).expect("details")
}

/// The text from the operand's declaration on.
fn declared(fixture: &Fixture, details: &HintDetails) -> String {
    let range = details.definition.clone().expect("an operand");
    fixture.analysis.text[range.start..].lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_hint_tells_the_whole_value_its_call_sites_and_its_grid() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\n\
         template <class L> void f(L layout) { auto twice = blocked_product(layout, Layout<_2>{}); }\n\
         void here() { f(make_layout(_4{})); }\nvoid there() { f(make_layout(_6{})); }\n",
    );
    let told = details(&fixture, "= ((6,2)):((1,6)) ×2").markdown;
    for part in
        ["twice = ((4,2)):((1,4))", "called from here", "twice = ((6,2)):((1,6))", "called from there", "│"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn a_hint_knows_where_its_operand_is_declared() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto tile = make_layout(make_shape(_4{}, _8{}));\n  \
         auto flat = coalesce(tile);\n  // cute: let A = (4,(3,2)):(2,(8,1))\n  // cute: show coalesce(A)\n  \
         // cute: show size(tile)\n}\n",
    );
    assert!(declared(&fixture, &details(&fixture, "= 32:1")).starts_with("tile = make_layout"));
    assert!(declared(&fixture, &details(&fixture, "= (12,2):(2,1)")).starts_with("A = (4,"));
    assert!(declared(&fixture, &details(&fixture, "= 32")).starts_with("tile = make_layout"));
}

#[test]
fn a_hint_offers_its_value_as_a_comment() {
    let fixture = cuda(
        "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto tile = make_layout(make_shape(_4{}, _8{}));\n}\n",
    );
    let comment = details(&fixture, "= (4,8):(1,4)").comment.expect("a comment");
    assert_eq!(comment.text, "  // (_4,_8):(_1,_4)");
    assert!(fixture.analysis.text[..comment.offset].ends_with("_8{}));"));
}

#[test]
fn a_supposed_value_tells_all_its_conditions_and_its_grid() {
    let fixture = python(
        "import cutlass\nimport cutlass.cute as cute\n\n@cute.jit\ndef f(dtype: type[cutlass.Numeric]):\n    \
         atom = cute.blocked_product(cute.make_layout((8, 64 // dtype.width)), cute.make_layout((2, 2)))\n",
    );
    let told = details(&fixture, "= ((8,2),(4,2)):((1,32),(8,64)) if ↑");
    assert!(
        told.markdown.contains("If `dtype = Float16`\n") && told.markdown.contains("│"),
        "{}",
        told.markdown
    );
    assert_eq!(told.comment, None);
}
