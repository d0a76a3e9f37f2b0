//! Names of the host code and what they stand for.

use std::ops::Range;

use layoutlens_eval::{
    Value,
    host::{Answer, HostValue, Variable},
};
use layoutlens_syntax::Language;
use layoutlens_world::Analysis;

/// The identifier around `offset` and the variable of the code that it names, declarations and uses alike.
pub(crate) fn variable_at(analysis: &Analysis, offset: usize) -> Option<(Range<usize>, &Variable)> {
    let host = &analysis.evaluation.host;
    let range = identifier_around(&analysis.text, offset)?;
    if let Some(declared) = host.variables.iter().find(|variable| variable.range == range) {
        return Some((range, declared));
    }
    let name = analysis.text.get(range.clone())?;
    if !is_name_in_code(analysis, &range) {
        return None;
    }
    let named: Vec<&Variable> = host.variables.iter().filter(|variable| variable.name == name).collect();
    meant(analysis.file.language, &named, range.start).map(|variable| (range, variable))
}

/// Which of the variables of one name a use at the byte `at` means: the innermost, latest declaration that is visible there.
pub(crate) fn meant<'a>(language: Language, named: &[&'a Variable], at: usize) -> Option<&'a Variable> {
    let visible = || named.iter().copied().filter(|variable| variable.visible.contains(&at));
    // `let a = f(a)`: the value is made of what the name stood for before. In C++ the name is its own there.
    let is_in_own_value = |variable: &&Variable| {
        matches!(language, Language::Python | Language::Rust)
            && variable.range.end <= at
            && at < variable.statement.end
    };
    let latest = |variable: &&Variable| (variable.visible.start, variable.range.start);
    visible()
        .filter(|variable| !is_in_own_value(variable))
        .max_by_key(latest)
        .or_else(|| visible().max_by_key(latest))
}

/// Whether an identifier of the text is a name of the code that its scope tells the meaning of.
pub(crate) fn is_name_in_code(analysis: &Analysis, range: &Range<usize>) -> bool {
    analysis.file.is_code(range.start)
        && !is_in_directive(analysis, range.start)
        && !is_member(&analysis.text, range.start)
        && !is_keyword_argument(analysis, range)
}

/// Whether the byte is in a line of the preprocessor: what a macro's text means shows only where it is used.
fn is_in_directive(analysis: &Analysis, at: usize) -> bool {
    let before = analysis.text.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    analysis.file.language == Language::Cuda && before.trim_start().starts_with('#')
}

/// Whether the name is that of a parameter in a call of Python: `f(shape=(8, 4))`.
fn is_keyword_argument(analysis: &Analysis, range: &Range<usize>) -> bool {
    let before = analysis.text.get(..range.start).unwrap_or_default().trim_end();
    let behind = analysis.text.get(range.end..).unwrap_or_default().trim_start();
    analysis.file.language == Language::Python
        && before.ends_with(['(', ','])
        && behind.starts_with('=')
        && !behind.starts_with("==")
}

/// Whether the name behind `at` is looked up in a value, not in the scope: `a.x`, `p->x`, `T::x`.
pub(crate) fn is_member(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    [".", "->", "::"].iter().any(|mark| before.ends_with(mark)) && !before.ends_with("...")
}

/// Whether a name of the code is known to stand for layouts, tuples or what is made of them, or would under suppositions.
pub(crate) fn carries_layouts(variable: &Variable) -> bool {
    let of_layouts = |answer: &Answer| match &answer.evaluated.value {
        Value::Unknown(_) | Value::Bool(_) | Value::ElementType(_) => false,
        Value::Tuple(tuple) => tuple.is_tuple() || matches!(answer.value, HostValue::Tensor(_)),
        _ => true,
    };
    variable.answers.iter().any(of_layouts)
        || variable.supposed.iter().any(|supposed| of_layouts(&supposed.answer))
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
