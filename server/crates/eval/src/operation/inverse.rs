//! Complement and inverses.

use layout_algebra::{Error, explain, proof};

use super::{Arguments, Operation, Refusal, answered, arguments::OperandLayout, layout, steps, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "complement",
        parameters: &[layout("A"), tuple("cotarget")],
        required: 1,
        compute: complement,
    },
    Operation { name: "right_inverse", parameters: &[layout("A")], required: 1, compute: right_inverse },
    Operation { name: "left_inverse", parameters: &[layout("A")], required: 1, compute: left_inverse },
];

/// Proves and explains an operation on a layout with any kind of stride.
macro_rules! proved {
    ($arguments:expr, $layout:ident => $name:ident($($operand:expr),*)) => {
        match $arguments.any_layout(0)? {
            OperandLayout::Integer($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Coordinate($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Xor($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Symbolic { .. } => Err($arguments.needs_numbers(0)),
        }
    };
}

fn complement(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        return proved!(arguments, layout => complement_in_cosize());
    }
    let cotarget = arguments.tuple(1)?;
    proved!(arguments, layout => complement(&cotarget))
}

/// CuTe's inverse of an offset is its negative.
fn negated(arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    let offset = arguments.value(0).ok()?.as_int()?;
    let negative = offset.checked_neg().ok_or(Error::Overflow { operation: arguments.operation() });
    Some(negative.map(|negative| Value::int(negative).into()).map_err(Refusal::from))
}

fn right_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if let Some(negative) = negated(arguments) {
        return negative;
    }
    proved!(arguments, layout => right_inverse())
}

fn left_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if let Some(negative) = negated(arguments) {
        return negative;
    }
    proved!(arguments, layout => left_inverse())
}
