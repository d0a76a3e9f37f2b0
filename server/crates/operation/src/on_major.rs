//! CuTe's `LayoutLeft` and `LayoutRight` (and their older names) in the place of a stride or an order.

use layout_algebra::{
    IntTuple, Layout, compact_row_major,
    symbolic::{self as run_time, SymbolicLayout},
};

use super::{Arguments, Operation, Refusal, symbolic, table::columns};
use crate::{Evaluated, Value, size::Size, value::Leaf};

/// `make_layout(shape, LayoutRight)`, `make_ordered_layout(shape, LayoutLeft)`, `tile_to_shape(block, shape, LayoutRight)`;
/// `None` where no major is given. To any other operation, or in another place, it is no operand: CuTe refuses it there.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let (index, value, is_row_major) =
        values.iter().enumerate().find_map(|(index, value)| Some((index, value, is_row_major(value)?)))?;
    let arguments = Arguments::new(operation.name(), values);
    match (columns(operation).takes_major, values) {
        (true, [shape, _]) if index == 1 => {
            let layout = match (symbolic::has_names(shape), is_row_major) {
                (true, is_row_major) => of_run_time_shape(shape, is_row_major)?,
                (false, false) => col_major(&arguments),
                (false, true) => row_major(&arguments),
            };
            Some(layout.map(Evaluated::from))
        }
        (true, [block, Value::Tuple(shape), _]) if index == 2 => {
            let order = order_of(shape.rank(), is_row_major);
            Some(operation.run(&[block.clone(), Value::Tuple(shape.clone()), order]))
        }
        _ => Some(Err(Refusal::Kind {
            argument: index,
            message: format!(
                "`{}` stands for strides or for an order of modes, and {} takes none as operand {}: write its numbers",
                value,
                operation.name(),
                index + 1
            ),
        })),
    }
}

/// Of `LayoutLeft` and `LayoutRight`, whether the rightmost mode is the fastest; `None` for all else.
fn is_row_major(value: &Value) -> Option<bool> {
    let Value::Tuple(IntTuple::Int(Leaf::Size(size @ Size::Symbolic(_)))) = value else { return None };
    match size.to_string().as_str() {
        "LayoutLeft" | "GenColMajor" => Some(false),
        "LayoutRight" | "GenRowMajor" => Some(true),
        _ => None,
    }
}

/// The order in which the modes of a shape are filled.
fn order_of(rank: usize, is_row_major: bool) -> Value {
    let place = |mode: usize| if is_row_major { rank - 1 - mode } else { mode };
    let places = (0..rank).map(|mode| IntTuple::Int(i64::try_from(place(mode)).unwrap_or(i64::MAX)));
    Value::ints(&IntTuple::Tuple(places.collect()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_major_where_none_stands_is_refused_by_its_name() {
        let major = Value::Tuple(IntTuple::Int(Leaf::Size(Size::name("LayoutRight"))));
        let layout = Value::from(Layout::compact(IntTuple::Int(8)).unwrap());
        let Err(Refusal::Kind { argument, message }) = Operation::Complement.run(&[layout, major]) else {
            panic!("a major is no cotarget");
        };
        assert_eq!(argument, 1);
        assert_eq!(
            message,
            "`LayoutRight` stands for strides or for an order of modes, and complement takes none as operand 2: write its numbers"
        );
    }
}
