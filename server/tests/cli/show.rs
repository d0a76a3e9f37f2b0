//! `layoutlens show`.

use std::fs;

use crate::binary::{layoutlens, layoutlens_in};

#[test]
fn a_layout_is_drawn_as_text() {
    let outcome = layoutlens(&["show", "((2,2),(2,2)):((1,4),(2,8))"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
      │ 0 1 │  2  3
    ──┼─────┼──────
    0 │ 0 2 │  8 10
    1 │ 1 3 │  9 11
    ──┼─────┼──────
    2 │ 4 6 │ 12 14
    3 │ 5 7 │ 13 15
    ");
}

#[test]
fn a_bare_tuple_is_drawn_as_its_compact_layout() {
    let outcome = layoutlens(&["show", "(2,3)"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(outcome.stdout, layoutlens(&["show", "(2,3):(1,2)"]).stdout);
}

#[test]
fn a_file_named_svg_is_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = layoutlens_in(folder.path(), &["show", "(4,8):(8,1)", "-o", "a.svg"]);
    assert_eq!((outcome.status, outcome.stdout.as_str(), outcome.stderr.as_str()), (0, "", ""));
    let written = fs::read_to_string(folder.path().join("a.svg")).expect("a file");
    assert_eq!(written, layoutlens(&["show", "(4,8):(8,1)", "--as", "svg"]).stdout);
    assert!(written.starts_with("<svg ") && written.ends_with("</svg>\n"));
}

#[test]
fn a_file_that_cannot_be_written_is_status_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = layoutlens_in(folder.path(), &["show", "4:1", "-o", "no/such/a.txt"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with("error: no/such/a.txt: "), "{}", outcome.stderr);
}

#[test]
fn what_has_no_grid_is_said() {
    let outcome = layoutlens(&["show", "size((4,8))"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stderr, @"error: an integer has no grid");
}
