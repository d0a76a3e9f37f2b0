//! `allow(CODE)` above what a finding is about.

use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction},
    insertion::{annotation_around, statement_above},
};
use crate::{diagnostic::Diagnostic, line::line_around};

/// Silences the code of a finding where it stands; in the whole file, where no code stands above. A statement that cannot be
/// read says nothing, and is not to be kept.
pub(super) fn action(analysis: &Analysis, finding: &Diagnostic) -> Option<CodeAction> {
    if finding.code == "syntax" {
        return None;
    }
    // Of a statement of several lines the first one is what is silenced.
    let statement = annotation_around(analysis, finding.range.start).map(|statement| statement.range.start);
    let at = statement.unwrap_or(finding.range.start);
    let statement = format!("allow({})", finding.code);
    let title = match is_before_code(analysis, line_around(&analysis.text, at).start) {
        true => format!("silence {} in this file", finding.code),
        false => format!("silence {} here", finding.code),
    };
    let edit = statement_above(analysis, at, &[statement])?;
    Some(CodeAction::chosen(title, ActionKind::QuickFix, vec![edit]).answering(finding))
}

/// Whether an `allow` in this place covers the file: it stands before all code.
fn is_before_code(analysis: &Analysis, line_start: usize) -> bool {
    let before = analysis.text.get(..line_start).unwrap_or_default();
    !before
        .char_indices()
        .any(|(at, letter)| !letter.is_whitespace() && analysis.file.is_code(at + letter.len_utf8()))
}
