//! `layoutlens show`.

use std::fs;

use crate::binary::{layoutlens, layoutlens_in};

#[test]
fn a_layout_is_drawn_as_text_under_its_value_and_facts() {
    let outcome = layoutlens(&["show", "((2,2),(2,2)):((1,4),(2,8))"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    ((2,2),(2,2)):((1,4),(2,8))
    size 16 · cosize 16 · rank 2 · depth 2 · injective · bijective · vectors of 2
    coalesced: (2,2,2,2):(1,4,2,8)

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
fn an_operation_is_titled_with_what_it_comes_to() {
    let outcome = layoutlens(&["show", "composition((6,2):(8,2), (4,3):(3,1))"]);
    assert!(outcome.stdout.starts_with("((2,2),3):((24,2),8)\nsize 12 "), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("proved for every coordinate"), "{}", outcome.stdout);
}

#[test]
fn a_terminal_gets_colours_and_a_pipe_none() {
    let plain = layoutlens(&["show", "(2,3)"]).stdout;
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let coloured = std::process::Command::new(env!("CARGO_BIN_EXE_layoutlens"))
        .args(["show", "(2,3)"])
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("the binary starts");
    let coloured = String::from_utf8(coloured.stdout).expect("UTF-8");
    assert!(coloured.starts_with("\u{1b}[1m(2,3):(1,2)\u{1b}[0m\n"), "{coloured:?}");
    assert!(coloured.contains("\u{1b}[36m1\u{1b}[0m"), "{coloured:?}");
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').expect("an end of the colour").1;
    }
    assert_eq!(stripped + rest, plain);
}

#[test]
fn rows_and_columns_say_how_much_is_drawn() {
    let usual = layoutlens(&["show", "(64,64)"]).stdout;
    assert!(usual.ends_with("showing 16x16 of 64x64\n"), "{usual}");
    let some = layoutlens(&["show", "(64,64)", "--rows", "2", "--columns", "40"]).stdout;
    assert!(some.ends_with("showing 2x40 of 64x64\n"), "{some}");
    let all = layoutlens(&["show", "(64,64)", "--all"]);
    assert_eq!(all.status, 0);
    assert!(all.stdout.trim_end().ends_with(" 4095"), "{}", all.stdout);
    let svg = layoutlens(&["show", "(64,64)", "--all", "--as", "svg"]).stdout;
    assert!(svg.contains(">4095<"), "the last cell is not in the picture");
}

#[test]
fn more_cells_than_anyone_can_look_at_are_refused_with_the_way_out() {
    let outcome = layoutlens(&["show", "(4096,4096)", "--all"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(outcome.stderr, @"error: 4096 rows of 4096 cells are more than 1048576 cells; name fewer with --rows and --columns");
    let huge = layoutlens(&["show", "(1099511627776,2):(1,0)", "--all"]);
    assert_eq!((huge.status, huge.stdout.as_str()), (2, ""));
    let none = layoutlens(&["show", "(4,4)", "--rows", "0"]);
    assert_eq!((none.status, none.stdout.as_str()), (2, ""));
}

#[test]
fn a_file_is_what_its_ending_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let show = |file: &str| layoutlens_in(folder.path(), &["show", "(4,8):(8,1)", "-o", file]);
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).expect("a file");
    for file in ["a.svg", "a.SVG", "a.txt", "none"] {
        let outcome = show(file);
        assert_eq!((outcome.status, outcome.stdout.as_str(), outcome.stderr.as_str()), (0, "", ""), "{file}");
    }
    assert_eq!(read("a.svg"), layoutlens(&["show", "(4,8):(8,1)", "--as", "svg"]).stdout);
    assert!(read("a.svg").starts_with("<svg ") && read("a.svg").ends_with("</svg>\n"));
    assert_eq!(read("a.SVG"), read("a.svg"));
    assert_eq!(read("a.txt"), layoutlens(&["show", "(4,8):(8,1)"]).stdout);
    assert_eq!(read("none"), read("a.txt"));
}

#[test]
fn a_file_that_cannot_be_what_its_ending_says_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = layoutlens_in(folder.path(), &["show", "4:1", "-o", "a.gif"]);
    assert_eq!((picture.status, picture.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(picture.stderr, @"error: a.gif: a `.gif` file is not written; `.txt`, `.svg`, `.png`, `.tex`, `.json`, `.html` and `.cu` are");
    let other = layoutlens_in(folder.path(), &["show", "4:1", "-o", "a.svg", "--as", "text"]);
    assert_eq!((other.status, other.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(other.stderr, @"error: a.svg: `--as` asks for text, and the file's ending for an SVG picture");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
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
