//! Composition: a layout after a layout.

use layout_algebra::{self as algebra, ComposedLayout, Tiler, explain, proof};

use super::{Arguments, Operation, Refusal, answered, arguments::OperandLayout, layout, steps, tiler};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "composition",
        parameters: &[layout("A"), tiler("B")],
        required: 2,
        compute: composition,
    },
    Operation {
        name: "composed_composition",
        parameters: &[layout("A"), tiler("B")],
        required: 2,
        compute: composition,
    },
];

fn composition(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Swizzle(swizzle) => {
            let composed = ComposedLayout::new(*swizzle, 0, arguments.layout(1)?);
            return Ok(Value::from(composed).into());
        }
        Value::Composed(composed) => {
            let tiler = arguments.tiler(1)?;
            let value = algebra::composed_composition(composed, &tiler)?;
            // The outer function stays outside: the result is right where that of the inner layout is.
            let inner = proof::composition_tiler(composed.layout(), &tiler)?;
            let explained = steps(explain::composition_tiler(composed.layout(), &tiler));
            return Ok(Evaluated { verdict: inner.verdict, steps: explained, ..Value::from(value).into() });
        }
        _ => {}
    }
    if let Value::CoordinateLayout(right) = arguments.value(1)? {
        let right = Tiler::Layout(right.clone());
        return match arguments.any_layout(0)? {
            OperandLayout::Integer(left) => Ok(answered(
                proof::composition_tiler(&left, &right)?,
                steps(explain::composition_tiler(&left, &right)),
            )),
            OperandLayout::Coordinate(left) => Ok(answered(
                proof::composition_tiler(&left, &right)?,
                steps(explain::composition_tiler(&left, &right)),
            )),
            OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
        };
    }
    let right = arguments.tiler(1)?;
    match arguments.any_layout(0)? {
        OperandLayout::Integer(left) => Ok(answered(
            proof::composition_tiler(&left, &right)?,
            steps(explain::composition_tiler(&left, &right)),
        )),
        OperandLayout::Coordinate(left) => Ok(answered(
            proof::composition_tiler(&left, &right)?,
            steps(explain::composition_tiler(&left, &right)),
        )),
        OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
    }
}
