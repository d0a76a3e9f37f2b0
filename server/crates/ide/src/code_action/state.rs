//! `with M % 128 == 0`: a fact that a value lacks, stated.

use std::ops::Range;

use layoutlens_eval::{Evaluated, Meaning};
use layoutlens_syntax::{Binding, Statement, parse_statement};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction},
    insertion::{annotation_around, annotation_of_line, statement_above},
};

/// States what would make the value of the statement at the cursor known, or no larger than its input. The title has the
/// fact: whether it holds only the user knows.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let at = selection.start;
    let statement = annotation_around(analysis, at).or_else(|| annotation_of_line(analysis, at))?;
    let index = analysis.file.annotations.iter().position(|other| other.range == statement.range)?;
    let (Meaning::Value(evaluated) | Meaning::Claim(evaluated)) =
        analysis.evaluation.statements.get(index)?
    else {
        return None;
    };
    let facts = lacking(evaluated)?;
    let stated = format!("with {}", facts.join(", "));
    let edit = statement_above(analysis, statement.range.start, std::slice::from_ref(&stated))?;
    let title = format!("state `cute: {stated}`");
    Some(CodeAction::chosen(title, ActionKind::Rewrite, vec![edit]))
}

/// The facts that a value lacks, each a clause of a `with`; `None` where one of them is no such clause.
fn lacking(evaluated: &Evaluated) -> Option<Vec<String>> {
    let facts: Vec<String> = match evaluated.value.unknown_reason() {
        Some(reason) => reason.rsplit_once(", right if ")?.1.split(" and ").map(str::to_owned).collect(),
        None => evaluated.rounds_up_unless.clone(),
    };
    let is_clause = |fact: &String| {
        let (read, errors) = parse_statement(&format!("with {fact}"));
        let clauses = match &read.statement {
            Statement::With(clauses) => clauses.as_slice(),
            _ => return false,
        };
        errors.is_empty() && matches!(clauses, [Binding::Divisible { .. }])
    };
    (!facts.is_empty() && facts.iter().all(is_clause)).then_some(facts)
}
