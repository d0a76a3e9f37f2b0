//! The form of the statements that are selected.

use std::ops::Range;

use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction};
use crate::{formatting::format_statements, line::lines_around};

/// Gives the statements on the selected lines their form, where they have another.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    let edits = format_statements(analysis, lines_around(&analysis.text, selection));
    (!edits.is_empty()).then(|| CodeAction::chosen("format the statement", ActionKind::Rewrite, edits))
}
