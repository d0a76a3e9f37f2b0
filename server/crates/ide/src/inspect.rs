//! Everything an editor would show of a file, as data for scripts.

use std::ops::Range;

use layoutlens_eval::{
    Compared, Comparison, Evaluated, Meaning, Value, Verdict,
    host::{Answer, HostNode, HostValue, Supposed, Variable},
};
use layoutlens_syntax::Statement;
use layoutlens_world::Analysis;

/// One value of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// Bytes it was read from.
    pub range: Range<usize>,
    /// The name it is bound to.
    pub name: Option<String>,
    /// What it is.
    pub kind: InspectedKind,
    /// The different answers; one, or none when the value is unknown.
    pub layouts: Vec<InspectedLayout>,
    /// Where it is unknown: what it would be, each with all that is supposed.
    pub supposed: Vec<InspectedLayout>,
    /// `proved`, `wrong`, `needs_predicate`, `unproved` or `rejected`.
    pub verdict: Option<&'static str>,
    /// Why there is no value.
    pub unknown: Option<String>,
}

/// What was inspected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InspectedKind {
    /// A `let`, or a name that the code declares.
    Binding,
    /// Any other statement.
    Statement,
    /// A conventional comment.
    Comment,
    /// A copy or a GEMM of the code: what its accesses to memory cost.
    Access,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectedLayout {
    /// In CuTe notation.
    pub text: String,
    /// The call site it holds for, when several differ; what is supposed; the thread, where it depends on that.
    pub when: Option<String>,
}

/// The values of a file, in the order of the text.
pub fn inspect(analysis: &Analysis) -> Vec<Inspected> {
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let mut all: Vec<Inspected> = statements
        .filter_map(|(annotation, meaning)| {
            let (name, kind) = match &annotation.statement {
                Statement::Let { name, .. } => (Some(name.text.clone()), InspectedKind::Binding),
                _ => (None, InspectedKind::Statement),
            };
            let range = annotation.range.clone();
            match meaning {
                Meaning::Value(evaluated) | Meaning::Claim(evaluated) => {
                    Some(value(range, name, kind, evaluated))
                }
                Meaning::Comparison(compared) => Some(comparison(range, compared)),
                Meaning::Run(run) => Some(Inspected {
                    range,
                    name,
                    kind,
                    layouts: run
                        .iter()
                        .map(|run| InspectedLayout { text: run.to_string(), when: run.thread.clone() })
                        .collect(),
                    supposed: Vec::new(),
                    verdict: None,
                    unknown: run.as_ref().err().cloned(),
                }),
                Meaning::Nothing => None,
            }
        })
        .collect();
    all.extend(analysis.file.comments.iter().zip(&analysis.evaluation.comments).map(
        |(comment, evaluated)| {
            let name = comment.label.as_ref().map(|label| label.text.clone());
            value(comment.range.clone(), name, InspectedKind::Comment, evaluated)
        },
    ));
    all.extend(analysis.evaluation.host.variables.iter().filter_map(variable));
    all.extend(analysis.evaluation.host.nodes.iter().filter_map(access));
    all.sort_by_key(|inspected| inspected.range.start);
    all
}

/// A call of the code that is worth a finding and no value.
fn access(node: &HostNode) -> Option<Inspected> {
    let is_finding = |answer: &&Answer| matches!(answer.value, HostValue::Value(Value::Finding(_)));
    let answers: Vec<&Answer> = node.answers.iter().filter(is_finding).collect();
    let first = answers.first().copied().or(node.answers.first().filter(|_| !node.supposed.is_empty()))?;
    let mut inspected = value(node.range.clone(), None, InspectedKind::Access, &first.evaluated);
    inspected.supposed = supposed(&node.supposed);
    inspected.layouts = answers
        .iter()
        .filter(|answer| answer.evaluated.verdict == Verdict::Proved)
        .map(|answer| InspectedLayout { text: answer.evaluated.value.to_string(), when: answer.holds_for() })
        .collect();
    if !inspected.layouts.is_empty() {
        inspected.unknown = None;
    }
    Some(inspected)
}

/// A name of the code that stands for a layout, a tensor or a tuple, or whose value is unknown and may be one.
fn variable(variable: &Variable) -> Option<Inspected> {
    let of_layouts = |answer: &&Answer| match (&answer.value, &answer.evaluated.value) {
        (HostValue::Value(Value::Unknown(_)) | HostValue::Tensor(_), _) => true,
        (_, Value::Unknown(_) | Value::Bool(_) | Value::ElementType(_)) => false,
        (_, Value::Tuple(tuple)) => tuple.is_tuple(),
        _ => true,
    };
    let answers: Vec<&Answer> = variable.answers.iter().filter(of_layouts).collect();
    let first = answers.first()?;
    // What is something else under all that is supposed, a thread's slice, is that.
    let mut supposed_answers = variable.supposed.iter().map(|supposed| &supposed.answer);
    let is_unknown = |answer: &&Answer| answer.evaluated.value.unknown_reason().is_some();
    if !variable.supposed.is_empty()
        && answers.iter().all(is_unknown)
        && supposed_answers.all(|answer| !of_layouts(&answer))
    {
        return None;
    }
    let mut inspected =
        value(variable.range.clone(), Some(variable.name.clone()), InspectedKind::Binding, &first.evaluated);
    inspected.layouts = answers
        .iter()
        .filter(|answer| answer.evaluated.value.unknown_reason().is_none())
        .map(|answer| InspectedLayout { text: answer.evaluated.value.to_string(), when: answer.holds_for() })
        .collect();
    if !inspected.layouts.is_empty() {
        inspected.unknown = None;
    }
    inspected.supposed = supposed(&variable.supposed);
    Some(inspected)
}

/// What would be, each with all that is supposed.
fn supposed(all: &[Supposed]) -> Vec<InspectedLayout> {
    all.iter()
        .filter(|supposed| supposed.answer.evaluated.value.unknown_reason().is_none())
        .map(|supposed| InspectedLayout {
            text: supposed.answer.evaluated.value.to_string(),
            when: Some(match &supposed.answer.thread {
                Some(thread) => format!("{}, {thread}", supposed.condition),
                None => supposed.condition.to_string(),
            }),
        })
        .collect()
}

/// How two layouts stand to each other, as a hint says it.
fn comparison(range: Range<usize>, compared: &Compared) -> Inspected {
    let unknown = match &compared.comparison {
        Comparison::Unknown(reason) => Some(reason.clone()),
        _ => None,
    };
    let when = crate::comparison::thread(compared).map(str::to_owned);
    let told =
        unknown.is_none().then(|| InspectedLayout { text: crate::comparison::sentence(compared), when });
    Inspected {
        range,
        name: None,
        kind: InspectedKind::Statement,
        layouts: told.into_iter().collect(),
        supposed: Vec::new(),
        verdict: None,
        unknown,
    }
}

fn value(range: Range<usize>, name: Option<String>, kind: InspectedKind, evaluated: &Evaluated) -> Inspected {
    let shown = match (&evaluated.value, &evaluated.verdict) {
        (Value::Unknown(unknown), _) => Err(unknown.reason.clone()),
        (_, Verdict::Unproved { limit }) => Err(limit.clone()),
        (value, _) => Ok(value.to_string()),
    };
    let verdict = match (&evaluated.value, evaluated.refused) {
        (Value::Unknown(_), Some(_)) => Some("rejected"),
        (Value::Unknown(_), None) => None,
        _ => Some(evaluated.verdict_name()),
    };
    Inspected {
        range,
        name,
        kind,
        layouts: shown
            .iter()
            .map(|text| InspectedLayout { text: text.clone(), when: evaluated.thread.clone() })
            .collect(),
        supposed: Vec::new(),
        verdict,
        unknown: shown.err(),
    }
}
