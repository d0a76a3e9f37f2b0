//! The lexer of CUDA C++ and every other C-family file.

use super::{Braces, MAX_OPEN_LITERALS, is_name_byte, line_end, name_length, quoted_end};
use crate::Language;
use crate::comment::Comments;
use crate::mask::stray_end::without_strays;

pub(super) fn comments(text: &str) -> Comments<'_> {
    let mut comments = comments_as_it_is(text);
    if comments.are_brackets_unbalanced
        && let Some(closed) = without_strays(text)
    {
        let closed = comments_as_it_is(&closed);
        (comments.functions, comments.boundaries) = (closed.functions, closed.boundaries);
    }
    comments
}

fn comments_as_it_is(text: &str) -> Comments<'_> {
    let out = Comments::with_braces(Braces::new(Language::Cuda, text));
    let mut lexer = Lexer { text, at: 0, open_block: false, out };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < text.len() {
        lexer.token();
    }
    lexer.out.finish()
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// No block comment ends behind `at`.
    open_block: bool,
    out: Comments<'a>,
}

impl Lexer<'_> {
    fn token(&mut self) {
        let bytes = &self.text.as_bytes()[self.at..];
        match *bytes {
            [b'\n', ..] => {
                self.out.newline();
                self.at += 1;
            }
            [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
            [b'/', b'/', ..] => self.line_comment(),
            [b'/', b'*', ..] => self.block_comment(),
            [quote @ (b'"' | b'\''), ..] => {
                self.out.literal(self.at);
                let start = self.at;
                self.at = quoted_end(self.text, self.at + 1, quote);
                self.out.pass_over(self.text, start..self.at, if quote == b'"' { "\"" } else { "'" });
            }
            [byte, ..] if byte.is_ascii_digit() => {
                self.out.literal(self.at);
                self.at += number_length(bytes);
            }
            [byte, ..] if is_name_byte(byte) => self.name(),
            [symbol, ..] => {
                self.out.symbol(symbol, self.at);
                self.at += 1;
            }
            [] => {}
        }
    }

    fn name(&mut self) {
        let length = name_length(&self.text.as_bytes()[self.at..]);
        let name = &self.text[self.at..self.at + length];
        self.out.name(name, self.at);
        self.at += length;
        if matches!(name, "R" | "LR" | "uR" | "UR" | "u8R") && self.text[self.at..].starts_with('"') {
            self.raw_string();
        }
    }

    /// `"delimiter( ... )delimiter"`; without its end, only the rest of the line.
    fn raw_string(&mut self) {
        let inside = &self.text[self.at + 1..];
        let delimiter = inside.as_bytes().iter().take(17).position(|&byte| byte == b'(');
        let end = delimiter.filter(|_| self.out.open_literals < MAX_OPEN_LITERALS).and_then(|length| {
            let closing = format!("){}\"", inside.get(..length)?);
            let found = inside[length..].find(&closing).map(|at| self.at + 1 + length + at + closing.len());
            self.out.open_literals += usize::from(found.is_none());
            found
        });
        let start = self.at;
        self.at = end.unwrap_or_else(|| line_end(self.text, self.at));
        self.out.pass_over(self.text, start..self.at, "\"");
    }

    /// `// ...`, over the line ends that a backslash takes along.
    fn line_comment(&mut self) {
        let rest = &self.text[self.at..];
        let leader = rest.len() - rest.trim_start_matches('/').len();
        let leader = leader + usize::from(rest[leader..].starts_with('!'));
        let mut end = line_end(self.text, self.at);
        while end < self.text.len() {
            let line = &self.text[self.at..end];
            if !line.strip_suffix('\r').unwrap_or(line).ends_with('\\') {
                break;
            }
            end = line_end(self.text, end + 1);
        }
        self.out.comment(self.text, self.at + leader..end);
        self.out.pass_over(self.text, self.at..end, "");
        self.at = end;
    }

    /// `/* ... */`; without its end, only the rest of the line is a comment.
    fn block_comment(&mut self) {
        let start = self.at + 2;
        let end = if self.open_block { None } else { self.text[start..].find("*/").map(|at| start + at) };
        self.open_block = end.is_none();
        self.out.open_literals += usize::from(self.open_block);
        let text_end = end.unwrap_or_else(|| line_end(self.text, start));
        let leader = usize::from(text_end > start && matches!(self.text.as_bytes()[start], b'*' | b'!'));
        self.out.comment(self.text, start + leader..text_end);
        self.at = end.map_or(text_end, |end| end + 2);
        self.out.pass_over(self.text, start - 2..self.at, "*/");
    }
}

/// A number with its suffix and the `'` between its digits.
fn number_length(bytes: &[u8]) -> usize {
    let mut end = 0;
    while let Some(&byte) = bytes.get(end) {
        let separator = byte == b'\'' && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(is_name_byte(byte) || byte == b'.' || separator) {
            break;
        }
        end += 1;
    }
    end
}
