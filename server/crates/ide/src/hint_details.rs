//! What a hint tells when it is asked: the whole value, on what it rests, where its operands are declared, and the comment
//! that would say the same.

use std::ops::Range;

use layoutlens_eval::host::{Answer, Variable};
use layoutlens_world::Analysis;

use crate::{
    host_name::is_identifier,
    hover::{HoverOptions, hover},
    layout_comment::{LayoutComment, layout_comment},
};

/// What a hint tells when it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintDetails {
    /// Markdown: the value in full, its conditions and call sites, its grid.
    pub markdown: String,
    /// Bytes of the name by which the first operand is declared; of the call, for a parameter.
    pub definition: Option<Range<usize>>,
    /// The comment that says the same, where one may stand.
    pub comment: Option<LayoutComment>,
}

/// The details of the hint about `subject`; `None` where nothing begins there that has a hint.
pub fn hint_details(analysis: &Analysis, subject: usize, options: HoverOptions) -> Option<HintDetails> {
    let markdown = hover(analysis, subject, options)?.markdown;
    let variables = &analysis.evaluation.host.variables;
    let definition = match variables.iter().find(|variable| variable.range.start == subject) {
        Some(variable) => operand_of_variable(analysis, variable),
        None => operand_of_statement(analysis, subject),
    };
    Some(HintDetails { markdown, definition, comment: layout_comment(analysis, subject) })
}

/// What the first operand of a declaration is declared by.
fn operand_of_variable(analysis: &Analysis, variable: &Variable) -> Option<Range<usize>> {
    let initializer = variable.range.end..variable.statement.end;
    first_declared(analysis, initializer, Some(variable)).or_else(|| {
        let site = variable.answers.first()?.site.as_ref()?;
        (site.file.is_none() && !site.range.is_empty()).then(|| site.range.clone())
    })
}

/// What the first name in a statement is bound by.
fn operand_of_statement(analysis: &Analysis, subject: usize) -> Option<Range<usize>> {
    let annotation = analysis.file.annotations.iter().find(|one| one.range.start == subject)?;
    let range = &annotation.range;
    let references = analysis.evaluation.references.iter();
    let inside = references.filter(|one| range.start <= one.range.start && one.range.end <= range.end);
    let others = inside.filter(|one| one.definition.end <= range.start || range.end <= one.definition.start);
    let bound = others.min_by_key(|one| one.range.start).map(|one| one.definition.clone());
    bound.or_else(|| first_declared(analysis, range.clone(), None))
}

/// Where the first name inside `range` is declared that stands for a layout.
fn first_declared(analysis: &Analysis, range: Range<usize>, own: Option<&Variable>) -> Option<Range<usize>> {
    let host = &analysis.evaluation.host;
    let text = analysis.text.get(range.clone())?;
    let mut at = range.start;
    text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')).find_map(|piece| {
        let begins = at;
        at += piece.len();
        let name = piece.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let declared = host.lookup(name, begins).filter(|_| is_identifier(name))?;
        let is_other = own.is_none_or(|own| own.range != declared.range);
        (is_other && stands_for_layout(declared)).then(|| declared.range.clone())
    })
}

fn stands_for_layout(variable: &Variable) -> bool {
    let is_layout = |answer: &Answer| answer.evaluated.value.is_layout();
    variable.answers.iter().any(is_layout)
        || variable.supposed.iter().any(|supposed| is_layout(&supposed.answer))
}
