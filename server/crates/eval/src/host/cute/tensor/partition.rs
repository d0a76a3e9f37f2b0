//! Parts of tensors: `local_tile`, `local_partition`, `domain_offset`.

use std::sync::Arc;

use layout_algebra::{IntTuple, Stride};

use crate::{
    Evaluated, Value,
    host::{
        Call, Computed, HostValue, Interpreter, LibraryFunction, Tensor,
        library::{Outcome, refuse_unknown, unknown},
    },
    size::{Size, SizeOperator},
    value::Leaf,
};

use super::super::{
    layout::functions::{diced, run},
    operand::{argument, bare, operand},
};

pub(super) const FUNCTIONS: &[(&str, LibraryFunction)] = &[
    ("local_tile", partition),
    ("inner_partition", partition),
    ("outer_partition", partition),
    ("local_partition", local_partition),
    ("domain_offset", domain_offset),
];

/// A part of a tensor or layout. Where it begins is not followed through partitions.
fn part(whole: &HostValue, evaluated: Evaluated) -> Outcome {
    match whole {
        HostValue::Tensor(tensor) => {
            let part = Tensor { offset: None, ..tensor.with_layout(evaluated.value.clone()) };
            let value = HostValue::Tensor(Arc::new(part));
            Ok(Computed { value, evaluated: Some(Box::new(evaluated)) })
        }
        _ => Ok(Computed::of(evaluated)),
    }
}

/// `local_tile(tensor, tiler, coordinate)`, with a projection of both in front of the rest.
fn partition(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (whole, tiler, coordinate) = (argument(call, 0)?, argument(call, 1)?, argument(call, 2)?);
    refuse_unknown([whole, tiler, coordinate])?;
    let (tiler, coordinate) = match call.argument(3) {
        Some(projection) => (diced(projection, tiler)?, diced(projection, coordinate)?),
        None => (tiler.clone(), coordinate.clone()),
    };
    let operands = [operand(whole)?, operand(&tiler)?, operand(&coordinate)?];
    part(whole, run(bare(call.name), &operands)?)
}

/// `local_partition(tensor, threads, index)`, with a projection of the threads.
fn local_partition(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (whole, threads, index) = (argument(call, 0)?, argument(call, 1)?, argument(call, 2)?);
    refuse_unknown([whole, threads, index])?;
    let threads = match call.argument(3) {
        Some(projection) => diced(projection, threads)?,
        None => threads.clone(),
    };
    let operands = [operand(whole)?, operand(&threads)?, operand(index)?];
    part(whole, run("local_partition", &operands)?)
}

/// `domain_offset(coordinate, tensor)`: the same layout from another place on.
fn domain_offset(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (coordinate, whole) = (argument(call, 0)?, argument(call, 1)?);
    let Some(layout) = whole.layout() else { return unknown("this is no tensor") };
    if let Some(reason) = layout.unknown_reason() {
        return unknown(reason);
    }
    match (layout, whole) {
        (Value::Composed(_) | Value::Chain(_) | Value::Smem(_), _) => {
            part(whole, run("domain_offset", &[operand(coordinate)?, layout.clone()])?)
        }
        (_, HostValue::Tensor(tensor)) => {
            let offset = operand(coordinate).ok().and_then(|at| moved(tensor, &at));
            let moved = Tensor { offset, ..Tensor::clone(tensor) };
            Ok(Computed::plain(HostValue::Tensor(Arc::new(moved))))
        }
        _ => unknown("a layout and an offset are not computed as a pair"),
    }
}

/// Where the slice of the tensor at this coordinate begins.
pub(in crate::host) fn moved(tensor: &Tensor, coordinate: &Value) -> Option<Value> {
    let by = run("slice_offset", &[coordinate.clone(), tensor.layout.clone()]).ok()?.value;
    sum(tensor.offset.as_ref()?, &by)
}

/// The sum of two offsets, or of two coordinates.
pub(in crate::host) fn sum(a: &Value, b: &Value) -> Option<Value> {
    let zero = Value::int(0);
    match (a, b) {
        (a, b) if *a == zero => Some(b.clone()),
        (a, b) if *b == zero => Some(a.clone()),
        (Value::Coordinate(a), Value::Coordinate(b)) => a.plus(b).map(Value::Coordinate),
        (Value::Tuple(IntTuple::Int(Leaf::Size(a))), Value::Tuple(IntTuple::Int(Leaf::Size(b)))) => {
            let sum = Size::combine(SizeOperator::Add, a, b).ok()?;
            Some(Value::Tuple(IntTuple::Int(Leaf::Size(sum))))
        }
        _ => None,
    }
}
