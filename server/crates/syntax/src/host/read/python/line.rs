//! Logical lines, found by brackets, strings and indentation alone: they hold where the syntax tree is broken.

use std::ops::Range;

use tree_sitter::Point;

use crate::host::python::triple_end;
use crate::host::{MAX_OPEN_LITERALS, line_end, name_length, quoted_end};

/// How many brackets without an end are looked for; each costs a look ahead to the next statement.
const MAX_OPEN_BRACKETS: usize = 64;

/// Words that begin a statement, and never a line inside of brackets that is indented less than its statement.
const STATEMENT_WORDS: [&str; 24] = [
    "assert", "async", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
    "for", "from", "global", "if", "import", "nonlocal", "pass", "raise", "return", "try", "while", "with",
    "yield",
];

/// A statement, or the head of one that holds statements.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// From its first byte of code to its last.
    pub(super) range: Range<usize>,
    /// The bytes before it on its first line.
    pub(super) indent: usize,
    start_row: usize,
    end_row: usize,
    /// Where the first line begins that it has no part of.
    pub(super) next_line: usize,
}

impl Line {
    /// What tree-sitter is to read: the line with its line end.
    pub(super) fn included(&self) -> tree_sitter::Range {
        tree_sitter::Range {
            start_byte: self.range.start,
            end_byte: self.next_line,
            start_point: Point { row: self.start_row, column: self.indent },
            end_point: Point { row: self.end_row + 1, column: 0 },
        }
    }

    /// Its first word, or its first character where that is no letter.
    pub(super) fn first_word<'text>(&self, text: &'text str) -> &'text str {
        first_word(text.get(self.range.clone()).unwrap_or_default())
    }
}

fn first_word(text: &str) -> &str {
    let first = text.chars().next().map_or(0, char::len_utf8);
    text.get(..name_length(text.as_bytes()).max(first)).unwrap_or_default()
}

/// The logical lines of a text. A bracket that is closed makes one line of what it holds; one that is never closed
/// ends with the first line that is not indented more than its own.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut scanner = Scanner { text, at: 0, row: 0, line_start: 0, open_strings: 0 };
    let mut open_brackets = 0;
    let mut lines = Vec::new();
    while let Some(line) = scanner.line(&mut open_brackets) {
        lines.push(line);
    }
    lines
}

/// What the scanner meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    LineEnd,
    Code,
    Nothing,
}

#[derive(Clone)]
struct Scanner<'text> {
    text: &'text str,
    at: usize,
    row: usize,
    line_start: usize,
    /// Strings over several lines whose end was not found.
    open_strings: usize,
}

impl Scanner<'_> {
    /// The next logical line; `None` at the end of the text.
    fn line(&mut self, open_brackets: &mut usize) -> Option<Line> {
        let (start, start_row) = self.first_code()?;
        let indent = start - self.line_start;
        let mut depth = 0_usize;
        let mut closes = false;
        let (mut end, mut end_row) = (start, self.row);
        while let Some(token) = self.step() {
            match token {
                Token::Open => {
                    if depth == 0 {
                        closes = *open_brackets < MAX_OPEN_BRACKETS && self.closes(indent);
                        *open_brackets += usize::from(!closes);
                    }
                    depth += 1;
                }
                Token::Close => depth = depth.saturating_sub(1),
                Token::LineEnd if depth == 0 || !closes && self.next_indent() <= indent => break,
                Token::LineEnd | Token::Nothing => continue,
                Token::Code => {}
            }
            (end, end_row) = (self.at, self.row);
        }
        let next_line = (line_end(self.text, end) + 1).min(self.text.len());
        Some(Line { range: start..end, indent, start_row, end_row, next_line })
    }

    /// Moves to the next line that holds code.
    fn first_code(&mut self) -> Option<(usize, usize)> {
        loop {
            let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\u{c}', '\u{feff}']).len();
            match rest.as_bytes().get(blank) {
                None => return None,
                Some(b'\n' | b'#' | b'\\') => {
                    while self.step().is_some_and(|token| token != Token::LineEnd) {}
                }
                Some(_) => {
                    self.at += blank;
                    return Some((self.at, self.row));
                }
            }
        }
    }

    /// Takes one token.
    fn step(&mut self) -> Option<Token> {
        let rest = self.text.as_bytes().get(self.at..).filter(|rest| !rest.is_empty())?;
        let token = match rest {
            [b'\n', ..] => {
                self.newline(self.at);
                Token::LineEnd
            }
            [b'\\', b'\n', ..] => {
                self.newline(self.at + 1);
                Token::Nothing
            }
            [b'\\', b'\r', b'\n', ..] => {
                self.newline(self.at + 2);
                Token::Nothing
            }
            [b'#', ..] => {
                self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                Token::Nothing
            }
            [b'"' | b'\'', ..] => {
                self.string();
                Token::Code
            }
            [b'(' | b'[' | b'{', ..] => self.advance(1, Token::Open),
            [b')' | b']' | b'}', ..] => self.advance(1, Token::Close),
            [b' ' | b'\t' | b'\r' | b'\x0c', ..] => self.advance(1, Token::Nothing),
            _ => self.advance(name_length(rest).max(1), Token::Code),
        };
        Some(token)
    }

    fn advance(&mut self, length: usize, token: Token) -> Token {
        self.at += length;
        token
    }

    fn newline(&mut self, at: usize) {
        self.at = at + 1;
        self.row += 1;
        self.line_start = self.at;
    }

    /// A string whose quotes begin here. Without its end it is read as code.
    fn string(&mut self) {
        let quote = self.text.as_bytes().get(self.at).copied().unwrap_or(b'"');
        let is_triple = self.text.as_bytes().get(self.at..self.at + 3) == Some(&[quote; 3]);
        let end = if !is_triple {
            quoted_end(self.text, self.at + 1, quote)
        } else if self.open_strings > MAX_OPEN_LITERALS {
            self.at + 3
        } else {
            let end = triple_end(self.text, self.at + 3, quote);
            self.open_strings += usize::from(end.is_none());
            end.unwrap_or(self.at) + 3
        };
        let inside = self.text.as_bytes().get(self.at..end).unwrap_or_default();
        for (index, _) in inside.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
            self.row += 1;
            self.line_start = self.at + index + 1;
        }
        self.at = end;
    }

    /// Whether the bracket just taken is closed before a statement begins that is not indented more than `indent`.
    fn closes(&self, indent: usize) -> bool {
        let mut ahead = self.clone();
        let mut depth = 1_usize;
        while let Some(token) = ahead.step() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::LineEnd if ahead.next_indent() <= indent && ahead.begins_statement() => return false,
                Token::LineEnd | Token::Code | Token::Nothing => {}
            }
            if depth == 0 {
                return true;
            }
        }
        false
    }

    fn begins_statement(&self) -> bool {
        let line = self.text.get(self.at..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let word = first_word(line);
        word == "@" || STATEMENT_WORDS.contains(&word)
    }

    /// How far the line that begins here is indented; blank lines and comments are indented without end.
    fn next_indent(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        match rest.as_bytes().get(indent) {
            None | Some(b'\n' | b'\r' | b'#') => usize::MAX,
            // A closing bracket may stand under the line that opens it.
            Some(b')' | b']' | b'}') => indent + 1,
            Some(_) => indent,
        }
    }
}
