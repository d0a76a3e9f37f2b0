//! A fact less, where two exclude each other.

use std::ops::Range;

use layoutlens_syntax::{Annotation, Binding, Statement};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::annotation_around,
};
use crate::{diagnostic::Diagnostic, line::line_around};

/// Removes the clause of a `with` that contradicts another, and the statement when it has no other.
pub(super) fn action(analysis: &Analysis, finding: &Diagnostic) -> Option<CodeAction> {
    if finding.code != "contradiction" {
        return None;
    }
    let statement = annotation_around(analysis, finding.range.start)?;
    let Statement::With(clauses) = &statement.statement else { return None };
    let index = clauses.iter().position(|clause| clause.name().range == finding.range)?;
    let range = match clauses.as_slice() {
        [_] => whole(analysis, statement)?,
        _ => clause_range(analysis, statement, clauses, index)?,
    };
    let title = format!("forget this fact about {}", clauses.get(index)?.name().text);
    let edit = Edit { range, text: String::new() };
    Some(CodeAction::chosen(title, ActionKind::QuickFix, vec![edit]).answering(finding))
}

/// A clause with one of the commas beside it.
fn clause_range(
    analysis: &Analysis,
    statement: &Annotation,
    clauses: &[Binding],
    index: usize,
) -> Option<Range<usize>> {
    let clause = clauses.get(index)?;
    if let Some(next) = clauses.get(index + 1) {
        return Some(clause.name().range.start..next.name().range.start);
    }
    let before = clauses.get(index.checked_sub(1)?)?.expression().range.end;
    let comma = analysis.text.get(before..clause.name().range.start)?.find(',')?;
    Some(before + comma..statement.range.end)
}

/// The line of a statement that stands alone on it in a comment of its own.
fn whole(analysis: &Analysis, statement: &Annotation) -> Option<Range<usize>> {
    let text: &str = &analysis.text;
    let line = line_around(text, statement.range.start);
    let before = text.get(line.start..statement.range.start)?.trim();
    let leader = before.strip_suffix(layoutlens_syntax::MARKER)?.trim();
    let is_alone = statement.range.end <= line.end
        && text.get(statement.range.end..line.end)?.trim().is_empty()
        && leader.chars().all(|sign| matches!(sign, '/' | '!' | '#' | '*'))
        && !leader.contains("/*");
    let end = text.get(line.end..)?.find('\n').map_or(text.len(), |length| line.end + length + 1);
    is_alone.then_some(line.start..end)
}
