//! An operand coalesced, or filtered, before the operation.

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_operation::{Code, Operation};

use super::trial::{Trial, replacement};

/// Operands of which the function that they are suffices, where their modes stand in the way.
pub(super) fn fixes(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Some((operation, operands)) = trial.operands(&problem.range) else { return Vec::new() };
    let simpler: &[Operation] = match problem.code {
        // A broadcast mode reaches nothing that the others do not.
        Code::NonInjective => &[Operation::Coalesce, Operation::Filter],
        _ => &[Operation::Coalesce],
    };
    let mut fixes = Vec::new();
    for operand in operands {
        for simpler in simpler.iter().filter(|simpler| **simpler != operation) {
            let text = format!("{simpler}({})", trial.text(&operand.range));
            let fix = replacement(format!("{simpler} first"), &operand.range, text);
            if trial.mends(problem, &fix) {
                fixes.push(fix);
            }
        }
    }
    fixes
}
