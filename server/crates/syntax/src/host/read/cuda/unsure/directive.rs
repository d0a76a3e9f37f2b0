//! What a directive says of itself: its word, and the name that it defines.

use super::token::is_of_word;

pub(super) fn is_pragma(directive: &str) -> bool {
    directive_word(directive) == "pragma" && !directive.contains("_macro")
}

/// `N` of `#define N 1`.
pub(super) fn defined_name(directive: &str) -> Option<&str> {
    let behind = directive.split_once(directive_word(directive))?.1.trim_start();
    behind.split(|character: char| !is_of_word(character)).next().filter(|name| !name.is_empty())
}

/// `if` of `# if X`.
pub(super) fn directive_word(directive: &str) -> &str {
    let rest = directive.trim_start_matches(['#', '%', ':']).trim_start();
    rest.split(|character: char| !is_of_word(character)).next().unwrap_or_default()
}
