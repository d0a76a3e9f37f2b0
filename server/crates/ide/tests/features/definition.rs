use layoutlens_ide::definition;

use crate::fixture::cuda;

#[track_caller]
fn check(text: &str, expected: Option<&str>) {
    let fixture = cuda(text);
    let found = definition(&fixture.analysis, fixture.cursor)
        .map(|range| (range.start, &fixture.analysis.text[range]));
    let expected = expected.map(|name| {
        let at = fixture.analysis.text.find(&format!("let {name}")).map(|at| at + 4);
        (at.or_else(|| fixture.analysis.text.find(&format!("with {name}")).map(|at| at + 5)).unwrap(), name)
    });
    assert_eq!(found, expected);
}

#[test]
fn a_name_leads_to_the_statement_that_binds_it() {
    check("// cute: let A = 8:2\n// cute: show size($0A)\n", Some("A"));
    check("// cute: with M = 8\n// cute: show ($0M,4)\n", Some("M"));
    check("// cute: with M = 8\n// cute: with $0M % 4 == 0\n", Some("M"));
    check("// cute: with TA = f16\n// cute: run copy 8:1 -> 8:1 : $0TA\n", Some("TA"));
}

#[test]
fn a_name_that_nothing_binds_leads_nowhere() {
    check("// cute: show size($0A)\n", None);
}
