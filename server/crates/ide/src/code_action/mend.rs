//! What makes an access of a plain kernel cost less: padded rows, swizzled columns, swapped roles of threads, vectors.

use std::ops::Range;

use layoutlens_access::{Access, mends};
use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};

/// What mends the access at the cursor and is proved to change nothing else.
pub(super) fn actions(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeAction> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return Vec::new();
    }
    let touches =
        |access: &&Access| access.range.start <= selection.end && selection.start <= access.range.end;
    // What is no finding may be a vector, too.
    let is_mendable = |access: &&Access| access.cost.is_some_and(|cost| cost.is > cost.least);
    let accesses = analysis.kernels().accesses.iter().filter(is_mendable);
    let Some(access) = accesses.filter(touches).min_by_key(|access| access.range.len()) else {
        return Vec::new();
    };
    let action = |mend: layoutlens_access::Mend| {
        let title = format!("{}: {} instead of {}", mend.title, mend.cost, mend.was);
        let edits = mend.edits.into_iter().map(|(range, text)| Edit { range, text }).collect();
        CodeAction::chosen(title, ActionKind::QuickFix, edits)
    };
    mends(&analysis.text, analysis.kernels.headers(), access).into_iter().map(action).collect()
}
