//! The words and signs of a statement's text, broken ones included: for what an editor does with a statement that is
//! being typed.

use std::ops::Range;

use crate::word_length::{is_word_byte, literal_length, plain_name_length, type_name_length};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, qualified ones whole: `let`, `A`, `cute::size`, `GMMA::Major::K`.
    Name,
    /// A literal of one word: `8`, `_8`, `1/2@0`, `_`, `?`.
    Literal,
    /// A type that CuTe names an atom or a projection by: `UniversalCopy<float>{}`, `Step<_1,X,_1>`.
    Type,
    /// Anything else: `(`, `==`, `->`.
    Sign,
}

/// A word or sign of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Bytes in the document.
    pub range: Range<usize>,
}

/// Signs of two characters.
const PAIRS: [&str; 6] = ["==", "!=", "<=", ">=", "->", "::"];

/// The tokens of the statement whose text is `text[range]`. It may go on over several comment lines, whose leaders are
/// no part of it.
///
/// ```
/// let text = "// cute: show (4,\n//   8):(1,4)";
/// let tokens = layoutlens_syntax::statement_tokens(text, 9..text.len());
/// let words: Vec<&str> = tokens.iter().map(|token| &text[token.range.clone()]).collect();
/// assert_eq!(words, ["show", "(", "4", ",", "8", ")", ":", "(", "1", ",", "4", ")"]);
/// ```
pub fn statement_tokens(text: &str, range: Range<usize>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = range.start;
    while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
        if let Some(line) = rest.strip_prefix('\n') {
            at += 1 + leader_length(line);
            continue;
        }
        if let Some(blank) = rest.chars().next().filter(|c| c.is_whitespace()) {
            at += blank.len_utf8();
            continue;
        }
        let (kind, length) = token(rest);
        tokens.push(Token { kind, range: at..at + length });
        at += length;
    }
    tokens
}

/// The statement whose text is `text[range]`, as one line of the same length: what is no part of it, the leaders of further
/// comment lines, is blank.
///
/// ```
/// let text = "// cute: show (4,\n//   8):(1,4)";
/// assert_eq!(layoutlens_syntax::statement_line(text, 9..text.len()), "show (4,      8):(1,4)");
/// ```
pub fn statement_line(text: &str, range: Range<usize>) -> String {
    let mut line = String::with_capacity(range.len());
    for token in statement_tokens(text, range.clone()) {
        let blanks = (token.range.start - range.start).saturating_sub(line.len());
        line.extend(std::iter::repeat_n(' ', blanks));
        line.push_str(&text[token.range]);
    }
    let blanks = range.len().saturating_sub(line.len());
    line.extend(std::iter::repeat_n(' ', blanks));
    line
}

/// The token that a text begins with, which is neither empty nor blank.
fn token(rest: &str) -> (TokenKind, usize) {
    let name = qualified_name_length(rest);
    if rest[name..].starts_with('<')
        && let Some(length) = type_name_length(rest)
    {
        return (TokenKind::Type, length);
    }
    if let Some(length) = literal_length(rest) {
        return (TokenKind::Literal, length);
    }
    if name > 0 {
        return (TokenKind::Name, name);
    }
    let letters: usize =
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
    if letters > 0 {
        return (TokenKind::Name, letters);
    }
    let pair = PAIRS.iter().find(|pair| rest.starts_with(**pair));
    (TokenKind::Sign, pair.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), |pair| pair.len()))
}

fn qualified_name_length(rest: &str) -> usize {
    let mut end = plain_name_length(rest);
    while end > 0 {
        let behind = &rest[end..];
        let separator = if behind.starts_with("::") { 2 } else { usize::from(behind.starts_with('.')) };
        let part = behind[separator..].bytes().take_while(|&byte| is_word_byte(byte)).count();
        if separator == 0 || part == 0 || behind.as_bytes()[separator].is_ascii_digit() {
            break;
        }
        end += separator + part;
    }
    end
}

/// The length of blanks and one comment leader at the start of a line: `//`, `///`, `//!`, `#`, `*`.
pub fn leader_length(line: &str) -> usize {
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t', '\u{a0}', '\r']).len();
    let before = blanks(line);
    let rest = &line[before..];
    let leader = if rest.starts_with("//") {
        let slashes = rest.len() - rest.trim_start_matches('/').len();
        slashes + usize::from(rest[slashes..].starts_with('!'))
    } else if rest.starts_with('#') {
        rest.len() - rest.trim_start_matches('#').len()
    } else {
        usize::from(rest.starts_with('*') && !rest.starts_with("*/"))
    };
    before + leader + blanks(&rest[leader..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        statement_tokens(text, 0..text.len()).into_iter().map(|token| &text[token.range]).collect()
    }

    #[test]
    fn a_qualified_name_and_a_type_are_one_token_each() {
        assert_eq!(words("with T = GMMA::Major::K"), ["with", "T", "=", "GMMA::Major::K"]);
        assert_eq!(
            words("show f(UniversalCopy<float>{}, 1/2@0)"),
            ["show", "f", "(", "UniversalCopy<float>{}", ",", "1/2@0", ")"]
        );
    }

    #[test]
    fn what_no_statement_holds_is_a_token_too() {
        assert_eq!(words("let é = \"$ ->"), ["let", "é", "=", "\"", "$", "->"]);
    }
}
