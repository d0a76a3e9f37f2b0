//! What layouts have in common, and how far their offsets are aligned.

use layout_algebra::{self as algebra, explain, symbolic as run_time};

use super::{
    Arguments, Refusal,
    columns::{Columns, OnComposed, Parameter, layout},
    composed::any,
    symbolic::{Operands, judged},
};
use crate::{Evaluated, Value};

pub(super) static MAX_COMMON_VECTOR: Columns = Columns::new(OF_TWO, max_common_vector)
    .on_composed(OnComposed::Computed(composed_vector))
    .by_composed(composed_vector)
    .on_names(|operands| {
        refuse_unproved(operands)?;
        let vector = run_time::max_common_vector(&operands.layout(0)?, &operands.layout(1)?)?;
        Ok(Some(Value::int(vector).into()))
    })
    .steps(|arguments| {
        Some(explain::max_common_vector(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?))
    })
    .says(
        "how many elements lie next to each other and at the same place in both",
        &["A and B have the same size where they are copied"],
        &["R = size(max_common_layout(A, B)), at least 1"],
    );

pub(super) static MAX_COMMON_LAYOUT: Columns = Columns::new(OF_TWO, max_common_layout)
    .on_composed(OnComposed::Computed(composed_layout))
    .by_composed(composed_layout)
    .on_names(|operands| {
        refuse_unproved(operands)?;
        Ok(Some(run_time::max_common_layout(&operands.layout(0)?, &operands.layout(1)?)?.into()))
    })
    .steps(|arguments| {
        Some(explain::max_common_layout(&arguments.layout(0).ok()?, &arguments.layout(1).ok()?))
    })
    .says(
        "the coordinates at which both are contiguous in the same order",
        &["A and B have the same size where they are copied"],
        &["A(R(i)) = i and B(R(i)) = i"],
    );

pub(super) static MAX_ALIGNMENT: Columns = Columns::new(&[layout("A")], max_alignment)
    .on_swizzle(|swizzle, _| Ok(Value::int(1 << swizzle.base()).into()))
    .on_composed(OnComposed::Computed(|arguments| {
        Ok(Value::int(algebra::composed_max_alignment(&any(arguments, 0)?)?).into())
    }))
    .on_names(|operands| Ok(Some(Value::int(run_time::max_alignment(&operands.layout(0)?)?).into())))
    .steps(|arguments| Some(explain::max_alignment(&arguments.layout(0).ok()?)))
    .says(
        "the longest vector to which all offsets are aligned",
        &["strides are known"],
        &["R divides the contiguous elements and every other stride"],
    );

const OF_TWO: &[Parameter] = &[layout("A"), layout("B")];

fn max_common_vector(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(algebra::max_common_vector(&arguments.layout(0)?, &arguments.layout(1)?)?).into())
}

fn max_common_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::max_common_layout(&arguments.layout(0)?, &arguments.layout(1)?)?).into())
}

fn max_alignment(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(algebra::max_alignment(&arguments.layout(0)?)?).into())
}

/// Of two layouts, one of which is composed at least.
fn composed_vector(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (a, b) = (any(arguments, 0)?, any(arguments, 1)?);
    Ok(Value::int(algebra::composed_max_common_vector(&a, &b)?).into())
}

fn composed_layout(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let (a, b) = (any(arguments, 0)?, any(arguments, 1)?);
    Ok(Value::from(algebra::composed_max_common_layout(&a, &b)?).into())
}

/// Refuses operands of which it is not proved that the elements at the same place in both are what CuTe finds.
fn refuse_unproved(operands: &Operands<'_, '_>) -> Result<(), Refusal> {
    let (a, b) = (operands.layout(0)?, operands.layout(1)?);
    judged(operands, run_time::proof::composition(&a, &run_time::right_inverse(&b)?)?).map(|_| ())
}
