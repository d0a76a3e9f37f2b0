//! Comments that say what the variable beside them is.

use layoutlens_ide::{HoverOptions, diagnostics, hover};

use crate::fixture::{Fixture, cuda, python};

const INCLUDE: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";

/// The findings, each as `text under the squiggle: message`.
#[track_caller]
fn check(fixture: &Fixture, expected: &[&str]) {
    let findings = diagnostics(&fixture.analysis).into_iter().map(|finding| {
        assert_eq!(finding.code, "wrong-comment", "{}", finding.message);
        format!("{}: {}", &fixture.analysis.text[finding.range], finding.message)
    });
    assert_eq!(findings.collect::<Vec<_>>(), expected);
}

/// A kernel launched from one place, whose body is `body`; it sees `sA`, a tensor of shared memory with three stages.
fn kernel(body: &str) -> Fixture {
    cuda(&format!(
        "{INCLUDE}
template <class Layout>
__global__ void kernel(Layout layout_a) {{
  __shared__ float smem[3072];
  Tensor sA = make_tensor(make_smem_ptr(smem), layout_a);
  {body}
}}

void host() {{
  auto bM = Int<128>{{}};
  auto layout_a = make_layout(make_shape(bM, Int<8>{{}}, Int<3>{{}}));
  kernel<<<1, 128>>>(layout_a);
}}
"
    ))
}

#[test]
fn right_comments_are_silent() {
    check(&kernel("Tensor first = sA(_,_,0);  // (BLK_M,BLK_K)"), &[]);
    check(
        &kernel("// (_128,_8,3):(_1,_128,1024)\n  Tensor same = make_tensor(sA.data(), sA.layout());"),
        &[],
    );
    check(&kernel("if (thread0()) { print(sA); }  // sA: (BLK_M,BLK_K,PIPE)"), &[]);
}

#[test]
fn a_comment_with_too_many_ranks_is_wrong() {
    check(
        &kernel("Tensor first = sA(_,_,0);  // (BLK_M,BLK_K,PIPE)"),
        &["(BLK_M,BLK_K,PIPE): `first` is (128,8):(1,128): rank 2, not 3"],
    );
}

#[test]
fn a_comment_behind_a_print_speaks_of_what_its_label_names() {
    check(
        &kernel("if (thread0()) { print(sA); }  // sA: (_128,_8,_4):(_1,_128,_1024)"),
        &["(_128,_8,_4):(_1,_128,_1024): `sA` is (128,8,3):(1,128,1024): mode 2 is 3, not 4"],
    );
}

#[test]
fn a_comment_on_the_line_above_is_checked_in_python() {
    let fixture = python(
        "import cutlass.cute as cute\n\n\n@cute.jit\ndef host():\n    # (bM, bK, STAGE)\n    \
         layout = cute.make_layout((128, 8))\n    # (bM, bK)\n    right = cute.make_layout((128, 8))\n",
    );
    check(&fixture, &["(bM, bK, STAGE): `layout` is (128,8):(1,128): rank 2, not 3"]);
}

#[test]
fn allow_silences_a_wrong_comment() {
    let body = "// cute: allow(wrong-comment)\n  Tensor first = sA(_,_,0);  // (BLK_M,BLK_K,PIPE)";
    check(&kernel(body), &[]);
}

#[test]
fn a_fix_writes_the_comment_in_its_own_style() {
    let fixed = |comment: &str| {
        let fixture = kernel(&format!("Tensor same = make_tensor(sA.data(), sA.layout());  // {comment}"));
        let findings = diagnostics(&fixture.analysis);
        let [finding] = &findings[..] else { panic!("one finding expected: {findings:#?}") };
        let [fix] = &finding.fixes[..] else { panic!("one fix expected: {finding:#?}") };
        fix.text.clone()
    };
    assert_eq!(fixed("(BLK_M, BLK_K)"), "(BLK_M, BLK_K, 3)");
    assert_eq!(fixed("(BLK_M,BLK_K,PIPE,k)"), "(BLK_M,BLK_K,PIPE)");
    assert_eq!(fixed("(_128,_16,PIPE)"), "(_128,_8,PIPE)");
    assert_eq!(fixed("(128,8,3):(8,1,1024)"), "(128,8,3):(1,128,1024)");
}

#[track_caller]
fn hover_text(fixture: &Fixture) -> String {
    match hover(&fixture.analysis, fixture.cursor, HoverOptions::default()) {
        Some(hover) => format!("on `{}`\n\n{}", &fixture.analysis.text[hover.range], hover.markdown),
        None => "nothing".to_owned(),
    }
}

#[test]
fn the_hover_of_a_comment_is_that_of_its_variable() {
    let text = hover_text(&kernel("Tensor first = sA(_,0,0);  // (BL$0K_M)"));
    assert!(
        text.starts_with("on `(BLK_M)`\n\n```cute\nfirst = (128):(1)\n```\n\nThe comment agrees."),
        "{text}"
    );
    let text = hover_text(&kernel("Tensor first = sA(_,_,0);  // (BLK_M,BLK_K,$0PIPE)"));
    assert!(text.contains("**The comment is wrong: rank 2, not 3.**"), "{text}");
}
