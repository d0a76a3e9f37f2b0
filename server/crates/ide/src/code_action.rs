//! What a user may have done to the text: quick fixes of findings, and changes of statements and declarations.
//!
//! One file a kind of action. What a fix replaces was tried (`layoutlens_eval::problems_with_fixes`). What a lens does is no
//! edit; a front end offers it beside these.

mod allow;
mod contradiction;
mod extract;
mod fix_all;
mod inline;
mod insertion;
mod layout_comment;
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

pub use fix_all::safe_edits;

/// Something that can be done, with the edits that do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, `use 4`.
    pub title: String,
    /// What kind of change it is.
    pub kind: ActionKind,
    /// What is replaced, in the order of the text; none overlaps another. All of them are one step.
    pub edits: Vec<Edit>,
    /// Whether it is the only thing that can be meant.
    pub is_preferred: bool,
    /// Whether it may be done without asking: it changes comments only, and makes them say what they can only have meant.
    pub is_safe: bool,
    /// The finding that it answers.
    pub answers: Option<Diagnostic>,
}

/// A replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Kinds of actions, as editors sort them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionKind {
    /// Answers a finding.
    QuickFix,
    /// Gives a part of a statement a name.
    Extract,
    /// Puts a value in the place of its name.
    Inline,
    /// Writes the same in another way, or more than there was.
    Rewrite,
    /// All safe fixes of the document.
    FixAll,
}

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
    }
    if wanted(ActionKind::Rewrite) {
        actions.extend(state::action(analysis, selection));
        actions.extend(layout_comment::action(analysis, selection));
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

impl CodeAction {
    /// An action that the user chooses.
    fn chosen(title: impl Into<String>, kind: ActionKind, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), kind, edits, is_preferred: false, is_safe: false, answers: None }
    }

    /// The same, as an answer to a finding.
    fn answering(self, finding: &Diagnostic) -> Self {
        Self { answers: Some(finding.clone()), ..self }
    }
}

impl Edit {
    fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { range: at..at, text: text.into() }
    }
}

/// The text with the edits made, which are in the order of the text and do not overlap; `None` where they are not those of
/// this text.
pub fn edited(text: &str, edits: &[Edit]) -> Option<String> {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        new.push_str(text.get(at..edit.range.start)?);
        new.push_str(&edit.text);
        at = edit.range.end;
    }
    new.push_str(text.get(at..)?);
    Some(new)
}
