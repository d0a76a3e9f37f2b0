//! `layoutlens check --fix`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{Outcome, layoutlens_in};

/// Two comments that are wrong and one claim that is.
const WRONG: &str = "#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto A = make_layout(make_shape(_4{}, _8{}));  // (_4,_8):(_8,_1)
  auto B = make_layout(make_shape(_2{}, _2{}));  // (_2,_2):(_2,_1)
  // cute: assert size(A) == 31
}
";

/// The same, fixed.
const RIGHT: &str = "#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto A = make_layout(make_shape(_4{}, _8{}));  // (_4,_8):(_1,_4)
  auto B = make_layout(make_shape(_2{}, _2{}));  // (_2,_2):(_1,_2)
  // cute: assert size(A) == 31
}
";

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

fn check(folder: &TempDir, arguments: &[&str]) -> Outcome {
    layoutlens_in(folder.path(), &[&["check"], arguments].concat())
}

fn held(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("a file")
}

#[test]
fn safe_fixes_are_made_and_others_are_left() {
    let folder = folder(&[("a.cu", WRONG.as_bytes())]);
    let outcome = check(&folder, &["--fix"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    assert_eq!(String::from_utf8(held(folder.path(), "a.cu")).expect("UTF-8"), RIGHT);
    insta::assert_snapshot!(outcome.stdout, @r"
    error[assert-failed]: the left side is 32, the right side is 31
     --> a.cu:7:19
      |
    7 |   // cute: assert size(A) == 31
      |                   ^^^^^^^^^^^^^
      |
    help: assert the computed 32
      |
    7 -   // cute: assert size(A) == 31
    7 +   // cute: assert size(A) == 32
      |

    fixed[wrong-comment]: a.cu:5:53: write (_4,_8):(_1,_4)
    fixed[wrong-comment]: a.cu:6:53: write (_2,_2):(_1,_2)
    checked 1 file, 3 layouts: 1 error
    fixed 2 findings in 1 file
    ");
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = folder(&[("a.cu", WRONG.as_bytes())]);
    check(&folder, &["--fix"]);
    let before = layoutlens_disk::identity(&folder.path().join("a.cu")).expect("a file");
    let outcome = check(&folder, &["--fix"]);
    assert_eq!(outcome.status, 1);
    assert!(outcome.stdout.ends_with("fixed 0 findings in 0 files\n"), "{}", outcome.stdout);
    assert_eq!(layoutlens_disk::identity(&folder.path().join("a.cu")).expect("a file"), before);
}

#[test]
fn nothing_that_is_left_is_status_0() {
    let folder = folder(&[("a.cu", b"int x;\n// cute: allow(stride-divisibilty)\n")]);
    assert_eq!(check(&folder, &["--fix"]).status, 0);
    assert_eq!(held(folder.path(), "a.cu"), b"int x;\n// cute: allow(stride-divisibility)\n");
}

#[test]
fn line_ends_a_byte_order_mark_and_a_missing_last_line_end_stay() {
    let text = "\u{feff}int x;\r\n// cute: allow(stride-divisibilty)\r\n// cute: shwo 4:1";
    let folder = folder(&[("a.cu", text.as_bytes())]);
    assert_eq!(check(&folder, &["--fix"]).status, 0);
    let fixed = "\u{feff}int x;\r\n// cute: allow(stride-divisibility)\r\n// cute: show 4:1";
    assert_eq!(String::from_utf8(held(folder.path(), "a.cu")).expect("UTF-8"), fixed);
}

#[test]
fn what_is_no_text_in_utf_8_is_left_and_that_is_said() {
    let bytes = b"int x; // \xe9\n// cute: shwo 4:1\n";
    let folder = folder(&[("a.cu", bytes)]);
    let outcome = check(&folder, &["--fix"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("a.cu: not fixed: the file is not UTF-8"), "{}", outcome.stderr);
    assert_eq!(held(folder.path(), "a.cu"), bytes);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_or_has_two_names_is_left_and_that_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let text = b"int x;\n// cute: shwo 4:1\n";
    let folder = folder(&[("a.cu", text), ("b.cu", text)]);
    let at = |name: &str| folder.path().join(name);
    fs::set_permissions(at("a.cu"), fs::Permissions::from_mode(0o444)).expect("rights");
    fs::hard_link(at("b.cu"), at("b.other")).expect("a name");
    let outcome = check(&folder, &["--fix"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("a.cu: not fixed: may not be written"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("b.cu: not fixed: has several names"), "{}", outcome.stderr);
    assert_eq!((held(folder.path(), "a.cu"), held(folder.path(), "b.cu")), (text.to_vec(), text.to_vec()));
    // Nothing unfinished lies around.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3);
}

#[cfg(unix)]
#[test]
fn the_file_behind_a_link_changes_and_the_link_stays() {
    let folder = folder(&[("real.cu", b"int x;\n// cute: shwo 4:1\n")]);
    std::os::unix::fs::symlink("real.cu", folder.path().join("link.cu")).expect("a link");
    assert_eq!(check(&folder, &["--fix", "link.cu"]).status, 0);
    assert!(fs::symlink_metadata(folder.path().join("link.cu")).expect("a link").is_symlink());
    assert_eq!(held(folder.path(), "real.cu"), b"int x;\n// cute: show 4:1\n");
}

#[test]
fn a_dry_run_prints_a_diff_and_changes_nothing() {
    let folder = folder(&[("a.cu", WRONG.as_bytes())]);
    let outcome = check(&folder, &["--fix", "--dry-run"]);
    assert_eq!(outcome.status, 1);
    assert_eq!(held(folder.path(), "a.cu"), WRONG.as_bytes());
    let (_, diff) = outcome.stdout.split_once("--- a/a.cu").expect("a diff");
    insta::assert_snapshot!(format!("--- a/a.cu{diff}"), @r"
    --- a/a.cu
    +++ b/a.cu
    @@ -2,7 +2,7 @@
     using namespace cute;
     
     void f() {
    -  auto A = make_layout(make_shape(_4{}, _8{}));  // (_4,_8):(_8,_1)
    -  auto B = make_layout(make_shape(_2{}, _2{}));  // (_2,_2):(_2,_1)
    +  auto A = make_layout(make_shape(_4{}, _8{}));  // (_4,_8):(_1,_4)
    +  auto B = make_layout(make_shape(_2{}, _2{}));  // (_2,_2):(_1,_2)
       // cute: assert size(A) == 31
     }

    checked 1 file, 3 layouts: 1 error, 2 warnings
    would fix 2 findings in 1 file
    ");
    assert_eq!(check(&folder, &["--dry-run"]).status, 2);
    assert_eq!(check(&folder, &["--fix", "--dry-run", "--format", "json"]).status, 2);
}

#[test]
fn a_diff_has_the_bytes_of_the_file_and_names_as_git_reads_them() {
    let text = "\u{feff}// cute: shwo 4:1\nint x;\rint y;\n// z";
    let folder = folder(&[("a b.cu", text.as_bytes())]);
    let path = folder.path().canonicalize().expect("a path").join("a b.cu");
    let outcome = check(&folder, &["--fix", "--dry-run", path.to_str().expect("UTF-8")]);
    let diff = "--- a/a b.cu\t\n+++ b/a b.cu\t\n@@ -1,3 +1,3 @@\n-\u{feff}// cute: shwo 4:1\n\
                +\u{feff}// cute: show 4:1\n int x;\rint y;\n // z\n\\ No newline at end of file\n";
    assert!(outcome.stdout.contains(diff), "{:?}", outcome.stdout);
}

/// A line break in a name would make a line of the diff.
#[cfg(unix)]
#[test]
fn a_diff_quotes_the_names_that_git_quotes() {
    let name = "say \"4\"\n+++ other.cu";
    let folder = folder(&[(name, b"// cute: shwo 4:1\n")]);
    let outcome = check(&folder, &["--fix", "--dry-run"]);
    let quoted = r#"say \"4\"\n+++ other.cu""#;
    let diff = format!("--- \"a/{quoted}\n+++ \"b/{quoted}\n@@ -1 +1 @@\n");
    assert!(outcome.stdout.contains(&diff), "{}", outcome.stdout);
}

#[test]
fn strings_of_the_program_are_left() {
    let text = b"def f():\n    \"\"\"\n    cute: shwo 4:1\n    \"\"\"\n    # cute: shwo 8:1\n";
    let folder = folder(&[("a.py", text)]);
    assert_eq!(check(&folder, &["--fix"]).status, 1);
    let fixed = "def f():\n    \"\"\"\n    cute: shwo 4:1\n    \"\"\"\n    # cute: show 8:1\n";
    assert_eq!(String::from_utf8(held(folder.path(), "a.py")).expect("UTF-8"), fixed);
}

#[test]
fn scripts_are_told_which_findings_were_fixed() {
    let folder = folder(&[("a.cu", WRONG.as_bytes())]);
    let outcome = check(&folder, &["--fix", "--format", "json"]);
    assert_eq!(outcome.status, 1);
    let findings: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let told: Vec<(u64, &str, bool)> = findings
        .as_array()
        .expect("an array")
        .iter()
        .map(|finding| {
            let fixed = finding["fixed"].as_bool().expect("whether it was fixed");
            (finding["line"].as_u64().expect("a line"), finding["code"].as_str().expect("a code"), fixed)
        })
        .collect();
    assert_eq!(told, [(5, "wrong-comment", true), (6, "wrong-comment", true), (7, "assert-failed", false)]);
    // Who does not ask is not told.
    let plain = check(&folder, &["--format", "json"]);
    assert!(!plain.stdout.contains("\"fixed\""), "{}", plain.stdout);
}

#[test]
fn only_the_files_that_are_named_are_changed() {
    let text = b"int x;\n// cute: shwo 4:1\n";
    let folder = folder(&[("a.cu", text), ("b.cu", text)]);
    assert_eq!(check(&folder, &["--fix", "a.cu"]).status, 0);
    assert_eq!(held(folder.path(), "b.cu"), text);
}
