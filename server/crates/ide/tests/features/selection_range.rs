use layoutlens_ide::selection_ranges;

use crate::fixture::cuda;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let fixture = cuda(text);
    let ranges = selection_ranges(&fixture.analysis, fixture.cursor);
    let found: Vec<_> = ranges.into_iter().map(|range| &fixture.analysis.text[range]).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_selection_grows_along_nested_tuples_to_the_line() {
    check(
        "  // cute: let A = size((4,(3$0,2)):(2,(8,1)))\n",
        &[
            "3",
            "(3,2)",
            "(4,(3,2))",
            "(4,(3,2)):(2,(8,1))",
            "size((4,(3,2)):(2,(8,1)))",
            "let A = size((4,(3,2)):(2,(8,1)))",
            "cute: let A = size((4,(3,2)):(2,(8,1)))",
            "  // cute: let A = size((4,(3,2)):(2,(8,1)))",
        ],
    );
    check("// cute: let A$0 = 8:1\n", &["A", "let A = 8:1", "cute: let A = 8:1", "// cute: let A = 8:1"]);
}

#[test]
fn a_statement_of_several_lines_grows_to_all_of_them() {
    check(
        "// cute: show (4,\n//   $08)\nint x;\n",
        &["8", "(4,\n//   8)", "show (4,\n//   8)", "cute: show (4,\n//   8)", "// cute: show (4,\n//   8)"],
    );
}

#[test]
fn nothing_grows_outside_of_statements() {
    check("int $0x; // cute: show 8:1\n", &[]);
    check("// (4,$08):(1,4)\n", &[]);
}
