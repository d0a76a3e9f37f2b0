//! A value that depends on the thread says of which it is, in every output; so does what statements make of it.

use layoutlens_ide::{
    HintOptions, HoverOptions, LensKind, LensKinds, code_lenses, diagnostics, document_symbols, hover,
    inlay_hints, inspect, picture_at,
};

use crate::fixture::{Fixture, cuda};

const KERNEL: &str = "#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* a) {
  auto atom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8, Shape<_8,_8>>, Stride<_8, Stride<_1,_64>>>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
  TiledMMA mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  Tensor tCsA = mma.get_slice(threadIdx.x).partition_A(sA);
  auto own = tCsA.layout();
";

const VALUE: &str = "((2,2),4,(2,2,2),(1,3)):((1,512),2048,(72,144,288),(0,8192))";

fn with(statements: &str) -> Fixture {
    cuda(&format!("{KERNEL}{statements}\n}}\n"))
}

/// The hint on the line that holds `line`.
fn hint(fixture: &Fixture, line: &str) -> String {
    let text = &fixture.analysis.text;
    let start = text.find(line).expect(line);
    let end = start + text[start..].find('\n').expect("an end");
    let hints = inlay_hints(&fixture.analysis, start..end, &HintOptions::default());
    hints.into_iter().map(|hint| hint.label).collect::<Vec<_>>().join(", ")
}

/// The hover in the middle of the last `part`.
fn hover_on(fixture: &Fixture, part: &str) -> String {
    let offset = fixture.analysis.text.rfind(part).expect(part) + part.len() / 2;
    hover(&fixture.analysis, offset, HoverOptions::default()).expect(part).markdown
}

#[test]
fn a_hint_of_a_statement_says_of_which_thread_its_value_is() {
    let fixture = with(
        "  // cute: show tCsA\n  // cute: let B = tCsA\n  // cute: show size(B)\n  // cute: assert size(tCsA) == 384\n  // cute: show size(sA)",
    );
    for line in ["show tCsA", "let B"] {
        let hint = hint(&fixture, line);
        assert!(hint.starts_with("= ((2,2),4,") && hint.ends_with(" T0"), "{hint}");
    }
    assert_eq!(hint(&fixture, "show size(B)"), "= 384 T0");
    assert_eq!(hint(&fixture, "assert size(tCsA)"), "✓ T0");
    assert_eq!(hint(&fixture, "show size(sA)"), "= 24576");
}

#[test]
fn hovers_of_a_statement_and_of_its_parts_say_of_which_thread() {
    let fixture = with("  // cute: let B = coalesce(tCsA)");
    for part in ["tCsA", "coalesce", "let", "own"] {
        let hover = hover_on(&fixture, part);
        assert!(hover.contains("for thread 0"), "{part}: {hover}");
    }
    assert!(!hover_on(&fixture, "partition_A(sA").contains("sA = thread"));
}

#[test]
fn inspect_says_of_which_thread_for_statements_bindings_runs_and_layouts_of_tensors() {
    let fixture = with(
        "  // cute: let B = tCsA\n  // cute: show coalesce(B)\n  // cute: assert rank(B) == 4\n  // cute: let C = tCsA(0,_,0,0)\n  // cute: run copy C -> (4):(1) : f32",
    );
    let of_statements = inspect(&fixture.analysis).into_iter().filter(|one| {
        let text = &fixture.analysis.text[one.range.clone()];
        text == "own" || ["let", "show", "assert", "run"].iter().any(|word| text.starts_with(word))
    });
    let when: Vec<_> =
        of_statements.flat_map(|one| one.layouts).map(|layout| layout.when.unwrap_or_default()).collect();
    assert_eq!(when, ["thread 0"; 6]);
}

#[test]
fn findings_of_a_statement_and_of_a_comment_say_of_which_thread() {
    let fixture = with("  // cute: assert size(tCsA) == 385\n  Tensor again = tCsA;  // (2,3):(1,2)");
    let messages: Vec<_> =
        diagnostics(&fixture.analysis).into_iter().map(|finding| finding.message).collect();
    let [assert, comment] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!(assert, "the left side is 384, the right side is 385 (thread 0)");
    assert!(comment.starts_with(&format!("`again` is {VALUE} (thread 0): ")), "{comment}");
}

#[test]
fn symbols_lenses_and_the_panel_say_of_which_thread() {
    let fixture = with(
        "  // cute: let B = right_inverse(tCsA(0,_,0,0))\n  // cute: show tCsA(0,_,0,0)\n  Tensor row = tCsA(0,_,0,0);",
    );
    let symbols = document_symbols(&fixture.analysis);
    let held: Vec<_> = symbols.iter().flat_map(|function| &function.children).collect();
    let of_thread: Vec<&str> = held
        .iter()
        .filter(|symbol| symbol.detail.ends_with(" (thread 0)"))
        .map(|symbol| symbol.name.as_str())
        .collect();
    assert_eq!(of_thread, ["tCsA", "own", "B", "row"], "{symbols:?}");
    let lenses = code_lenses(&fixture.analysis, LensKinds { show: true, accesses: false });
    let titles: Vec<_> = lenses
        .iter()
        .filter_map(|lens| match &lens.kind {
            LensKind::OpenGrid { title, .. } => Some(title.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(titles, ["tCsA(0,_,0,0) = (4):(2048) (thread 0)"]);
    for part in ["show", "row ="] {
        let offset = fixture.analysis.text.rfind(part).expect(part) + 1;
        let picture = picture_at(&fixture.analysis, offset).expect(part);
        assert!(picture.title.contains("(thread 0)"), "{}", picture.title);
    }
}
