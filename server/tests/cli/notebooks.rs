//! Notebooks on the command line: findings and layouts by cell and line.

use std::fs;

use serde_json::Value;

use crate::binary::{layoutlens, layoutlens_in};

const NOTEBOOK: &str = "test-workspaces/python/layouts.ipynb";

/// A notebook in which one cell is wrong.
const WRONG: &str = r##"{"cells": [
  {"cell_type": "markdown", "source": "# cute: assert 1 == 2"},
  {"cell_type": "code", "source": ["!ls\n", "# cute: let A = (6,2):(8,2)"]},
  {"cell_type": "code", "source": "# cute: show A\n# cute: assert A == (6,2):(8,3)"},
  {"cell_type": "code", "source": "%%bash\n# cute: assert 1 == 2"}
], "nbformat": 4}"##;

#[test]
fn the_cells_of_a_notebook_are_shown_with_their_hints() {
    let outcome = layoutlens(&["inspect", NOTEBOOK]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout);
}

#[test]
fn layouts_of_a_notebook_have_cell_and_line() {
    let outcome = layoutlens(&["inspect", NOTEBOOK, "--format", "json"]);
    let layouts: Vec<Value> = serde_json::from_str(&outcome.stdout).expect("an array");
    let places: Vec<_> = layouts.iter().map(|one| (&one["name"], &one["cell"], &one["line"])).collect();
    let expected =
        serde_json::json!([["tile", 3, 3], ["halves", 3, 4], ["T", 3, 6], [null, 4, 2], [null, 4, 3]]);
    let shown: Vec<Value> =
        places.iter().map(|(name, cell, line)| serde_json::json!([name, cell, line])).collect();
    assert_eq!(Value::Array(shown), expected);
}

#[test]
fn findings_of_a_notebook_have_cell_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("book.ipynb"), WRONG).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["check", "."]);
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("--> book.ipynb#cell3:2:"), "{}", outcome.stdout);
    assert!(outcome.stdout.ends_with("checked 1 file, 3 layouts: 1 error\n"), "{}", outcome.stdout);
    let outcome = layoutlens_in(folder.path(), &["check", "book.ipynb", "--format", "json"]);
    let findings: Vec<Value> = serde_json::from_str(&outcome.stdout).expect("an array");
    let [finding] = findings.as_slice() else { panic!("one finding: {findings:?}") };
    assert_eq!(
        (&finding["file"], &finding["cell"], &finding["line"]),
        (&"book.ipynb".into(), &3.into(), &2.into())
    );
}

/// A bracket that a cell leaves open takes in what stands in the next one.
#[test]
fn a_finding_that_reaches_into_the_next_cell_stands_where_it_begins() {
    let book = r#"{"cells": [
      {"cell_type": "code", "source": "import cutlass.cute as cute"},
      {"cell_type": "code", "source": "x = cute.composition(cute.make_layout((6, 2), stride=(8, 2)), cute.make_layout("},
      {"cell_type": "code", "source": "    (5, 3), stride=(3, 1)))"}
    ], "nbformat": 4}"#;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("book.ipynb"), book).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["check", "book.ipynb", "--format", "json"]);
    let findings: Vec<Value> = serde_json::from_str(&outcome.stdout).expect("an array");
    let places: Vec<_> = findings.iter().map(|one| (&one["cell"], &one["line"])).collect();
    assert_eq!(serde_json::json!(places), serde_json::json!([[2, 1]]), "{findings:?}");
}

#[test]
fn what_is_no_notebook_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("book.ipynb"), "{\"cells\": 3}").expect("a file");
    let outcome = layoutlens_in(folder.path(), &["check", "book.ipynb"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stderr.contains("book.ipynb: no notebook that is read: "), "{}", outcome.stderr);
    // One of another language has nothing to read.
    let julia = r#"{"cells": [{"cell_type": "code", "source": "@"}], "metadata": {"kernelspec": {"language": "julia"}}}"#;
    fs::write(folder.path().join("book.ipynb"), julia).expect("a file");
    let outcome = layoutlens_in(folder.path(), &["check", "book.ipynb"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{}", outcome.stdout);
}
