//! What the values of a function rest on, bound by statements: what the lens over the function or class does.

use std::ops::Range;

use layoutlens_eval::host::Variable;
use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};
use crate::{host_hint::HintKinds, line::lines_around, suppositions::supposition_heads};

/// On the line where the function begins, and on those of values that rest on something.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let lines = lines_around(&analysis.text, selection);
    let is_here = |at: usize| lines.start <= at && at <= lines.end;
    let variables = &analysis.evaluation.host.variables;
    let rests = |variable: &&Variable| !variable.supposed.is_empty() && is_here(variable.range.start);
    let value = variables.iter().find(rests).map(|variable| variable.range.start);
    let heads = supposition_heads(analysis, HintKinds::default()).into_iter();
    let binding = heads
        .filter(|head| is_here(head.holder.start) || value.is_some_and(|at| head.holder.contains(&at)))
        .find_map(|head| head.binding)?;
    let edits = binding.insertions.into_iter().map(|(offset, text)| Edit::insert(offset, text));
    Some(CodeAction::chosen(binding.title, ActionKind::Rewrite, edits.collect()))
}
