//! Macros that stand for nothing, with blanks or a comment behind them: the grammar takes the next line for what they stand for.

use super::directive_comment::end_of_directive;
use super::edit::{Edit, is_word, occurrences};

/// All edits, in order. The sign that the parser gets to see is none of the text's: what the macro stands for stays blank.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in occurrences(text, "define") {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        if text[line..at].trim().strip_prefix('#').is_none_or(|rest| !rest.trim().is_empty()) {
            continue;
        }
        let end = end_of_directive(text, at);
        let directive = &text[at..end];
        let Some(behind) = directive.strip_prefix("define").filter(|behind| behind.starts_with([' ', '\t']))
        else {
            continue;
        };
        let name = behind.trim_start_matches([' ', '\t']);
        let rest = name.trim_start_matches(is_word);
        let rest = match rest.strip_prefix('(') {
            Some(inside) => match inside.find(')') {
                Some(close) => &inside[close + 1..],
                None => continue,
            },
            None => rest,
        };
        let start = end - rest.len();
        if rest.starts_with([' ', '\t']) && rest.len() < name.len() && is_nothing(rest) {
            edits.push(Edit { range: start..start + 1, with: Some(";") });
        }
    }
    edits
}

/// Whether a line holds no code.
fn is_nothing(line: &str) -> bool {
    let mut rest = line.trim_start();
    while let Some(inside) = rest.strip_prefix("/*") {
        match inside.split_once("*/") {
            Some((_, behind)) => rest = behind.trim_start(),
            // What the comment holds goes on in the next line.
            None => return false,
        }
    }
    rest.is_empty() || rest.starts_with("//") || rest.trim_matches(['\\', '\r', '\n', ' ', '\t']).is_empty()
}
