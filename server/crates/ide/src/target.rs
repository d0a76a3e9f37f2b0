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

/// A name of the host code that a `let` of the same scope binds.
fn host_name(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let range = identifier_around(&analysis.text, offset)?;
    let name = analysis.text.get(range.clone())?;
    let scope = innermost_scope(analysis, offset);
    let bound = analysis.file.annotations.iter().zip(&analysis.evaluation.statements).rev();
    bound
        .filter(|(annotation, _)| encloses(analysis, annotation.scope, scope))
        .find_map(|(annotation, meaning)| match (&annotation.statement, meaning) {
            (Statement::Let { name: bound, .. }, Meaning::Value(evaluated)) if bound.text == name => {
                Some(evaluated)
            }
            _ => None,
        })
        .map(|evaluated| Target { range, name: Some(name), evaluated, is_claim: false })
}

fn innermost_scope(analysis: &Analysis, offset: usize) -> usize {
    let scopes = analysis.file.scopes.iter().enumerate().filter(|(_, scope)| holds(&scope.range, offset));
    scopes.min_by_key(|(_, scope)| scope.range.len()).map_or(0, |(index, _)| index)
}

fn encloses(analysis: &Analysis, outer: usize, inner: usize) -> bool {
    let scopes = &analysis.file.scopes;
    let parent = |scope: &usize| scopes.get(*scope).and_then(|scope| scope.parent);
    std::iter::successors(Some(inner), parent).take(scopes.len() + 1).any(|scope| scope == outer)
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
