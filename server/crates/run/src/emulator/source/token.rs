//! Words of a kernel's source.

use super::unknown;
use crate::RunError;

/// A word.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Name(String),
    Integer {
        bits: u64,
        unsigned: bool,
        long: bool,
    },
    Float {
        value: f64,
        double: bool,
    },
    Text(String),
    /// An operator or a bracket.
    Mark(&'static str),
    /// `#pragma unroll`, with a factor where it has one.
    Unroll(Option<u64>),
    End,
}

/// Operators and brackets, longer ones before those that they begin with.
const MARKS: [&str; 48] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "^=", "&=", "|=", "->", "::", "+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "<", ">", "=", "?", ":",
    ";", ",", ".", "(", ")", "[", "]", "{", "}", "#", "@",
];

/// The words of a text; comments are left out.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, RunError> {
    let mut tokens = Vec::new();
    let mut rest = source;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            tokens.push(Token::End);
            return Ok(tokens);
        };
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, next)| next);
        } else if let Some(pragma) = rest.strip_prefix("#pragma unroll") {
            let (line, next) = pragma.split_once('\n').unwrap_or((pragma, ""));
            // A factor by name is one of which a loop that is unrolled as a whole says the same.
            tokens.push(Token::Unroll(line.trim().parse().ok()));
            rest = next;
        } else if first.is_ascii_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, next) = rest.split_at(end);
            tokens.push(Token::Name(name.to_owned()));
            rest = next;
        } else if first.is_ascii_digit() {
            let (token, next) = number(rest)?;
            tokens.push(token);
            rest = next;
        } else if first == '"' {
            let (text, next) = text(rest)?;
            tokens.push(Token::Text(text));
            rest = next;
        } else {
            let mark = MARKS.into_iter().find(|mark| rest.starts_with(mark));
            let mark = mark.ok_or_else(|| unknown(format!("the character {first:?}")))?;
            tokens.push(Token::Mark(mark));
            rest = rest.get(mark.len()..).unwrap_or_default();
        }
    }
}

fn number(source: &str) -> Result<(Token, &str), RunError> {
    let (radix, digits) = match source.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None => (10, source),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (whole, rest) = digits.split_at(end);
    if radix == 10 && rest.starts_with(['.', 'e', 'f']) {
        let end = source.find(|c: char| !c.is_ascii_digit() && !".e-".contains(c)).unwrap_or(source.len());
        let (float, rest) = source.split_at(end);
        let value = float.parse().map_err(|_| unknown(format!("the number {float}")))?;
        let single = rest.strip_prefix('f');
        return Ok((Token::Float { value, double: single.is_none() }, single.unwrap_or(rest)));
    }
    let bits = u64::from_str_radix(whole, radix).map_err(|_| unknown(format!("the number {whole}")))?;
    let end = rest.find(|c: char| !"uUlL".contains(c)).unwrap_or(rest.len());
    let (suffix, rest) = rest.split_at(end);
    let suffix = suffix.to_ascii_lowercase();
    let unsigned = suffix.contains('u');
    // In decimal a number without `u` never is unsigned: it is as long as it must be.
    let is_long = !unsigned && radix == 10 && i32::try_from(bits).is_err();
    Ok((Token::Integer { bits, unsigned, long: suffix.contains('l') || is_long }, rest))
}

fn text(source: &str) -> Result<(String, &str), RunError> {
    let mut text = String::new();
    let mut characters = source.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Ok((text, source.get(at + 1..).unwrap_or_default())),
            '\\' => text.push(match characters.next() {
                Some((_, 'n')) => '\n',
                Some((_, 't')) => '\t',
                Some((_, other)) => other,
                None => break,
            }),
            other => text.push(other),
        }
    }
    Err(unknown("a text without an end"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_numbers_texts_and_marks() {
        let words = tokens(
            "a<<=0x1f; // note\n#pragma unroll 2\n0.5f + 64ull 3000000000 3000000000u 0xb2d05e00 \"x\\n\"",
        )
        .unwrap();
        let expected = [
            Token::Name("a".into()),
            Token::Mark("<<="),
            Token::Integer { bits: 31, unsigned: false, long: false },
            Token::Mark(";"),
            Token::Unroll(Some(2)),
            Token::Float { value: 0.5, double: false },
            Token::Mark("+"),
            Token::Integer { bits: 64, unsigned: true, long: true },
            Token::Integer { bits: 3_000_000_000, unsigned: false, long: true },
            Token::Integer { bits: 3_000_000_000, unsigned: true, long: false },
            Token::Integer { bits: 0xb2d0_5e00, unsigned: false, long: false },
            Token::Text("x\n".into()),
            Token::End,
        ];
        assert_eq!(words, expected);
        assert!(tokens("a $ b").is_err());
    }
}
