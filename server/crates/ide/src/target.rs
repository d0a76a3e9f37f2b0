//! What stands at an offset: the expression, comment or name that a hover or a picture is about.

use std::ops::Range;

use layoutlens_eval::{Evaluated, Meaning};
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

/// Something with a value, at an offset.
pub(crate) struct Target<'a> {
    /// Bytes it is about.
    pub(crate) range: Range<usize>,
    /// The name under which the value is bound, where it is.
    pub(crate) name: Option<&'a str>,
    pub(crate) evaluated: &'a Evaluated,
    /// Whether the value is what an `assert` claims.
    pub(crate) is_claim: bool,
}

/// The innermost thing with a value at `offset`.
pub(crate) fn target(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    node(analysis, offset).or_else(|| statement(analysis, offset)).or_else(|| host_name(analysis, offset))
}

fn holds(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}

/// The innermost expression of a statement or comment.
fn node(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let nodes = analysis.evaluation.nodes.iter().filter(|node| holds(&node.range, offset));
    // Inner nodes come first, so the first of the shortest is the innermost.
    let node = nodes.min_by_key(|node| node.range.len())?;
    let name = analysis.text.get(node.range.clone()).filter(|text| is_identifier(text));
    Some(Target { range: node.range.clone(), name, evaluated: &node.evaluated, is_claim: false })
}

/// The statement around the offset, when no expression of it is hit: its keyword or the name it binds.
fn statement(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let index = analysis.file.annotations.iter().position(|annotation| holds(&annotation.range, offset))?;
    let annotation = analysis.file.annotations.get(index)?;
    let name = match &annotation.statement {
        Statement::Let { name, .. } => Some(name.text.as_str()),
        _ => None,
    };
    let (evaluated, is_claim) = match analysis.evaluation.statements.get(index)? {
        Meaning::Value(evaluated) => (evaluated, false),
        Meaning::Claim(evaluated) => (evaluated, true),
        Meaning::Run(_) | Meaning::Nothing => return None,
    };
    Some(Target { range: annotation.range.clone(), name, evaluated, is_claim })
}

/// A name of the host code that a `let` binds: the last one that is visible and stands on its line or above it.
fn host_name(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let range = identifier_around(&analysis.text, offset)?;
    if !stands_in_code(&analysis.text, range.start) {
        return None;
    }
    let name = analysis.text.get(range.clone())?;
    let file = &analysis.file;
    let scope = file.scope_at(offset);
    let line_end =
        analysis.text.get(offset..)?.find('\n').map_or(analysis.text.len(), |length| offset + length);
    let bound = file.annotations.iter().zip(&analysis.evaluation.statements).rev();
    bound
        .filter(|(annotation, _)| {
            annotation.range.start <= line_end && file.encloses(annotation.scope, scope)
        })
        .find_map(|(annotation, meaning)| match (&annotation.statement, meaning) {
            (Statement::Let { name: bound, .. }, Meaning::Value(evaluated)) if bound.text == name => {
                Some(evaluated)
            }
            _ => None,
        })
        .map(|evaluated| Target { range, name: Some(name), evaluated, is_claim: false })
}

/// Whether what stands at `offset` is code as far as its line tells: prose and string literals name no layouts.
fn stands_in_code(text: &str, offset: usize) -> bool {
    let before = text.get(..offset).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    let is_comment = ["//", "#", "/*"].iter().any(|leader| before.contains(leader))
        || before.trim_start().starts_with("* ")
        || before.contains("\"\"\"");
    let is_string = before.matches(['"', '\'']).count() % 2 == 1;
    !is_comment && !is_string
}

fn identifier_around(text: &str, offset: usize) -> Option<Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before =
        text.get(..offset)?.chars().rev().take_while(|&c| part(c)).map(char::len_utf8).sum::<usize>();
    let after = text.get(offset..)?.chars().take_while(|&c| part(c)).map(char::len_utf8).sum::<usize>();
    let range = offset - before..offset + after;
    text.get(range.clone()).is_some_and(is_identifier).then_some(range)
}

fn is_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && text.chars().next().is_some_and(|c| !c.is_ascii_digit())
}
