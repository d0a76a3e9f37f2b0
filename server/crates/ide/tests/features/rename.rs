use layoutlens_eval::Meaning;
use layoutlens_ide::{prepare_rename, rename};
use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::Document;

use crate::fixture::{Fixture, cuda, python};

/// The text behind a renaming.
fn renamed(fixture: &Fixture, new_name: &str) -> Result<String, String> {
    let mut text = fixture.analysis.text.to_string();
    for place in rename(&fixture.analysis, fixture.cursor, new_name)?.into_iter().rev() {
        text.replace_range(place, new_name);
    }
    Ok(text)
}

#[track_caller]
fn refused(text: &str, new_name: &str, reason: &str) {
    let found = renamed(&cuda(text), new_name).unwrap_err();
    assert!(found.contains(reason), "{found}");
}

#[test]
fn a_name_is_renamed_where_it_is_bound_and_used() {
    let text =
        "// cute: let A = 8:2\n// cute: let B = $0A o 4:1\n// cute: let A = B\n// cute: show size(A)\n";
    let expected =
        "// cute: let tile = 8:2\n// cute: let B = tile o 4:1\n// cute: let A = B\n// cute: show size(A)\n";
    assert_eq!(renamed(&cuda(text), "tile").as_deref(), Ok(expected));
    let text = "// cute: with $0M = 8\n// cute: with M % 4 == 0\n// cute: run copy M:1 -> 8:1 : f32\n";
    let expected =
        "// cute: with rows = 8\n// cute: with rows % 4 == 0\n// cute: run copy rows:1 -> 8:1 : f32\n";
    assert_eq!(renamed(&cuda(text), "rows").as_deref(), Ok(expected));
}

#[test]
fn comments_that_speak_of_the_name_are_renamed_with_it() {
    let text = "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  // cute: let $0BLK = 8
  auto sA = make_layout(make_shape(Int<8>{}, Int<4>{}));  // (BLK,4)
}
";
    let found = renamed(&cuda(text), "rows").unwrap();
    assert_eq!(found, text.replace("$0", "").replace("BLK", "rows"));
}

#[test]
fn behind_a_renaming_all_values_are_the_same() {
    let texts = [
        "// cute: let A = (4,8):(1,4)\n// cute: let B = A o (2,4):(1,2)\n// cute: show A(1,_)\n// cute: assert B == A o (2,4):(1,2)\n",
        "// cute: with M = 128, K % 64 == 0\n// cute: let A = (M,K):(1,M)\n// cute: show zipped_divide(A, <64,64>)\n// (M,4):(1,M)\n",
        "// cute: show A\n// cute: let A = 8:1\n// cute: let A = coalesce((A, A))\n// cute: show A\n",
        "// cute: let o = 8:1\n// cute: show o o o\n// cute: run copy o -> o : f32 (tile=(o))\n",
        "void f() {\n  // cute: let A = 8:1\n}\nvoid g() {\n  // cute: let A = 4:1\n  // cute: show A\n}\n// cute: show A\n",
    ];
    for text in texts {
        let before = Document::new(1, Language::Cuda, text, of_language).analysis();
        let mut count = 0;
        for offset in 0..text.len() {
            for new_name in ["Z", "a_longer_name", "K", "A", "f"] {
                let fixture = Fixture { analysis: before.clone(), cursor: offset };
                let Ok(text) = renamed(&fixture, new_name) else { continue };
                count += 1;
                let behind = Document::new(1, Language::Cuda, &text, of_language).analysis();
                let values = |meanings: &[Meaning]| -> Vec<String> {
                    meanings
                        .iter()
                        .map(|meaning| match meaning {
                            Meaning::Value(value) | Meaning::Claim(value) => {
                                match value.value.unknown_reason() {
                                    Some(_) => "unknown".to_owned(),
                                    None => format!("{} {}", value.value, value.verdict_name()),
                                }
                            }
                            Meaning::Comparison(compared) => format!("{compared:?}"),
                            Meaning::Run(Ok(run)) => run.to_string(),
                            Meaning::Run(Err(_)) => "no run".to_owned(),
                            Meaning::Nothing => String::new(),
                        })
                        .collect()
                };
                assert_eq!(
                    values(&before.evaluation.statements),
                    values(&behind.evaluation.statements),
                    "{new_name} at {offset}: {text}"
                );
            }
        }
        assert!(count > 0, "{text}");
    }
}

#[test]
fn a_new_name_is_a_name_that_nothing_else_has() {
    let text = "// cute: let $0A = 8:2\n// cute: let B = 4:1\n// cute: show size(A)\n";
    for (new_name, reason) in [
        ("8", "is no name"),
        ("_8", "is no name"),
        ("_", "is no name"),
        ("a b", "is no name"),
        ("é", "is no name"),
        ("", "is no name"),
        ("o", "the sign of composition"),
        ("size", "the name of an operation"),
        ("alignment", "the name of an operation"),
        ("f16", "the name of an element type"),
        ("let", "a word that statements begin with"),
        ("B", "is bound already, in line 2"),
    ] {
        refused(text, new_name, reason);
    }
    // In the stride of a literal it would be a unit.
    refused("// cute: let $0A = 8\n// cute: show 4:A\n", "e0", "would mean something else");
    // A name that is free so far is a size of run time.
    refused("// cute: let $0A = 8:2\n// cute: show (M,4)\n", "M", "would mean something else");
}

#[test]
fn a_name_of_another_function_may_be_taken() {
    let text = "def f():\n    # cute: let A = 8:1\n    pass\ndef g():\n    # cute: let $0B = 4:1\n    pass\n";
    assert_eq!(renamed(&python(text), "A"), Ok(text.replace("$0B", "A")));
}

#[test]
fn names_of_the_code_are_left_to_its_server() {
    let code = |line: &str| {
        format!(
            "#include <cute/tensor.hpp>
using namespace cute;
void f(int M) {{
  auto sA = make_layout(Int<8>{{}});
  {line}
}}
"
        )
    };
    refused(&code("// cute: show $0sA"), "tile", "`sA` is a name of the code");
    refused(&code("// cute: with $0M = 8"), "rows", "`M` is a name of the code");
    refused(&code("// cute: let $0A = 8:1"), "sA", "`sA` is a name of the code here");
    let of_code = cuda(&code("auto sB = coalesce($0sA);"));
    assert_eq!(prepare_rename(&of_code.analysis, of_code.cursor), Ok(None));
}

#[test]
fn what_is_no_name_of_a_statement_is_not_renamed() {
    for text in ["// cute: sho$0w 8:1\n", "// cute: show si$0ze(8:1)\n", "// pr$0ose\n", "int x$0;\n"] {
        let fixture = cuda(text);
        assert_eq!(prepare_rename(&fixture.analysis, fixture.cursor), Ok(None), "{text}");
    }
    let free = cuda("// cute: show ($0M,4)\n");
    assert!(prepare_rename(&free.analysis, free.cursor).is_err_and(|reason| reason.contains("`M`")));
    let bound = cuda("// cute: let $0A = 8:1\n");
    assert_eq!(prepare_rename(&bound.analysis, bound.cursor), Ok(Some(13..14)));
}
