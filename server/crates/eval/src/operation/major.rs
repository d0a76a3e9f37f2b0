//! CuTe's `LayoutLeft` and `LayoutRight` (and their older names) in the place of a stride or an order.

use layout_algebra::{Layout, compact_row_major};

use super::{Arguments, Operation, Refusal};
use crate::{Evaluated, Value};

/// `make_layout(shape, LayoutRight)`, `make_ordered_layout(shape, LayoutLeft)`; `None` for all else.
pub(super) fn run(operation: &Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let ("make_layout" | "make_ordered_layout", [_, order]) = (operation.name, values) else { return None };
    let make = match order.to_string().as_str() {
        "LayoutLeft" | "GenColMajor" => col_major,
        "LayoutRight" | "GenRowMajor" => row_major,
        _ => return None,
    };
    Some(make(&Arguments::new(operation.name, values)).map(|layout| Value::from(layout).into()))
}

fn col_major(arguments: &Arguments<'_>) -> Result<Layout, Refusal> {
    Ok(Layout::compact(arguments.tuple(0)?)?)
}

fn row_major(arguments: &Arguments<'_>) -> Result<Layout, Refusal> {
    let shape = arguments.tuple(0)?;
    let stride = compact_row_major(&shape)?;
    Ok(Layout::new(shape, stride)?)
}
