//! Words in the head of a lambda, which the grammar does not read there: `[=] __device__ (int i) {..}`, and a macro for an
//! attribute, `[&](int i) ALWAYS_INLINE {..}`.

use super::{
    edit::{Edit, is_word, occurrences},
    type_expression,
};

/// How far behind its `]` the `[` of captures is looked for.
const MAX_CAPTURES_LENGTH: usize = 512;

/// How many words in a row are looked at.
const MAX_WORDS: usize = 4;

/// What C++ lets stand there, and the grammar reads.
const OWN_WORDS: [&str; 7] = ["const", "consteval", "constexpr", "mutable", "noexcept", "requires", "static"];

/// What begins a statement.
const STATEMENTS: [&str; 10] =
    ["for", "if", "while", "switch", "do", "else", "try", "return", "struct", "class"];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for at in occurrences(text, "]") {
        if let Some(words) = head(text, at + 1).filter(|words| !words.is_empty())
            && ends_captures(text, at)
        {
            edits.extend(words);
        }
    }
    edits
}

/// The words to hide of the head of a lambda, from behind its captures up to its body or its result. `None` of what is no such
/// head.
fn head(text: &str, captures_end: usize) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut at = skip_spaces(text, captures_end);
    if text[at..].starts_with('<') {
        at = skip_spaces(text, type_expression::closing(text, at)?);
    }
    at = words(text, at, &mut edits)?;
    if text[at..].starts_with('(') {
        at = skip_spaces(text, type_expression::closing(text, at)?);
        at = words(text, at, &mut edits)?;
    }
    (text[at..].starts_with('{') || text[at..].starts_with("->")).then_some(edits)
}

/// Behind blanks of this line: `// [rows]` says nothing of the line below it.
fn skip_spaces(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t']).len()
}

/// Behind the words at `at`; none where a statement begins.
fn words(text: &str, mut at: usize, edits: &mut Vec<Edit>) -> Option<usize> {
    for _ in 0..MAX_WORDS {
        let rest = &text[at..];
        let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        if length == 0 || rest.starts_with(|first: char| first.is_ascii_digit()) {
            break;
        }
        if STATEMENTS.contains(&&rest[..length]) {
            return None;
        }
        if !OWN_WORDS.contains(&&rest[..length]) {
            edits.push(Edit { range: at..at + length, with: None });
        }
        at = skip_spaces(text, at + length);
    }
    Some(at)
}

/// Whether the `]` at `end` closes captures: no index, no attribute, and nothing of `delete[]` or `operator[]`.
fn ends_captures(text: &str, end: usize) -> bool {
    let line = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
    if text[line..end].contains("//") {
        return false;
    }
    let bytes = text.as_bytes();
    let first = end.saturating_sub(MAX_CAPTURES_LENGTH);
    let mut depth = 0;
    let Some(start) = (first..end).rev().find(|&at| {
        depth += match bytes[at] {
            b']' => 1,
            b'[' => -1,
            _ => 0,
        };
        depth < 0
    }) else {
        return false;
    };
    if bytes[start + 1] == b'[' {
        return false;
    }
    let before = text[..start].trim_end();
    let word = &before[before.trim_end_matches(is_word).len()..];
    match word {
        "" => !before.ends_with([')', ']', '[']),
        _ => matches!(word, "return" | "co_return"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::masked;

    #[test]
    fn words_in_the_head_of_a_lambda_become_blanks() {
        for (text, expected) in [
            ("f = [&](int i) INLINED { }", "f = [&](int i)         { }"),
            ("f = [&] INLINED { }", "f = [&]         { }"),
            ("f([=] __host__ __device__ (T x) mutable { })", "f([=]                     (T x) mutable { })"),
            (
                "return [a = b[0]]<int N>(Int<N>) INLINED -> T { }",
                "return [a = b[0]]<int N>(Int<N>)         -> T { }",
            ),
        ] {
            assert_eq!(masked(text), expected);
        }
    }

    #[test]
    fn what_is_no_lambda_stays() {
        for text in [
            "[[nodiscard]] int f(int x) { }",
            "T& operator[](int i) const { }",
            "T& operator[](int i) INLINED { }",
            "delete[] f(x);",
            "a[i](x) b { }",
            "int a[] { 1 };",
            "auto [a, b] = f(x); g(y) { }",
            "f = [&](int i) mutable noexcept { };",
            "f = [&](int i) { return i; };",
            "// [rows]\nfor (int i = 0; i < n; ++i) { }",
            "/* [rows] */ for (int i = 0; i < n; ++i) { }",
            "/* [rows]\n */ if (x) { }",
            "// [rows] for (x) { }\n",
        ] {
            assert_eq!(masked(text), text);
        }
    }
}
