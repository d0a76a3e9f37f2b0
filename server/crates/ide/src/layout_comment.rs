//! A conventional comment that says what a variable is, to stand behind its declaration.

use std::ops::Range;

use layoutlens_eval::{
    Verdict,
    host::{Answer, Variable},
    written_comment,
};
use layoutlens_syntax::Language;
use layoutlens_world::Analysis;

use crate::hint_place::end_of_line;

/// A comment that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutComment {
    /// The variable.
    pub name: String,
    /// Bytes of its name where it is declared.
    pub declared: Range<usize>,
    /// Byte at which the comment is inserted: the end of the statement's line.
    pub offset: usize,
    /// What is inserted: `  // (_4,_8):(_8,_1)`.
    pub text: String,
}

/// The comments that may be inserted behind the lines of `range`, in the order of the text.
pub fn layout_comments(analysis: &Analysis, range: &Range<usize>) -> Vec<LayoutComment> {
    let line_start = start_of_line(&analysis.text, range.start);
    let line_end = end_of_line(&analysis.text, range.end);
    let variables = declared_in(analysis, line_start..line_end).iter();
    variables.filter_map(|variable| of_variable(analysis, variable)).collect()
}

/// The variables whose names begin in `range`.
fn declared_in(analysis: &Analysis, range: Range<usize>) -> &[Variable] {
    // They are in the order of the text.
    let variables = &analysis.evaluation.host.variables;
    let start = variables.partition_point(|variable| variable.range.start < range.start);
    let end = variables.partition_point(|variable| variable.range.start < range.end);
    variables.get(start..end).unwrap_or_default()
}

/// The comment of the variable whose name begins at the byte `declared`: where its value is certain, is one for all calls
/// and threads, and nothing stands behind its declaration.
pub fn layout_comment(analysis: &Analysis, declared: usize) -> Option<LayoutComment> {
    of_variable(analysis, declared_in(analysis, declared..declared + 1).first()?)
}

fn of_variable(analysis: &Analysis, variable: &Variable) -> Option<LayoutComment> {
    let [answer] = variable.answers.as_slice() else { return None };
    if variable.is_sample || !is_certain(answer) || !is_alone(analysis, variable) {
        return None;
    }
    let text = &analysis.text;
    let offset = end_of_line(text, variable.statement.end);
    let behind = text.get(variable.statement.end..offset)?;
    if !behind.chars().all(|c| c.is_whitespace() || CLOSERS.contains(c)) {
        return None;
    }
    let language = analysis.file.language;
    let value = written_comment(answer, language)?;
    let leader = if language == Language::Python { "#" } else { "//" };
    let code_end = offset - (behind.len() - behind.trim_end().len());
    let (name, declared) = (variable.name.clone(), variable.range.clone());
    Some(LayoutComment { name, declared, offset: code_end, text: format!("  {leader} {value}") })
}

/// What may stand behind a declaration of which a comment speaks.
const CLOSERS: &str = ";,)>{:";

fn is_certain(answer: &Answer) -> bool {
    let evaluated = &answer.evaluated;
    evaluated.value.is_layout()
        && evaluated.verdict == Verdict::Proved
        && evaluated.rounds_up_unless.is_empty()
        && answer.site.is_none()
        && answer.thread.is_none()
}

/// Whether no other name is declared on the lines of the statement, so that a comment there speaks of this one.
fn is_alone(analysis: &Analysis, variable: &Variable) -> bool {
    let text = &analysis.text;
    let lines = start_of_line(text, variable.statement.start)..end_of_line(text, variable.statement.end);
    let names = declared_in(analysis, lines.clone());
    let before = text.get(lines.start..variable.statement.start).unwrap_or_default();
    let comments = &analysis.file.value_comments;
    let next = comments.partition_point(|comment| comment.range.end <= lines.start);
    let has_comment = comments.get(next).is_some_and(|comment| comment.range.start < lines.end);
    before.trim().is_empty() && names.iter().all(|name| name.range == variable.range) && !has_comment
}

fn start_of_line(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}
