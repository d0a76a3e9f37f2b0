//! What a value is made from, and the steps by which it came about.

use std::ops::Range;

use layoutlens_eval::{Evaluated, Operation, host::Answer};
use layoutlens_syntax::{Expr, ExprKind, parse_expression};
use layoutlens_world::Analysis;

use crate::{
    host_name::{is_identifier, variable_at},
    picture,
    subject::is_drawn_hardware,
    target::Target,
    unbound::comes_to,
};

/// The most operands that stand beside a result.
const MOST_OPERANDS: usize = 6;

/// An operand or a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchPart {
    /// As it is written.
    pub text: String,
    /// What it comes to, where that is another text.
    pub value: Option<String>,
    /// An expression without names that a bench can show.
    pub expression: Option<String>,
}

/// What is named in a call of the code and has one value, whatever calls the code.
pub(super) fn host_operands(analysis: &Analysis, whole: &Range<usize>, found: &Target<'_>) -> Vec<BenchPart> {
    let Some(text) = analysis.text.get(whole.clone()) else { return Vec::new() };
    let (itself, holds_for) = (&found.range, found.answers.first().and_then(Answer::holds_for));
    let mut operands: Vec<BenchPart> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_alphabetic() || c == '_'))
    {
        let start = at + start;
        let length =
            text.get(start..).and_then(|rest| rest.find(|c: char| !(c.is_alphanumeric() || c == '_')));
        let end = length.map_or(text.len(), |length| start + length);
        at = end.max(start + 1);
        let Some(word) = text.get(start..end).filter(|word| is_identifier(word)) else { continue };
        let place = whole.start + start;
        if place == itself.start || operands.iter().any(|operand| operand.text == word) {
            continue;
        }
        let Some((_, variable)) = variable_at(analysis, place).filter(|(range, _)| range.start == place)
        else {
            continue;
        };
        // Beside an operand there is no place for a condition: its value must be the only one, and hold wherever the
        // result does.
        let evaluated = match variable.answers.as_slice() {
            [answer]
                if !variable.is_sample
                    && (answer.holds_for().is_none() || answer.holds_for() == holds_for) =>
            {
                &answer.evaluated
            }
            _ => continue,
        };
        if evaluated.value.is_layout() || is_drawn_hardware(&evaluated.value) {
            operands.push(BenchPart {
                text: word.to_owned(),
                value: Some(evaluated.value.to_string()),
                expression: closed(evaluated),
            });
        }
        if operands.len() == MOST_OPERANDS {
            break;
        }
    }
    operands
}

/// The value as an expression, where it can be read again.
pub(super) fn closed(evaluated: &Evaluated) -> Option<String> {
    let value = evaluated.value.to_string();
    match &evaluated.tile {
        Some(tile) => Some(format!("thread_values({value}, {tile})")),
        None => comes_to(&value, &evaluated.value).then_some(value),
    }
}

pub(super) fn written_operands(text: &str) -> Vec<BenchPart> {
    let (expr, _) = parse_expression(text);
    let written: Vec<&Expr> = match &expr.kind {
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::Apply { callee, coordinate } => {
            let is_call = matches!(&callee.kind, ExprKind::Name(name) if Operation::named(name).is_some());
            let callee = (!is_call).then_some(callee.as_ref());
            callee.into_iter().chain(coordinate).collect()
        }
        _ => children(&expr),
    };
    let part = |expr: &Expr| {
        let text = text.get(expr.range.clone())?.trim();
        let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let value = picture::evaluated(text).ok().map(|evaluated| evaluated.value.to_string());
        // A value that a name stood for is in parentheses of ours.
        let text = bare.filter(|bare| value.as_deref() == Some(*bare)).unwrap_or(text);
        Some(BenchPart {
            text: text.to_owned(),
            expression: value.is_some().then(|| text.to_owned()),
            value: value.filter(|value| value != text),
        })
    };
    written.into_iter().take(MOST_OPERANDS).filter_map(part).collect()
}

/// The two sides of an operator.
fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary { left, right, .. } => vec![left, right],
        _ => Vec::new(),
    }
}

/// A step, with the layout behind its last `=` or arrow, where it ends with one.
pub(super) fn of_step(step: &str) -> BenchPart {
    let parts = [" = ", " -> ", " is ", ": "].iter().filter_map(|mark| step.rsplit_once(mark));
    let mut last = parts.map(|(_, last)| last.trim().trim_end_matches(['.', ',', ';']));
    let expression = last.find(|last| {
        last.contains(':') && picture::evaluated(last).is_ok_and(|evaluated| evaluated.value.is_layout())
    });
    BenchPart { text: step.to_owned(), value: None, expression: expression.map(str::to_owned) }
}
