//! Layouts with run-time integers against what CuTe prints for them: the vectors in which all integers are run-time
//! ones, and recorded programs in which some are (`tests/symbolic/recorded.jsonl`: `_4` is static, `4` is not).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "symbolic/operations.rs"]
mod operations;

use std::path::{Path, PathBuf};

use layout_algebra::symbolic::{Expression, Facts, SymbolicLayout, coalesce, zipped_divide};

/// One line: an operation, its arguments and CuTe's answer.
#[derive(serde::Deserialize)]
struct Case {
    op: String,
    args: Vec<String>,
    result: Option<String>,
    why: Option<String>,
}

impl Case {
    fn expected(&self) -> String {
        match (&self.result, &self.why) {
            (Some(result), _) => result.clone(),
            (None, why) => format!("error {}", why.as_deref().unwrap_or("")),
        }
    }

    fn found(&self) -> String {
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        operations::run(&self.op, &args).unwrap_or_else(|| format!("no operation {}", self.op))
    }
}

fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn differences(cases: &[Case], plain: impl Fn(&str) -> String) -> Vec<String> {
    let differs = |case: &&Case| plain(&case.found()) != case.expected();
    let describe = |case: &Case| {
        format!("{} {:?}: {} but found {}", case.op, case.args, case.expected(), plain(&case.found()))
    };
    cases.iter().filter(differs).map(describe).collect()
}

/// Rows of the sample.
const SAMPLE: usize = 43;

/// The vectors are no part of the repository: `LAYOUTLENS_VECTORS` names their folder, default `../shared/vectors`
/// beside the repository. Where they are missing, the sample stands in.
fn dynamic_vectors() -> (PathBuf, bool) {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("LAYOUTLENS_VECTORS").map(PathBuf::from);
    let all = named.unwrap_or_else(|| crate_folder.join("../../shared/vectors")).join("dynamic.jsonl");
    match all.is_file() {
        true => (all, true),
        false => (crate_folder.join("tests/vectors-sample/dynamic.jsonl"), false),
    }
}

#[test]
fn all_integers_at_run_time_give_what_cute_prints() {
    let (path, are_all) = dynamic_vectors();
    let cases = cases(&path);
    assert_eq!(cases.len(), if are_all { 157 } else { SAMPLE });
    let differences =
        differences(&cases, |text| text.replace('_', "").replace("runtimecrash", "runtime_crash"));
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), cases.len(), differences.join("\n"));
}

#[test]
fn static_and_run_time_integers_mixed_give_what_cute_prints() {
    let cases = cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/symbolic/recorded.jsonl"));
    // Why CuTe does not compile a program is not recorded.
    let plain = |text: &str| match text.strip_prefix("error ") {
        Some(why) if why != "runtime_crash" => "error refused".to_owned(),
        _ => text.to_owned(),
    };
    let differences = differences(&cases, plain);
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), cases.len(), differences.join("\n"));
}

/// What the CuTe DSL 4.8.1 prints for layouts of `M`, `N` and of `A`, of which it assumes that 8 divides it.
#[test]
fn run_time_integers_print_as_the_dsl_prints_them() {
    let facts = Facts::default().divides(8, "A");
    let layout = |text: &str| {
        let layout: SymbolicLayout = text.parse().unwrap();
        layout.map(&|integer| facts.apply(integer)).unwrap()
    };
    let divided = |text: &str, tiler: &str| zipped_divide(&layout(text), &tiler.parse().unwrap()).unwrap();
    let a = "(A,4,N):(1,A,4*A)";
    for (layout, dsl) in [
        (layout("(M,N):(1,M)"), "(?,?):(1,?)"),
        (layout(a), "(?{div=8},4,?):(1,?{div=8},?{div=32})"),
        (coalesce(&layout(a)).unwrap(), "(?{div=8},4,?):(1,?{div=8},?{div=32})"),
        (divided("(M,N):(1,M)", "<128,64>"), "((128,64),(?,?)):((1,?),(128,?{div=64}))"),
        (divided(a, "<128,2,1>"), "((128,2,1),(?,2,?)):((1,?{div=8},0),(128,?{div=16},?{div=32}))"),
    ] {
        assert_eq!(layout.dsl(), dsl, "{layout}");
        assert_eq!(dsl.parse::<SymbolicLayout>().unwrap().dsl(), dsl);
        assert_eq!(dsl.parse::<SymbolicLayout>().unwrap().to_string(), dsl);
    }
}

#[test]
fn each_question_mark_is_an_integer_of_its_own() {
    let layout: SymbolicLayout = "(?,?):(1,?)".parse().unwrap();
    assert_eq!(layout.names().len(), 3);
}

#[test]
fn expressions_have_limits() {
    let why = |text: &str| text.parse::<Expression>().map_err(|error| error.why());
    let sum = (0..100).map(|index| format!("n{index}")).collect::<Vec<_>>().join("+");
    assert_eq!(why(&sum), Err("too_large"));
    let nested = (0..40).fold("M".to_owned(), |text, index| format!("max({text},n{index})/3"));
    assert_eq!(why(&nested), Err("too_large"));
    // Each round holds the last one three times: no text of it is ever written.
    let mut doubled: Expression = "M".parse().unwrap();
    let why_doubled = loop {
        let next = doubled
            .times(&doubled)
            .and_then(|square| square.plus(&doubled))
            .and_then(|sum| sum.quotient(&doubled.plus(&Expression::constant(3)).unwrap()));
        match next {
            Ok(next) => doubled = next,
            Err(error) => break error.why(),
        }
    };
    assert_eq!(why_doubled, "too_large");
    assert!(doubled.to_string().len() < 1 << 16);
    assert_eq!(why(&format!("{}M{}", "(".repeat(10_000), ")".repeat(10_000))), Err("too_large"));
    assert_eq!(why(&format!("{}M", "-".repeat(10_000))), Err("too_large"));
    assert_eq!(why("M*9223372036854775807*2"), Err("overflow"));
    assert_eq!(why("M/0"), Err("runtime_crash"));
    assert_eq!(why("M%(N-N)"), Err("runtime_crash"));
}
