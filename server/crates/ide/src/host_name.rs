//! Names of the host code and what they stand for.

use std::ops::Range;

use layoutlens_eval::host::Variable;
use layoutlens_world::Analysis;

/// The identifier around `offset` and the variable of the code that it names, declarations and uses alike.
pub(crate) fn variable_at(analysis: &Analysis, offset: usize) -> Option<(Range<usize>, &Variable)> {
    let host = &analysis.evaluation.host;
    let range = identifier_around(&analysis.text, offset)?;
    if let Some(declared) = host.variables.iter().find(|variable| variable.range == range) {
        return Some((range, declared));
    }
    let name = analysis.text.get(range.clone())?;
    let is_code = stands_in_code(&analysis.text, range.start) && !is_member(&analysis.text, range.start);
    is_code.then(|| host.lookup(name, range.start)).flatten().map(|variable| (range, variable))
}

/// Whether the name behind `at` is looked up in a value, not in the scope: `a.x`, `p->x`, `T::x`.
fn is_member(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    [".", "->", "::"].iter().any(|mark| before.ends_with(mark))
}

/// Whether what stands at `offset` is code as far as its line tells: prose and string literals name no layouts.
pub(crate) fn stands_in_code(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    let is_comment = ["//", "#", "/*"].iter().any(|leader| before.contains(leader))
        || before.trim_start().starts_with("* ")
        || before.contains("\"\"\"");
    let is_string = before.matches(['"', '\'']).count() % 2 == 1;
    !is_comment && !is_string
}

/// The identifier that `offset` touches.
pub(crate) fn identifier_around(text: &str, offset: usize) -> Option<Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before =
        text.get(..offset)?.chars().rev().take_while(|&c| part(c)).map(char::len_utf8).sum::<usize>();
    let after = text.get(offset..)?.chars().take_while(|&c| part(c)).map(char::len_utf8).sum::<usize>();
    let range = offset - before..offset + after;
    text.get(range.clone()).is_some_and(is_identifier).then_some(range)
}

/// Whether the whole text is one identifier.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && text.chars().next().is_some_and(|c| !c.is_ascii_digit())
}
