//! A part of a statement as a `let` of its own.

use std::ops::Range;

use layoutlens_syntax::{Expr, ExprKind, statement_line};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::{annotation_around, statement_above},
};

/// How many names are tried for a part.
const MOST_NAMES: usize = 100;

/// Names the selected expression in a `let` above the statement, and uses the name wherever the statement has the same.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let text: &str = &analysis.text;
    let selected = trimmed(text, selection)?;
    let statement = annotation_around(analysis, selected.start)?;
    let whole = statement.statement.expressions();
    let parts: Vec<&Expr> = whole.iter().flat_map(|expr| nameable(expr)).collect();
    let chosen = parts.iter().find(|part| part.range == selected)?;
    let line = |range: &Range<usize>| {
        let line = statement_line(text, range.clone());
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let value = line(&chosen.range);
    let name = free_name(analysis)?;
    let mut uses: Vec<Range<usize>> =
        parts.iter().filter(|part| line(&part.range) == value).map(|part| part.range.clone()).collect();
    uses.sort_by_key(|range| range.start);
    uses.dedup();
    let binding = statement_above(analysis, statement.range.start, &[format!("let {name} = {value}")])?;
    let uses = uses.into_iter().map(|range| Edit { range, text: name.clone() });
    let edits = std::iter::once(binding).chain(uses).collect();
    Some(CodeAction::chosen(format!("extract into `let {name}`"), ActionKind::Extract, edits))
}

/// The selection without blanks around it; `None` where nothing is left.
fn trimmed(text: &str, selection: &Range<usize>) -> Option<Range<usize>> {
    let selected = text.get(selection.clone())?;
    let start = selection.start + selected.len() - selected.trim_start().len();
    let range = start..start + selected.trim().len();
    (!range.is_empty()).then_some(range)
}

/// The parts of an expression that mean the same under a name. A stride does not: names in it may be bases. Nor does what
/// is one word.
fn nameable(expr: &Expr) -> Vec<&Expr> {
    let own = match &expr.kind {
        ExprKind::Layout { .. }
        | ExprKind::Composed { .. }
        | ExprKind::Swizzle { .. }
        | ExprKind::Call { .. }
        | ExprKind::Apply { .. }
        | ExprKind::Tiler(_)
        | ExprKind::Tuple(_) => Some(expr),
        ExprKind::Binary { operator, .. } if !operator.is_comparison() => Some(expr),
        _ => None,
    };
    let parts = match &expr.kind {
        ExprKind::Layout { shape, .. } => vec![&**shape],
        // Behind a swizzle an offset and a layout are one literal.
        ExprKind::Composed { .. } => Vec::new(),
        _ => expr.parts(),
    };
    own.into_iter().chain(parts.into_iter().flat_map(nameable)).collect()
}

/// `part`, `part2`, ..: a name that neither statements nor the code have.
fn free_name(analysis: &Analysis) -> Option<String> {
    let file = &analysis.file;
    let is_used = |name: &str| {
        let in_statement = file.annotations.iter().any(|annotation| {
            let text = analysis.text.get(annotation.range.clone()).unwrap_or_default();
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
        });
        in_statement || file.host_names.contains(name)
    };
    let names =
        (1..=MOST_NAMES).map(|count| if count == 1 { "part".to_owned() } else { format!("part{count}") });
    names.into_iter().find(|name| !is_used(name))
}
