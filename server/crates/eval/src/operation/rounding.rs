//! Shapes rounded up and cut: CuTe's integer operations beside the divisions.

use layout_algebra as algebra;

use super::{Arguments, Operation, Refusal, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "round_up",
        parameters: &[tuple("shape"), tuple("multiple")],
        required: 2,
        compute: |arguments| of_shapes(arguments, algebra::round_up),
    },
    Operation {
        name: "shape_mod",
        parameters: &[tuple("shape"), tuple("divisor")],
        required: 2,
        compute: |arguments| of_shapes(arguments, algebra::shape_mod),
    },
];

fn of_shapes(
    arguments: &Arguments<'_>,
    compute: fn(&algebra::IntTuple, &algebra::IntTuple) -> Result<algebra::IntTuple, algebra::Error>,
) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&compute(&arguments.tuple(0)?, &arguments.tuple(1)?)?).into())
}
