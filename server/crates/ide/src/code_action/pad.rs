//! `pad the rows`: a shared array of a plain kernel whose columns meet one bank.

use std::ops::Range;

use layoutlens_access::Access;
use layoutlens_world::Analysis;

use super::action::{ActionKind, CodeAction, Edit};

/// Makes the rows of the array longer that the access at the cursor goes down, where that is proved to be free of conflicts and
/// to change nothing else.
pub(super) fn action(analysis: &Analysis, selection: &Range<usize>) -> Option<CodeAction> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return None;
    }
    let touches =
        |access: &&Access| access.range.start <= selection.end && selection.start <= access.range.end;
    let findings = analysis.kernels().accesses.iter().filter(|access| access.is_finding());
    let access = findings.filter(touches).min_by_key(|access| access.range.len())?;
    let padding = layoutlens_access::padding(&analysis.text, access)?;
    let title = format!(
        "pad the rows of `{}` by {}: {} instead of {}",
        padding.name, padding.elements, padding.cost, access.cost?.is
    );
    let edit = Edit { range: padding.range, text: padding.text };
    Some(CodeAction::chosen(title, ActionKind::QuickFix, vec![edit]))
}
