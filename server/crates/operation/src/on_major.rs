//! CuTe's `LayoutLeft` and `LayoutRight` (and their older names) in the place of a stride or an order.

use layout_algebra::{
    Layout, compact_row_major,
    symbolic::{self as run_time, SymbolicLayout},
};

use super::{Arguments, Operation, Refusal, symbolic, table::columns};
use crate::{Evaluated, Value};

/// `make_layout(shape, LayoutRight)`, `make_ordered_layout(shape, LayoutLeft)`; `None` for all else.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let (true, [shape, order]) = (columns(operation).takes_major, values) else { return None };
    let is_row_major = match order.to_string().as_str() {
        "LayoutLeft" | "GenColMajor" => false,
        "LayoutRight" | "GenRowMajor" => true,
        _ => return None,
    };
    let arguments = Arguments::new(operation.name(), values);
    let layout = match (symbolic::has_names(shape), is_row_major) {
        (true, is_row_major) => of_run_time_shape(shape, is_row_major)?,
        (false, false) => col_major(&arguments),
        (false, true) => row_major(&arguments),
    };
    Some(layout.map(Evaluated::from))
}

fn col_major(arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    Ok(Layout::compact(arguments.tuple(0)?)?.into())
}

fn row_major(arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let shape = arguments.tuple(0)?;
    let stride = compact_row_major(&shape)?;
    Ok(Layout::new(shape, stride)?.into())
}

fn of_run_time_shape(shape: &Value, is_row_major: bool) -> Option<Result<Value, Refusal>> {
    let compact = symbolic::layout_of(shape)?;
    if !is_row_major {
        return Some(Ok(compact.into()));
    }
    let shape = compact.shape();
    let layout = run_time::compact_row_major(&shape)
        .and_then(|stride| SymbolicLayout::new(&shape, &stride.map(|stride| stride.clone().into())));
    Some(layout.map(Value::from).map_err(Refusal::from))
}
