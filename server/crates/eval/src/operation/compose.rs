//! Composition: a layout after a layout.

use layout_algebra::{self as algebra, ComposedLayout, Layout, Stride, Swizzle, Tiler, explain, proof};

use super::{
    Arguments, Operation, Refusal, answered, arguments::OperandLayout, composed, layout, steps, tiler,
};
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
    match (arguments.value(0)?, arguments.value(1)?) {
        (Value::Swizzle(left), Value::Swizzle(right)) => {
            let step = "the bits that one of both reads, and those that one of both changes".to_owned();
            Ok(answered(algebra::compose_swizzles(*left, *right)?, vec![step]))
        }
        (Value::Swizzle(_), right @ (Value::Composed(_) | Value::Chain(_) | Value::Tiler(_))) => {
            Err(Refusal::Unknown(format!("CuTe has no composition of a swizzle with {}", right.kind())))
        }
        (Value::Swizzle(swizzle), _) => swizzled(*swizzle, arguments.layout(1)?),
        (_, Value::Swizzle(_) | Value::Composed(_) | Value::Chain(_)) => {
            let (left, right) = (composed::any(arguments, 0)?, composed::any(arguments, 1)?);
            let step = format!(
                "the swizzle of {right} carried through {left}: the bits that it reads and changes, evaluated there, are \
                 those of the new one"
            );
            Ok(answered(algebra::compose_any(&left, &right)?, vec![step]))
        }
        (_, Value::CoordinateLayout(right)) => {
            composed_with(arguments, &Tiler::Layout(right.as_ref().clone()))
        }
        (_, Value::XorLayout(right)) => composed_with(arguments, &Tiler::Layout(right.as_ref().clone())),
        _ => composed_with(arguments, &arguments.tiler(1)?),
    }
}

/// CuTe's `composition(Swizzle, Layout)`; a swizzle of no bits disappears.
fn swizzled(swizzle: Swizzle, layout: Layout) -> Result<Evaluated, Refusal> {
    let value = match swizzle.bits() {
        0 => Value::from(layout),
        _ => Value::from(ComposedLayout::new(swizzle, 0, layout)),
    };
    Ok(value.into())
}

fn composed_with<E: Stride>(arguments: &Arguments<'_>, right: &Tiler<E>) -> Result<Evaluated, Refusal> {
    match arguments.any_layout(0)? {
        OperandLayout::Integer(left) => proved(&left, right),
        OperandLayout::Coordinate(left) => proved(&left, right),
        OperandLayout::Xor(left) => proved(&left, right),
        OperandLayout::Symbolic { .. } => Err(arguments.needs_numbers(0)),
    }
}

fn proved<D: Stride, E: Stride>(left: &Layout<D>, right: &Tiler<E>) -> Result<Evaluated, Refusal>
where
    Value: From<Layout<D>>,
{
    Ok(answered(proof::composition_tiler(left, right)?, steps(explain::composition_tiler(left, right))))
}
