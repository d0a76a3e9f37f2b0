//! Which value of a document a bench or a grid is about.

use std::ops::Range;

use layoutlens_eval::{Hardware, Value};
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

use crate::{
    host_name::{is_identifier, variable_at},
    inspect::inspect,
    target::{Target, target},
};

/// Why a document has no such value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotThere {
    /// Nothing with a value stands on the line.
    Nothing,
    /// Nothing in the document has this name.
    Gone(String),
}

/// What is meant at `offset`: what stands there, or else the next thing on its line; where another name is meant, the
/// nearest of that name.
pub(crate) fn find<'a>(
    analysis: &'a Analysis,
    offset: usize,
    name: Option<&str>,
) -> Result<Target<'a>, NotThere> {
    let found = shown(analysis, offset).filter(|found| name.is_none() || found.name == name);
    match (found, name) {
        (Some(found), _) => Ok(found),
        (None, Some(name)) => named(analysis, offset, name).ok_or_else(|| NotThere::Gone(name.to_owned())),
        (None, None) => on_line(analysis, offset).ok_or(NotThere::Nothing),
    }
}

/// What is shown of an offset: of a number or a tuple what it is part of. What a `let` binds has its name.
fn shown(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let mut found = target(analysis, offset)?;
    if !is_shown(&found.evaluated.value) {
        let nodes = analysis.evaluation.nodes.iter();
        let around = nodes.filter(|node| node.range.start <= offset && offset <= node.range.end);
        let node = around.filter(|node| is_shown(&node.evaluated.value)).min_by_key(|node| node.range.len());
        if let Some(node) = node {
            found = Target {
                range: node.range.clone(),
                name: None,
                evaluated: &node.evaluated,
                is_claim: false,
                answers: &[],
                supposed: &[],
                agreement: None,
            };
        }
    }
    let bound = analysis.file.annotations.iter().find_map(|annotation| match &annotation.statement {
        Statement::Let { name, value } if value.range == found.range => Some(name.text.as_str()),
        // `show A` is about `A`.
        Statement::Show(shown) if annotation.range == found.range => {
            analysis.text.get(shown.range.clone()).filter(|text| is_identifier(text))
        }
        _ => None,
    });
    found.name = found.name.or(bound);
    Some(found)
}

/// Whether a bench has more to show of a value than its text.
fn is_shown(value: &Value) -> bool {
    value.is_layout() || is_drawn_hardware(value) || matches!(value, Value::Finding(_) | Value::Bool(_))
}

/// The nearest thing of a name.
fn named<'a>(analysis: &'a Analysis, offset: usize, name: &str) -> Option<Target<'a>> {
    let mut places: Vec<usize> = inspect(analysis)
        .into_iter()
        .filter(|inspected| inspected.name.as_deref() == Some(name))
        .map(|inspected| inspected.range.start)
        .collect();
    places.sort_by_key(|place| place.abs_diff(offset));
    places.into_iter().find_map(|place| shown(analysis, place).filter(|found| found.name == Some(name)))
}

/// The first thing with a value on the line of `offset`: a cursor often stands before it.
fn on_line(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let text = &analysis.text;
    let start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let end = text.get(offset..)?.find('\n').map_or(text.len(), |length| offset + length);
    let mut places: Vec<usize> = inspect(analysis)
        .into_iter()
        .map(|inspected| inspected.range.start)
        .filter(|place| (start..=end).contains(place))
        .collect();
    places.sort_by_key(|place| place.abs_diff(offset));
    places.into_iter().find_map(|place| shown(analysis, place))
}

/// The expression of a statement, without its keyword.
pub(crate) fn expression_range(analysis: &Analysis, found: &Target<'_>) -> Option<Range<usize>> {
    let annotations = &analysis.file.annotations;
    match annotations.iter().find(|annotation| annotation.range == found.range) {
        Some(annotation) => match &annotation.statement {
            Statement::Let { value, .. } | Statement::Show(value) => Some(value.range.clone()),
            Statement::Assert(assertion) => Some(assertion.claim.range.clone()),
            _ => None,
        },
        None => Some(found.range.clone()),
    }
}

/// The statement that declares a variable of the code, or the call itself.
pub(crate) fn variable_statement(analysis: &Analysis, found: &Target<'_>) -> Option<Range<usize>> {
    let (_, variable) = variable_at(analysis, found.range.start)?;
    Some(variable.statement.clone())
}

pub(crate) fn is_drawn_hardware(value: &Value) -> bool {
    matches!(value, Value::Hardware(hardware)
        if matches!(hardware.as_ref(), Hardware::TiledCopy(_) | Hardware::TiledMma(_) | Hardware::MmaAtom(_) | Hardware::TmemInstruction(_)))
}
