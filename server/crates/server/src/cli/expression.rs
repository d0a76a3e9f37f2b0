//! An expression from the command line, read as if it stood in a file: `cute: show EXPR` in a comment. Statements may stand
//! before it, each ended by a `;`.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use layoutlens_eval::{Evaluated, Meaning, host::OfLanguage};
use layoutlens_ide::{Diagnostic, Inspected};
use layoutlens_syntax::{Language, STATEMENTS};
use layoutlens_world::{Analysis, Document};

use super::report::human::{Source, excerpt};
use super::terminal;

/// What a statement of the user's text is put behind.
const MARKER: &str = "# cute: ";

/// What an expression is put behind.
const KEYWORD: &str = "show ";

/// How excerpts name the command line.
const PATH: &str = "<expression>";

/// Stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The longest text that is read from standard input, in bytes.
const MAX_INPUT: u64 = 1 << 20;

/// An expression and what it means.
pub(super) struct Expression {
    text: String,
    analysis: Arc<Analysis>,
    parts: Vec<Part>,
}

/// A statement of the user's text in the document that is evaluated.
struct Part {
    /// Where it begins in the text, and where in the document.
    in_text: usize,
    in_document: usize,
}

impl Expression {
    /// Reads the argument of a subcommand, `-` for standard input; line breaks in it are white space.
    ///
    /// # Errors
    /// Standard input cannot be read.
    pub(super) fn of_argument(argument: &str, libraries: OfLanguage) -> io::Result<Self> {
        if argument != STANDARD_INPUT {
            return Ok(Self::read(argument, libraries));
        }
        let text = String::from_utf8(terminal::input(MAX_INPUT)?)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "standard input is not text in UTF-8"))?;
        Ok(Self::read(text.trim_end(), libraries))
    }

    /// Reads a text; line breaks in it are white space.
    pub(super) fn read(argument: &str, libraries: OfLanguage) -> Self {
        let text = argument.replace(['\n', '\r'], " ");
        let mut document = String::new();
        let mut parts = Vec::new();
        let mut start = 0;
        for part in text.split(';') {
            let range = start..start + part.len();
            start = range.end + 1;
            // A `;` at the end ends the last one.
            if part.trim().is_empty() && !parts.is_empty() {
                continue;
            }
            document.push_str(MARKER);
            let word = part.split_whitespace().next().unwrap_or_default();
            if !STATEMENTS.contains(&word) {
                document.push_str(KEYWORD);
            }
            parts.push(Part { in_text: range.start, in_document: document.len() });
            document.push_str(part);
            document.push('\n');
        }
        let document = Document::new(0, Language::Python, &document, libraries);
        Self { text, analysis: document.analysis(), parts }
    }

    /// What was evaluated last, as an expression in which no name is bound: a value in CuTe's notation.
    pub(super) fn unbound(&self) -> String {
        match (self.parts.as_slice(), self.evaluated()) {
            ([_], _) | (_, None) => self.text.clone(),
            (_, Some(evaluated)) => self.with_values().unwrap_or_else(|| evaluated.value.to_string()),
        }
    }

    /// The last expression with the values of the names in it.
    fn with_values(&self) -> Option<String> {
        let start = self.parts.last()?.in_document;
        layoutlens_ide::unbound(&self.analysis, start..self.analysis.text.len(), self.evaluated()?)
    }

    /// The value of the last statement and what it is worth; `None` when the text is no expression.
    pub(super) fn evaluated(&self) -> Option<&Evaluated> {
        match self.meaning()? {
            Meaning::Value(evaluated) | Meaning::Claim(evaluated) => Some(evaluated),
            _ => None,
        }
    }

    /// What the last statement says that has no value: how two layouts stand to each other.
    pub(super) fn told(&self) -> Option<Inspected> {
        let Meaning::Comparison(_) = self.meaning()? else { return None };
        layoutlens_ide::inspect(&self.analysis).pop()
    }

    fn meaning(&self) -> Option<&Meaning> {
        self.analysis.evaluation.statements.last()
    }

    /// What an editor would underline, with ranges in the argument.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = layoutlens_ide::diagnostics(&self.analysis);
        for diagnostic in &mut diagnostics {
            self.shift(&mut diagnostic.range);
            diagnostic.related.iter_mut().for_each(|related| self.shift(&mut related.range));
            diagnostic.fixes.iter_mut().for_each(|fix| self.shift(&mut fix.range));
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

    /// From the document to the user's text.
    fn shift(&self, range: &mut Range<usize>) {
        let part = self.parts.iter().rev().find(|part| part.in_document <= range.start);
        let Some(part) = part.or(self.parts.first()) else { return };
        let moved = |at: usize| (part.in_text + at.saturating_sub(part.in_document)).min(self.text.len());
        *range = moved(range.start)..moved(range.end);
    }
}
