//! An expression from the command line, read as if it stood in a file: `cute: show EXPR` in a comment.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use layoutlens_eval::{Evaluated, Meaning};
use layoutlens_ide::Diagnostic;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Document};

use super::report::human::{Source, excerpt};
use super::terminal;

/// What the user's text is put behind.
const PREFIX: &str = "# cute: show ";

/// How excerpts name the command line.
const PATH: &str = "<expression>";

/// An expression and what it means.
pub(super) struct Expression {
    text: String,
    analysis: Arc<Analysis>,
}

impl Expression {
    /// Reads the argument of a subcommand; line breaks in it are white space.
    pub(super) fn read(argument: &str) -> Self {
        let text = argument.replace(['\n', '\r'], " ");
        let document = Document::new(0, Language::Python, &format!("{PREFIX}{text}"));
        Self { text, analysis: document.analysis() }
    }

    /// The argument, on one line.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The value and what it is worth; `None` when the text is no expression.
    pub(super) fn evaluated(&self) -> Option<&Evaluated> {
        match self.analysis.evaluation.statements.first() {
            Some(Meaning::Value(evaluated)) => Some(evaluated),
            _ => None,
        }
    }

    /// What an editor would underline, with ranges in the argument.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = layoutlens_ide::diagnostics(&self.analysis);
        for diagnostic in &mut diagnostics {
            shift(&mut diagnostic.range);
            diagnostic.related.iter_mut().for_each(|related| shift(&mut related.range));
            diagnostic.fixes.iter_mut().for_each(|fix| shift(&mut fix.range));
        }
        diagnostics
    }

    /// Prints the findings to standard error; says whether there were any.
    pub(super) fn report(&self) -> io::Result<bool> {
        let diagnostics = self.diagnostics();
        let (renderer, source) = (terminal::renderer(), Source::new(&self.text));
        let mut out = terminal::error_output();
        for diagnostic in &diagnostics {
            writeln!(out, "{}\n", excerpt(&renderer, PATH, &source, diagnostic))?;
        }
        out.flush()?;
        Ok(!diagnostics.is_empty())
    }
}

fn shift(range: &mut Range<usize>) {
    *range = range.start.saturating_sub(PREFIX.len())..range.end.saturating_sub(PREFIX.len());
}
