//! The rows of `dynamic.jsonl`: the same operations when every integer is known at run time only.

#[path = "../symbolic/operations.rs"]
mod operations;

use super::operations::Outcome;

/// What CuTe gives for these operands as run-time integers, without the `_` of integers that it makes static.
pub(crate) fn run(op: &str, args: &[&str]) -> Outcome {
    match operations::run(op, args) {
        Some(error) if error.starts_with("error ") => Outcome::Text(error),
        Some(text) => Outcome::Text(text.replace('_', "")),
        None => Outcome::NotCovered,
    }
}
