//! Tiles: `local_tile`, `local_partition`, flat and tiled divides and products.
//!
//! Modes of the result are those of CuTe C++, but for tiles of a single mode: what C++ leaves in a tuple of its own, the
//! DSL puts beside the other modes.

use layoutlens_host_value::{
    call::{Call, Outcome, PlainFunction},
    library::{self, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value};

use crate::dsl::{
    operand::{argument, on_domain, operand, operand_at, operate, optional},
    shape_and_stride::{rank_of, shape_of, stride_of},
    tensor::part_of,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] =
    &[("cutlass.cute.local_tile", local_tile), ("cutlass.cute.local_partition", local_partition)];

/// `local_tile(tensor, tiler, coordinate, proj)`.
fn local_tile(call: &Call<'_>) -> Outcome {
    let source = argument(call, "target", 0)?;
    let source = if call.keyword_or("input", 0).is_some() { argument(call, "input", 0)? } else { source };
    if !matches!(source, HostValue::Tensor(_)) {
        return unknown("the DSL takes tiles of tensors only");
    }
    let source_layout = operand(source)?;
    let (tiler, coordinate) = (argument(call, "tiler", 1)?, argument(call, "coord", 2)?);
    let (tiler, coordinate) = match optional(call, "proj", 3) {
        Some(projection) => (projected(projection, tiler)?, projected(projection, coordinate)?),
        None => (tiler.clone(), coordinate.clone()),
    };
    let rank = rank_of(&source_layout)?;
    if coordinate.elements().is_none_or(|given| given.len() != rank) {
        return Err(Refusal::Ranks(format!("the DSL wants a coordinate of {rank} elements here")));
    }
    let operands = [operand(&tiler)?, operand(&coordinate)?];
    let part = on_domain(&source_layout, |layout| {
        let all: Vec<Value> = [layout.clone()].into_iter().chain(operands).collect();
        let part = operate(Operation::LocalTile, &all)?;
        if is_single(&tiler) { with_modes(part, spread_first) } else { Ok(part) }
    })?;
    Ok(part_of(source, part))
}

/// What a projection keeps: the elements where it is not `None`.
fn projected(projection: &HostValue, value: &HostValue) -> Result<HostValue, Refusal> {
    match (projection.elements(), value.elements()) {
        (Some(kept), Some(elements)) if kept.len() == elements.len() => {
            refuse_unknown(&kept)?;
            let kept = kept.iter().zip(elements).filter(|(kept, _)| **kept != HostValue::Nothing);
            Ok(HostValue::tuple(kept.map(|(_, element)| element).collect()))
        }
        _ => unknown("what the projection keeps is not known"),
    }
}

/// `local_partition(tensor, threads, index, proj)`.
fn local_partition(call: &Call<'_>) -> Outcome {
    let source = argument(call, "target", 0)?;
    if optional(call, "proj", 3).is_some() {
        return unknown("a projection of a partition is not computed");
    }
    let source_layout = operand(source)?;
    let operands = [operand_at(call, "tiler", 1)?, operand_at(call, "index", 2)?];
    let is_flat = rank_of(&source_layout)? == 1;
    let part = on_domain(&source_layout, |layout| {
        let all: Vec<Value> = [layout.clone()].into_iter().chain(operands).collect();
        let part = operate(Operation::LocalPartition, &all)?;
        if is_flat { with_modes(part, spread_first) } else { Ok(part) }
    })?;
    Ok(part_of(source, part))
}

/// A divide or product, with the modes that the DSL gives it: those of the zipped one, flat ones and the rest of tiled ones
/// taken out of their tuples.
pub(super) fn with_rests(operation: Operation, layout: &Value, tiler: &Value) -> Result<Evaluated, Refusal> {
    let computed = operate(operation, &[layout.clone(), tiler.clone()])?;
    let (zipped, spread): (_, fn(&HostValue) -> Vec<HostValue>) = match operation {
        Operation::FlatDivide => (Operation::ZippedDivide, spread_all),
        Operation::FlatProduct => (Operation::ZippedProduct, spread_all),
        Operation::TiledDivide => (Operation::ZippedDivide, spread_rests),
        Operation::TiledProduct => (Operation::ZippedProduct, spread_rests),
        _ => return Ok(computed),
    };
    let zipped = operate(zipped, &[layout.clone(), tiler.clone()])?;
    let modes = with_modes(zipped, spread)?.value;
    let steps = if modes == computed.value { computed.steps } else { Vec::new() };
    Ok(Evaluated { value: modes, steps, ..computed })
}

/// Whether a tiler is a tuple of one tile.
fn is_single(tiler: &HostValue) -> bool {
    match tiler {
        HostValue::Value(Value::Tiler(modes)) => modes.len() == 1,
        HostValue::Value(Value::SymbolicTiler(modes)) => modes.len() == 1,
        _ => tiler.elements().is_some_and(|modes| modes.len() == 1),
    }
}

/// The same layout with other modes, those of its shape and of its stride.
fn with_modes(part: Evaluated, modes: fn(&HostValue) -> Vec<HostValue>) -> Result<Evaluated, Refusal> {
    let (shape, stride) = (shape_of(&part.value)?, stride_of(&part.value)?);
    let operands = [modes(&shape), modes(&stride)].map(|modes| HostValue::tuple(modes).algebra());
    // Modes that are put together stay what they are, whatever their sizes.
    let layout = library::operate(Operation::MakeLayout, &operands)?;
    Ok(Evaluated { value: layout.value, steps: Vec::new(), ..part })
}

fn parts(value: &HostValue) -> Vec<HostValue> {
    value.elements().unwrap_or_else(|| vec![value.clone()])
}

fn spread_all(zipped: &HostValue) -> Vec<HostValue> {
    parts(zipped).iter().flat_map(parts).collect()
}

fn spread_rests(zipped: &HostValue) -> Vec<HostValue> {
    let mut modes = parts(zipped).into_iter();
    let tile = modes.next();
    tile.into_iter().chain(modes.flat_map(|rest| parts(&rest))).collect()
}

fn spread_first(value: &HostValue) -> Vec<HostValue> {
    let mut modes = parts(value).into_iter();
    let first = modes.next().map(|tile| parts(&tile)).unwrap_or_default();
    first.into_iter().chain(modes).collect()
}
