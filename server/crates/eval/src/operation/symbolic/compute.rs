//! The operations by name, on operands with run-time integers.

use std::collections::BTreeSet;

use layout_algebra::{
    Error, IntTuple, MmaOperand,
    symbolic::{self, Integer, SymbolicIndex, SymbolicLayout, SymbolicPart, SymbolicTiler, proof},
};

use super::operand::{coordinate_of, has_names, layout_of, shape_of, tiler_of};
use crate::{
    Evaluated, Hardware, Value,
    operation::{Arguments, Refusal},
    value::Leaf,
};

/// Runs the operation when an operand has run-time integers and the algebra computes it with them.
pub(crate) fn run(arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    if !arguments.values().iter().any(has_names) {
        return None;
    }
    let operands = Operands(arguments);
    let result = query(&operands)
        .transpose()
        .or_else(|| shapes(&operands).transpose())
        .or_else(|| one_layout(&operands).transpose())
        .or_else(|| modes(&operands).transpose())
        .or_else(|| made(&operands).transpose())
        .or_else(|| tiled(&operands).transpose())
        .or_else(|| part(&operands).transpose())
        .or_else(|| of_thread(&operands).transpose())?;
    Some(result.map_err(without_numbers))
}

/// `A(3)`, `A(i,(j,3))`, `A(_,k)` where names occur: evaluates, or slices.
pub(crate) fn apply(callee: &Value, coordinate: &Value) -> Option<Result<Evaluated, Refusal>> {
    if !has_names(callee) && !has_names(coordinate) {
        return None;
    }
    let (layout, coordinate) = (layout_of(callee)?, coordinate_of(coordinate)?);
    let is_open = coordinate.leaves().iter().any(|index| matches!(index, SymbolicIndex::All));
    let offset = symbolic::slice_offset(&coordinate, &layout);
    let applied = match is_open {
        true => offset.and_then(|offset| {
            // A slice that begins where the layout does is the layout's.
            let offset = Some(offset.to_string()).filter(|offset| offset != "0");
            Ok(Evaluated { offset, ..symbolic::slice(&coordinate, &layout)?.into() })
        }),
        false => offset.map(tuple),
    };
    Some(applied.map_err(|error| without_numbers(error.into())))
}

/// What CuTe refuses because an integer is a run-time one may be no mistake: a name may stand for a static integer.
fn without_numbers(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Algebra(
            error @ (Error::NeedsStatic { .. } | Error::LacksFact { .. } | Error::ZeroDivisor { .. }),
        ) => Refusal::Unknown(error.to_string()),
        other => other,
    }
}

/// The operands of one call, read with run-time integers.
struct Operands<'a, 'v>(&'a Arguments<'v>);

impl Operands<'_, '_> {
    fn name(&self) -> &'static str {
        self.0.operation()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn read<T>(&self, index: usize, wanted: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, Refusal> {
        let value = self.0.value(index)?;
        read(value).ok_or_else(|| match value {
            Value::Composed(_) | Value::Chain(_) | Value::XorLayout(_) | Value::Smem(_) => {
                Refusal::Unknown(format!(
                    "{} of {} together with run-time integers is not computed yet",
                    self.name(),
                    value.kind()
                ))
            }
            _ => self.0.kind(index, wanted),
        })
    }

    fn layout(&self, index: usize) -> Result<SymbolicLayout, Refusal> {
        self.read(index, "a layout", layout_of)
    }

    fn shape(&self, index: usize) -> Result<IntTuple<Integer>, Refusal> {
        self.read(index, "an integer or a tuple of integers", shape_of)
    }

    fn tiler(&self, index: usize) -> Result<SymbolicTiler, Refusal> {
        self.read(index, "a tiler", tiler_of)
    }

    /// In a product, a tuple is a layout and no tiler.
    fn product_tiler(&self, index: usize) -> Result<SymbolicTiler, Refusal> {
        match self.0.value(index)? {
            Value::Tiler(_) | Value::SymbolicTiler(_) => self.tiler(index),
            _ => self.layout(index).map(SymbolicTiler::Layout),
        }
    }

    fn coordinate(&self, index: usize) -> Result<IntTuple<SymbolicIndex>, Refusal> {
        self.read(index, "a coordinate", coordinate_of)
    }

    /// A coordinate without `_`, whose names may be 0.
    fn indices(&self, index: usize) -> Result<IntTuple<Integer>, Refusal> {
        self.coordinate(index)?.try_map(&mut |at| match at {
            SymbolicIndex::At(at) => Ok(at.clone()),
            SymbolicIndex::All => Err(self.0.kind(index, "a coordinate without `_`")),
        })
    }

    /// The index of a thread, which may be 0.
    fn thread(&self, index: usize) -> Result<Integer, Refusal> {
        match self.coordinate(index)?.as_int() {
            Some(SymbolicIndex::At(thread)) => Ok(thread.clone()),
            _ => Err(self.0.kind(index, "the index of a thread")),
        }
    }

    fn mode_index(&self, index: usize) -> Result<usize, Refusal> {
        self.0.mode_index(index)
    }
}

impl From<SymbolicLayout> for Evaluated {
    fn from(layout: SymbolicLayout) -> Self {
        Value::from(layout).into()
    }
}

fn tuple(tuple: IntTuple<Integer>) -> Evaluated {
    Value::Tuple(tuple.map(|integer| Leaf::Size(integer.clone().into()))).into()
}

fn integer_of(tuple: IntTuple<Integer>) -> Option<Integer> {
    tuple.as_int().cloned()
}

fn integer(integer: Integer) -> Evaluated {
    tuple(IntTuple::Int(integer))
}

/// A value that is right for all values of its names; else its reason says which facts are lacking. A program holds it
/// in any case.
fn judged(operands: &Operands<'_, '_>, answer: proof::Answer<SymbolicLayout>) -> Result<Evaluated, Refusal> {
    let (operation, proof::Answer { value, verdict }) = (operands.name(), answer);
    if !verdict.is_right() {
        if operands.0.is_of_program() {
            return Ok(Evaluated { notes: vec![format!("{operation} is {verdict}")], ..value.into() });
        }
        return Err(Refusal::Unknown(format!("{operation} gives {value}, {verdict}")));
    }
    let rounds_up_unless = verdict.rounds_up_unless.iter().map(ToString::to_string).collect();
    let names: BTreeSet<String> = value.names().iter().map(|name| name.text.to_string()).collect();
    let names: Vec<String> = names.into_iter().collect();
    let steps = match names.is_empty() {
        true => Vec::new(),
        false => vec![format!("right for all values of {} from 1 on", names.join(", "))],
    };
    Ok(Evaluated { rounds_up_unless, steps, ..value.into() })
}

type Computed = Result<Option<Evaluated>, Refusal>;

fn query(operands: &Operands<'_, '_>) -> Computed {
    let mode = || {
        (1..operands.len()).try_fold(operands.layout(0)?, |layout, argument| {
            Ok::<_, Refusal>(layout.mode(operands.mode_index(argument)?)?)
        })
    };
    let count = |count: usize| Value::int(i64::try_from(count).unwrap_or(i64::MAX)).into();
    Ok(Some(match operands.name() {
        "size" => integer(mode()?.size()?),
        "cosize" => integer(symbolic::cosize(&mode()?)?),
        "rank" => count(mode()?.rank()),
        "depth" => count(mode()?.depth()),
        "shape" => tuple(mode()?.shape()),
        "stride" => {
            let layout = mode()?;
            match layout.stride().leaves().iter().any(|stride| stride.is_basis()) {
                true => return Err(Refusal::Unknown(format!("the stride of {layout} is not computed yet"))),
                false => tuple(layout.stride().map(|stride| stride.value.clone())),
            }
        }
        "congruent" => Value::Bool(operands.shape(0)?.congruent(&operands.shape(1)?)).into(),
        "eval" => {
            let fixed = operands.coordinate(1)?;
            tuple(symbolic::slice_offset(&fixed, &operands.layout(0)?)?)
        }
        "slice_offset" => tuple(symbolic::slice_offset(&operands.coordinate(0)?, &operands.layout(1)?)?),
        "coshape" => tuple(symbolic::coshape(&operands.layout(0)?)?),
        "max_common_vector" => {
            common(operands)?;
            Value::int(symbolic::max_common_vector(&operands.layout(0)?, &operands.layout(1)?)?).into()
        }
        "max_alignment" => Value::int(symbolic::max_alignment(&operands.layout(0)?)?).into(),
        _ => return Ok(None),
    }))
}

/// Refuses operands of which it is not proved that the elements at the same place in both are what CuTe finds.
fn common(operands: &Operands<'_, '_>) -> Result<(), Refusal> {
    let (a, b) = (operands.layout(0)?, operands.layout(1)?);
    judged(operands, proof::composition(&a, &symbolic::right_inverse(&b)?)?).map(|_| ())
}

/// Shapes and coordinates.
fn shapes(operands: &Operands<'_, '_>) -> Computed {
    Ok(Some(match operands.name() {
        "crd2idx" if operands.len() == 2 => {
            integer(symbolic::crd2idx(&operands.indices(0)?, &operands.shape(1)?)?)
        }
        "crd2idx" => {
            let stride = operands.shape(2)?.map(|stride| stride.clone().into());
            tuple(symbolic::eval(&SymbolicLayout::new(&operands.shape(1)?, &stride)?, &operands.indices(0)?)?)
        }
        "idx2crd" => {
            let index = integer_of(operands.indices(0)?).ok_or_else(|| operands.0.kind(0, "an integer"))?;
            tuple(symbolic::idx2crd(&index, &operands.shape(1)?)?)
        }
        "crd2crd" => {
            tuple(symbolic::crd2crd(&operands.indices(0)?, &operands.shape(1)?, &operands.shape(2)?)?)
        }
        "round_up" => tuple(symbolic::round_up(&operands.shape(0)?, &operands.shape(1)?)?),
        "ceil_div" => tuple(symbolic::ceil_div(&operands.shape(0)?, &operands.shape(1)?)?),
        "shape_div" => tuple(symbolic::shape_div(&operands.shape(0)?, &operands.shape(1)?)?),
        "compact_col_major" => tuple(symbolic::compact_col_major(&operands.shape(0)?)?),
        "compact_row_major" => tuple(symbolic::compact_row_major(&operands.shape(0)?)?),
        _ => return Ok(None),
    }))
}

fn one_layout(operands: &Operands<'_, '_>) -> Computed {
    let profile = || operands.shape(1);
    let is_by_profile = operands.len() == 2;
    Ok(Some(match operands.name() {
        "coalesce" if is_by_profile => {
            symbolic::coalesce_by_profile(&operands.layout(0)?, &profile()?)?.into()
        }
        "coalesce" => symbolic::coalesce(&operands.layout(0)?)?.into(),
        "filter" if is_by_profile => symbolic::filter_by_profile(&operands.layout(0)?, &profile()?)?.into(),
        "filter" => symbolic::filter(&operands.layout(0)?)?.into(),
        "filter_zeros" if is_by_profile => {
            symbolic::filter_zeros_by_profile(&operands.layout(0)?, &profile()?)?.into()
        }
        "filter_zeros" => symbolic::filter_zeros(&operands.layout(0)?)?.into(),
        "flatten" => symbolic::flatten(&operands.layout(0)?)?.into(),
        "nullspace" => symbolic::nullspace(&operands.layout(0)?)?.into(),
        "right_inverse" => symbolic::right_inverse(&operands.layout(0)?)?.into(),
        "left_inverse" => judged(operands, proof::left_inverse(&operands.layout(0)?)?)?,
        "complement" if is_by_profile => {
            judged(operands, proof::complement(&operands.layout(0)?, &operands.shape(1)?)?)?
        }
        "complement" => judged(operands, proof::complement_in_cosize(&operands.layout(0)?)?)?,
        "upcast" => judged(operands, proof::upcast(&operands.layout(0)?, operands.0.int(1)?)?)?,
        "recast" => {
            let (old, new) = (operands.0.int(1)?, operands.0.int(2)?);
            judged(operands, proof::recast(&operands.layout(0)?, old, new)?)?
        }
        "with_shape" => {
            let shape = SymbolicLayout::compact(&operands.shape(1)?)?;
            judged(operands, proof::composition(&operands.layout(0)?, &shape)?)?
        }
        "downcast" => symbolic::downcast(&operands.layout(0)?, operands.0.int(1)?)?.into(),
        "max_common_layout" => {
            common(operands)?;
            symbolic::max_common_layout(&operands.layout(0)?, &operands.layout(1)?)?.into()
        }
        _ => return Ok(None),
    }))
}

fn modes(operands: &Operands<'_, '_>) -> Computed {
    let (begin, end) = (|| operands.mode_index(1), || operands.mode_index(2));
    Ok(Some(match operands.name() {
        "mode" | "layout" => operands.layout(0)?.mode(operands.mode_index(1)?)?.into(),
        "group" => symbolic::group(&operands.layout(0)?, begin()?, end()?)?.into(),
        "take" => symbolic::take(&operands.layout(0)?, begin()?, end()?)?.into(),
        "select" => {
            let indices = operands.0.tuple(1)?;
            let indices: Result<Vec<usize>, _> =
                indices.leaves().into_iter().map(|&index| usize::try_from(index)).collect();
            let indices = indices.map_err(|_| operands.0.kind(1, "indices of modes"))?;
            symbolic::select(&operands.layout(0)?, &indices)?.into()
        }
        "append" => symbolic::append(&operands.layout(0)?, &operands.layout(1)?)?.into(),
        "prepend" => symbolic::prepend(&operands.layout(0)?, &operands.layout(1)?)?.into(),
        "append_to_rank" => {
            symbolic::append_to_rank(&operands.layout(0)?, operands.mode_index(1)?, &operands.layout(2)?)?
                .into()
        }
        "prepend_to_rank" => {
            symbolic::prepend_to_rank(&operands.layout(0)?, operands.mode_index(1)?, &operands.layout(2)?)?
                .into()
        }
        "replace" => {
            symbolic::replace(&operands.layout(0)?, operands.mode_index(1)?, &operands.layout(2)?)?.into()
        }
        "slice" => symbolic::slice(&operands.coordinate(0)?, &operands.layout(1)?)?.into(),
        "dice" => symbolic::dice(&operands.coordinate(0)?, &operands.layout(1)?)?.into(),
        "slice_and_offset" => {
            let (coordinate, layout) = (operands.coordinate(0)?, operands.layout(1)?);
            let offset = symbolic::slice_offset(&coordinate, &layout)?;
            Evaluated { offset: Some(offset.to_string()), ..symbolic::slice(&coordinate, &layout)?.into() }
        }
        _ => return Ok(None),
    }))
}

fn made(operands: &Operands<'_, '_>) -> Computed {
    Ok(Some(match operands.name() {
        "make_layout" if matches!(operands.0.values(), [Value::Tuple(_)]) => operands.layout(0)?.into(),
        "make_ordered_layout" => {
            symbolic::make_ordered_layout(&operands.shape(0)?, &operands.shape(1)?)?.into()
        }
        "make_identity_layout" => symbolic::make_identity_layout(&operands.shape(0)?)?.into(),
        "make_layout_like" => symbolic::make_layout_like(&operands.layout(0)?)?.into(),
        "make_fragment_like" => symbolic::make_fragment_like(&operands.layout(0)?)?.into(),
        "tile_to_shape" => {
            let order = (operands.len() == 3).then(|| operands.shape(2)).transpose()?;
            let (block, target) = (operands.layout(0)?, operands.shape(1)?);
            judged(operands, proof::tile_to_shape(&block, &target, order.as_ref())?)?
        }
        _ => return Ok(None),
    }))
}

type Tiled = fn(&SymbolicLayout, &SymbolicTiler) -> Result<proof::Answer<SymbolicLayout>, Error>;

fn tiled(operands: &Operands<'_, '_>) -> Computed {
    let divide: Option<Tiled> = match operands.name() {
        "composition" => Some(proof::composition_tiler),
        "logical_divide" => Some(proof::logical_divide),
        "zipped_divide" => Some(proof::zipped_divide),
        "tiled_divide" => Some(proof::tiled_divide),
        "flat_divide" => Some(proof::flat_divide),
        _ => None,
    };
    if let Some(divide) = divide {
        let answer = divide(&operands.layout(0)?, &operands.tiler(1)?)?;
        return judged(operands, answer).map(Some);
    }
    let answer = match operands.name() {
        "logical_product" => proof::logical_product(&operands.layout(0)?, &operands.product_tiler(1)?)?,
        "zipped_product" => proof::zipped_product(&operands.layout(0)?, &operands.product_tiler(1)?)?,
        "tiled_product" => proof::tiled_product(&operands.layout(0)?, &operands.product_tiler(1)?)?,
        "flat_product" => proof::flat_product(&operands.layout(0)?, &operands.product_tiler(1)?)?,
        "blocked_product" => proof::blocked_product(&operands.layout(0)?, &operands.layout(1)?)?,
        "raked_product" => proof::raked_product(&operands.layout(0)?, &operands.layout(1)?)?,
        _ => return Ok(None),
    };
    judged(operands, answer).map(Some)
}

/// The part of a run-time tensor that a thread of a tiled MMA or a tiled copy holds.
fn of_thread(operands: &Operands<'_, '_>) -> Computed {
    let name = operands.name();
    let operand = match name {
        "partition_A" => Some(MmaOperand::A),
        "partition_B" => Some(MmaOperand::B),
        "partition_C" => Some(MmaOperand::C),
        "partition_S" | "partition_D" => None,
        _ => return Ok(None),
    };
    let Value::Hardware(thing) = operands.0.value(0)? else { return Ok(None) };
    let thread = operands.thread(1)?;
    let tensor = operands.layout(2)?;
    let threads = match thing.as_ref() {
        Hardware::TiledCopy(copy) => copy.threads(),
        _ => i64::MAX,
    };
    if thread.known().is_some_and(|thread| !(0..threads).contains(&thread)) {
        return Ok(None);
    }
    let answer = match (thing.as_ref(), operand) {
        (Hardware::TiledMma(mma), Some(operand)) => symbolic::partition_mma(mma, operand, &tensor, &thread)?,
        (Hardware::TiledCopy(copy), None) if name == "partition_S" => {
            symbolic::partition_source(copy, &tensor, &thread)?
        }
        (Hardware::TiledCopy(copy), None) => symbolic::partition_destination(copy, &tensor, &thread)?,
        _ => return Ok(None),
    };
    let proof::Answer { value: part, verdict } = answer;
    judged_part(operands, part, verdict).map(Some)
}

/// A part is worth what the divide is worth that it was cut from.
fn part(operands: &Operands<'_, '_>) -> Computed {
    let name = operands.name();
    if name == "local_partition" {
        let (layout, threads) = (operands.layout(0)?, operands.layout(1)?);
        let thread = operands.thread(2)?;
        let part = symbolic::local_partition(&layout, &threads, &thread)?;
        let sizes = threads.modes().iter().map(SymbolicLayout::size).collect::<Result<Vec<_>, _>>()?;
        let tiler = SymbolicTiler::ByMode(sizes.into_iter().map(SymbolicTiler::Size).collect());
        return judged_part(operands, part, proof::zipped_divide(&layout, &tiler)?.verdict).map(Some);
    }
    let cut = match name {
        "local_tile" => symbolic::local_tile,
        "inner_partition" => symbolic::inner_partition,
        "outer_partition" => symbolic::outer_partition,
        _ => return Ok(None),
    };
    if operands.len() != 3 {
        return Ok(None);
    }
    let (layout, tiler) = (operands.layout(0)?, operands.tiler(1)?);
    let part = cut(&layout, &tiler, &operands.coordinate(2)?)?;
    judged_part(operands, part, proof::zipped_divide(&layout, &tiler)?.verdict).map(Some)
}

fn judged_part(
    operands: &Operands<'_, '_>,
    part: SymbolicPart,
    verdict: proof::Verdict,
) -> Result<Evaluated, Refusal> {
    let judged = judged(operands, proof::Answer { value: part.layout, verdict })?;
    Ok(Evaluated { offset: Some(part.offset.to_string()), ..judged })
}
