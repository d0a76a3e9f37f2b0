//! Composition: a layout after a layout.

use layout_algebra::{
    self as algebra, ComposedLayout, Layout, Stride, Swizzle, Tiler, explain, proof, symbolic as run_time,
};

use super::{
    Arguments, Refusal,
    answered::{answered, steps},
    arguments::OperandLayout,
    columns::{Columns, OnComposed, OnKeep, OnSmem, layout, tiler},
    composed,
    symbolic::judged,
    told::of_layout,
};
use crate::{Evaluated, Value, swizzled_layout::SwizzledLayout};

pub(super) static COMPOSITION: Columns = Columns::new(&[layout("A"), tiler("B")], composition)
    .on_composed(OnComposed::OnDomain)
    .on_smem(OnSmem::Domain)
    .on_keep(OnKeep::Whole)
    .on_names(|operands| {
        if let (Value::Swizzle(swizzle), Value::SymbolicLayout(layout)) =
            (operands.given().value(0)?, operands.given().value(1)?)
        {
            // A swizzle of no bits disappears.
            return Ok(Some(match swizzle.bits() {
                0 => layout.clone().into(),
                _ => Value::from(SwizzledLayout::composed(*swizzle, 0, layout.clone())).into(),
            }));
        }
        let composition = run_time::proof::composition_tiler(&operands.layout(0)?, &operands.tiler(1)?)?;
        judged(operands, composition).map(Some)
    })
    .verdict(|arguments| {
        Some(match arguments.value(1).ok()? {
            Value::CoordinateLayout(b) => of_layout!(arguments, 0, a => explain::verdict::composition(&a, b)),
            _ => {
                let tiler = arguments.tiler(1).ok()?;
                of_layout!(arguments, 0, a => explain::verdict::composition_tiler(&a, &tiler))
            }
        })
    })
    .says(
        "A behind B: the layout whose coordinates are B's",
        &[
            "the strides of B divide the modes of A they begin in, or these divide them",
            "the sizes of B divide what is left of these modes, or end inside one",
            "by mode: each B is taken in its own mode of A",
        ],
        &["R(c) = A(B(c)) for every coordinate c of B", "B is compatible with R"],
    );

pub(super) static COMPOSED_COMPOSITION: Columns = Columns::new(&[layout("A"), tiler("B")], composition)
    .on_composed(OnComposed::OnDomain)
    .says_as(&COMPOSITION);

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
