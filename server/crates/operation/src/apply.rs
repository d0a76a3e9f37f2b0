//! Layouts at coordinates: offsets and slices.

use super::{
    Arguments, Operation, Refusal,
    coordinate::{eval, slice_and_offset},
    explain::explained,
    on_swizzled::not_computed,
    run_time_slice, symbolic,
};
use crate::{Evaluated, Value};

/// `A(3)`, `A(1,(2,3))`, `A(_,3)`: evaluates, or slices when `_` occurs.
///
/// # Errors
/// The callee is no layout, or the coordinate does not fit it.
pub fn apply(callee: &Value, coordinate: &Value) -> Result<Evaluated, Refusal> {
    let operands = [coordinate.clone(), callee.clone()];
    let arguments = Arguments::new(Operation::Slice.name(), &operands);
    arguments.refuse_unknown()?;
    if matches!(callee, Value::Swizzled(_)) {
        return Err(not_computed(Operation::Slice));
    }
    if let Some(slice) = run_time_slice::sliced(callee, coordinate) {
        return slice;
    }
    if let Value::Smem(smem) = callee {
        // In elements of memory that is aligned to the swizzle.
        return apply(&smem.position_independent()?.into(), coordinate);
    }
    if !callee.is_layout() {
        return Err(Refusal::Kind {
            argument: 0,
            message: format!(
                "only a layout is applied to a coordinate, and this is {}: `{callee}`",
                callee.kind()
            ),
        });
    }
    if let Some(applied) = symbolic::apply(callee, coordinate) {
        return applied;
    }
    let pattern = arguments.pattern(0)?;
    if pattern.leaves().iter().any(|leaf| leaf.is_none()) {
        let slice = explained(Operation::Slice, slice_and_offset(&arguments)?, &arguments);
        // A slice that begins where the layout does is the layout's.
        return Ok(Evaluated { offset: slice.offset.filter(|offset| offset != "0"), ..slice });
    }
    let swapped = [callee.clone(), coordinate.clone()];
    let arguments = Arguments::new(Operation::Eval.name(), &swapped);
    Ok(explained(Operation::Eval, eval(&arguments)?, &arguments))
}
