//! The layout of a variable as a comment behind its declaration.

use std::ops::Range;

use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};
use crate::layout_comment::layout_comments;

/// Writes what the only variable that the line declares is, where the line has no comment yet.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let comments = layout_comments(analysis, &(selection.start..selection.start));
    let [comment] = <[_; 1]>::try_from(comments).ok()?;
    let title = format!("write the layout of `{}` as a comment", comment.name);
    Some(CodeAction::chosen(title, ActionKind::Rewrite, vec![Edit::insert(comment.offset, comment.text)]))
}
