//! A claim that holds in another form.

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{BinaryOperator, ExprKind};

use super::trial::{Trial, replacement};

/// Layouts of other modes that are the same function.
pub(super) fn fixes(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let compares = |kind: &ExprKind| matches!(kind, ExprKind::Binary { operator: BinaryOperator::Equal, .. });
    let Some(claim) = trial.at(&problem.range, |expr| compares(&expr.kind)) else { return Vec::new() };
    let ExprKind::Binary { left, right, .. } = &claim.kind else { return Vec::new() };
    let text = format!("equivalent({}, {})", trial.text(&left.range), trial.text(&right.range));
    let fix = replacement("compare as functions", &claim.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}
