//! Parts of tensors: `local_tile`, `local_partition`, `domain_offset`.

use std::sync::Arc;

use layout_algebra::{Cut, IntTuple, Stride};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::{
    Evaluated, Operation, Refusal, Value,
    size::{Size, SizeOperator},
    symbolic::{has_names, layout_of},
    value::Leaf,
};

use crate::cute::{
    layout::{
        coordinate::{flat_of, tuple},
        functions::diced,
    },
    operand::{argument, operand},
    operate::{run, without_kinds},
    thread_part::with_lanes,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("local_tile", |call| partition(call, Operation::LocalTile)),
    ("inner_partition", |call| partition(call, Operation::InnerPartition)),
    ("outer_partition", |call| partition(call, Operation::OuterPartition)),
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

/// A part whose coordinates are values of one thread.
fn part_of_thread(whole: &HostValue, evaluated: Evaluated) -> Outcome {
    let evaluated = Evaluated { is_of_one_thread: true, ..evaluated };
    match whole {
        HostValue::Tensor(tensor) => {
            let tensor = Tensor { is_of_one_thread: true, ..Tensor::clone(tensor) };
            part(&HostValue::Tensor(Arc::new(tensor)), evaluated)
        }
        _ => part(whole, evaluated),
    }
}

/// `local_tile(tensor, tiler, coordinate)`, with a projection of both in front of the rest.
fn partition(call: &Call<'_>, operation: Operation) -> Outcome {
    let (whole, tiler, coordinate) = (argument(call, 0)?, argument(call, 1)?, argument(call, 2)?);
    refuse_unknown([whole, tiler, coordinate])?;
    let (tiler, coordinate) = match call.argument(3) {
        Some(projection) => (diced(projection, tiler)?, diced(projection, coordinate)?),
        None => (tiler.clone(), coordinate.clone()),
    };
    let operands = [operand(whole)?, operand(&tiler)?, operand(&coordinate)?];
    if let [layout @ Value::Composed(_), tiler, coordinate] = &operands
        && has_names(coordinate)
    {
        let is_inner = operation != Operation::OuterPartition;
        return part(whole, of_swizzled(layout, tiler, coordinate, is_inner)?);
    }
    part(whole, run(operation, &operands)?)
}

/// `local_partition(tensor, threads, index)`, with a projection of the threads.
fn local_partition(call: &Call<'_>) -> Outcome {
    let (whole, threads, index) = (argument(call, 0)?, argument(call, 1)?, argument(call, 2)?);
    refuse_unknown([whole, threads, index])?;
    let threads = match call.argument(3) {
        Some(projection) => diced(projection, threads)?,
        None => threads.clone(),
    };
    let operands = [operand(whole)?, operand(&threads)?, operand(index)?];
    if let ([layout @ Value::Composed(_), threads, _], Some(index)) = (&operands, index.as_integer())
        && !index.is_static()
    {
        let Some(of_threads) = layout_of(threads) else { return unknown("these threads have no layout") };
        let sizes =
            of_threads.modes().iter().map(|mode| mode.size().map(IntTuple::Int)).collect::<Result<_, _>>()?;
        let tiler = tuple(&IntTuple::Tuple(sizes));
        let coordinate = tuple(&flat_of(&index, &of_threads)?);
        let part = part_of_thread(whole, of_swizzled(layout, &tiler, &coordinate, false)?)?;
        return Ok(with_lanes_of(part, whole, threads, argument(call, 2)?));
    }
    let part = part_of_thread(whole, run(Operation::LocalPartition, &operands)?)?;
    let [_, threads, _] = &operands;
    Ok(with_lanes_of(part, whole, threads, index))
}

/// The part that `local_partition` gives one of these threads, with where the others have theirs.
fn with_lanes_of(part: Computed, whole: &HostValue, threads: &Value, index: &HostValue) -> Computed {
    match (whole, layout_of(threads).and_then(|threads| threads.known())) {
        (HostValue::Tensor(whole), Some(threads)) => {
            with_lanes(part, whole, Some(Cut::Threads(threads)), index)
        }
        _ => part,
    }
}

/// A part of a swizzled layout at a coordinate of run time: the slice of its tiles. An inner part is one tile, an outer
/// one the same element of each tile.
fn of_swizzled(
    layout: &Value,
    tiler: &Value,
    coordinate: &Value,
    is_inner: bool,
) -> Result<Evaluated, Refusal> {
    let tiled = run(Operation::ZippedDivide, &[layout.clone(), tiler.clone()])?.value;
    let modes = |mode: i64| -> Result<usize, Refusal> {
        let rank = run(Operation::Rank, &[tiled.clone(), Value::int(mode)])?.value.as_int();
        rank.and_then(|rank| usize::try_from(rank).ok())
            .map_or_else(|| unknown("the rank of the tiles is not known"), Ok)
    };
    let keep = || IntTuple::Int(Leaf::Keep);
    let open = |modes: usize| IntTuple::Tuple(vec![keep(); modes]);
    let Value::Tuple(coordinate) = coordinate else { return unknown("this is no coordinate") };
    let fixed = |modes: usize| match coordinate {
        IntTuple::Tuple(given) => {
            let missing = modes.saturating_sub(given.len());
            IntTuple::Tuple(given.iter().cloned().chain(std::iter::repeat_n(keep(), missing)).collect())
        }
        index => index.clone(),
    };
    let (tile, rest) = (modes(0)?, modes(1)?);
    let slice = if is_inner { [open(tile), fixed(rest)] } else { [fixed(tile), open(rest)] };
    layoutlens_operation::apply(&tiled, &Value::Tuple(IntTuple::Tuple(slice.to_vec()))).map_err(without_kinds)
}

/// `domain_offset(coordinate, tensor)`: the same layout from another place on.
fn domain_offset(call: &Call<'_>) -> Outcome {
    let (coordinate, whole) = (argument(call, 0)?, argument(call, 1)?);
    refuse_unknown([whole])?;
    let Some(layout) = whole.layout() else { return unknown("this is no tensor") };
    if let Some(reason) = layout.unknown_reason() {
        return unknown(reason);
    }
    match (layout, whole) {
        (Value::Composed(_) | Value::Chain(_) | Value::Smem(_) | Value::Swizzled(_), _) => {
            part(whole, run(Operation::DomainOffset, &[operand(coordinate)?, layout.clone()])?)
        }
        (_, HostValue::Tensor(tensor)) => {
            let offset = operand(coordinate).ok().and_then(|at| moved(tensor, &at));
            let moved = Tensor { offset, lanes: None, ..Tensor::clone(tensor) };
            Ok(Computed::plain(HostValue::Tensor(Arc::new(moved))))
        }
        _ => unknown("a layout and an offset are not computed as a pair"),
    }
}

/// Where the slice of the tensor at this coordinate begins.
pub fn moved(tensor: &Tensor, coordinate: &Value) -> Option<Value> {
    let by = run(Operation::SliceOffset, &[coordinate.clone(), tensor.layout.clone()]).ok()?.value;
    sum(tensor.offset.as_ref()?, &by)
}

/// The sum of two offsets, or of two coordinates.
pub fn sum(a: &Value, b: &Value) -> Option<Value> {
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
