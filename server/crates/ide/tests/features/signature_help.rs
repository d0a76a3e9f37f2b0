use layoutlens_ide::{SignatureHelp, signature_help};

use crate::fixture::{Fixture, cuda, python};

fn help(fixture: &Fixture) -> Option<SignatureHelp> {
    signature_help(&fixture.analysis, fixture.cursor)
}

/// Compares the label with the active parameter in brackets.
#[track_caller]
fn check(fixture: &Fixture, expected: &str) {
    let help = help(fixture).expect("a call");
    let mut label = help.label.clone();
    if let Some(active) = help.parameters.get(help.active) {
        label.insert(active.end, '»');
        label.insert(active.start, '«');
    }
    assert_eq!(label, expected);
}

fn cute(body: &str) -> Fixture {
    cuda(&format!("#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {{\n{body}\n}}\n"))
}

#[test]
fn the_operand_that_is_typed_is_active() {
    check(&cuda("// cute: show logical_divide($0\n"), "logical_divide(«A», tiler)");
    check(&cuda("// cute: show logical_divide((4,8):(8,1), <2,$0\n"), "logical_divide(A, «tiler»)");
    check(&cuda("// cute: show size(coalesce(A$0))\n"), "coalesce(«A», [profile])");
    check(&cuda("// cute: show group<0,2>($0\n"), "group(«A», begin, end)");
    check(&cuda("// cute: show coalesce(A, 1, 2$0\n"), "coalesce(A, [profile])");
    check(&cuda("// cute: show logical_divide((4,8),\n//   $0\n"), "logical_divide(A, «tiler»)");
}

#[test]
fn a_divide_says_what_must_divide_and_what_comes() {
    let help = help(&cuda("// cute: show logical_divide($0\n")).expect("a call");
    assert!(help.documentation.contains("each tile divides its mode of A"), "{}", help.documentation);
    assert!(help.documentation.contains("(tile, rest)"), "{}", help.documentation);
}

#[test]
fn calls_of_the_code_are_those_of_cute() {
    check(&cute("  auto x = zipped_divide(a, $0"), "zipped_divide(A, «tiler»)");
    check(&cute("  auto x = zipped_divide(a<b, Shape<_1,_2>{}, $0"), "zipped_divide(A, tiler)");
    check(&cute("  auto x = group_modes<0,2>(\"),(\", $0"), "group(A, «begin», end)");
    check(&cute("  auto x = thr_mma.partition_C($0"), "partition_C(«tensor»)");
    check(&python("import cutlass.cute as cute\nx = cute.composition(a, (1, 2), $0"), "composition(A, B)");
    for body in
        ["  auto x = std::composition($0", "  f(1); g($0", "  // composition($0", "  size$0(x)", "  x = {$0"]
    {
        assert_eq!(help(&cute(body)), None, "{body}");
    }
    assert_eq!(help(&cuda("void f() { composition($0")), None);
}
