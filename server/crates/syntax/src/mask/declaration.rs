//! Parts of declarations without which they say the same: attributes with arguments, `= delete`, the type of an
//! enumeration without a name, default arguments in braces.

use super::{
    edit::{Edit, is_word, occurrences},
    type_expression,
};

/// Attributes and macros for them that have arguments.
const ATTRIBUTES: [&str; 6] =
    ["CUTE_ALIGNAS", "CUTLASS_ALIGNAS", "__align__", "__attribute__", "__cluster_dims__", "alignas"];

/// How far the `{` of an enumeration is looked for.
const MAX_TYPE_NAME_LENGTH: usize = 64;

/// Macros that stand for `static_assert`, as long with blanks.
const ASSERTIONS: [(&str, &str); 2] =
    [("CUTE_STATIC_ASSERT_V", "static_assert       "), ("CUTE_STATIC_ASSERT", "static_assert     ")];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for word in ATTRIBUTES {
        for at in words(text, word) {
            let open = type_expression::skip_blanks(text, at + word.len());
            let end = type_expression::closing(text, open).filter(|_| text[open..].starts_with('('));
            edits.extend(end.map(|end| Edit { range: at..end, with: None }));
        }
    }
    for (word, with) in ASSERTIONS {
        let calls = words(text, word).filter(|&at| !is_directive(text, at));
        edits.extend(calls.map(|at| Edit { range: at..at + word.len(), with: Some(with) }));
    }
    for at in words(text, "delete") {
        let before = text[..at].trim_end();
        if before.ends_with('=') && text[at + 6..].trim_start().starts_with(';') {
            edits.push(Edit { range: before.len() - 1..at + 6, with: None });
        }
    }
    for at in words(text, "enum") {
        let colon = type_expression::skip_blanks(text, at + 4);
        let after = &text[colon..text.floor_char_boundary(text.len().min(colon + MAX_TYPE_NAME_LENGTH))];
        if after.starts_with(':')
            && let Some(length) = after.find(['{', ';', '('])
            && after[length..].starts_with('{')
        {
            edits.push(Edit { range: colon..colon + length, with: None });
        }
    }
    edits.extend(default_arguments(text));
    edits
}

/// What the parser, which reads no braces there, sees of `= {}` behind a parameter.
const EMPTY_DEFAULT_ARGUMENT: &str = "= \"\"";

/// What stands there in the file itself.
pub(crate) const EMPTY_DEFAULT: &str = "{}";

/// Where a word stands.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    occurrences(text, word)
        .filter(move |&at| !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word))
}

/// Whether the line begins with `#`.
fn is_directive(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[line..at].trim_start().starts_with('#')
}

/// `= {}` in front of `,` or `)`, `= {a, b}` in front of `)`. The former the parser sees as an empty string.
fn default_arguments(text: &str) -> impl Iterator<Item = Edit> {
    occurrences(text, "= {").filter_map(move |at| {
        let end = type_expression::closing(text, at + 2)?;
        let rest = text[end..].trim_start_matches(' ');
        let is_argument = rest.starts_with(')') || (rest.starts_with(',') && end == at + 4);
        let is_assignment = text[..at].ends_with(' ');
        let with = (end == at + 4).then_some(EMPTY_DEFAULT_ARGUMENT);
        (is_argument && is_assignment).then_some(Edit { range: at..end, with })
    })
}
