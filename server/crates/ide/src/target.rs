//! What stands at an offset: the expression, comment or name that a hover or a picture is about.

use std::ops::Range;

use layoutlens_eval::{
    Agreement, Evaluated, Meaning,
    host::{Answer, HostValue, MemorySpace, Supposed},
};
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

use crate::host_name::{identifier_around, is_identifier, stands_in_code, variable_at};

/// Something with a value, at an offset.
pub(crate) struct Target<'a> {
    /// Bytes it is about.
    pub(crate) range: Range<usize>,
    /// The name under which the value is bound, where it is.
    pub(crate) name: Option<&'a str>,
    pub(crate) evaluated: &'a Evaluated,
    /// Whether the value is what an `assert` claims.
    pub(crate) is_claim: bool,
    /// For a name or call of the code: what it is worth at each call site that differs; `evaluated` is the first of
    /// them. Empty for statements.
    pub(crate) answers: &'a [Answer],
    /// For a name of the code that is unknown: what it would be if something is what the code does not say.
    pub(crate) supposed: &'a [Supposed],
    /// For a comment that says what a variable is: whether it is right.
    pub(crate) agreement: Option<&'a Agreement>,
}

impl Target<'_> {
    /// The value that is shown: the certain one, or else the first of those that are supposed, with what that rests on.
    pub(crate) fn shown(&self) -> (&Evaluated, Option<&Supposed>) {
        match self.supposed.first() {
            Some(supposed) if self.evaluated.value.unknown_reason().is_some() => {
                (&supposed.answer.evaluated, Some(supposed))
            }
            _ => (self.evaluated, None),
        }
    }
}

/// The innermost thing with a value at `offset`.
pub(crate) fn target(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    comment(analysis, offset, Knowledge::Known)
        .or_else(|| node(analysis, offset))
        .or_else(|| statement(analysis, offset))
        .or_else(|| bound_name(analysis, offset))
        .or_else(|| host_variable(analysis, offset))
        .or_else(|| host_node(analysis, offset))
        .or_else(|| comment(analysis, offset, Knowledge::Any))
}

fn holds(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}

/// Whether the variable that a comment speaks of must be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    Known,
    Any,
}

/// What a conventional comment speaks of: the variable beside it.
fn comment(analysis: &Analysis, offset: usize, knowledge: Knowledge) -> Option<Target<'_>> {
    let evaluation = &analysis.evaluation;
    let check = evaluation.comment_checks.iter().find(|check| holds(&check.range, offset))?;
    let variable = evaluation.host.variables.get(check.variable)?;
    let is_known = |answer: &Answer| answer.evaluated.value.unknown_reason().is_none();
    if knowledge == Knowledge::Known && !variable.answers.iter().any(is_known) {
        return None;
    }
    Some(Target {
        range: check.range.clone(),
        name: Some(&variable.name),
        evaluated: &variable.answers.first()?.evaluated,
        is_claim: false,
        answers: &variable.answers,
        supposed: &variable.supposed,
        agreement: Some(&check.agreement),
    })
}

/// The innermost expression of a statement or comment.
fn node(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let nodes = analysis.evaluation.nodes.iter().filter(|node| holds(&node.range, offset));
    // Inner nodes come first, so the first of the shortest is the innermost.
    let node = nodes.min_by_key(|node| node.range.len())?;
    let name = analysis.text.get(node.range.clone()).filter(|text| is_identifier(text));
    Some(Target {
        range: node.range.clone(),
        name,
        evaluated: &node.evaluated,
        is_claim: false,
        answers: &[],
        supposed: &[],
        agreement: None,
    })
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
        Meaning::Comparison(_) | Meaning::Run(_) | Meaning::Nothing => return None,
    };
    Some(Target {
        range: annotation.range.clone(),
        name,
        evaluated,
        is_claim,
        answers: &[],
        supposed: &[],
        agreement: None,
    })
}

/// A name of the host code that a `let` binds: the last one that is visible and stands on its line or above it.
fn bound_name(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
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
        .map(|evaluated| Target {
            range,
            name: Some(name),
            evaluated,
            is_claim: false,
            answers: &[],
            supposed: &[],
            agreement: None,
        })
}

/// A variable of the code, where it is declared or used.
fn host_variable(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let (range, variable) = variable_at(analysis, offset)?;
    if !variable.answers.iter().any(is_worth_a_hover) {
        return None;
    }
    let first = variable.answers.first()?;
    let (name, evaluated) = (Some(variable.name.as_str()), &first.evaluated);
    Some(Target {
        range,
        name,
        evaluated,
        is_claim: false,
        answers: &variable.answers,
        supposed: &variable.supposed,
        agreement: None,
    })
}

/// The innermost call of the code around the offset that is worth a hover.
fn host_node(analysis: &Analysis, offset: usize) -> Option<Target<'_>> {
    let nodes = analysis.evaluation.host.nodes.iter().filter(|node| holds(&node.range, offset));
    let node =
        nodes.filter(|node| node.answers.iter().any(is_worth_a_hover)).min_by_key(|node| node.range.len())?;
    let evaluated = &node.answers.first()?.evaluated;
    Some(Target {
        range: node.range.clone(),
        name: None,
        evaluated,
        is_claim: false,
        answers: &node.answers,
        supposed: &node.supposed,
        agreement: None,
    })
}

/// Whether a value of the code is one of layouts, or unknown and might be one.
fn is_worth_a_hover(answer: &Answer) -> bool {
    matches!(answer.value, HostValue::Value(_) | HostValue::Tensor(_) | HostValue::ThreadSlice(_))
        || answer.evaluated.value.unknown_reason().is_none()
}

/// The memory that a tensor lies in, for its heading.
pub(crate) fn memory(answer: &Answer) -> Option<MemorySpace> {
    match &answer.value {
        HostValue::Tensor(tensor) => tensor.space,
        _ => None,
    }
}
