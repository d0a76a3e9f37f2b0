//! Complement and inverses.

use layout_algebra::{explain, proof};

use super::{Arguments, Operation, Refusal, answered, layout, steps, tuple};
use crate::{Evaluated, Value};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "complement",
        parameters: &[layout("A"), tuple("cotarget")],
        required: 1,
        compute: complement,
    },
    Operation { name: "right_inverse", parameters: &[layout("A")], required: 1, compute: right_inverse },
    Operation { name: "left_inverse", parameters: &[layout("A")], required: 1, compute: left_inverse },
];

/// The DSL inverts coordinate strides where C++ has no such overload; that is not computed here yet.
fn integer_strides(arguments: &Arguments<'_>) -> Result<(), Refusal> {
    match arguments.value(0)? {
        Value::CoordinateLayout(_) => Err(Refusal::Unknown(
            "inverses and complements of coordinate strides are not computed yet".to_owned(),
        )),
        _ => Ok(()),
    }
}

fn complement(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 2 {
        integer_strides(arguments)?;
    }
    let layout = arguments.layout(0)?;
    if arguments.len() == 1 {
        let answer = proof::complement_in_cosize(&layout)?;
        return Ok(answered(answer, steps(explain::complement_in_cosize(&layout))));
    }
    let cotarget = arguments.tuple(1)?;
    Ok(answered(proof::complement(&layout, &cotarget)?, steps(explain::complement(&layout, &cotarget))))
}

fn right_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    integer_strides(arguments)?;
    let layout = arguments.layout(0)?;
    Ok(answered(proof::right_inverse(&layout)?, steps(explain::right_inverse(&layout))))
}

fn left_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    integer_strides(arguments)?;
    let layout = arguments.layout(0)?;
    Ok(answered(proof::left_inverse(&layout)?, steps(explain::left_inverse(&layout))))
}
