//! The words and signs of C++ as its preprocessor reads them: lines that a backslash joins are one, comments are nothing,
//! digraphs are what they stand for, and a directive is a token of its own.

use std::borrow::Cow;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, or a word of the language.
    Word,
    /// A number, a character or a string.
    Literal,
    /// Brackets and operators.
    Sign,
    /// `#if X`, `#define N 1`: all of it.
    Directive,
}

/// A word, a sign or a directive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    /// What it says, on one line.
    pub(super) text: Cow<'t, str>,
    /// Where it ends in the text.
    pub(super) end: usize,
    /// Whether the parser, who joins no lines and knows no digraphs, may see another one.
    pub(super) is_odd: bool,
}

impl Token<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Signs of several characters that are one, the longest first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "->*", "<=>", "...", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==",
    "!=", "<=", ">=", "&&", "||", "->", "::", "<<",
];

/// Signs that are spelled otherwise.
const DIGRAPHS: &[(&str, &str)] = &[("<%", "{"), ("%>", "}"), ("<:", "["), (":>", "]"), ("%:", "#")];

/// Operators that are words, of which the parser knows some only where they stand between operands.
const WORDS: &[(&str, &str)] = &[
    ("and_eq", "&="),
    ("or_eq", "|="),
    ("xor_eq", "^="),
    ("bitand", "&"),
    ("bitor", "|"),
    ("xor", "^"),
    ("compl", "~"),
];

/// Reads the tokens of a text one after the other.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    is_line_start: bool,
    is_odd: bool,
    /// Whether a backslash joins what comes next to the line before.
    is_joined: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, is_line_start: true, is_odd: false, is_joined: false }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// How long a backslash at a line's end is, with that.
    fn joint(&self) -> Option<usize> {
        let behind = self.rest().strip_prefix('\\')?;
        let blanks = behind.len() - behind.trim_start_matches([' ', '\t', '\r']).len();
        behind[blanks..].starts_with('\n').then_some(blanks + 2)
    }

    /// The end of the line, with those that a backslash joins to it.
    fn line_end(&self) -> usize {
        let mut end = self.at;
        loop {
            let rest = self.text.get(end..).unwrap_or_default();
            let Some(length) = rest.find('\n') else { return self.text.len() };
            let goes_on = rest[..length].trim_end_matches([' ', '\t', '\r']).ends_with('\\');
            end += length;
            if !goes_on {
                return end;
            }
            end += 1;
        }
    }

    /// Blanks, comments and joints of lines.
    fn pass_blanks(&mut self) {
        loop {
            let rest = self.rest();
            if let Some(length) = self.joint() {
                // The parser takes it for a blank, too; not where it stands for nothing between two characters.
                let is_blank = |of: Option<char>| of.is_none_or(char::is_whitespace);
                let before = self.text.get(..self.at).and_then(|text| text.chars().next_back());
                let behind = rest.get(length..).and_then(|text| text.chars().next());
                self.is_odd |=
                    length > 2 && !rest.starts_with("\\\r\n") || !is_blank(before) && !is_blank(behind);
                self.is_joined = true;
                self.at += length;
            } else if rest.starts_with('\n') {
                self.is_line_start = true;
                self.at += 1;
            } else if rest.starts_with("//") {
                let end = self.line_end();
                self.is_odd |= self.text[self.at..end].contains('\n');
                self.at = end;
            } else if let Some(inside) = rest.strip_prefix("/*") {
                self.at += inside.find("*/").map_or(rest.len(), |end| end + 4);
            } else {
                match rest.chars().next() {
                    Some(blank) if blank.is_whitespace() => self.at += blank.len_utf8(),
                    _ => return,
                }
            }
        }
    }

    fn directive(&mut self) -> Cow<'t, str> {
        let end = self.line_end();
        let mut text = &self.text[self.at..end];
        // A comment of several lines goes on behind the line.
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| rest.find(['/', '"'])).map(|found| at + found)
        {
            let rest = &text[found..];
            if rest.starts_with("//") {
                break;
            } else if rest.starts_with("/*") {
                let whole = &self.text[self.at + found..];
                let length =
                    whole.get(2..).and_then(|inside| inside.find("*/")).map_or(whole.len(), |end| end + 4);
                at = found + length;
                if at > text.len() {
                    let from = self.at;
                    self.at += at;
                    let end = self.line_end();
                    self.at = from;
                    text = &self.text[from..end];
                }
            } else if rest.starts_with('"') {
                at = found + super::super::without_comments::literal_length(rest, '"');
            } else {
                at = found + 1;
            }
        }
        self.at += text.len();
        super::super::without_comments::without_comments(text).into()
    }

    fn word(&mut self) -> Cow<'t, str> {
        let start = self.at;
        let mut joined: Option<String> = None;
        loop {
            let rest = self.rest();
            let length = rest.find(|character| !is_of_word(character)).unwrap_or(rest.len());
            if let Some(joined) = &mut joined {
                joined.push_str(&rest[..length]);
            }
            self.at += length;
            let Some(joint) = self.joint() else { break };
            let behind = self.text.get(self.at + joint..).unwrap_or_default();
            if !behind.starts_with(is_of_word) && !behind.starts_with('\\') {
                break;
            }
            joined.get_or_insert_with(|| self.text[start..self.at].to_owned());
            self.is_odd = true;
            self.at += joint;
        }
        joined.map_or(Cow::Borrowed(&self.text[start..self.at]), Cow::Owned)
    }

    /// A number; with joints of lines, what stands in front of the first.
    fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut length = 0;
        while let Some(byte) = bytes.get(length) {
            let is_sign = matches!(byte, b'+' | b'-')
                && length > 0
                && bytes.get(length - 1).is_some_and(|before| matches!(before, b'e' | b'E' | b'p' | b'P'))
                && !bytes.starts_with(b"0x");
            let is_quote = *byte == b'\'' && bytes.get(length + 1).is_some_and(u8::is_ascii_alphanumeric);
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign || is_quote) {
                break;
            }
            length += 1;
        }
        self.at += length.max(1);
    }

    fn raw_string(&mut self) {
        let rest = self.rest();
        let open = rest.find('(');
        let end = open.and_then(|open| {
            let closing = format!("){}\"", rest.get(1..open)?);
            rest[open..].find(&closing).map(|at| open + at + closing.len())
        });
        self.at += end.unwrap_or_else(|| rest.find('\n').unwrap_or(rest.len()));
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        (self.is_odd, self.is_joined) = (false, false);
        self.pass_blanks();
        let start = self.at;
        let rest = self.rest();
        let first = rest.chars().next()?;
        let is_line_start = std::mem::replace(&mut self.is_line_start, false);
        if is_line_start && (first == '#' || rest.starts_with("%:")) {
            // What joins lines in front of it joins it to nothing.
            let is_odd = self.is_odd || self.is_joined || first != '#';
            let text = self.directive();
            return Some(Token { kind: Kind::Directive, text, end: self.at, is_odd });
        }
        // The parser may see a directive.
        self.is_odd |= self.is_joined && matches!(first, '#' | '%');
        let borrowed = |lexer: &Self| Cow::Borrowed(&lexer.text[start..lexer.at]);
        let (kind, text) = if first.is_ascii_digit() {
            self.number();
            (Kind::Literal, borrowed(self))
        } else if matches!(first, '"' | '\'') {
            self.at += super::super::without_comments::literal_length(rest, first);
            (Kind::Literal, borrowed(self))
        } else if is_of_word(first) {
            let word = self.word();
            if matches!(&*word, "R" | "LR" | "uR" | "UR" | "u8R") && self.rest().starts_with('"') {
                self.raw_string();
                (Kind::Literal, borrowed(self))
            } else if let Some((_, sign)) = WORDS.iter().find(|(spelled, _)| *spelled == word) {
                self.is_odd = true;
                (Kind::Sign, Cow::Borrowed(*sign))
            } else {
                (Kind::Word, word)
            }
        } else if let Some((spelled, sign)) = digraph(rest) {
            self.is_odd = true;
            self.at += spelled.len();
            (Kind::Sign, Cow::Borrowed(sign))
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            self.at += sign.map_or(first.len_utf8(), |sign| sign.len());
            (Kind::Sign, borrowed(self))
        };
        Some(Token { kind, text, end: self.at, is_odd: self.is_odd })
    }
}

fn digraph(text: &str) -> Option<(&'static str, &'static str)> {
    // `vector<::T>`
    let is_scope = text.strip_prefix("<::").is_some_and(|behind| !behind.starts_with([':', '>']));
    // `x ? a ::> ..` is nothing; `a<b::>`, no more.
    DIGRAPHS.iter().copied().find(|(spelled, _)| !is_scope && text.starts_with(spelled))
}

/// Whether a character may be one of a name.
pub(super) fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        Lexer::new(text).map(|token| token.text.into_owned()).collect()
    }

    #[test]
    fn tokens_are_those_of_the_preprocessor() {
        assert_eq!(said("a\\\nb += c; // x \\\n d\n++e"), ["ab", "+=", "c", ";", "++", "e"]);
        assert_eq!(said("<% a<::b> %>"), ["{", "a", "<", "::", "b", ">", "}"]);
        assert_eq!(said("R\"(} x)\" '{' \"}\" 1'000"), ["R\"(} x)\"", "'{'", "\"}\"", "1'000"]);
        assert_eq!(
            said("x\n # if A /* of\n b */ + 1 \\\n + 2\ny #z"),
            ["x", "# if A   + 1   + 2", "y", "#", "z"]
        );
    }

    #[test]
    fn what_the_parser_may_see_otherwise_is_odd() {
        let odd = |text| Lexer::new(text).any(|token| token.is_odd);
        assert!(
            odd("a\\\nb")
                && odd("a \\ \n b")
                && odd("a \\\n#if b")
                && odd("<% %>")
                && odd("x; // c \\\n d\ny")
        );
        assert!(!odd("a \\\n b\\\n c") && !odd("a\n#define X \\\n 3\nb // c\n/* \\\n */ d"));
    }
}
