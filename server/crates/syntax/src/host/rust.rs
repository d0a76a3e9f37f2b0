//! The lexer of Rust.

use super::{Braces, MAX_OPEN_LITERALS, block_end_on_line, is_name_byte, line_end, name_length, quoted_end};
use crate::Language;
use crate::comment::Comments;

pub(super) fn comments(text: &str) -> Comments<'_> {
    let out = Comments::with_braces(Braces::new(Language::Rust, text));
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
    /// A block comment without its end was met: block comments are read to the end of their line from there on.
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
            [b'/', b'/', ..] => {
                let rest = &self.text[self.at..];
                let leader = rest.len() - rest.trim_start_matches('/').len();
                let leader = leader + usize::from(rest[leader..].starts_with('!'));
                let end = line_end(self.text, self.at);
                self.out.comment(self.text, self.at + leader..end);
                self.out.pass_over(self.text, self.at..end, "");
                self.at = end;
            }
            [b'/', b'*', ..] => self.block_comment(),
            [b'"', ..] => self.string(),
            [b'\'', ..] => {
                self.out.literal(self.at);
                let start = self.at;
                self.at += quote_length(&self.text[self.at..]);
                // A lifetime is code.
                if self.at > start + 1 {
                    self.out.pass_over(self.text, start..self.at, "'");
                }
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
        let behind = &self.text[self.at + length..];
        let hashes = behind.len() - behind.trim_start_matches('#').len();
        if matches!(name, "r" | "br" | "cr") && behind[hashes..].starts_with('"') {
            self.out.literal(self.at);
            self.raw_string(self.at + length + hashes + 1, hashes);
            return;
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            self.out.literal(self.at);
        } else {
            self.out.name(name, self.at);
        }
        self.at += length;
    }

    /// A raw string whose text begins at `inside`; without its end, only the rest of the line.
    fn raw_string(&mut self, inside: usize, hashes: usize) {
        let closing = format!("\"{}", "#".repeat(hashes));
        let may_look = self.out.open_literals < MAX_OPEN_LITERALS;
        let found = may_look.then(|| self.text[inside..].find(&closing)).flatten();
        self.out.open_literals += usize::from(found.is_none());
        self.at = match found {
            Some(length) => {
                self.code_behind_lines(inside..inside + length);
                inside + length + closing.len()
            }
            None => line_end(self.text, inside),
        };
        self.out.pass_over(self.text, inside - 1..self.at, &closing);
    }

    /// A string may hold line ends. One that never ends, or whose closing quote is followed by a word (then that
    /// quote opens the next string), is half-typed and ends with its line.
    fn string(&mut self) {
        self.out.literal(self.at);
        let inside = self.at + 1;
        let end = string_end(self.text, inside);
        let follows_word = |end: usize| self.text.as_bytes().get(end).is_some_and(|&byte| is_name_byte(byte));
        self.at = match end {
            Some(end) if !self.text[inside..end].contains('\n') => end,
            Some(end) if !follows_word(end) => {
                self.code_behind_lines(inside..end);
                end
            }
            _ => quoted_end(self.text, inside, b'"'),
        };
        self.out.pass_over(self.text, inside - 1..self.at, "\"");
    }

    /// The end of a literal over several lines is code on its last line.
    fn code_behind_lines(&mut self, range: std::ops::Range<usize>) {
        if self.text[range.clone()].contains('\n') {
            self.out.newline();
            self.out.code(range.end);
        }
    }

    /// `/* ... */`, nested; without its end, only the rest of the line is a comment.
    fn block_comment(&mut self) {
        let start = self.at + 2;
        let mut end = if self.open_block { None } else { block_end(self.text, start) };
        self.open_block = end.is_none();
        if self.open_block {
            self.out.open_literals += 1;
            end = block_end_on_line(self.text, start);
        }
        let text_end = end.unwrap_or_else(|| line_end(self.text, start));
        let leader = usize::from(text_end > start && matches!(self.text.as_bytes()[start], b'*' | b'!'));
        self.out.comment(self.text, start + leader..text_end);
        self.at = end.map_or(text_end, |end| end + 2);
        self.out.pass_over(self.text, start - 2..self.at, "*/");
    }
}

fn string_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii) => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Where the `*/` stands that ends the block comment whose text begins at `from`.
fn block_end(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 1_usize;
    let mut at = from;
    loop {
        match bytes.get(at..)? {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
                at += 2;
            }
            [] => return None,
            _ => at += 1,
        }
    }
}

/// `'a'` and `'\n'` are characters; `'a` is a lifetime, of which this takes the quote.
fn quote_length(text: &str) -> usize {
    let mut inside = text[1..].chars();
    match inside.next() {
        Some('\\') => quoted_end(text, 1, b'\''),
        Some(character) if character != '\'' && inside.next() == Some('\'') => 2 + character.len_utf8(),
        _ => 1,
    }
}
