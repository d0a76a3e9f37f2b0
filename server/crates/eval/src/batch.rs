//! One operation on operands given as texts: the format of the test vectors.

use std::ops::Range;

use layoutlens_operation::{Operation, Refusal, Value};
use layoutlens_syntax::parse_expression;

use crate::expression;

/// The answer to one operation on texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchAnswer {
    /// A value in CuTe notation.
    Result {
        /// The value.
        value: Box<Value>,
        /// `proved`, `wrong`, `needs_predicate` or `unproved`.
        verdict: &'static str,
        /// Where the part begins, for operations that cut a part out of a layout.
        offset: Option<String>,
    },
    /// The operation has no result.
    Refused {
        /// The vectors' name of the reason.
        why: &'static str,
        /// A sentence for a person.
        message: String,
        /// Where, where it is one operand that is wrong.
        place: Option<OperandPlace>,
    },
    /// The operation, or this kind of operand, is not computed.
    Unsupported,
}

/// A part of an operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandPlace {
    /// Which operand, from 0.
    pub operand: usize,
    /// Its bytes.
    pub range: Range<usize>,
}

/// Reads the operands as expressions of the annotation language and runs the operation.
///
/// ```
/// use layoutlens_eval::batch::{BatchAnswer, batch};
///
/// let answer = batch("composition", &["(6,2):(8,2)", "(4,3):(3,1)"]);
/// let BatchAnswer::Result { value, verdict, .. } = answer else { panic!("{answer:?}") };
/// assert_eq!((value.to_string().as_str(), verdict), ("((2,2),3):((24,2),8)", "proved"));
/// ```
pub fn batch(operation: &str, operands: &[&str]) -> BatchAnswer {
    let Some(operation) = Operation::named(operation) else { return BatchAnswer::Unsupported };
    let mut values = Vec::with_capacity(operands.len());
    for (index, operand) in operands.iter().enumerate() {
        match operand_value(index, operand) {
            Ok(value) => values.push(value),
            Err(answer) => return answer,
        }
    }
    let whole = |index: usize| {
        operands.get(index).map(|operand| OperandPlace { operand: index, range: 0..operand.len() })
    };
    if !operation.arity().contains(&values.len()) {
        let message = format!("`{}` takes {}", operation.signature(), operation.arity_text());
        return BatchAnswer::Refused { why: "argument_count", message, place: None };
    }
    match operation.run(&values) {
        Ok(evaluated) => {
            let verdict = evaluated.verdict_name();
            BatchAnswer::Result { value: Box::new(evaluated.value), verdict, offset: evaluated.offset }
        }
        // As an excerpt underlines it: the last operand is the one that does not fit.
        Err(Refusal::Algebra(error)) => BatchAnswer::Refused {
            why: error.why(),
            message: error.to_string(),
            place: operands.len().checked_sub(1).and_then(whole),
        },
        Err(Refusal::Unknown(_) | Refusal::Ranks(_) | Refusal::Numbers(_)) => BatchAnswer::Unsupported,
        Err(Refusal::Kind { message, argument }) => {
            BatchAnswer::Refused { why: "wrong_kind", message, place: whole(argument) }
        }
        Err(Refusal::Problem { code, message, .. }) => {
            BatchAnswer::Refused { why: code.why(), message, place: None }
        }
    }
}

fn operand_value(operand: usize, text: &str) -> Result<Value, BatchAnswer> {
    let place = |range: Range<usize>| Some(OperandPlace { operand, range });
    if let Some(described) = crate::hardware::described(text) {
        return described.map_err(|error| BatchAnswer::Refused {
            why: error.why(),
            message: error.to_string(),
            place: place(0..text.len()),
        });
    }
    let (expr, errors) = parse_expression(text);
    if let Some(error) = errors.first() {
        let (message, place) = (error.message.clone(), place(error.range.clone()));
        return Err(BatchAnswer::Refused { why: "parse", message, place });
    }
    let (evaluated, problems) = expression::evaluate_expression(&expr);
    match (evaluated.value, evaluated.refused, problems.first()) {
        (Value::Unknown(unknown), Some(why), problem) => Err(BatchAnswer::Refused {
            why,
            message: unknown.reason,
            place: place(problem.map_or(0..text.len(), |problem| problem.range.clone())),
        }),
        (Value::Unknown(unknown), None, Some(problem)) => Err(BatchAnswer::Refused {
            why: problem.code.why(),
            message: unknown.reason,
            place: place(problem.range.clone()),
        }),
        (Value::Unknown(_), None, None) => Err(BatchAnswer::Unsupported),
        (value, ..) => Ok(value),
    }
}
