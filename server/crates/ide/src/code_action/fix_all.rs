//! All safe fixes of a document.

use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};
use crate::diagnostic::{Diagnostic, diagnostics_with_fixes};

/// All safe fixes at once, where there are some.
pub(super) fn action(analysis: &Analysis) -> Option<CodeAction> {
    let whole = 0..analysis.text.len();
    let edits =
        safe_edits(&diagnostics_with_fixes(analysis, &whole)).into_iter().map(|(_, edit)| edit).collect();
    let action = CodeAction::chosen("fix all that is safe to fix", ActionKind::FixAll, edits);
    (!action.edits.is_empty()).then_some(CodeAction { is_safe: true, ..action })
}

/// The safe fixes of findings, each with the index of its finding, in the order of the text. Of two that overlap the first
/// counts: the next time, the other one may be made.
pub fn safe_edits(findings: &[Diagnostic]) -> Vec<(usize, Edit)> {
    let safe = findings.iter().enumerate().filter_map(|(index, finding)| {
        let fix = finding.fixes.iter().find(|fix| fix.is_safe)?;
        Some((index, Edit { range: fix.range.clone(), text: fix.text.clone() }))
    });
    let mut safe: Vec<(usize, Edit)> = safe.collect();
    safe.sort_by_key(|(_, edit)| (edit.range.start, edit.range.end));
    let mut kept: Vec<(usize, Edit)> = Vec::new();
    for (index, edit) in safe {
        // Two insertions in one place overlap, too: their order would be a guess.
        let is_free = kept.last().is_none_or(|(_, last)| {
            last.range.end < edit.range.start
                || (last.range.end == edit.range.start && !last.range.is_empty())
        });
        if is_free {
            kept.push((index, edit));
        }
    }
    kept
}
