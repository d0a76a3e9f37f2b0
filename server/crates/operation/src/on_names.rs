//! Operations on operands with run-time integers: sizes and strides that are names.

use super::{
    Arguments, Operation, Refusal,
    symbolic::{Operands, has_names, without_numbers},
    table::columns,
};
use crate::Evaluated;

/// Runs the operation when an operand has run-time integers and the algebra computes it with them.
pub(super) fn run(operation: Operation, arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    if !arguments.values().iter().any(has_names) {
        return None;
    }
    let compute = columns(operation).on_names?;
    Some(compute(&Operands::new(arguments)).transpose()?.map_err(without_numbers))
}
