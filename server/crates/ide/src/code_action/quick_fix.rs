//! The ways out of a finding that its message knows.

use super::action::{ActionKind, CodeAction, Edit};
use crate::diagnostic::Diagnostic;

/// Each replacement of the finding.
pub(super) fn actions(finding: &Diagnostic) -> impl Iterator<Item = CodeAction> {
    let is_only = finding.fixes.len() == 1;
    finding.fixes.iter().map(move |fix| CodeAction {
        title: fix.title.clone(),
        kind: ActionKind::QuickFix,
        edits: vec![Edit { range: fix.range.clone(), text: fix.text.clone() }],
        is_preferred: is_only,
        is_safe: fix.is_safe,
        answers: Some(finding.clone()),
    })
}
