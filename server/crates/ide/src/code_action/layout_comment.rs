//! The layout of a variable as a comment behind its declaration.

use std::ops::Range;

use layoutlens_eval::{Value, Verdict, host::VariableKind};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::{comment_leader, is_line_comment},
};
use crate::line::line_around;

/// Writes what the only variable that the line declares is, where the line has no comment yet.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let text: &str = &analysis.text;
    let line = line_around(text, selection.start);
    let declared = |kind: VariableKind| matches!(kind, VariableKind::Variable | VariableKind::Alias);
    let on_line = |range: &Range<usize>| line.start <= range.start && range.end <= line.end;
    let mut variables = analysis
        .evaluation
        .host
        .variables
        .iter()
        .filter(|variable| declared(variable.kind) && on_line(&variable.range));
    let (Some(variable), None) = (variables.next(), variables.next()) else { return None };
    // What goes on below, or has a comment, has no place for one.
    let behind = text.get(variable.statement.end.max(variable.range.end)..line.end)?;
    let has_comment = analysis.file.not_code.iter().any(|range| {
        let is_long = text.get(range.start..).is_some_and(|own| own.starts_with("/*"));
        (is_long || is_line_comment(text, range)) && range.start < line.end && line.start < range.end
    });
    if has_comment || !on_line(&variable.statement) || !behind.trim().trim_end_matches(';').is_empty() {
        return None;
    }
    let evaluated = variable.value_for_statements().ok()?;
    if evaluated.thread.is_some()
        || matches!(evaluated.verdict, Verdict::Unproved { .. } | Verdict::Wrong { .. })
    {
        return None;
    }
    let layout = comment_text(&evaluated.value)?;
    let end = line.start + text.get(line.clone())?.trim_end().len();
    let comment = format!("  {} {layout}", comment_leader(analysis.file.language));
    let title = format!("write the layout of `{}` as a comment", variable.name);
    Some(CodeAction::chosen(title, ActionKind::Rewrite, vec![Edit::insert(end, comment)]))
}

/// The value in the spelling of conventional comments; `None` of what they do not speak of.
fn comment_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::Layout(layout) => layout.to_string(),
        Value::CoordinateLayout(layout) => layout.to_string(),
        Value::SymbolicLayout(layout) => layout.to_string(),
        Value::Composed(composed) => composed.to_string(),
        _ => return None,
    };
    // Sizes that are computed of names are read as names of ranks by a person.
    let is_plain =
        !text.contains(['*', '/', '+', '?']) && !text.contains("ceil_div") && !text.contains("min(");
    is_plain.then_some(text)
}
