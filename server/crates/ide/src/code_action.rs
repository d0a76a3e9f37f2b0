//! What a user may have done to the text: quick fixes of findings, and changes of statements and declarations.
//!
//! One file a kind of action. What a fix replaces was tried (`layoutlens_eval::problems_with_fixes`). What a lens does is no
//! edit; a front end offers it beside these.

mod access_layout;
mod action;
mod allow;
mod bind;
mod contradiction;
mod extract;
mod fix_all;
mod format;
mod inline;
mod insertion;
mod layout_comment;
mod mend;
mod predicate;
mod quick_fix;
mod rename;
mod state;

use std::ops::Range;

use layoutlens_world::Analysis;

use crate::{
    diagnostic::{Diagnostic, diagnostics_with_fixes},
    line::lines_around,
};

pub use action::{ActionKind, CodeAction, Edit, edited};
pub use fix_all::safe_edits;

/// The actions for a selection, or for a cursor where it is empty: those that answer findings come first.
///
/// Findings count that the selection touches; where there is none, those on its lines, for editors that ask about the cursor
/// alone. `wanted` says of which kinds actions are looked for.
pub fn code_actions(
    analysis: &Analysis,
    selection: &Range<usize>,
    wanted: &dyn Fn(ActionKind) -> bool,
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    if wanted(ActionKind::QuickFix) {
        actions.extend(answers(analysis, selection));
        actions.extend(mend::actions(analysis, selection));
    }
    if wanted(ActionKind::Rewrite) {
        actions.extend(access_layout::actions(analysis, selection));
        actions.extend(state::action(analysis, selection));
        actions.extend(layout_comment::action(analysis, selection));
        actions.extend(format::action(analysis, selection));
        actions.extend(bind::action(analysis, selection));
    }
    if wanted(ActionKind::Extract) {
        actions.extend(extract::action(analysis, selection));
    }
    if wanted(ActionKind::Inline) {
        actions.extend(inline::action(analysis, selection));
    }
    if wanted(ActionKind::FixAll) {
        actions.extend(fix_all::action(analysis));
    }
    actions
}

/// What answers the findings.
fn answers(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeAction> {
    let text: &str = &analysis.text;
    let lines = lines_around(text, selection);
    let touches =
        |range: &Range<usize>, other: &Range<usize>| range.start <= other.end && other.start <= range.end;
    let mut findings: Vec<Diagnostic> = diagnostics_with_fixes(analysis, &lines);
    findings.retain(|finding| touches(&finding.range, &lines));
    if findings.iter().any(|finding| touches(&finding.range, selection)) {
        findings.retain(|finding| touches(&finding.range, selection));
    }
    let mut actions = Vec::new();
    for finding in &findings {
        actions.extend(quick_fix::actions(finding));
        actions.extend(rename::action(analysis, finding));
        actions.extend(contradiction::action(analysis, finding));
        actions.extend(predicate::action(analysis, finding));
    }
    for finding in &findings {
        actions.extend(allow::action(analysis, finding));
    }
    actions
}
