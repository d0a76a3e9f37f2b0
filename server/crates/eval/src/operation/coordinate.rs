//! Coordinates and offsets: evaluation, slices, index conversion.

use layout_algebra::{self as algebra, Layout};

use super::{
    Arguments, Operation, Refusal, answered, arguments::OperandLayout, composed, explain::explained, layout,
    simplify::for_each_stride, tuple,
};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "eval", parameters: &[layout("A"), tuple("coordinate")], required: 2, compute: eval },
    Operation { name: "slice", parameters: &[tuple("coordinate"), layout("A")], required: 2, compute: slice },
    Operation { name: "dice", parameters: &[tuple("coordinate"), layout("A")], required: 2, compute: dice },
    Operation {
        name: "slice_offset",
        parameters: &[tuple("coordinate"), layout("A")],
        required: 2,
        compute: slice_offset,
    },
    Operation {
        name: "slice_and_offset",
        parameters: &[tuple("coordinate"), layout("A")],
        required: 2,
        compute: slice_and_offset,
    },
    Operation {
        name: "crd2crd",
        parameters: &[tuple("coordinate"), tuple("from"), tuple("to")],
        required: 3,
        compute: crd2crd,
    },
    Operation { name: "coshape", parameters: &[layout("A")], required: 1, compute: coshape },
    Operation {
        name: "idx2crd",
        parameters: &[tuple("index"), tuple("shape")],
        required: 2,
        compute: idx2crd,
    },
    Operation {
        name: "crd2idx",
        parameters: &[tuple("coordinate"), tuple("shape"), tuple("stride")],
        required: 2,
        compute: crd2idx,
    },
];

/// `A(3)`, `A(1,(2,3))`, `A(_,3)`: evaluates, or slices when `_` occurs.
pub(crate) fn apply(callee: &Value, coordinate: &Value) -> Result<Evaluated, Refusal> {
    let operands = [coordinate.clone(), callee.clone()];
    let arguments = Arguments::new("slice", &operands);
    arguments.refuse_unknown()?;
    if let Some(slice) = super::run_time_slice::sliced(callee, coordinate) {
        return slice;
    }
    if let Value::Smem(smem) = callee {
        return super::smem::applied(smem, coordinate);
    }
    if !callee.is_layout() {
        return Err(Refusal::Kind {
            argument: 0,
            message: format!(
                "only a layout is applied to a coordinate, and this is {}: `{callee}`",
                callee.kind()
            ),
        });
    }
    if let Some(applied) = super::symbolic::apply(callee, coordinate) {
        return applied;
    }
    let pattern = arguments.pattern(0)?;
    if pattern.leaves().iter().any(|leaf| leaf.is_none()) {
        let slice = explained(slice_and_offset(&arguments)?, &arguments);
        // A slice that begins where the layout does is the layout's.
        return Ok(Evaluated { offset: slice.offset.filter(|offset| offset != "0"), ..slice });
    }
    let swapped = [callee.clone(), coordinate.clone()];
    let arguments = Arguments::new("eval", &swapped);
    Ok(explained(eval(&arguments)?, &arguments))
}

fn eval(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
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

fn slice_and_offset(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
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
    match error {
        algebra::Error::UnsupportedLayout { .. } => Refusal::Unknown(error.to_string()),
        error => error.into(),
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
    let coordinate = algebra::idx2crd(arguments.int(0)?, &arguments.tuple(1)?)?;
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
