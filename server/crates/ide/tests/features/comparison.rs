//! `compare A, B`: how two layouts stand to each other.

use crate::fixture::cuda;
use layoutlens_ide::{HintOptions, HoverOptions, diagnostics, hover, inlay_hints, inspect};
use layoutlens_world::Analysis;

fn hint(analysis: &Analysis) -> String {
    let all = inlay_hints(analysis, 0..analysis.text.len(), &HintOptions::default());
    all.last().map(|hint| hint.full.clone()).unwrap_or_default()
}

/// The hint of a `compare` behind other statements; nothing is an error.
fn told(statements: &str) -> String {
    let text: String = statements.lines().map(|line| format!("// cute: {}\n", line.trim())).collect();
    let analysis = cuda(&text).analysis;
    assert!(diagnostics(&analysis).is_empty(), "{statements}: {:?}", diagnostics(&analysis));
    hint(&analysis)
}

#[test]
fn the_hint_says_where_two_layouts_differ_first() {
    assert_eq!(told("compare (4,8):(8,1), (4,8):(8,1)"), "equal");
    assert_eq!(told("compare (4,8), (4,8):(1,4)"), "equal");
    assert_eq!(told("compare (4,8):(1,4), 32:1"), "same function, other shape");
    assert_eq!(
        told("compare (1,8):(5,1), (1,8):(0,1)"),
        "same function, other strides of modes with one element"
    );
    assert_eq!(told("compare (2,4):(3,1), (2,4):(7,1)"), "differ first at (1,0): 3, not 7");
    assert_eq!(told("compare 8:1, (8,2):(1,8)"), "sizes 8 and 16: the same on the first 8");
    assert_eq!(told("compare 8:1, (8,2):(2,8)"), "differ first at 1: 1, not 2; sizes 8 and 16");
}

#[test]
fn names_and_expressions_are_compared() {
    let text = "let A = (8,4):(4,1)\nlet B = composition(A, (4,8):(8,1))\ncompare coalesce(A), B";
    assert_eq!(told(text), "differ first at (1,0): 4, not 1");
    assert_eq!(told("let A = (8,4)\nlet compare = A\ncompare compare, A"), "equal");
}

#[test]
fn swizzled_layouts_and_coordinates_are_compared_by_what_they_are_at_each_coordinate() {
    let plain = "compare Sw<1,0,1> o 0 o (2,2):(2,1), (2,2):(2,1)";
    assert_eq!(told(plain), "differ first at (1,0): 3, not 2");
    let same = "compare Sw<1,0,1> o 0 o (2,2):(0,1), (2,2):(0,1)";
    assert_eq!(told(same), "same function, other form");
    let coordinates = "compare (2,2):(1@0,1@1), (2,2):(1@1,1@0)";
    assert_eq!(told(coordinates), "differ first at (1,0): (1,0), not (0,1)");
    let mixed = told("compare (2,2):(1@0,1@1), (2,2):(1,2)");
    assert!(mixed.starts_with("unknown: one has integers"), "{mixed}");
}

#[test]
fn sizes_of_run_time_are_compared_as_far_as_they_go() {
    assert_eq!(told("with M = 4\ncompare (M,8):(8,1), (4,8):(8,1)"), "equal");
    assert_eq!(told("compare (M,8):(8,1), (M,8):(8,1)"), "equal");
    assert_eq!(told("compare (M,8):(8,1), (M,8):(9,1)"), "differ first at (1,0): 8, not 9, if M > 1");
    assert_eq!(told("compare (4,M):(1,4), (4,M):(1,5)"), "differ first at (0,1): 4, not 5, if M > 1");
    assert_eq!(told("compare (8,M):(M,1), (8,M):(M,2)"), "differ first at (0,1): 1, not 2, if M > 1");
    assert_eq!(told("compare (M,8):(1,M), (M,8):(1,M)"), "equal");
    let open = told("compare (8,M):(1,8), (8,M):(M,1)");
    assert!(open.contains("at (1,0) the offsets are 1 and M") && open.contains("with M = 128"), "{open}");
    let sizes = told("compare (8,M):(1,8), (4,N):(1,4)");
    assert!(sizes.starts_with("unknown: it depends on `M` and `N`"), "{sizes}");
}

#[test]
fn what_is_no_layout_is_no_error_and_says_so() {
    let atom = told("compare UniversalCopy<float>, (4,8):(8,1)");
    assert!(atom.starts_with("unknown:") && atom.contains("layouts are compared"), "{atom}");
}

#[test]
fn a_hover_shows_both_with_the_first_difference_marked() {
    let analysis = cuda("// cute: compare (2,4):(3,1), (2,4):(7,1)\n").analysis;
    let hover = hover(&analysis, 10, HoverOptions::default()).unwrap().markdown;
    assert!(hover.contains("(2,4):(3,1)\n(2,4):(7,1)"), "{hover}");
    assert!(
        hover.contains("**differ first at \\(1,0\\): 3, not 7**") || hover.contains("differ first at"),
        "{hover}"
    );
    assert!(hover.contains("1 │ [3]") && hover.contains("1 │ [7]"), "{hover}");
    let line = hover.lines().find(|line| line.contains("[3]")).unwrap();
    assert!(line.contains("[7]"), "they stand beside each other: {line}");
}

#[test]
fn a_hover_over_an_operand_is_about_it_alone() {
    let analysis = cuda("// cute: compare (2,4):(3,1), (2,4):(7,1)\n").analysis;
    let markdown = hover(&analysis, 20, HoverOptions::default()).unwrap().markdown;
    assert!(!markdown.contains("differ"), "{markdown}");
}

#[test]
fn scripts_see_what_the_hint_says() {
    let analysis = cuda("// cute: compare (2,4):(3,1), (2,4):(7,1)\n").analysis;
    let all = inspect(&analysis);
    assert_eq!(all[0].layouts[0].text, "differ first at (1,0): 3, not 7");
}
