//! Templates with arguments where a value is expected: `Layout<Shape<_4>>{}` becomes the calls `Layout(Shape(_4))()`.
//!
//! As an argument, `Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>{}` has more readings with comparisons than
//! tree-sitter follows. A `<` without a blank in front of it begins template arguments in practice.

use super::{
    edit::{Edit, is_word, occurrences},
    type_expression,
};

/// How long template arguments may be.
const MAX_LENGTH: usize = 1024;

/// Words that make a type of their own, or begin one: a call has no such argument.
const TYPE_WORDS: [&str; 43] = [
    "auto",
    "bool",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "const",
    "decltype",
    "double",
    "enum",
    "float",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intptr_t",
    "long",
    "max_align_t",
    "new",
    "nullptr_t",
    "operator",
    "ptrdiff_t",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "ssize_t",
    "struct",
    "template",
    "throw",
    "typename",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uintptr_t",
    "union",
    "unsigned",
    "void",
    "volatile",
    "wchar_t",
];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for open in occurrences(text, "<") {
        let name = name_before(text, open).filter(|name| type_expression::is_expression(text, *name));
        let Some(brackets) = name.and_then(|_| template_arguments(text, open, false)) else { continue };
        let Some(end) = brackets.last().map(|&(at, _)| at + 1) else { continue };
        let next = type_expression::skip_blanks(text, end);
        if text[next..].starts_with('{') {
            let Some(close) = type_expression::closing(text, next) else { continue };
            edits.extend([replaced((next, "(")), replaced((close - 1, ")"))]);
        } else if !text[next..].starts_with('(') {
            continue;
        }
        edits.extend(brackets.into_iter().map(replaced));
    }
    edits
}

/// A bracket, and what stands for it.
type Bracket = (usize, &'static str);

pub(super) fn replaced((at, with): Bracket) -> Edit {
    Edit { range: at..at + 1, with: Some(with) }
}

/// Where the name of a template begins whose arguments may begin at `open`.
pub(super) fn name_before(text: &str, open: usize) -> Option<usize> {
    let before = text[..open].trim_end_matches(|character| is_word(character) || character == ':');
    let name = &text[before.len()..open];
    let is_name = name.ends_with(is_word) && !name.starts_with(|first: char| first.is_ascii_digit());
    (is_name && name != "operator" && name != "template").then_some(before.len())
}

/// The angle brackets of the arguments that begin at `open`, and what stands for them; `None` where there is anything
/// that no call has. It has a pack, `Ts...`, `with_packs`.
pub(super) fn template_arguments(text: &str, open: usize, with_packs: bool) -> Option<Vec<Bracket>> {
    let bytes = text.as_bytes();
    let (mut brackets, mut nesting) = (Vec::new(), Vec::new());
    let mut at = open;
    while at < bytes.len().min(open + MAX_LENGTH) {
        let rest = &text[at..];
        match bytes[at] {
            b'<' if nesting.last() != Some(&b'(') && (at == open || bytes[at - 1] != b'<') => {
                nesting.push(b'<');
                brackets.push((at, "("));
            }
            // A call has no member behind `::`.
            b'>' if rest[1..].trim_start().starts_with("::") => return None,
            b'>' if nesting.last() == Some(&b'<') => {
                nesting.pop();
                brackets.push((at, ")"));
            }
            b'(' => nesting.push(b'('),
            b')' if nesting.last() == Some(&b'(') => {
                nesting.pop();
            }
            b'/' if rest.starts_with("//") => at += rest.find('\n')?,
            b'/' if rest.starts_with("/*") => at += rest.find("*/")? + 1,
            b'*' if !rest[1..].trim_start().starts_with(|next: char| is_word(next) || next == '(') => {
                return None;
            }
            b'-' if rest.starts_with("->") => return None,
            b'.' if with_packs && rest.starts_with("...") => at += 2,
            b'+' | b'-' | b'*' | b'/' | b'%' | b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => {}
            byte if is_word(char::from(byte)) => {
                let length = rest.find(|character| !is_word(character))?;
                if TYPE_WORDS.contains(&&rest[..length]) {
                    return None;
                }
                at += length - 1;
            }
            _ => return None,
        }
        at += 1;
        if nesting.is_empty() {
            return Some(brackets);
        }
    }
    None
}
