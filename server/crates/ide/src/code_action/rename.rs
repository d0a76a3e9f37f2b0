//! Another name for one that means something else already.

use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};
use crate::{diagnostic::Diagnostic, document_highlight::document_highlights};

/// How many `_` are put behind a name until nothing has it.
const MOST_TRIED: usize = 8;

/// Renames what a `let` or `with` binds, with all its uses.
pub(super) fn action(analysis: &Analysis, finding: &Diagnostic) -> Option<CodeAction> {
    if finding.code != "ambiguous-name" {
        return None;
    }
    let name = analysis.text.get(finding.range.clone())?;
    let is_free = |name: &String| {
        let file = &analysis.file;
        let is_bound = file.annotations.iter().any(|annotation| {
            analysis.text.get(annotation.range.clone()).is_some_and(|text| text.contains(name.as_str()))
        });
        !is_bound && !file.host_names.contains(name)
    };
    let free = (1..=MOST_TRIED).map(|count| format!("{name}{}", "_".repeat(count))).find(is_free)?;
    let places = document_highlights(analysis, finding.range.start);
    let edits = places.into_iter().map(|place| Edit { range: place.range, text: free.clone() }).collect();
    let action = CodeAction::chosen(format!("rename it to `{free}`"), ActionKind::QuickFix, edits);
    Some(CodeAction { is_preferred: true, ..action.answering(finding) })
}
