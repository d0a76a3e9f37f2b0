//! `layoutlens check` in its four formats.

use std::fs;

use serde_json::Value;

use crate::binary::{layoutlens, layoutlens_in, root};

const EXAMPLE: &str = "test-workspaces/broken/shape-divisibility.cu";

#[test]
fn people_see_the_source_the_caret_and_the_way_out() {
    let outcome = layoutlens(&["check", EXAMPLE]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    error[shape-divisibility]: composition: 6:1 (right operand) does not fill mode 0 of (4,6,8):(2,3,5) evenly: 6 elements there are not a multiple of 4; the nearest sizes that work are 4 and 8
     --> test-workspaces/broken/shape-divisibility.cu:4:33
      |
    4 | // cute: let R = composition(A, 6:1)
      |                                 ^^^
      |
    help: use 4
      |
    4 - // cute: let R = composition(A, 6:1)
    4 + // cute: let R = composition(A, 4:1)
      |
    help: use 8
      |
    4 - // cute: let R = composition(A, 6:1)
    4 + // cute: let R = composition(A, 8:1)
      |

    checked 1 file, 2 layouts: 1 error
    ");
}

#[test]
fn scripts_get_one_array_of_objects() {
    let outcome = layoutlens(&["check", "--format", "json", EXAMPLE]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @r#"
    [
      {
        "file": "test-workspaces/broken/shape-divisibility.cu",
        "line": 4,
        "column": 33,
        "end_line": 4,
        "end_column": 36,
        "code": "shape-divisibility",
        "severity": "error",
        "message": "composition: 6:1 (right operand) does not fill mode 0 of (4,6,8):(2,3,5) evenly: 6 elements there are not a multiple of 4; the nearest sizes that work are 4 and 8",
        "fixes": [
          {
            "title": "use 4",
            "line": 4,
            "column": 33,
            "end_line": 4,
            "end_column": 34,
            "text": "4",
            "safe": false
          },
          {
            "title": "use 8",
            "line": 4,
            "column": 33,
            "end_line": 4,
            "end_column": 34,
            "text": "8",
            "safe": false
          }
        ]
      }
    ]
    "#);
}

#[test]
fn a_clean_check_is_an_empty_array() {
    let outcome = layoutlens(&["check", "--format", "json", "test-workspaces/rust"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, "[]\n"));
}

#[test]
fn github_gets_a_workflow_command_a_finding() {
    let outcome = layoutlens(&["check", "--format", "github", EXAMPLE]);
    assert_eq!(outcome.status, 1);
    insta::assert_snapshot!(outcome.stdout, @"::error file=test-workspaces/broken/shape-divisibility.cu,line=4,col=33,endLine=4,endColumn=36,title=shape-divisibility::composition: 6:1 (right operand) does not fill mode 0 of (4,6,8):(2,3,5) evenly: 6 elements there are not a multiple of 4; the nearest sizes that work are 4 and 8");
}

#[test]
fn sarif_is_version_2_1_0_with_a_rule_a_code_and_a_result_a_finding() {
    let outcome = layoutlens(&["check", "--format", "sarif", "test-workspaces/broken"]);
    assert_eq!(outcome.status, 1);
    let sarif: Value = serde_json::from_str(&outcome.stdout).expect("SARIF");
    assert_eq!(sarif["version"], "2.1.0");
    let [run] = sarif["runs"].as_array().expect("runs").as_slice() else { panic!("one run") };
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert!(results.iter().all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"])));
    let json = layoutlens(&["check", "--format", "json", "test-workspaces/broken"]);
    let findings: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(findings.as_array().map(Vec::len), Some(results.len()));
}

#[test]
fn sarif_of_a_finding_has_its_place_and_its_ways_out() {
    let outcome =
        layoutlens(&["check", "--format", "sarif", "test-workspaces/broken/contradiction.cu", EXAMPLE]);
    insta::assert_snapshot!(outcome.stdout);
}

#[test]
fn sarif_says_what_could_not_be_read() {
    let outcome = layoutlens(&["check", "--format", "sarif", "no-such-file"]);
    insta::assert_snapshot!(outcome.stdout);
}

#[test]
fn findings_do_not_fail_the_command_when_told_so() {
    let outcome = layoutlens(&["check", "--exit-zero", "test-workspaces/broken"]);
    assert_eq!(outcome.status, 0);
    let summary = outcome.stdout.lines().last().expect("a summary");
    assert!(summary.starts_with("checked ") && summary.contains(" errors, "), "{summary}");
}

#[test]
fn the_current_folder_is_checked_when_no_path_is_given() {
    let outcome = layoutlens_in(&root().join("test-workspaces/cuda"), &["check"]);
    assert_eq!(outcome.status, 0, "{}", outcome.stdout);
    assert!(
        outcome.stdout.starts_with("checked ") && outcome.stdout.ends_with(": no findings\n"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn wrong_usage_is_status_2() {
    assert_eq!(layoutlens(&["check", "--format", "xml"]).status, 2);
    assert_eq!(layoutlens(&["no-such-command"]).status, 2);
    assert_eq!(layoutlens(&[]).status, 2);
}

#[test]
fn no_colour_reaches_a_pipe() {
    let outcome = layoutlens(&["check", "test-workspaces/broken"]);
    assert!(!outcome.stdout.contains('\u{1b}'));
}

#[test]
fn the_first_file_that_is_too_many_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut program =
        "#include <cute/tensor.hpp>\nauto tile = cute::make_layout(cute::Int<8>{});\n".to_owned();
    for number in 0..70 {
        fs::write(folder.path().join(format!("h{number}.h")), format!("constexpr int k{number} = 1;\n"))
            .unwrap();
        program += &format!("#include \"h{number}.h\"\n");
    }
    fs::write(folder.path().join("main.cu"), program).unwrap();
    let outcome = layoutlens_in(folder.path(), &["check", "main.cu"]);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_eq!(
        outcome.stderr.matches("not read with all that include or import it").count(),
        1,
        "{}",
        outcome.stderr
    );
    assert!(outcome.stderr.contains("h64.h: "), "{}", outcome.stderr);
}
