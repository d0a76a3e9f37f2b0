//! An action, and the edits that it is.

use std::ops::Range;

use crate::diagnostic::Diagnostic;

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

impl CodeAction {
    /// An action that the user chooses.
    pub(super) fn chosen(title: impl Into<String>, kind: ActionKind, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), kind, edits, is_preferred: false, is_safe: false, answers: None }
    }

    /// The same, as an answer to a finding.
    pub(super) fn answering(self, finding: &Diagnostic) -> Self {
        Self { answers: Some(finding.clone()), ..self }
    }
}

impl Edit {
    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
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
