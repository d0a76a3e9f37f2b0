//! Every line of the test vectors whose operation this crate has, against the answer of CuTe.
//!
//! The vectors are no part of the repository: `LAYOUTLENS_VECTORS` names their folder, default
//! `../shared/vectors` beside the repository. Where they are missing, `tests/vectors-sample` stands in.
//!
//! `cargo xtask vectors` prints the counts beside those of `layoutlens eval --batch`; it asks for them as JSON in the
//! file that `LAYOUTLENS_VECTORS_REPORT` names.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod vectors {
    pub(crate) mod atoms_mma;
    pub(crate) mod copies;
    pub(crate) mod operations;
    pub(crate) mod proofs;
    pub(crate) mod run_time;
}

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use layout_algebra::proof::Verdict;
use serde_json::Value;
use vectors::operations::{Outcome, run};
use vectors::run_time;

/// One line of a vectors file.
#[derive(serde::Deserialize)]
struct Case {
    op: String,
    #[serde(default)]
    args: Vec<String>,
    result: Option<Value>,
    offset: Option<i64>,
    #[serde(default)]
    error: bool,
    why: Option<String>,
    mode: Option<String>,
    unspecified: Option<String>,
    functional: Option<bool>,
    first_bad: Option<i64>,
    #[serde(default)]
    size_changed: bool,
}

impl Case {
    /// What this crate must give.
    fn expected(&self) -> String {
        match (&self.result, self.error) {
            (_, true) => format!("error {}", self.why.as_deref().unwrap_or("")),
            (Some(Value::String(text)), _) => match self.offset {
                Some(offset) => format!("{text} at {offset}"),
                None => text.clone(),
            },
            (Some(value), _) => value.to_string(),
            (None, _) => "a case without result".to_owned(),
        }
    }

    fn agrees(&self, found: &str) -> bool {
        let reason_is_free = self.error && self.why.as_deref().is_none_or(|why| why == "other");
        found == self.expected() || reason_is_free && found.starts_with("error ")
    }
}

/// How the cases of one file came out.
#[derive(Default, serde::Serialize)]
struct Count {
    cases: usize,
    /// Right, of those that are neither unspecified nor of run-time integers.
    passed: usize,
    /// Input outside of an operation's precondition: any answer will do.
    unspecified: usize,
    /// Cases of run-time integers, and how many of them are right.
    run_time: usize,
    run_time_passed: usize,
    /// By operation.
    not_covered: BTreeMap<String, usize>,
    failures: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "a run on the sample alone must not look like a full one")]
fn folder() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("LAYOUTLENS_VECTORS").map(PathBuf::from);
    let beside = named.unwrap_or_else(|| crate_folder.join("../../shared/vectors"));
    if beside.join("composition.jsonl").is_file() {
        return beside;
    }
    let sample = crate_folder.join("tests/vectors-sample");
    println!(
        "WARNING: no test vectors in {}; only the small sample in {} runs",
        beside.display(),
        sample.display()
    );
    sample
}

fn count(path: &Path) -> Count {
    let text = std::fs::read_to_string(path).unwrap();
    let mut count = Count::default();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let case: Case = serde_json::from_str(line).unwrap();
        count.cases += 1;
        if case.unspecified.is_some() {
            count.unspecified += 1;
            continue;
        }
        let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
        let is_run_time = case.mode.as_deref() == Some("dynamic");
        count.run_time += usize::from(is_run_time);
        let outcome = if is_run_time { run_time::run(&case.op, &args) } else { run(&case.op, &args) };
        match outcome {
            Outcome::NotCovered => *count.not_covered.entry(case.op).or_default() += 1,
            Outcome::Text(found) if case.agrees(&found) && is_run_time => count.run_time_passed += 1,
            Outcome::Text(found) if case.agrees(&found) => count.passed += 1,
            Outcome::Text(found) => {
                count.failures.push(format!(
                    "{} {:?}: {} but found {found}",
                    case.op,
                    case.args,
                    case.expected()
                ));
            }
        }
    }
    count
}

/// The vectors' files that are there, by name.
fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The cases of static integers with a result that this crate is held to.
fn specified_cases() -> impl Iterator<Item = Case> {
    let lines = files().into_iter().flat_map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    lines
        .map(|line| serde_json::from_str::<Case>(&line).unwrap())
        .filter(|case| case.unspecified.is_none() && case.mode.as_deref() != Some("dynamic") && !case.error)
}

#[test]
fn verdicts_agree_with_the_enumeration_of_the_vectors() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for case in specified_cases() {
        let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
        let Some((value, verdict, steps)) = vectors::proofs::prove(&case.op, &args) else { continue };
        *counts.entry(format!("{} {}", case.op, verdict.name())).or_default() += 1;
        let described = format!("{} {:?} = {value}: {verdict:?}", case.op, case.args);
        if Some(&Value::String(value.clone())) != case.result.as_ref() {
            failures.push(format!("another value: {described}"));
        }
        if steps.last().and_then(|step| step.value.as_ref()) != Some(&value) {
            failures.push(format!("the steps end elsewhere: {described}, {steps:?}"));
        }
        let must_be_wrong = case.functional == Some(false);
        // The vectors have no flags for coordinate strides, products and tile_to_shape.
        let is_flagged = !args.iter().any(|text| text.contains('@'))
            && !case.op.ends_with("_product")
            && case.op != "tile_to_shape";
        let is_right = match &verdict {
            Verdict::Proved => !must_be_wrong && !case.size_changed,
            Verdict::Wrong { at, .. } => {
                let is_first = case.first_bad.is_none_or(|first| first == *at);
                must_be_wrong && is_first || case.size_changed || !is_flagged
            }
            Verdict::NeedsPredicate { covers, of, .. } => covers > of && (case.size_changed || !is_flagged),
            Verdict::Unproved { .. } => false,
        };
        if !is_right {
            failures.push(format!(
                "functional {:?} at {:?}, size changed {}: {described}",
                case.functional, case.first_bad, case.size_changed
            ));
        }
    }
    for (name, count) in counts {
        println!("{count:>5} {name}");
    }
    for failure in &failures {
        println!("FAILED {failure}");
    }
    assert_eq!(failures.len(), 0, "verdicts differ from the enumeration of the vectors");
}

#[test]
fn every_covered_case_has_the_result_of_cute() {
    let counts: BTreeMap<String, Count> = files()
        .iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), count(path)))
        .collect();
    if let Some(path) = std::env::var_os("LAYOUTLENS_VECTORS_REPORT") {
        std::fs::write(path, serde_json::to_string(&counts).unwrap()).unwrap();
    }
    for (name, count) in &counts {
        let specified = count.cases - count.unspecified - count.run_time;
        println!(
            "{name:<26} {:>5} / {specified:>5}, run-time integers {:>3} / {:>3}, {} unspecified",
            count.passed, count.run_time_passed, count.run_time, count.unspecified,
        );
        if !count.not_covered.is_empty() {
            println!("    not covered: {:?}", count.not_covered);
        }
        for failure in count.failures.iter().take(20) {
            println!("    FAILED {failure}");
        }
    }
    let failed: usize = counts.values().map(|count| count.failures.len()).sum();
    assert_eq!(failed, 0, "cases differ from CuTe");
}
