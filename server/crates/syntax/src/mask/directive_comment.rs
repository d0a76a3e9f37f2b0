//! Comments within the text of a macro: `#define F(x) do { /* .. */ g(x); } while (0)`. The grammar takes the first for the
//! end of the macro, and what stands behind it for code.

use super::edit::{Edit, occurrences};
use crate::host::quoted_end;

/// All edits, in order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut next = 0;
    for at in occurrences(text, "define") {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let is_directive = text[line..at].trim().strip_prefix('#').is_some_and(|rest| rest.trim().is_empty());
        if at < next || !is_directive {
            continue;
        }
        next = end_of_directive(text, at);
        comments(text, at..next, &mut edits);
    }
    edits
}

/// Where the line ends, with those that a backslash takes along.
pub(super) fn end_of_directive(text: &str, from: usize) -> usize {
    let mut end = from;
    loop {
        let length = text[end..].find('\n').unwrap_or(text.len() - end);
        let line = &text[end..end + length];
        end += length;
        if end == text.len() || !line.trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        end += 1;
    }
}

/// The comments in a directive that lie in one of its lines.
fn comments(text: &str, directive: std::ops::Range<usize>, edits: &mut Vec<Edit>) {
    let mut at = directive.start;
    while let Some(found) = text[at..directive.end].find(['"', '\'', '/']) {
        let start = at + found;
        let rest = &text[start..directive.end];
        at = match rest.as_bytes() {
            [b'/', b'/', ..] => return,
            [b'/', b'*', ..] => {
                let Some(length) = rest.get(2..).and_then(|inside| inside.find("*/")).map(|end| end + 4)
                else {
                    return;
                };
                if !rest[..length].contains('\n') {
                    edits.push(Edit { range: start..start + length, with: None });
                }
                start + length
            }
            [b'"', ..] => quoted_end(text, start + 1, b'"').min(directive.end),
            // `1'000` is a number.
            [b'\'', ..] if !text[..start].ends_with(|last: char| last.is_ascii_alphanumeric()) => {
                quoted_end(text, start + 1, b'\'').min(directive.end)
            }
            _ => start + 1,
        };
    }
}
