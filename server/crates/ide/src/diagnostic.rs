//! Findings, with stable codes.

use std::ops::Range;

use layoutlens_eval::{Problem, Replacement, problems_with_fixes};
use layoutlens_world::Analysis;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Cannot work, or is wrong.
    Error,
    /// Works, but not as it says.
    Warning,
    /// Worth knowing.
    Information,
    /// A hint.
    Hint,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Bytes it is about.
    pub range: Range<usize>,
    /// Stable code, `stride-divisibility`; `docs/diagnostics/CODE.md` explains it.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// One or more lines for the user.
    pub message: String,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// Ways out, ready to apply.
    pub fixes: Vec<Fix>,
}

/// Another place that matters to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Bytes in the same document.
    pub range: Range<usize>,
    /// What it has to do with the finding.
    pub message: String,
}

/// A replacement that removes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, `use 4 instead of 3`.
    pub title: String,
    /// Bytes to replace.
    pub range: Range<usize>,
    /// New text.
    pub text: String,
    /// Whether it may be made without asking: it changes a comment only, which can have meant nothing else; of an access of a plain
    /// kernel, which is a finding only where somebody asks for these, it is proved to change nothing but the cost.
    pub is_safe: bool,
}

/// The findings of a document, in the order of the text, with the fixes that cost nothing to know.
pub fn diagnostics(analysis: &Analysis) -> Vec<Diagnostic> {
    analysis.evaluation.problems.iter().map(Diagnostic::from).collect()
}

/// The findings of a document, those that touch `within` with all fixes: each was tried.
pub fn diagnostics_with_fixes(analysis: &Analysis, within: &Range<usize>) -> Vec<Diagnostic> {
    let problems = problems_with_fixes(&analysis.file, &analysis.text, &analysis.evaluation, within.clone());
    problems.iter().map(Diagnostic::from).collect()
}

/// The findings of a text that is no document: an expression or a statement on a command line.
pub(crate) fn syntax_diagnostics(errors: &[layoutlens_syntax::SyntaxError]) -> Vec<Diagnostic> {
    let problem = |error: &layoutlens_syntax::SyntaxError| {
        Problem::new(error.range.clone(), layoutlens_eval::Code::Syntax, &error.message)
    };
    errors.iter().map(|error| Diagnostic::from(&problem(error))).collect()
}

impl From<&Problem> for Diagnostic {
    fn from(problem: &Problem) -> Self {
        let related =
            problem.related.iter().cloned().map(|(range, message)| Related { range, message }).collect();
        let fixes = problem.fixes.iter().cloned().map(Fix::from).collect();
        Self {
            range: problem.range.clone(),
            code: problem.code.as_str(),
            severity: match problem.code.severity() {
                layoutlens_eval::Severity::Error => Severity::Error,
                layoutlens_eval::Severity::Warning => Severity::Warning,
            },
            message: problem.message.clone(),
            related,
            fixes,
        }
    }
}

impl From<Replacement> for Fix {
    fn from(replacement: Replacement) -> Self {
        let Replacement { title, range, text, is_safe } = replacement;
        Self { title, range, text, is_safe }
    }
}
