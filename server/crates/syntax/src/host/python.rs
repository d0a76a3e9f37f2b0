//! The lexer of Python.

use super::indentation::Indentation;
use super::{is_name_byte, line_end, name_length, quoted_end};
use crate::comment::Comments;

pub(super) fn comments(text: &str) -> Comments<'_> {
    let mut lexer = Lexer {
        text,
        at: 0,
        out: Comments::default(),
        line: LogicalLine::default(),
        wants_docstring: true,
        indentation: Indentation::new(text),
    };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < text.len() {
        lexer.token();
    }
    lexer.out.functions = lexer.indentation.into_functions();
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Comments<'a>,
    line: LogicalLine,
    /// A string that stands alone here is a docstring: the file, a class or a function began before it.
    wants_docstring: bool,
    indentation: Indentation<'a>,
}

/// The statement that the lexer is in, which brackets and backslashes carry over line ends.
#[derive(Default)]
struct LogicalLine {
    has_code: bool,
    defines: bool,
    /// The word before was `def`.
    is_def: bool,
    ends_with_colon: bool,
    brackets: usize,
}

/// Words that begin a statement and stand in no bracket: a bracket that is still open before one is half-typed.
const STATEMENT_WORDS: [&str; 12] =
    ["def", "class", "async", "import", "from", "return", "while", "try", "with", "raise", "pass", "assert"];

impl Lexer<'_> {
    fn token(&mut self) {
        let bytes = &self.text.as_bytes()[self.at..];
        match *bytes {
            [b'\n', ..] => {
                self.out.newline();
                self.end_line();
                self.at += 1;
            }
            [b'\\', b'\n', ..] => {
                self.out.newline();
                self.at += 2;
            }
            [b'\\', b'\r', b'\n', ..] => {
                self.out.newline();
                self.at += 3;
            }
            [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
            [b'#', ..] => {
                let rest = &self.text[self.at..];
                let leader = rest.len() - rest.trim_start_matches('#').len();
                let end = line_end(self.text, self.at);
                self.out.comment(self.text, self.at + leader..end);
                self.out.pass_over(self.text, self.at..end, "");
                self.indentation.comment(self.at, end);
                self.at = end;
            }
            [b'"' | b'\'', ..] => self.string(true),
            [byte, ..] if is_name_byte(byte) => self.name(),
            [byte, ..] => {
                self.code();
                match byte {
                    b'(' | b'[' | b'{' => self.line.brackets += 1,
                    b')' | b']' | b'}' => self.line.brackets = self.line.brackets.saturating_sub(1),
                    b':' => self.line.ends_with_colon = true,
                    _ => {}
                }
                self.advance(1);
            }
            [] => {}
        }
    }

    /// A token of code is read.
    fn advance(&mut self, length: usize) {
        self.at += length;
        self.indentation.code(self.at);
    }

    fn begin_line(&mut self) {
        if !self.line.has_code {
            self.indentation.begin_line(self.at);
        }
        self.line.has_code = true;
    }

    fn code(&mut self) {
        self.out.code(self.at);
        self.begin_line();
        self.line.ends_with_colon = false;
    }

    fn end_line(&mut self) {
        if self.line.brackets > 0 || !self.line.has_code {
            return;
        }
        self.wants_docstring = self.line.defines && self.line.ends_with_colon;
        self.line = LogicalLine::default();
    }

    fn name(&mut self) {
        let length = name_length(&self.text.as_bytes()[self.at..]);
        let name = &self.text[self.at..self.at + length];
        let quoted = self.text[self.at + length..].starts_with(['"', '\'']);
        if quoted && length <= 2 && name.bytes().all(|byte| b"rRbBuUfFtT".contains(&byte)) {
            let may_document = matches!(name, "r" | "R" | "u" | "U");
            self.at += length;
            self.string(may_document);
            return;
        }
        if self.out.at_line_start() && STATEMENT_WORDS.contains(&name) {
            self.line.brackets = 0;
            self.end_line();
        }
        let first = !self.line.has_code;
        self.code();
        if first {
            self.line.defines = matches!(name, "def" | "class" | "async");
        }
        let is_function_name = std::mem::replace(&mut self.line.is_def, self.line.defines && name == "def");
        if is_function_name {
            self.indentation.define(name);
        }
        self.out.name(name, self.at);
        self.advance(length);
    }

    /// A string whose quotes begin at `at`.
    fn string(&mut self, may_document: bool) {
        let quote = self.text.as_bytes()[self.at];
        let rest = &self.text[self.at..];
        let is_triple = rest.starts_with("\"\"\"") || rest.starts_with("'''");
        let documents = may_document && is_triple && self.wants_docstring && !self.line.has_code;
        if !documents {
            self.code();
        }
        let (start, mark) = (self.at, if quote == b'"' { "\"" } else { "'" });
        if !is_triple {
            self.advance(quoted_end(self.text, self.at + 1, quote) - self.at);
            self.out.pass_over(self.text, start..self.at, mark);
            return;
        }
        let inside = self.at + 3;
        match triple_end(self.text, inside, quote) {
            Some(end) if documents => {
                self.out.comment(self.text, inside..end);
                self.out.interrupt();
                self.begin_line();
                self.advance(end + 3 - self.at);
                self.out.pass_over(self.text, start..self.at, mark);
            }
            Some(end) => {
                self.advance(end + 3 - self.at);
                self.out.pass_over(self.text, start..self.at, mark);
                if self.text[inside..end].contains('\n') {
                    self.out.newline();
                    self.out.code(end);
                }
            }
            // Half-typed quotes: what follows is code, not a string.
            None => {
                self.code();
                self.at = inside;
            }
        }
    }
}

/// Where the closing quotes of a triple-quoted string begin. `None` if there are none, or if a word follows
/// them directly: then they open the next string, and these here are half-typed.
pub(super) fn triple_end(text: &str, from: usize, quote: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at..)? {
            [b'\\', next, ..] if next.is_ascii() => at += 2,
            [a, b, c, ..] if [a, b, c] == [&quote; 3] => break,
            [] => return None,
            _ => at += 1,
        }
    }
    let follows_word = bytes.get(at + 3).is_some_and(|&byte| is_name_byte(byte));
    (!follows_word).then_some(at)
}
