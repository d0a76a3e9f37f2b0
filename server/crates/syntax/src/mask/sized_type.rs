//! `(unsigned(x) & 3)`: tree-sitter takes `unsigned`, `long` and `short` behind a bracket for the begin of a declaration, and
//! other types of numbers for what is called.

use super::edit::{Edit, is_word, occurrences};

/// What the parser takes for the begin of a declaration, and a type as long as it of which it does not.
const TYPES: [(&str, &str); 3] = [("unsigned", "uint64_t"), ("long", "bool"), ("short", "float")];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (word, with) in TYPES {
        edits.extend(occurrences(text, word).filter_map(|at| {
            let (before, behind) = (&text[..at], &text[at + word.len()..]);
            let is_called = behind.starts_with('(') && !before.ends_with(is_word);
            (is_called && before.trim_end().ends_with('('))
                .then_some(Edit { range: at..at + word.len(), with: Some(with) })
        }));
    }
    edits
}

#[cfg(test)]
mod tests {
    use crate::mask::masked;

    #[test]
    fn types_of_several_words_are_called_behind_a_bracket() {
        assert_eq!(masked("x = (unsigned(b) & 3);"), "x = (uint64_t(b) & 3);");
        assert_eq!(masked("if (long(b) < 3)"), "if (bool(b) < 3)");
        for text in ["(unsigned)b", "(unsigned int)(b)", "x = unsigned(b);", "(my_long(b))"] {
            assert_eq!(masked(text), text);
        }
    }
}
