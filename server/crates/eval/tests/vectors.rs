//! Every line of the test vectors through the grammar, the table of operations and the algebra: the path that
//! statements take.
//!
//! The vectors are no part of the repository: `LAYOUTLENS_VECTORS` names their folder, default `../shared/vectors`
//! beside the repository. Where they are missing, the algebra's sample stands in. `cargo xtask vectors` counts them.

#![expect(clippy::print_stdout, reason = "a run on the sample alone must not look like a full one")]

use std::path::{Path, PathBuf};

use layoutlens_eval::batch::{BatchAnswer, batch};
use serde_json::Value;

fn folder() -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let named = std::env::var_os("LAYOUTLENS_VECTORS").map(PathBuf::from);
    let beside = named.unwrap_or_else(|| repository.join("../shared/vectors"));
    if beside.join("composition.jsonl").is_file() {
        return beside;
    }
    let sample = repository.join("algebra/tests/vectors-sample");
    println!("WARNING: no test vectors in {}; only {} runs", beside.display(), sample.display());
    sample
}

fn text<'v>(case: &'v Value, key: &str) -> &'v str {
    case.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// What is wrong with the answer to a case, if anything.
fn difference(case: &Value) -> Option<String> {
    let operands: Vec<&str> =
        case["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let answer = batch(text(case, "op"), &operands);
    let agrees = match &answer {
        BatchAnswer::Result { offset, .. } if case["offset"].as_i64().map(|at| at.to_string()) != *offset => {
            false
        }
        BatchAnswer::Result { value, .. } => match &case["result"] {
            Value::String(expected) => *expected == value.to_string(),
            Value::Null => false,
            list => format!("{list}") == format!("{value}"),
        },
        BatchAnswer::Refused { why, .. } => {
            case["error"] == true && (*why == text(case, "why") || matches!(text(case, "why"), "" | "other"))
        }
        BatchAnswer::Unsupported => false,
    };
    (!agrees).then(|| format!("{case}\n    found {answer:?}"))
}

/// Whether the verdict contradicts what enumeration says of a case.
fn verdict_difference(case: &Value) -> Option<String> {
    let operands: Vec<&str> =
        case["args"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let BatchAnswer::Result { verdict, .. } = batch(text(case, "op"), &operands) else { return None };
    // The flag comes from an enumeration that rounds towards minus infinity where C++ truncates, so it says nothing
    // about CuTe when a coordinate can be negative.
    let negative = operands.iter().any(|operand| operand.contains('-'));
    let wrong = case["functional"] == false && !negative;
    let agrees = if wrong { matches!(verdict, "wrong" | "needs_predicate") } else { true };
    (!agrees).then(|| format!("{case}\n    verdict {verdict}"))
}

#[test]
fn statements_give_what_cute_gives() {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    assert!(!files.is_empty(), "no vectors in {}", folder().display());
    let mut failures = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let cases = text.lines().filter(|line| !line.is_empty());
        for case in cases.map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            // Run-time integers are another question; what is unspecified may have any answer.
            if case["mode"] != "dynamic" && case["unspecified"].is_null() {
                failures.extend(difference(&case).or_else(|| verdict_difference(&case)));
            }
        }
    }
    let shown: Vec<&str> = failures.iter().take(40).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), shown.join("\n"));
}
