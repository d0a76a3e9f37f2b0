//! Words in front of `for`, `if`, `do` and their like: only a macro can stand there, `MY_UNROLL for (..)`. The grammar
//! would take the macro for a type and the keyword for a name.

use super::edit::{Edit, is_word, occurrences};

/// What begins a statement, and what stands behind it.
const KEYWORDS: [(&str, &[char]); 6] = [
    ("for", &['(']),
    ("while", &['(']),
    ("if", &['(', 'c']),
    ("switch", &['(']),
    ("do", &['{']),
    ("try", &['{']),
];

/// How many macros in a row are looked at.
const MAX_MACROS: usize = 4;

/// Words of C++ behind which a statement may begin, or which no macro is.
const OWN_WORDS: [&str; 8] =
    ["else", "do", "return", "operator", "template", "requires", "co_return", "co_await"];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (keyword, behind) in KEYWORDS {
        for at in occurrences(text, keyword) {
            let rest = &text[at + keyword.len()..];
            if text[..at].ends_with(is_word) || !rest.trim_start().starts_with(behind) {
                continue;
            }
            let mut end = at;
            for _ in 0..MAX_MACROS {
                let Some(start) = macro_before(text, end) else { break };
                edits.push(Edit { range: start..text[..end].trim_end().len(), with: None });
                end = start;
            }
        }
    }
    edits
}

/// Where the macro begins that ends in front of `end`, behind blanks.
fn macro_before(text: &str, end: usize) -> Option<usize> {
    let before = text[..end].trim_end();
    let start = before.trim_end_matches(is_word).len();
    let word = &before[start..];
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let is_macro = before.len() < end
        && word.starts_with(|first: char| !first.is_ascii_digit())
        && !OWN_WORDS.contains(&word)
        // Behind these a word is a member, a label's or a literal's.
        && !text[..start].ends_with(['.', '>', '#', '"', '\'', ':'])
        && !text[line..start].trim_start().starts_with('#')
        && !text[..line].trim_end_matches(['\n', '\r']).ends_with('\\');
    is_macro.then_some(start)
}
