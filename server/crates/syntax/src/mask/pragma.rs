//! `#pragma unroll`, `_Pragma("unroll")`: what it says, no reader asks for, and where it stands between the head of a loop and its body, or inside
//! of an expression, the grammar takes it for the end of a statement.

use super::edit::{Edit, is_word, occurrences};

/// All edits, in order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for at in occurrences(text, "pragma") {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let Some(mark) = text[line..at].find('#') else { continue };
        let is_directive = text[line..at].trim() == "#";
        let end = super::directive_comment::end_of_directive(text, at);
        // What a line begins that another one holds is that one's: a macro's text.
        let is_joined = text[..line].trim_end_matches(['\n', '\r']).ends_with('\\');
        // Of macros it says something, and a comment may go on behind the line.
        let says = &text[at..end];
        if is_directive && !is_joined && !says.contains("_macro") && !says.contains("/*") {
            edits.push(Edit { range: line + mark..end, with: None });
        }
    }
    edits.extend(occurrences(text, "_Pragma").filter_map(|at| {
        let inside = text[at..].strip_prefix("_Pragma")?.trim_start().strip_prefix("(")?;
        let end = text.len() - inside.len() + inside.find(')')? + 1;
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        // What a macro stands for stays.
        let is_directive = text[line..at].trim_start().starts_with('#')
            || text[..line].trim_end_matches(['\n', '\r']).ends_with('\\');
        let is_word = is_directive || text[..at].ends_with(is_word);
        (!is_word && !text[at..end].contains("_macro") && !text[at..end].contains('\n'))
            .then_some(Edit { range: at..end, with: None })
    }));
    edits
}
