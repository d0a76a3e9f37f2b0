//! Divides: a layout split into tiles.

use layout_algebra::{self as algebra, explain, proof};

use super::{Arguments, Operation, Refusal, answered, arguments::OperandLayout, layout, steps, tiler};
use crate::{Evaluated, Value};

macro_rules! divides {
    ($($name:ident)*) => {
        pub(super) const OPERATIONS: &[Operation] = &[
            $(Operation {
                name: stringify!($name),
                parameters: &[layout("A"), tiler("tiler")],
                required: 2,
                compute: |arguments| {
                    let tiler = arguments.tiler(1)?;
                    if let Value::Composed(composed) = arguments.value(0)? {
                        let value = algebra::composed_map(composed, |inner| algebra::$name(inner, &tiler))?;
                        let inner = proof::$name(composed.layout(), &tiler)?;
                        let explained = steps(explain::$name(composed.layout(), &tiler));
                        return Ok(Evaluated { verdict: inner.verdict, steps: explained, ..Value::from(value).into() });
                    }
                    match arguments.any_layout(0)? {
                        OperandLayout::Integer(left) => {
                            Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                        }
                        OperandLayout::Coordinate(left) => {
                            Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                        }
                        OperandLayout::Xor(left) => {
                            Ok(answered(proof::$name(&left, &tiler)?, steps(explain::$name(&left, &tiler))))
                        }
                        OperandLayout::Symbolic { .. } => {
                            Err(arguments.needs_numbers(0))
                        }
                    }
                },
            },)*
            Operation {
                name: "composed_zipped_divide",
                parameters: &[layout("A"), tiler("tiler")],
                required: 2,
                compute: composed_zipped_divide,
            },
        ];
    };
}

divides! { logical_divide zipped_divide tiled_divide flat_divide }

fn composed_zipped_divide(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let Value::Composed(composed) = arguments.value(0)? else {
        return Err(arguments.kind(0, "a composed layout"));
    };
    let tiler = arguments.tiler(1)?;
    let value = algebra::composed_zipped_divide(composed, &tiler)?;
    let inner = proof::zipped_divide(composed.layout(), &tiler)?;
    Ok(Evaluated { verdict: inner.verdict, ..Value::from(value).into() })
}
