//! Results at the end of lines: of statements, and of the code's variables.

use std::ops::Range;

use layoutlens_eval::{Evaluated, Meaning, Value, Verdict};
use layoutlens_syntax::{Annotation, Statement};
use layoutlens_world::Analysis;

use crate::{
    host_hint::{self, HintKinds},
    shorten::shorten,
};

/// The longest value in a hint, in characters.
pub(crate) const LONGEST: usize = 60;

/// A hint at the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlayHint {
    /// Byte at which it stands: the end of the statement's last line.
    pub offset: usize,
    /// One line, shortened in the middle when long.
    pub label: String,
    /// The full text, when the label is shortened.
    pub tooltip: Option<String>,
}

/// The hints inside `range`: those of statements, then those of the code.
pub fn inlay_hints(analysis: &Analysis, range: Range<usize>, kinds: HintKinds) -> Vec<InlayHint> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let mut hints: Vec<InlayHint> = statements
        .filter_map(|(annotation, meaning)| hint(analysis, annotation, meaning))
        .filter(|hint| range.start <= hint.offset && hint.offset <= range.end)
        .collect();
    hints.extend(host_hint::hints(analysis, &range, kinds));
    hints
}

fn hint(analysis: &Analysis, annotation: &Annotation, meaning: &Meaning) -> Option<InlayHint> {
    let mut full = match meaning {
        Meaning::Value(evaluated) => value_text(analysis, annotation, evaluated)?,
        Meaning::Claim(evaluated) => claim_text(analysis, annotation, evaluated)?,
        Meaning::Run(_) | Meaning::Nothing => return None,
    };
    let holds = match meaning {
        Meaning::Value(Evaluated { thread: Some(thread), .. })
        | Meaning::Claim(Evaluated { thread: Some(thread), .. }) => format!("  ({thread})"),
        _ => String::new(),
    };
    // Of whom it holds stays, however long the value is.
    let label = shorten(&full, LONGEST.saturating_sub(holds.chars().count())) + &holds;
    full += &holds;
    let tooltip = (label != full).then_some(full);
    Some(InlayHint { offset: end_of_line(&analysis.text, annotation.range.end), label, tooltip })
}

/// `= VALUE`, with what it is worth; nothing when the source says the same already or a squiggle says more.
fn value_text(analysis: &Analysis, annotation: &Annotation, evaluated: &Evaluated) -> Option<String> {
    match (&evaluated.value, &evaluated.verdict) {
        (Value::Unknown(unknown), _) => {
            (!has_problem(analysis, annotation)).then(|| format!("unknown: {}", unknown.reason))
        }
        (_, Verdict::Unproved { limit }) => Some(format!("unproved: {limit}")),
        (value, Verdict::Proved) => {
            let text = value.to_string();
            (!says(analysis, annotation, &text)).then(|| format!("= {text}"))
        }
        (value, Verdict::Wrong { at, expected, found }) => {
            Some(format!("= {value}  ✗ R({at}) = {found}, not {expected}"))
        }
        (value, Verdict::NeedsPredicate { covers, of, .. }) => {
            Some(format!("= {value}  covers {covers} of {of}"))
        }
    }
}

fn claim_text(analysis: &Analysis, annotation: &Annotation, evaluated: &Evaluated) -> Option<String> {
    match &evaluated.value {
        Value::Bool(true) => Some("✓".to_owned()),
        // A claim that fails has its squiggle.
        Value::Bool(false) => None,
        Value::Unknown(unknown) if !has_problem(analysis, annotation) => {
            Some(format!("unknown: {}", unknown.reason))
        }
        _ => None,
    }
}

fn has_problem(analysis: &Analysis, annotation: &Annotation) -> bool {
    let range = &annotation.range;
    analysis
        .evaluation
        .problems
        .iter()
        .any(|problem| range.start <= problem.range.start && problem.range.end <= range.end)
}

/// Whether the operand of the statement reads as `value` already, white space and staticness aside.
fn says(analysis: &Analysis, annotation: &Annotation, value: &str) -> bool {
    let operand = match &annotation.statement {
        Statement::Let { value, .. } | Statement::Show(value) => value.range.clone(),
        _ => return false,
    };
    let source = analysis.text.get(operand).unwrap_or_default();
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect::<String>();
    plain(source) == plain(value)
}

/// Where the line ends that holds `offset`.
pub(crate) fn end_of_line(text: &str, offset: usize) -> usize {
    let rest = text.get(offset..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    offset + line.trim_end_matches('\r').len()
}
