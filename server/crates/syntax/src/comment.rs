//! The comment lines of a host file and the statements that they hold.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::Scope;
use crate::bracket::Brackets;
use crate::host::{Boundaries, Braces};
use crate::statement::MAX_STATEMENT_LENGTH;

/// What a statement begins with, at the start of a comment's text.
pub const MARKER: &str = "cute:";

/// The text of one comment on one physical line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommentLine {
    /// The text without leader (`//`, ` * `, `#`) and without blanks around it.
    pub(crate) text: Range<usize>,
    /// Whether the line holds nothing before this and no code stands between the comment line before and this:
    /// an open statement may go on here.
    pub(crate) continues: bool,
}

/// What the lexer of a host language finds.
#[derive(Debug, Default)]
pub(crate) struct Comments<'a> {
    pub(crate) lines: Vec<CommentLine>,
    /// Identifiers of the code.
    pub(crate) names: FxHashSet<&'a str>,
    /// Where the first token of code begins.
    pub(crate) first_code: Option<usize>,
    /// Comments and literals in quotes, from their first byte to where code may go on, in the order of the text.
    pub(crate) not_code: Vec<Range<usize>>,
    /// Collects the functions of C++ and Rust.
    braces: Option<Braces<'a>>,
    /// The functions as the braces or the indentation tell; parents are counted with the file as scope 0.
    pub(crate) functions: Vec<Scope>,
    /// The functions and classes of C++ and Rust as the braces tell, each from its `template` on.
    pub(crate) definitions: Vec<Range<usize>>,
    /// Where parts of a C++ file begin, but for the first.
    pub(crate) boundaries: Boundaries,
    /// Whether the brackets of the code do not match; false where nobody counted them.
    pub(crate) are_brackets_unbalanced: bool,
    /// How many literals and comments have no end: each may make tree-sitter look through the rest of the file.
    pub(crate) open_literals: usize,
    code_on_line: bool,
    code_since_comment: bool,
    comment_on_line: bool,
}

impl<'a> Comments<'a> {
    pub(crate) fn with_braces(braces: Braces<'a>) -> Self {
        Self { braces: Some(braces), ..Self::default() }
    }

    /// To be called at the end of the text.
    pub(crate) fn finish(mut self) -> Self {
        if let Some(mut braces) = self.braces.take() {
            self.are_brackets_unbalanced = braces.are_unbalanced();
            self.boundaries = braces.boundaries();
            self.definitions = braces.definitions();
            self.functions = braces.into_functions();
        }
        self
    }

    /// What stands in `range` is no code. A cursor behind it is in code, but where its line ends the comment or the
    /// half-typed literal: what is typed there goes on with that.
    pub(crate) fn pass_over(&mut self, text: &str, range: Range<usize>, closing: &str) {
        let is_closed = !closing.is_empty()
            && text
                .get(range.clone())
                .is_some_and(|whole| whole.len() > closing.len() && whole.ends_with(closing));
        let end = if is_closed { range.end } else { range.end + 1 };
        self.not_code.push(range.start..end);
    }

    /// A sign of the code.
    pub(crate) fn symbol(&mut self, symbol: u8, at: usize) {
        self.code(at);
        if let Some(braces) = &mut self.braces {
            braces.symbol(symbol, at);
        }
    }

    /// A string, a character or a number of the code.
    pub(crate) fn literal(&mut self, at: usize) {
        self.code(at);
        if let Some(braces) = &mut self.braces {
            braces.literal(at);
        }
    }

    pub(crate) fn code(&mut self, at: usize) {
        self.first_code.get_or_insert(at);
        self.code_on_line = true;
        self.code_since_comment = true;
    }

    /// The end of a docstring: no comment goes on behind it, but it is no code either.
    pub(crate) fn interrupt(&mut self) {
        self.code_on_line = true;
        self.code_since_comment = true;
    }

    pub(crate) fn name(&mut self, name: &'a str, at: usize) {
        self.code(at);
        self.names.insert(name);
        if let Some(braces) = &mut self.braces {
            braces.word(name, at);
        }
    }

    pub(crate) fn newline(&mut self) {
        self.code_on_line = false;
        self.comment_on_line = false;
    }

    /// Whether nothing but blanks stands before the current place on its line.
    pub(crate) fn at_line_start(&self) -> bool {
        !self.code_on_line && !self.comment_on_line
    }

    /// A comment whose text, without leader and end mark, is `text[range]`. Every line but the first may have
    /// a leader of one `*`.
    pub(crate) fn comment(&mut self, text: &str, range: Range<usize>) {
        let mut at = range.start;
        for (index, line) in text[range].split('\n').enumerate() {
            let end = at + line.len();
            let mut start = at + blanks(line);
            if index > 0 {
                self.newline();
                if text[start..end].starts_with('*') {
                    start += 1;
                    start += blanks(&text[start..end]);
                }
            }
            let end_of_text = start + text[start..end].trim_end().len();
            let continues = self.at_line_start() && !self.code_since_comment;
            self.lines.push(CommentLine { text: start..end_of_text, continues });
            self.comment_on_line = true;
            self.code_since_comment = false;
            at = end + 1;
        }
    }
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\u{a0}']).len()
}

/// The text of a statement as it stands in the document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StatementText {
    /// The marker, `cute:`.
    pub(crate) marker: Range<usize>,
    /// From behind the marker to the end of the last line that belongs to it.
    pub(crate) range: Range<usize>,
    /// The text in `range`, with blanks for whatever of it is not the statement's: leaders, line ends.
    pub(crate) text: String,
    /// Index behind the statement's last comment line.
    pub(crate) next_line: usize,
}

/// Whether a comment's text begins a statement. `cute::copy(...)` does not.
pub(crate) fn begins_statement(text: &str) -> bool {
    text.strip_prefix(MARKER).is_some_and(|rest| !rest.starts_with(':'))
}

/// The statement that begins on comment line `first`, which holds a marker.
pub(crate) fn statement_text(text: &str, lines: &[CommentLine], first: usize) -> StatementText {
    let line = &lines[first].text;
    let marker = line.start..line.start + MARKER.len();
    let mut pieces: Vec<Range<usize>> = std::iter::once(marker.end..line.end).collect();
    let mut brackets = Brackets::default();
    brackets.read(text, marker.end..line.end);
    let mut next_line = first + 1;
    while brackets.is_open()
        && let Some(line) = lines.get(next_line)
        && line.continues
        && !begins_statement(&text[line.text.clone()])
        && line.text.end - marker.end <= MAX_STATEMENT_LENGTH
    {
        brackets.read(text, line.text.clone());
        pieces.push(line.text.clone());
        next_line += 1;
    }
    if brackets.is_open() {
        // What follows is no part of it: the error is the open bracket, and the lines may be read as comments.
        pieces.truncate(1);
        next_line = first + 1;
    }
    let end = pieces.last().map_or(marker.end, |piece| piece.end);
    let range = marker.end..end;
    let mut blanked = String::with_capacity(range.len());
    for piece in pieces {
        blanked.extend(std::iter::repeat_n(' ', piece.start - range.start - blanked.len()));
        blanked.push_str(&text[piece]);
    }
    StatementText { marker, range, text: blanked, next_line }
}
