//! What is offered, and that it does what it says.

use std::path::Path;

use layoutlens_ide::{ActionKind, CodeAction, code_actions, diagnostics, edited};
use layoutlens_syntax::Language;

use crate::fixture::{self, Fixture, cuda};

/// All actions for a selection.
fn actions(fixture: &Fixture, selection: std::ops::Range<usize>) -> Vec<CodeAction> {
    code_actions(&fixture.analysis, &selection, &|_| true)
}

/// The text after the action of this title for the cursor, or for the selection between `$0` and a second one.
#[track_caller]
fn after(language: Language, text: &str, title: &str) -> String {
    let start = text.find("$0").expect("a cursor");
    let text = text.replacen("$0", "", 1);
    let end = text.find("$0").unwrap_or(start);
    let fixture = fixture::read(language, &text.replacen("$0", "", 1));
    let actions = actions(&fixture, start..end);
    let titles: Vec<&str> = actions.iter().map(|action| action.title.as_str()).collect();
    let action = actions.iter().find(|action| action.title == title);
    let action = action.unwrap_or_else(|| panic!("{title:?} is none of {titles:#?}"));
    edited(&fixture.analysis.text, &action.edits).expect("edits of this text")
}

/// The titles of what is offered at the cursor.
fn titles(text: &str) -> Vec<String> {
    let fixture = cuda(text);
    actions(&fixture, fixture.cursor..fixture.cursor).into_iter().map(|action| action.title).collect()
}

/// Code and message of each finding.
fn findings(fixture: &Fixture) -> Vec<(&'static str, String)> {
    diagnostics(&fixture.analysis).into_iter().map(|finding| (finding.code, finding.message)).collect()
}

fn broken_files() -> Vec<(String, Language, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../test-workspaces/broken");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let language = Language::from_path(&path).expect("a language");
        let text = std::fs::read_to_string(&path).expect("text");
        files.push((path.file_name().expect("a name").to_string_lossy().into_owned(), language, text));
    }
    files.sort_by(|one: &(String, Language, String), other| one.0.cmp(&other.0));
    files
}

#[test]
fn a_fix_removes_its_finding_and_makes_no_other() {
    let mut tried = 0;
    for (name, language, text) in broken_files() {
        let fixture = fixture::read(language, &text);
        let before = findings(&fixture);
        for finding in diagnostics(&fixture.analysis) {
            for action in actions(&fixture, finding.range.clone()) {
                let Some(answered) = &action.answers else { continue };
                if answered.code == "needs-predicate" && action.title.contains("skeleton") {
                    continue;
                }
                let text = edited(&text, &action.edits).expect("edits of this text");
                let left = findings(&fixture::read(language, &text));
                assert!(left.len() < before.len(), "{name}: {}:\n{text}\n{left:#?}", action.title);
                let is_new = left.iter().find(|one| !before.contains(one));
                assert!(is_new.is_none(), "{name}: {}: {is_new:?}", action.title);
                tried += 1;
            }
        }
    }
    assert!(tried >= 60, "{tried} fixes were tried");
}

#[test]
fn a_statement_gets_its_form_and_one_that_has_it_is_left_alone() {
    let text = "// cute: let A=(4, 8) :(1,4)$0\n// cute: show  A\n";
    let formatted = "// cute: let A = (4,8):(1,4)\n// cute: show  A\n";
    assert_eq!(after(Language::Cuda, text, "format the statement"), formatted);
    let titles = titles("// cute: let A = (4,8):(1,4)$0\n");
    assert!(!titles.iter().any(|title| title.contains("format")), "{titles:?}");
}

#[test]
fn what_each_broken_file_is_offered() {
    let mut offered = String::new();
    for (name, language, text) in broken_files() {
        let fixture = fixture::read(language, &text);
        for finding in diagnostics(&fixture.analysis) {
            for action in actions(&fixture, finding.range.clone()) {
                if action.answers.as_ref().is_none_or(|answered| answered.range != finding.range) {
                    continue;
                }
                let marks = [(action.is_preferred, " (preferred)"), (action.is_safe, " (safe)")];
                let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
                offered.push_str(&format!("{name}: {}{marks}\n", action.title));
            }
        }
    }
    insta::assert_snapshot!(offered);
}

/// What is offered in place of `$0..$0` in a statement, as title and the statement after it.
#[track_caller]
fn check_fixes(statement: &str, expected: &[&str]) {
    let text = format!("int x;\n// cute: {statement}\n");
    let fixture = cuda(&text);
    let finding = diagnostics(&fixture.analysis).into_iter().next().expect("a finding");
    let answers = actions(&fixture, finding.range.clone()).into_iter().filter(|action| {
        action.answers.is_some() && !action.title.starts_with("silence") && !action.title.contains("skeleton")
    });
    let offered: Vec<String> = answers
        .map(|action| {
            let mended = edited(&text, &action.edits).expect("edits of this text");
            let line = mended.lines().nth(1).unwrap_or_default();
            format!("{}: {}", action.title, line.trim_start_matches("// cute: "))
        })
        .collect();
    assert_eq!(offered, expected);
}

#[test]
fn a_tile_gets_the_nearest_sizes_that_divide() {
    check_fixes(
        "show zipped_divide((100,60):(1,100), <32,20>)",
        &[
            "use 25 instead of 32: show zipped_divide((100,60):(1,100), <25,20>)",
            "use 50 instead of 32: show zipped_divide((100,60):(1,100), <50,20>)",
        ],
    );
    check_fixes(
        "show zipped_divide((100,60):(1,100), <32,32>)",
        &[
            "use <25,30>: show zipped_divide((100,60):(1,100), <25,30>)",
            "use <50,60>: show zipped_divide((100,60):(1,100), <50,60>)",
        ],
    );
    check_fixes(
        "show local_tile((8,8):(1,8), <3,4>, (0,0))",
        &[
            "use 2 instead of 3: show local_tile((8,8):(1,8), <2,4>, (0,0))",
            "use 4 instead of 3: show local_tile((8,8):(1,8), <4,4>, (0,0))",
        ],
    );
}

#[test]
fn a_bracket_that_is_missing_is_added_where_the_statement_means_something() {
    check_fixes("show (4,8:(1,4)", &["add `)`: show (4,8):(1,4)"]);
    check_fixes("show coalesce((4,8):(1,4)", &["add `)`: show coalesce((4,8):(1,4))"]);
    check_fixes("let A = ((4,8):(1,4)))", &["remove `)`: let A = ((4,8):(1,4))"]);
    check_fixes("show (4,8]:(1,4)", &["close with `)`: show (4,8):(1,4)"]);
    check_fixes("show [4,8]:[1,4]", &["write `(` and `)` for `[` and `]`: show (4,8):(1,4)"]);
}

#[test]
fn a_statement_that_lacks_a_word_or_has_a_sign_too_many_gets_it() {
    check_fixes("shwo (4,8):(1,4)", &["use `show`: show (4,8):(1,4)"]);
    check_fixes("(4,8):(1,4)", &["show the value: show (4,8):(1,4)"]);
    check_fixes("let A = (4,8):(1,4);", &["remove `;`: let A = (4,8):(1,4)"]);
    check_fixes("assert size(4:1) = 4", &["compare with `==`: assert size(4:1) == 4"]);
    check_fixes(
        "run copy 4:1 -> 4:1 : f32 (stagse=2)",
        &["use `stages`: run copy 4:1 -> 4:1 : f32 (stages=2)"],
    );
}

#[test]
fn operands_that_are_too_many_are_taken_as_one() {
    check_fixes(
        "show zipped_divide((4,8):(1,4), 2, 4)",
        &["take `<2, 4>` as one operand: show zipped_divide((4,8):(1,4), <2, 4>)"],
    );
}

#[test]
fn a_layout_that_refuses_may_be_coalesced_or_filtered_first() {
    check_fixes("show mode((4,(2,2)):(1,(4,8)), 2)", &["use 1: show mode((4,(2,2)):(1,(4,8)), 1)"]);
    check_fixes(
        "assert ((2,2),4):((1,2),4) == 16:1",
        &[
            "assert the computed ((2,2),4):((1,2),4): assert ((2,2),4):((1,2),4) == ((2,2),4):((1,2),4)",
            "compare as functions: assert equivalent(((2,2),4):((1,2),4), 16:1)",
        ],
    );
}

#[test]
fn a_claim_gets_the_value_that_it_should_state() {
    check_fixes(
        "assert size((4,8):(1,4)) <= 31",
        &["assert the computed 32: assert size((4,8):(1,4)) <= 32"],
    );
    check_fixes("assert size((4,8):(1,4)) < 31", &[]);
}

#[test]
fn bank_conflicts_are_answered_by_a_swizzle_and_by_a_padded_stride() {
    check_fixes(
        "assert conflict_free(8:64, f16, 8)",
        &[
            "swizzle with Sw<3,3,3>: assert conflict_free(Sw<3,3,3> o 0 o 8:64, f16, 8)",
            "pad the leading dimension to 72: assert conflict_free(8:72, f16, 8)",
        ],
    );
}

#[test]
fn strides_are_brought_to_one_kind_and_to_the_shape() {
    check_fixes(
        "show (4,(2,2)):(1@0,(4,1@1))",
        &["use the stride (1@0,(4@0@1,1@1)): show (4,(2,2)):(1@0,(4@0@1,1@1))"],
    );
    check_fixes("show (4,4):(f1,4)", &["use the stride (f1,f4): show (4,4):(f1,f4)"]);
    check_fixes("show make_layout((4,8),(1,4,8))", &["use the stride (1,4): show make_layout((4,8),(1,4))"]);
    check_fixes("show (4,1):(1)", &["use the stride (1,0): show (4,1):(1,0)"]);
    check_fixes("show (4,8):(1/2@0,1/4@1)", &["count in units of 1/4: (2@0,1@1): show (4,8):(2@0,1@1)"]);
}

#[test]
fn a_gemm_gets_the_operand_transposed_that_was_given_the_other_way() {
    check_fixes(
        "run gemm (64,32):(1,64), (32,16):(1,32) -> (64,16):(1,64) : f16",
        &["transpose B: run gemm (64,32):(1,64), select<1,0>((32,16):(1,32)) -> (64,16):(1,64) : f16"],
    );
}

#[test]
fn a_name_that_means_something_else_is_renamed_wherever_it_is_used() {
    let text = "// cute: let $0size = 8\n// cute: show (size,4):(1,size)\n";
    let expected = "// cute: let size_ = 8\n// cute: show (size_,4):(1,size_)\n";
    assert_eq!(after(Language::Cuda, text, "rename it to `size_`"), expected);
}

#[test]
fn of_two_facts_that_exclude_each_other_one_is_forgotten() {
    let alone = "int x;\n// cute: with M = 5120\n// cute: with $0M % 100 == 0\nint y;\n";
    let expected = "int x;\n// cute: with M = 5120\nint y;\n";
    assert_eq!(after(Language::Cuda, alone, "forget this fact about M"), expected);
    let among = "# cute: with K % 64 == 0, $0K = 100, N = 4\n";
    let expected = "# cute: with K % 64 == 0, N = 4\n";
    assert_eq!(after(Language::Python, among, "forget this fact about K"), expected);
    let last = "# cute: with K % 64 == 0, $0K = 100\n";
    assert_eq!(after(Language::Python, last, "forget this fact about K"), "# cute: with K % 64 == 0\n");
}

#[test]
fn silence_is_written_in_the_kind_of_comment_that_stands_there() {
    let title = "silence rank-mismatch here";
    let fault = "cute: show mode((4,8), $05)";
    let allow = "cute: allow(rank-mismatch)";
    for (language, before, leader, after_it) in [
        (Language::Cuda, "int x;\n", "  // ", "\n"),
        (Language::Cuda, "int x;\r\n", "\t// ", "\r\n"),
        (Language::Cuda, "int x;\n/* text\n", " * ", "\n */\n"),
        (Language::Rust, "fn f() {}\n", "/// ", "\nfn g() {}\n"),
        (Language::Python, "x = 1\n", "# ", ""),
        (Language::Python, "x = 1\ndef f():\n    \"\"\"Text.\n\n", "    ", "\n    \"\"\"\n"),
    ] {
        let text = format!("{before}{leader}{fault}{after_it}");
        let ending = if before.contains('\r') { "\r\n" } else { "\n" };
        let silenced =
            format!("{before}{leader}{allow}{ending}{leader}{}{after_it}", fault.replace("$0", ""));
        assert_eq!(after(language, &text, title), silenced);
        assert_eq!(findings(&fixture::read(language, &silenced)), [], "{silenced}");
    }
    // Behind code, it stands above.
    let text = format!("int x;\n  int y; // {fault}\n");
    let silenced = format!("int x;\n  // {allow}\n  int y; // {}\n", fault.replace("$0", ""));
    assert_eq!(after(Language::Cuda, &text, title), silenced);
    assert_eq!(findings(&cuda(&silenced)), []);
}

#[test]
fn silence_of_a_statement_of_several_lines_stands_above_it() {
    let text = "int x;\n// cute: show mode((4,\n//    8), $05)\n";
    let silenced = "int x;\n// cute: allow(rank-mismatch)\n// cute: show mode((4,\n//    8), 5)\n";
    assert_eq!(after(Language::Cuda, text, "silence rank-mismatch here"), silenced);
    assert_eq!(findings(&cuda(silenced)), []);
}

#[test]
fn silence_before_all_code_is_said_to_be_that_of_the_file() {
    let offered = titles("// cute: show mode((4,8), $05)\nint x;\n");
    assert!(offered.contains(&"silence rank-mismatch in this file".to_owned()), "{offered:?}");
}

#[test]
fn a_line_that_goes_on_gets_no_comment_inside() {
    let offered = titles(
        "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  static_assert(\\\n    size(Layout<Shape<_4,_8>>{}) == $031);\n}\n",
    );
    assert!(offered.iter().any(|title| title.starts_with("assert the computed")), "{offered:?}");
    assert!(!offered.iter().any(|title| title.starts_with("silence")), "{offered:?}");
}

#[test]
fn a_static_assert_gets_the_computed_number() {
    let text = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() { static_assert(size(Layout<Shape<_4,_8>>{}) == $031); }\n";
    let expected = text.replace("$031", "32");
    assert_eq!(after(Language::Cuda, text, "assert the computed 32"), expected);
    assert_eq!(findings(&cuda(&expected)), []);
}

#[test]
fn a_layout_as_a_tiler_of_code_becomes_a_shape_of_the_code() {
    let cpp = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto A = make_layout(make_shape(_6{}, _4{}), make_stride(_4{}, _1{}));\n  auto t = make_layout(make_shape(_2{}, _2{}));\n  auto r = zipped_divide(A, $0t);\n}\n";
    let expected = cpp.replace("$0t", "make_shape(Int<2>{}, Int<2>{})");
    assert_eq!(after(Language::Cuda, cpp, "use the by-mode tiler <2,2>"), expected);
    assert_eq!(findings(&cuda(&expected)), []);
}

#[test]
fn a_fact_that_is_lacking_is_stated_by_who_says_that_it_holds() {
    let text = "// cute: show $0composition((M,K):(1,lda), 128:1)\n";
    let expected = "// cute: with M % 128 == 0\n// cute: show composition((M,K):(1,lda), 128:1)\n";
    assert_eq!(after(Language::Cuda, text, "state `cute: with M % 128 == 0`"), expected);
    let text = "  # cute: show zipped_divide((M,K):(1,M), $0<128,64>)\n";
    let expected =
        "  # cute: with M % 128 == 0, K % 64 == 0\n  # cute: show zipped_divide((M,K):(1,M), <128,64>)\n";
    assert_eq!(after(Language::Python, text, "state `cute: with M % 128 == 0, K % 64 == 0`"), expected);
}

#[test]
fn a_predicate_divides_the_coordinates_as_the_data_is_divided() {
    let cpp = "int x;\n  // cute: show $0zipped_divide((100,60):(1,100), <32,32>)\nint y;\n";
    let statement = "  // cute: show zipped_divide((100,60):(1,100), <32,32>)
";
    let skeleton = "  // Predicate each access:
  //   auto coordinates = zipped_divide(make_identity_tensor(make_shape(Int<100>{}, Int<60>{})), make_tile(Int<32>{}, Int<32>{}));
  //   if (elem_less(coordinates(i), make_shape(Int<100>{}, Int<60>{}))) { access element i }
";
    let expected = format!(
        "int x;
{statement}{skeleton}int y;
"
    );
    assert_eq!(after(Language::Cuda, cpp, "write a predicate's skeleton"), expected);
    let python = "# cute: show $0logical_divide(10:1, 4:1)";
    let expected = "# cute: show logical_divide(10:1, 4:1)
# Predicate each access:
#   coordinates = cute.logical_divide(cute.make_identity_tensor(10), cute.make_layout(4, stride=1))
#   if cute.elem_less(coordinates[i], 10): access element i";
    assert_eq!(after(Language::Python, python, "write a predicate's skeleton"), expected);
    let code = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto A = make_layout(make_shape(_10{}));\n  auto tiles = $0zipped_divide(A, make_shape(_4{}));\n}\n";
    let skeleton = "  // Predicate each access:
  //   auto coordinates = zipped_divide(make_identity_tensor(shape(A)), make_shape(_4{}));
  //   if (elem_less(coordinates(i), shape(A))) { access element i }
}
";
    let expected = format!(
        "{}{skeleton}",
        code.replace("$0", "").trim_end_matches(
            "}
"
        )
    );
    assert_eq!(after(Language::Cuda, code, "write a predicate's skeleton"), expected);
}

#[test]
fn the_layout_of_a_declaration_is_written_behind_it_and_is_right() {
    let cpp = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto $0A = make_layout(make_shape(_4{}, _8{}));\n}\n";
    let expected = cpp.replace("$0", "").replace("_8{}));", "_8{}));  // (_4,_8):(_1,_4)");
    assert_eq!(after(Language::Cuda, cpp, "write the layout of `A` as a comment"), expected);
    let commented = cuda(&expected);
    assert_eq!(findings(&commented), []);
    assert_eq!(commented.analysis.evaluation.comment_checks.len(), 1);
    // Where there is a comment, it is that one that counts.
    let offered = titles(&expected.replace("auto A", "auto $0A"));
    assert!(!offered.iter().any(|title| title.starts_with("write the layout")), "{offered:?}");
}

#[test]
fn a_comment_that_is_wrong_is_rewritten_and_that_is_safe() {
    let text = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n  auto A = make_layout(make_shape(_4{}, _8{})); // (_4,_8):(_8,$0_1)\n}\n";
    let fixture = cuda(text);
    let offered = actions(&fixture, fixture.cursor..fixture.cursor);
    let rewritten = offered.iter().find(|action| action.title == "write (_4,_8):(_1,_4)").expect("a fix");
    assert!(rewritten.is_safe && rewritten.is_preferred);
    let all = offered.iter().find(|action| action.kind == ActionKind::FixAll).expect("all safe fixes");
    assert_eq!(all.edits, rewritten.edits);
}

#[test]
fn a_selected_part_gets_a_name_wherever_the_statement_has_it() {
    let title = "extract into `let part`";
    let text = "  // cute: assert $0coalesce((4,8):(1,4))$0 == 2 * size(coalesce((4,8):(1,4)))\n";
    let expected = "  // cute: let part = coalesce((4,8):(1,4))\n  // cute: assert part == 2 * size(part)\n";
    assert_eq!(after(Language::Cuda, text, title), expected);
    // The same in a statement of two lines, whose name is taken already.
    let text = "# cute: let part = 4:1\n# cute: show composition($0(4,8):(1,\n#    4)$0, part)\n";
    let expected =
        "# cute: let part = 4:1\n# cute: let part2 = (4,8):(1, 4)\n# cute: show composition(part2, part)\n";
    assert_eq!(after(Language::Python, text, "extract into `let part2`"), expected);
    // Half an expression, a stride and a number are no parts.
    for text in
        ["// cute: show (4,$08):(1,4)$0\n", "// cute: show (4,8):$0(1,4)$0\n", "// cute: show ($04$0,8)\n"]
    {
        let start = text.find("$0").expect("a start");
        let plain = text.replace("$0", "");
        let end = text.replacen("$0", "", 1).find("$0").expect("an end");
        let offered = actions(&cuda(&plain), start..end);
        assert!(!offered.iter().any(|action| action.kind == ActionKind::Extract), "{text}");
    }
}

#[test]
fn a_name_gives_way_to_its_value() {
    let text = "// cute: let A = (4,8):(1,4)\n// cute: let n = 4\n// cute: show composition($0A, n:1)\n";
    let expected =
        "// cute: let A = (4,8):(1,4)\n// cute: let n = 4\n// cute: show composition(((4,8):(1,4)), n:1)\n";
    assert_eq!(after(Language::Cuda, text, "inline `A`"), expected);
    assert_eq!(findings(&cuda(expected)), []);
    let again = "// cute: let n = 4\n// cute: let A = n:1\n// cute: let n = 8\n// cute: show $0A\n";
    assert!(!titles(again).iter().any(|title| title.starts_with("inline")));
}

#[test]
fn a_cursor_elsewhere_on_the_line_finds_what_answers_its_findings() {
    let offered = titles("$0// cute: let tile = 4:1\n// cute: show tlie\n");
    assert!(offered.is_empty(), "{offered:?}");
    let offered = titles("// cute: let tile = 4:1\n$0// cute: show tlie\n");
    assert_eq!(offered.first().map(String::as_str), Some("use `tile`"));
}

#[test]
fn titles_name_no_word_that_an_editor_would_obey() {
    for (name, language, text) in broken_files() {
        let fixture = fixture::read(language, &text);
        for action in actions(&fixture, 0..text.len()) {
            assert!(!action.title.contains('\n'), "{name}: {}", action.title);
        }
    }
}

#[test]
fn what_is_offered_for_half_a_text_are_edits_of_that_text() {
    for (name, language, text) in broken_files() {
        for cut in (0..text.len()).step_by(3).filter(|cut| text.is_char_boundary(*cut)) {
            let half = &text[..cut];
            let fixture = fixture::read(language, half);
            for selection in [0..cut, cut..cut, cut / 2..cut] {
                for action in actions(&fixture, selection) {
                    assert!(edited(half, &action.edits).is_some(), "{name}: {}:\n{half}", action.title);
                }
            }
        }
    }
}
