//! Findings about statements, before an editor or a terminal sees them.

use std::ops::Range;

use layoutlens_operation::Code;

/// One finding about a statement or a layout comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Bytes it is about.
    pub range: Range<usize>,
    /// What kind it is.
    pub code: Code,
    /// One or more lines for the user: the condition, the mode, the numbers, a way out.
    pub message: String,
    /// Other places that matter, each with what it has to do with the problem.
    pub related: Vec<(Range<usize>, String)>,
    /// Replacements that remove the problem.
    pub fixes: Vec<Replacement>,
    /// Numbers of which the message says that they would work in place of one of an operand's.
    pub numbers: Vec<i64>,
}

/// Text that removes a problem when it replaces `range`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What it does, ``use `A` ``.
    pub title: String,
    /// Bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
    /// Whether it may be made without asking: it changes nothing but what a comment says, and there is only one thing that
    /// can be meant.
    pub is_safe: bool,
}

impl Problem {
    /// A problem without related places or fixes.
    pub fn new(range: Range<usize>, code: Code, message: impl Into<String>) -> Self {
        Self {
            range,
            code,
            message: message.into(),
            related: Vec::new(),
            fixes: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The same, with one replacement more.
    pub fn with_fix(mut self, title: String, range: Range<usize>, text: String) -> Self {
        self.fixes.push(Replacement { title, range, text, is_safe: false });
        self
    }

    /// As [`with_fix`](Self::with_fix), with one that may be made without asking.
    pub fn with_safe_fix(mut self, title: String, range: Range<usize>, text: String) -> Self {
        self.fixes.push(Replacement { title, range, text, is_safe: true });
        self
    }

    /// The same, with one related place more.
    pub fn with_related(mut self, range: Range<usize>, message: impl Into<String>) -> Self {
        self.related.push((range, message.into()));
        self
    }
}
