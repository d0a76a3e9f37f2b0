//! pycute: the layout algebra in plain Python.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value, literal, value};

use crate::dsl::operand::{argument, operand, operate, optional};

/// What pycute and CuTe compute alike. Of `composition`, `right_inverse` and `logical_product`, which pycute refuses
/// or computes otherwise for some layouts, only what both agree on is known, and that is not decided here.
pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("pycute.Layout", layout),
    ("pycute.size", |call| of_layout(call, Operation::Size)),
    ("pycute.cosize", |call| of_layout(call, Operation::Cosize)),
    ("pycute.rank", |call| of_layout(call, Operation::Rank)),
    ("pycute.depth", |call| of_layout(call, Operation::Depth)),
    ("pycute.coalesce", |call| of_layout(call, Operation::Coalesce)),
    ("pycute.filter", |call| of_layout(call, Operation::Filter)),
    ("pycute.make_layout", make_layout),
];

/// `Layout((4,8), (8,1))`: without strides, compact.
fn layout(call: &Call<'_>) -> Outcome {
    let shape = operand(argument(call, "_shape", 0)?)?;
    match optional(call, "_stride", 1) {
        Some(stride) => operate(Operation::MakeLayout, &[shape, operand(stride)?]).map(Computed::of),
        // pycute's strides of size-1 modes are products like any others.
        None => with_prefix_products(&shape).map(Computed::plain),
    }
}

/// The layout of this shape whose strides are the products of the sizes before them.
fn with_prefix_products(shape: &Value) -> Result<Value, Refusal> {
    let Value::Tuple(tuple) = shape else { return unknown("a layout of this is not computed") };
    let Ok(sizes) = value::numbers(tuple) else { return unknown("the shape is not known in numbers") };
    let mut product: i64 = 1;
    let strides = sizes.try_map(&mut |size| {
        let stride = product;
        product = product.checked_mul(*size).ok_or(())?;
        Ok(stride)
    });
    match strides {
        Ok(strides) => {
            operate(Operation::MakeLayout, &[shape.clone(), Value::ints(&strides)]).map(|made| made.value)
        }
        Err(()) => unknown("the size of the layout is too large"),
    }
}

/// `make_layout(A, B)`: the layouts one after the other.
fn make_layout(call: &Call<'_>) -> Outcome {
    let layouts: Result<Vec<Value>, Refusal> = call.positional().into_iter().map(operand).collect();
    literal::concatenation(layouts?).map(Computed::plain)
}

fn of_layout(call: &Call<'_>, operation: Operation) -> Outcome {
    let [value] = call.positional()[..] else { return unknown(format!("{operation} of several things")) };
    if let HostValue::Value(Value::Tuple(_)) = value
        && matches!(operation, Operation::Coalesce | Operation::Filter)
    {
        return unknown("this of a tuple is not computed");
    }
    operate(operation, &[operand(value)?]).map(Computed::of)
}
