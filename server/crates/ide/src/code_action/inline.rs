//! The value of a `let` in the place of its name.

use std::ops::Range;

use layoutlens_syntax::{Expr, ExprKind, Statement, statement_line};
use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};
use crate::definition::definition;

/// Replaces the name under the cursor by what its `let` binds it to. What that was made of must not have been bound again in
/// between.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let at = selection.start;
    let touches = |range: &Range<usize>| range.start <= at && at <= range.end;
    let reference = analysis.evaluation.references.iter().find(|reference| touches(&reference.range))?;
    let bound_at = definition(analysis, at)?;
    let (name, value) =
        analysis.file.annotations.iter().find_map(|annotation| match &annotation.statement {
            Statement::Let { name, value } if name.range == bound_at => Some((name, value)),
            _ => None,
        })?;
    let between = value.range.end..reference.range.start;
    if between.start > between.end || is_bound_again(analysis, value, &between) {
        return None;
    }
    let line = statement_line(&analysis.text, value.range.clone());
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = if is_one_word(value) { line } else { format!("({line})") };
    let edit = Edit { range: reference.range.clone(), text };
    Some(CodeAction::chosen(format!("inline `{}`", name.text), ActionKind::Inline, vec![edit]))
}

/// Whether the value needs no parentheses wherever a name stands. A number or a tuple in parentheses would be a tuple of one.
fn is_one_word(value: &Expr) -> bool {
    !matches!(
        value.kind,
        ExprKind::Layout { .. } | ExprKind::Composed { .. } | ExprKind::Binary { .. } | ExprKind::Negate(_)
    )
}

/// Whether a statement in `between` binds a name that the value uses.
fn is_bound_again(analysis: &Analysis, value: &Expr, between: &Range<usize>) -> bool {
    let inside = |range: &Range<usize>| between.start <= range.start && range.end <= between.end;
    let uses = |name: &str| {
        value.with_parts().iter().any(|part| matches!(&part.kind, ExprKind::Name(used) if used == name))
    };
    analysis.file.annotations.iter().filter(|annotation| inside(&annotation.range)).any(|annotation| {
        match &annotation.statement {
            Statement::Let { name, .. } => uses(&name.text),
            Statement::With(clauses) => clauses.iter().any(|clause| uses(&clause.name().text)),
            _ => false,
        }
    })
}
