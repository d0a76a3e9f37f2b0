//! Layouts with run-time integers against what CuTe prints for them: the vectors in which all integers are run-time
//! ones, and recorded programs in which some are (`tests/symbolic/recorded.jsonl`: `_4` is static, `4` is not).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "symbolic/operations.rs"]
mod operations;

use std::path::{Path, PathBuf};

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

/// The vectors are no part of the repository: `LAYOUTLENS_VECTORS` names their folder, default `../shared/vectors`
/// beside the repository.
fn dynamic_vectors() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors");
    let folder = std::env::var_os("LAYOUTLENS_VECTORS").map_or_else(beside, PathBuf::from);
    Some(folder.join("dynamic.jsonl")).filter(|path| path.is_file())
}

#[test]
fn all_integers_at_run_time_give_what_cute_prints() {
    let Some(path) = dynamic_vectors() else { return };
    let cases = cases(&path);
    assert_eq!(cases.len(), 157);
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
