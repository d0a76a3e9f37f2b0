use layoutlens_ide::folding_ranges;

use crate::fixture::{Fixture, cuda, python};

/// Compares the first and the last lines, counted from 0, of what can be folded.
#[track_caller]
fn check(fixture: &Fixture, expected: &[(usize, usize, bool)]) {
    check_most(fixture, None, expected);
}

/// As [`check`], for an editor that takes so many at most.
#[track_caller]
fn check_most(fixture: &Fixture, most: Option<usize>, expected: &[(usize, usize, bool)]) {
    let line = |at: usize| fixture.analysis.text[..at].matches('\n').count();
    let ranges = folding_ranges(&fixture.analysis, most).into_iter();
    let found: Vec<_> = ranges
        .map(|folding| (line(folding.range.start), line(folding.range.end), folding.is_comment))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn statements_that_follow_each_other_fold_together() {
    check(
        &cuda(
            "// cute: let A = 8:1\n// cute: show A\n\n// cute: show 4:1\n\n// cute: show (4,\n//   8)\n// cute: show 2:1\n",
        ),
        &[(0, 1, true), (5, 7, true)],
    );
    check(&cuda("// cute: show 8:1\n// cute: show (4,\n//   8)\n"), &[(0, 2, true), (1, 2, true)]);
}

#[test]
fn a_file_without_statements_to_fold_is_left_to_others() {
    check(&cuda("void f() {\n  int x;\n}\n// cute: show 8:1\n"), &[]);
}

#[test]
fn blocks_of_code_fold_beside_statements() {
    let text = "void f() {
  // cute: let A = 8:1
  // cute: show A
  for (;;) {
    g(\"{\");  // {
  }
}
";
    check(&cuda(text), &[(0, 5, false), (1, 2, true), (3, 4, false)]);
    let text = "def f():
    # cute: let A = 8:1
    # cute: show A
    for x in y:  # over y
        g()

# not in it
    h(\"\"\"
text:
\"\"\")

z = 1
";
    check(&python(text), &[(0, 7, false), (1, 2, true), (3, 4, false)]);
}

#[test]
fn an_editor_that_takes_few_gets_statements_and_the_outermost_blocks() {
    let text = "void f() {
  for (;;) {
    if (x) {
      g();
    }
  }
}
void h() {
  // cute: let A = 8:1
  // cute: show A
}
";
    let fixture = cuda(text);
    check(&fixture, &[(0, 5, false), (1, 4, false), (2, 3, false), (7, 9, false), (8, 9, true)]);
    check_most(&fixture, Some(4), &[(0, 5, false), (1, 4, false), (7, 9, false), (8, 9, true)]);
    check_most(&fixture, Some(3), &[(0, 5, false), (7, 9, false), (8, 9, true)]);
    check_most(&fixture, Some(1), &[(8, 9, true)]);
    check_most(&fixture, Some(0), &[]);
}
