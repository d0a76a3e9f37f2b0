//! The steps of operations that do not tell their own, for the hover.

use super::{Arguments, Operation, table::columns};
use crate::Evaluated;

/// The most steps that a value keeps: layouts of thousands of modes have thousands, and nobody reads them.
const MOST_STEPS: usize = 128;

/// The value with the steps that lead to it, where the operation has not told them, and with what decided its verdict.
pub(super) fn explained(
    operation: Operation,
    mut evaluated: Evaluated,
    arguments: &Arguments<'_>,
) -> Evaluated {
    if evaluated.value.unknown_reason().is_some() {
        return evaluated;
    }
    let columns = columns(operation);
    let tell = if evaluated.steps.is_empty() { columns.steps } else { columns.verdict };
    let told = tell.and_then(|tell| tell(arguments)).and_then(Result::ok);
    evaluated.steps.extend(told.unwrap_or_default().into_iter().map(|step| step.text));
    if evaluated.steps.len() > MOST_STEPS {
        // The last step holds the result.
        evaluated.steps.drain(MOST_STEPS - 1..evaluated.steps.len() - 1);
    }
    evaluated
}
