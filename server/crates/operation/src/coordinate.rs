//! Coordinates and offsets: evaluation, slices, index conversion.

use layout_algebra::{
    self as algebra, Layout, explain,
    symbolic::{self as run_time, SymbolicLayout},
};

use super::{
    Arguments, Refusal,
    answered::answered,
    arguments::OperandLayout,
    columns::{Columns, OnComposed, OnSmem, Parameter, layout, tuple},
    composed,
    stride_kind::for_each_stride,
    symbolic::{self, Operands},
    told::of_layout,
};
use crate::{Evaluated, Value};

pub(super) static EVAL: Columns = Columns::new(&[layout("A"), tuple("coordinate")], eval)
    .on_smem(OnSmem::Offsets)
    .on_names(|operands| {
        let fixed = operands.coordinate(1)?;
        Ok(Some(symbolic::tuple(run_time::slice_offset(&fixed, &operands.layout(0)?)?)))
    })
    .steps(|arguments| {
        let coordinate = arguments.tuple(1).ok()?;
        if let Value::Composed(composed) = arguments.value(0).ok()? {
            return Some(explain::composed_eval(composed, &coordinate));
        }
        Some(of_layout!(arguments, 0, layout => explain::eval(&layout, &coordinate)))
    })
    .says(
        "the offset of a coordinate",
        &["the coordinate fits the shape of A: an integer, or nested like it"],
        &["R is the inner product of coordinate and stride"],
    );

pub(super) static SLICE: Columns = Columns::new(OF_A_COORDINATE, slice)
    .on_names(|operands| Ok(Some(run_time::slice(&operands.coordinate(0)?, &operands.layout(1)?)?.into())))
    .steps(|arguments| {
        let coordinate = arguments.slice_pattern(0).ok()?;
        Some(of_layout!(arguments, 1, layout => explain::slice(&coordinate, &layout)))
    })
    .says(
        "the part of A that a coordinate with `_` leaves open",
        &["the coordinate fits the shape of A"],
        &["R has the modes that are `_`; where it begins is slice_offset"],
    );

pub(super) static DICE: Columns = Columns::new(OF_A_COORDINATE, dice)
    .on_composed(OnComposed::NotInCute)
    .on_names(|operands| Ok(Some(run_time::dice(&operands.coordinate(0)?, &operands.layout(1)?)?.into())))
    .steps(|arguments| {
        let coordinate = arguments.slice_pattern(0).ok()?;
        Some(of_layout!(arguments, 1, layout => explain::dice(&coordinate, &layout)))
    })
    .says(
        "the modes of A that a coordinate with `_` fixes",
        &["the coordinate fits the shape of A"],
        &["R has the modes that are not `_`"],
    );

pub(super) static SLICE_OFFSET: Columns = Columns::new(OF_A_COORDINATE, slice_offset)
    .on_names(|operands| {
        let offset = run_time::slice_offset(&operands.coordinate(0)?, &operands.layout(1)?)?;
        Ok(Some(symbolic::tuple(offset)))
    })
    .steps(|arguments| {
        let coordinate = arguments.slice_pattern(0).ok()?;
        Some(of_layout!(arguments, 1, layout => explain::slice_offset(&coordinate, &layout)))
    })
    .says(
        "where a slice begins",
        &["the coordinate fits the shape of A"],
        &["R = A(coordinate with 0 for each `_`)"],
    );

pub(super) static SLICE_AND_OFFSET: Columns = Columns::new(OF_A_COORDINATE, slice_and_offset)
    .on_names(|operands| {
        let (coordinate, layout) = (operands.coordinate(0)?, operands.layout(1)?);
        let offset = Some(run_time::slice_offset(&coordinate, &layout)?.to_string());
        Ok(Some(Evaluated { offset, ..run_time::slice(&coordinate, &layout)?.into() }))
    })
    .says(
        "a slice and where it begins",
        &["the coordinate fits the shape of A"],
        &["R = (slice, slice_offset)"],
    );

pub(super) static CRD2CRD: Columns =
    Columns::new(&[tuple("coordinate"), tuple("from"), tuple("to")], crd2crd)
        .on_names(|operands| {
            let (coordinate, from, to) = (operands.indices(0)?, operands.shape(1)?, operands.shape(2)?);
            Ok(Some(symbolic::tuple(run_time::crd2crd(&coordinate, &from, &to)?)))
        })
        .says(
            "a coordinate of one shape as one of another",
            &["both shapes have the same size"],
            &["both coordinates have the same index"],
        );

pub(super) static COSHAPE: Columns = Columns::new(&[layout("A")], coshape)
    .on_names(|operands| Ok(Some(symbolic::tuple(run_time::coshape(&operands.layout(0)?)?))))
    .says(
        "the shape of the offsets' space",
        &["strides are integers or coordinates"],
        &["each offset of A lies below R in each mode"],
    );

pub(super) static IDX2CRD: Columns = Columns::new(&[tuple("index"), tuple("shape")], idx2crd)
    .on_names(|operands| {
        let index = operands.indices(0)?;
        let index = index.as_int().ok_or_else(|| operands.given().kind(0, "an integer"))?;
        Ok(Some(symbolic::tuple(run_time::idx2crd(index, &operands.shape(1)?)?)))
    })
    .steps(|arguments| Some(explain::idx2crd(arguments.int(0).ok()?, &arguments.tuple(1).ok()?)))
    .says(
        "the coordinate of an index",
        &["0 <= index < size of the shape"],
        &["R is congruent with the shape, leftmost mode fastest"],
    );

pub(super) static CRD2IDX: Columns =
    Columns::new(&[tuple("coordinate"), tuple("shape"), tuple("stride")], crd2idx)
        .required(2)
        .on_names(|operands| run_time_index(operands).map(Some))
        .steps(|arguments| match arguments.len() {
            2 => Some(explain::crd2idx(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)),
            _ => None,
        })
        .says(
            "the offset of a coordinate in (shape):(stride)",
            &["the coordinate fits the shape", "shape and stride are congruent"],
            &["R is the inner product of coordinate and stride"],
        );

const OF_A_COORDINATE: &[Parameter] = &[tuple("coordinate"), layout("A")];

fn run_time_index(operands: &Operands<'_, '_>) -> Result<Evaluated, Refusal> {
    if operands.len() == 2 {
        return Ok(symbolic::integer(run_time::crd2idx(&operands.indices(0)?, &operands.shape(1)?)?));
    }
    let stride = operands.shape(2)?.map(|stride| stride.clone().into());
    let layout = SymbolicLayout::new(&operands.shape(1)?, &stride)?;
    Ok(symbolic::tuple(run_time::eval(&layout, &operands.indices(0)?)?))
}

pub(super) fn eval(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.tuple(1)?;
    let value = match arguments.value(0)? {
        Value::Composed(composed) => Value::int(composed.eval(&coordinate)?),
        Value::Chain(chain) => Value::int(chain.eval(&coordinate)?),
        _ => for_each_stride!(arguments, 0, layout => layout.eval(&coordinate)?),
    };
    Ok(value.into())
}

fn slice(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.slice_pattern(0)?;
    let value = match arguments.value(1)? {
        Value::Composed(_) | Value::Chain(_) => {
            let answer = algebra::composed_slice(&coordinate, &composed::any(arguments, 1)?);
            let answer = answer.map_err(without_overload)?;
            let step = composed::decay(&answer.value);
            return Ok(answered(answer, vec![step]));
        }
        _ => for_each_stride!(arguments, 1, layout => algebra::slice(&coordinate, &layout)?),
    };
    Ok(value.into())
}

fn dice(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.slice_pattern(0)?;
    let value = for_each_stride!(arguments, 1, layout => algebra::dice(&coordinate, &layout)?);
    Ok(value.into())
}

fn slice_offset(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.slice_pattern(0)?;
    let value = for_each_stride!(arguments, 1, layout => algebra::slice_offset(&coordinate, &layout)?);
    Ok(value.into())
}

pub(super) fn slice_and_offset(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.slice_pattern(0)?;
    if let Value::Composed(_) | Value::Chain(_) = arguments.value(1)? {
        let answer = algebra::composed_slice_and_offset(&coordinate, &composed::any(arguments, 1)?);
        return Ok(composed::part(answer.map_err(without_overload)?));
    }
    let offset = slice_offset(arguments)?.value.to_string();
    Ok(Evaluated { offset: Some(offset), ..slice(arguments)? })
}

/// What CuTe C++ has no overload for may be in the DSL: no mistake, and no value.
fn without_overload(error: algebra::Error) -> Refusal {
    match error.kind() {
        algebra::ErrorKind::UnsupportedLayout { .. } => Refusal::Unknown(error.to_string()),
        _ => error.into(),
    }
}

fn crd2crd(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (coordinate, from, to) = (arguments.tuple(0)?, arguments.tuple(1)?, arguments.tuple(2)?);
    Ok(Value::ints(&algebra::crd2crd(&coordinate, &from, &to)?).into())
}

fn coshape(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.any_layout(0)? {
        OperandLayout::Integer(layout) => Ok(Value::ints(&algebra::coshape(&layout)?).into()),
        OperandLayout::Coordinate(layout) => Ok(Value::ints(&algebra::coshape(&layout)?).into()),
        OperandLayout::Xor(layout) => Ok(Value::int(layout.cosize()?).into()),
        OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
    }
}

fn idx2crd(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = algebra::idx2crd_by_mode(&arguments.tuple(0)?, &arguments.tuple(1)?)?;
    Ok(Value::ints(&coordinate).into())
}

fn crd2idx(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (coordinate, shape) = (arguments.tuple(0)?, arguments.tuple(1)?);
    let index = match arguments.len() {
        2 => algebra::crd2idx(&coordinate, &shape)?,
        _ => Layout::new(shape, arguments.tuple(2)?)?.eval(&coordinate)?,
    };
    Ok(Value::int(index).into())
}
