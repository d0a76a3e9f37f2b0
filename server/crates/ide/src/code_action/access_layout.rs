//! An access of a plain kernel as CuTe writes it: a statement that shows its layout, and its array as a tensor.

use std::ops::Range;

use layoutlens_access::{Access, tensor_rewrite};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::statement_above,
};
use crate::access_expression::{access_at, access_expression};

/// What can be made of the access at the cursor.
pub(super) fn actions(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeAction> {
    let Some(access) = access_at(analysis, selection.start) else { return Vec::new() };
    statement(analysis, access).into_iter().chain(tensor(analysis, access)).collect()
}

/// Inserts the statement that counts the access: `show bank_conflicts(32:32, u32)`.
fn statement(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let stated = format!("show {}", access_expression(access)?);
    let edit = statement_above(analysis, access.range.start, std::slice::from_ref(&stated))?;
    Some(CodeAction::chosen(format!("as a CuTe layout: `cute: {stated}`"), ActionKind::Rewrite, vec![edit]))
}

/// Rewrites all uses of the array of the access to those of a tensor.
fn tensor(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let rewrite = tensor_rewrite(&analysis.text, &analysis.headers, access)?;
    let edits = rewrite.edits.into_iter().map(|(range, text)| Edit { range, text }).collect();
    let title = format!("use `{}` through a CuTe tensor", rewrite.array);
    Some(CodeAction::chosen(title, ActionKind::Rewrite, edits))
}
