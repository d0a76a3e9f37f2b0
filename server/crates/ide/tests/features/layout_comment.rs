//! A layout as the comment behind its declaration.

use std::sync::Arc;

use layoutlens_eval::Agreement;
use layoutlens_ide::layout_comments;
use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Document};

use crate::fixture::{Fixture, cuda, python};

/// The source with all comments that may be inserted.
fn commented(fixture: &Fixture) -> String {
    let mut text = fixture.analysis.text.to_string();
    for comment in layout_comments(&fixture.analysis, &(0..text.len())).into_iter().rev() {
        text.insert_str(comment.offset, &comment.text);
    }
    text
}

/// Each inserted comment is read as one of its variable, and is right.
#[track_caller]
fn check(fixture: &Fixture, language: Language, expected: &str) {
    let text = commented(fixture);
    assert_eq!(text, expected);
    let analysis: Arc<Analysis> = Document::new(1, language, &text, of_language).analysis();
    let inserted = layout_comments(&fixture.analysis, &(0..fixture.analysis.text.len())).len();
    let checks = &analysis.evaluation.comment_checks;
    assert_eq!(checks.len(), inserted, "{text}");
    assert!(checks.iter().all(|check| check.agreement == Agreement::Agrees), "{checks:?}");
}

#[test]
fn a_comment_is_in_the_spelling_of_its_language() {
    check(
        &cuda(
            "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(int m) {\n  \
             auto tile = make_layout(make_shape(_4{}, _8{}), LayoutRight{});\n  \
             auto rows = make_layout(make_shape(m, _8{}));\n  \
             auto atom = composition(Swizzle<3,3,3>{}, make_layout(make_shape(_8{}, _64{}), LayoutRight{}));\n}\n",
        ),
        Language::Cuda,
        "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(int m) {\n  \
         auto tile = make_layout(make_shape(_4{}, _8{}), LayoutRight{});  // (_4,_8):(_8,_1)\n  \
         auto rows = make_layout(make_shape(m, _8{}));  // (m,_8):(_1,m)\n  \
         auto atom = composition(Swizzle<3,3,3>{}, make_layout(make_shape(_8{}, _64{}), LayoutRight{}));  // Sw<3,3,3> o _0 o (_8,_64):(_64,_1)\n}\n",
    );
    check(
        &python("import cutlass.cute as cute\n\n@cute.jit\ndef f():\n    a = cute.make_layout((4, 8))\n"),
        Language::Python,
        "import cutlass.cute as cute\n\n@cute.jit\ndef f():\n    a = cute.make_layout((4, 8))  # (4,8):(1,4)\n",
    );
}

#[test]
fn nothing_is_said_beside_a_comment_of_several_names_or_of_what_is_not_certain() {
    let code = "#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <class L> void f(L l) {\n  \
                auto twice = make_layout(l, _2{});\n}\nvoid g() {\n  \
                auto tile = make_layout(make_shape(_4{}, _8{}));  // a tile\n  \
                auto [a, b] = make_tuple(coalesce(tile), tile);\n  \
                f(make_layout(_4{}));\n  f(make_layout(_6{}));\n}\n";
    assert_eq!(commented(&cuda(code)), code);
}
