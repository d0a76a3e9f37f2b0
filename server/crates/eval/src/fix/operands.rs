//! Operands that are too many, or have too many modes.

use std::ops::Range;

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{Expr, ExprKind};

use super::{
    number,
    trial::{Trial, replacement},
};

/// Surplus operands as one: `zipped_divide(A, 2, 4)` as `zipped_divide(A, <2, 4>)`.
pub(super) fn counted(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Some((operation, operands)) = trial.operands(&problem.range) else { return Vec::new() };
    let most = *operation.arity().end();
    let surplus = most.checked_sub(1).and_then(|first| operands.get(first..)).unwrap_or_default();
    let (Some(first), Some(last)) = (surplus.first(), surplus.last()) else { return Vec::new() };
    if surplus.len() < 2 {
        return Vec::new();
    }
    let range = first.range.start..last.range.end;
    let inside = trial.text(&range);
    let brackets = if operation.is_divide() { [('<', '>'), ('(', ')')] } else { [('(', ')'), ('<', '>')] };
    let fixes = brackets.map(|(open, close)| {
        let text = format!("{open}{inside}{close}");
        replacement(format!("take `{text}` as one operand"), &range, text)
    });
    // What a second pair of brackets would mean is another thing only where the first means nothing.
    fixes
        .into_iter()
        .find(|fix| {
            trial.outcome(fix).is_some_and(|outcome| outcome.problems.is_empty() && outcome.is_settled)
        })
        .into_iter()
        .collect()
}

/// A tiler without the modes that the layout does not have; a mode that there is.
pub(super) fn ranked(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let elements = |expr: &Expr| matches!(&expr.kind, ExprKind::Tiler(_) | ExprKind::Tuple(_));
    let lists = trial.operands(&problem.range).map(|(_, operands)| operands).unwrap_or_default();
    let shortened = lists.into_iter().rev().filter(|list| elements(list)).find_map(|list| {
        let (ExprKind::Tiler(modes) | ExprKind::Tuple(modes)) = &list.kind else { return None };
        let shorter = (1..modes.len()).rev().filter_map(|kept| {
            let last = modes.get(kept.checked_sub(1)?)?;
            let surplus: Range<usize> = last.range.end..modes.last()?.range.end;
            let count = modes.len() - kept;
            let title = if count == 1 {
                "drop the last mode".to_owned()
            } else {
                format!("drop the last {count} modes")
            };
            Some(replacement(title, &surplus, ""))
        });
        shorter.into_iter().find(|fix| trial.mends(problem, fix))
    });
    match shortened {
        Some(fix) => vec![fix],
        None => number::named(problem, trial),
    }
}
