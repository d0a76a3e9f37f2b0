//! Tiles: `local_tile`, `local_partition`, flat and tiled divides and products.
//!
//! Modes of the result are those of CuTe C++, but for tiles of a single mode: what C++ leaves in a tuple of its own, the
//! DSL puts beside the other modes.

use layout_algebra::symbolic::SymbolicLayout;
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
    let source = argument(call, "input", 0)?;
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
        if is_single(&tiler) { with_modes(part, Spread::First) } else { Ok(part) }
    })?;
    Ok(part_of(source, part))
}

/// How many modes a tensor has of which a tile is taken: as many as there are coordinates that the projection keeps.
pub(super) fn rank_of_tiled(call: &Call<'_>) -> Option<usize> {
    let coordinate = call.keyword_or("coord", 2)?;
    let kept = match optional(call, "proj", 3) {
        Some(projection) => projected(projection, coordinate).ok()?,
        None => coordinate.clone(),
    };
    Some(kept.elements()?.len())
}

/// What a projection keeps: the elements where it is not `None`, and those behind it.
fn projected(projection: &HostValue, value: &HostValue) -> Result<HostValue, Refusal> {
    match (projection.elements(), value.elements()) {
        (Some(kept), Some(elements)) if kept.len() <= elements.len() => {
            refuse_unknown(&kept)?;
            let is_kept = |place: usize| kept.get(place) != Some(&HostValue::Nothing);
            let elements = elements.into_iter().enumerate();
            Ok(HostValue::tuple(elements.filter(|(place, _)| is_kept(*place)).map(|(_, of)| of).collect()))
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
        if is_flat { with_modes(part, Spread::First) } else { Ok(part) }
    })?;
    Ok(part_of(source, part))
}

/// A divide or product, with the modes that the DSL gives it: those of the zipped one, flat ones and the rest of tiled ones
/// taken out of their tuples.
pub(super) fn with_rests(operation: Operation, layout: &Value, tiler: &Value) -> Result<Evaluated, Refusal> {
    let computed = operate(operation, &[layout.clone(), tiler.clone()])?;
    let (zipped, spread) = match operation {
        Operation::FlatDivide => (Operation::ZippedDivide, Spread::All),
        Operation::FlatProduct => (Operation::ZippedProduct, Spread::All),
        Operation::TiledDivide => (Operation::ZippedDivide, Spread::Rests),
        Operation::TiledProduct => (Operation::ZippedProduct, Spread::Rests),
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

/// Which modes are taken out of their tuples.
#[derive(Clone, Copy)]
enum Spread {
    /// All.
    All,
    /// All but the first.
    Rests,
    /// The first alone.
    First,
}

impl Spread {
    fn of<T: Clone>(self, whole: &T, parts: impl Fn(&T) -> Vec<T>) -> Vec<T> {
        let modes = parts(whole).into_iter().enumerate();
        let spread = modes.map(|(place, mode)| match (self, place) {
            (Self::All, _) | (Self::First, 0) => parts(&mode),
            (Self::Rests, place) if place > 0 => parts(&mode),
            _ => vec![mode],
        });
        spread.flatten().collect()
    }
}

/// The same layout with other modes, those of its shape and of its stride.
fn with_modes(part: Evaluated, spread: Spread) -> Result<Evaluated, Refusal> {
    // Modes that are put together stay what they are, whatever their sizes.
    let value = match &part.value {
        Value::SymbolicLayout(layout) => {
            let modes = spread.of(layout, SymbolicLayout::modes);
            SymbolicLayout::from_modes(modes).map_err(|error| Refusal::Unknown(error.to_string()))?.into()
        }
        value => {
            let (shape, stride) = (shape_of(value)?, stride_of(value)?);
            let modes = |whole: &HostValue| HostValue::tuple(spread.of(whole, parts)).algebra();
            library::operate(Operation::MakeLayout, &[modes(&shape), modes(&stride)])?.value
        }
    };
    Ok(Evaluated { value, steps: Vec::new(), ..part })
}

fn parts(value: &HostValue) -> Vec<HostValue> {
    value.elements().unwrap_or_else(|| vec![value.clone()])
}
