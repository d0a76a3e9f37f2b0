//! Operands of a `run` that do not fit each other.

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{Run, Statement};

use super::trial::{Form, Trial, replacement};

/// A destination that holds each element once: compact, its modes in the order of their strides.
pub(super) fn apart(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Form::Statement(Statement::Run(Run::Copy { destination, .. } | Run::Gemm { c: destination, .. })) =
        trial.form
    else {
        return Vec::new();
    };
    let like = format!("make_layout_like({})", trial.text(&destination.range));
    let Some(compact) = trial.value(&like) else { return Vec::new() };
    let text = compact.to_string();
    let fix = replacement(format!("make it compact: {text}"), &destination.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}

/// B as (N,K) where it was given as (K,N), and likewise the others.
pub(super) fn transposed(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Form::Statement(Statement::Run(Run::Gemm { a, b, c, .. })) = trial.form else { return Vec::new() };
    let transposed = [(a, "A"), (b, "B"), (c, "C")].map(|(operand, name)| {
        let text = format!("select<1,0>({})", trial.text(&operand.range));
        replacement(format!("transpose {name}"), &operand.range, text)
    });
    transposed.into_iter().filter(|fix| trial.mends(problem, fix)).collect()
}
