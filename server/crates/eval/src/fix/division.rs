//! A division that rounds up.

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{BinaryOperator, ExprKind};

use super::trial::{Trial, replacement};

/// `ceil_div(10, 4)` in the place of `10 / 4`.
pub(super) fn fixes(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let divides = |kind: &ExprKind| matches!(kind, ExprKind::Binary { operator: BinaryOperator::Divide, .. });
    let Some(division) = trial.at(&problem.range, |expr| divides(&expr.kind)) else { return Vec::new() };
    let ExprKind::Binary { left, right, .. } = &division.kind else { return Vec::new() };
    let text = format!("ceil_div({}, {})", trial.text(&left.range), trial.text(&right.range));
    let fix = replacement(format!("round up: `{text}`"), &division.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}
