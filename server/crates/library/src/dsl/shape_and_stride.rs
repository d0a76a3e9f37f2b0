//! The shape, the strides and the rank of a layout, as the DSL gives them.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::{Operation, Refusal, Value};

use crate::dsl::operand::operate;

/// The shape of a layout; a tuple is its own.
pub(super) fn shape_of(value: &Value) -> Result<HostValue, Refusal> {
    match value {
        Value::Tuple(_) => Ok(value.clone().into()),
        Value::Composed(composed) => Ok(Value::ints(&composed.layout().shape()).into()),
        layout => operate(Operation::Shape, std::slice::from_ref(layout)).map(|shape| shape.value.into()),
    }
}

/// The strides of a layout.
pub(super) fn stride_of(value: &Value) -> Result<HostValue, Refusal> {
    operate(Operation::Stride, std::slice::from_ref(value)).map(|stride| stride.value.into())
}

/// How many modes a layout has.
pub(super) fn rank_of(layout: &Value) -> Result<usize, Refusal> {
    let shape = shape_of(layout)?;
    Ok(shape.elements().map_or(1, |modes| modes.len()))
}
