//! Composition: a layout after a layout.

use layout_algebra::{self as algebra, ComposedLayout, Layout, Stride, Swizzle, Tiler, explain, proof};

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
    match (arguments.value(0)?, arguments.value(1)?) {
        (_, right @ (Value::Swizzle(_) | Value::Composed(_))) => Err(Refusal::Unknown(format!(
            "composition with {} on the right is not computed yet",
            right.kind()
        ))),
        (Value::Swizzle(swizzle), _) => swizzled(*swizzle, arguments.layout(1)?),
        (Value::Composed(composed), _) => after_layout(composed, &arguments.tiler(1)?),
        (_, Value::CoordinateLayout(right)) => composed_with(arguments, &Tiler::Layout(right.clone())),
        (_, Value::XorLayout(right)) => composed_with(arguments, &Tiler::Layout(right.clone())),
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

/// The outer function stays outside: the result is right where that of the inner layout is.
fn after_layout(composed: &ComposedLayout, tiler: &Tiler) -> Result<Evaluated, Refusal> {
    let value = algebra::composed_composition(composed, tiler)?;
    let inner = proof::composition_tiler(composed.layout(), tiler)?;
    let explained = steps(explain::composition_tiler(composed.layout(), tiler));
    Ok(Evaluated { verdict: inner.verdict, steps: explained, ..Value::from(value).into() })
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
