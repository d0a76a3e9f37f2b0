//! Values made of dependent types, which tree-sitter reads in the place of a declaration only: `typename T::U{}`,
//! `decltype(x){}`; and `x.template f(y)`, `T::template f<3>(y)`.

use super::edit::{Edit, is_word, occurrences};

/// How far back a line is looked at for a comment.
const MAX_LINE_LENGTH: usize = 256;

/// How far the end of a type is looked for.
const MAX_TYPE_LENGTH: usize = 1024;

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in occurrences(text, "typename") {
        let word = "typename";
        if is_expression(text, at)
            && let Some(end) = type_end(text, at + word.len())
            && text[end..].trim_start().starts_with(['{', '('])
        {
            edits.push(Edit { range: at..at + word.len(), with: None });
        }
    }
    for at in occurrences(text, "template") {
        let word = "template";
        let is_qualified = text[..at].ends_with("::");
        let is_member = text[..at].ends_with('.') || text[..at].ends_with("->");
        if is_qualified || (is_member && calls_without_arguments(&text[at + word.len()..])) {
            edits.push(Edit { range: at..at + word.len(), with: None });
        }
    }
    for at in occurrences(text, "decltype") {
        let word = "decltype";
        if is_expression(text, at) {
            edits.extend(construction(text, at, at + word.len()).into_iter().flatten());
        }
    }
    edits
}

/// Whether a value is expected at `at`, in the middle of an expression.
pub(super) fn is_expression(text: &str, at: usize) -> bool {
    const OPENING: [char; 14] = ['=', '(', ',', '{', '?', '!', '&', '|', '+', '<', '[', '*', '/', '%'];
    let before = text[..at].trim_end();
    let near = &text[text.floor_char_boundary(at.saturating_sub(MAX_LINE_LENGTH))..at];
    let line = near.rsplit('\n').next().unwrap_or_default();
    let is_comment = line.contains("//") || line.trim_start().starts_with(['*', '/']);
    let is_behind_return = before.strip_suffix("return").is_some_and(|before| !before.ends_with(is_word));
    let is_difference = before.ends_with('-') && before.len() < at;
    !is_comment && (is_behind_return || is_difference || before.ends_with(OPENING))
}

/// The end of `T::template U<3>::V` or `decltype(x)::V`.
fn type_end(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at = skip_blanks(text, at);
        let word = text[at..].find(|character| !is_word(character))?;
        let is_template = &text[at..at + word] == "template";
        if word == 0 {
            return None;
        }
        at += word;
        if is_template {
            continue;
        }
        let next = skip_blanks(text, at);
        if text[next..].starts_with('<') || &text[at - word..at] == "decltype" {
            at = closing(text, next)?;
        }
        let next = skip_blanks(text, at);
        if !text[next..].starts_with("::") || at - start > MAX_TYPE_LENGTH {
            return Some(at);
        }
        at = next + 2;
    }
}

pub(super) fn skip_blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

/// Behind the bracket that closes the one at `at`.
pub(super) fn closing(text: &str, at: usize) -> Option<usize> {
    let mut open = Vec::new();
    for (offset, byte) in text.as_bytes()[at..].iter().take(MAX_TYPE_LENGTH).enumerate() {
        match byte {
            b'(' | b'{' | b'[' => open.push(*byte),
            // A comparison inside parentheses is no bracket.
            b'<' if open.last().is_none_or(|&last| last == b'<') => open.push(*byte),
            b'>' if open.last() == Some(&b'<') => {
                open.pop();
            }
            b')' | b'}' | b']' => {
                // `<` before the bracket compares.
                while open.last() == Some(&b'<') {
                    open.pop();
                }
                open.pop()?;
            }
            b';' => return None,
            _ => {}
        }
        if open.is_empty() {
            return Some(at + offset + 1);
        }
    }
    None
}

/// Whether ` f(` stands there, and not ` f<`.
fn calls_without_arguments(text: &str) -> bool {
    let name = text.trim_start();
    let rest = name.trim_start_matches(is_word);
    name.len() < text.len() && rest.len() < name.len() && rest.trim_start().starts_with('(')
}

/// `decltype(x){a}` becomes the call `decltyp_(x)(a)`, and `decltype(x)(a)` so, too.
fn construction(text: &str, at: usize, word_end: usize) -> Option<[Edit; 3]> {
    let open = skip_blanks(text, word_end);
    let closed = closing(text, open).filter(|_| text[open..].starts_with('('))?;
    let open = skip_blanks(text, closed);
    let is_construction = match text.as_bytes().get(open)? {
        b'{' => true,
        b'(' => !text[..at].trim_end().ends_with('<'),
        _ => false,
    };
    let close = closing(text, open).filter(|_| is_construction)?;
    Some([
        Edit { range: at..word_end, with: Some("decltyp_") },
        Edit { range: open..open + 1, with: Some("(") },
        Edit { range: close - 1..close, with: Some(")") },
    ])
}
