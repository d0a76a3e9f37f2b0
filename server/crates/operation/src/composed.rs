//! Composed layouts as operands, their parts, and offsets of their domain (CuTe's `layout_composed.hpp` and
//! `swizzle_layout.hpp`).

use layout_algebra::{self as algebra, AnyLayout, FunctionChain, Swizzle, proof::Answer};

use super::{
    Arguments, Refusal,
    columns::{Columns, OnSmem, layout, tuple},
};
use crate::{Evaluated, Value};

pub(super) static GET_SWIZZLE_PORTION: Columns = Columns::new(&[layout("A")], swizzle_portion)
    .on_smem(OnSmem::Part(|smem| Value::Swizzle(smem.swizzle())))
    .says("the swizzle of a composed layout", &["A is a composed layout"], &["R is what is applied last"]);

pub(super) static GET_NONSWIZZLE_PORTION: Columns = Columns::new(&[layout("A")], nonswizzle_portion)
    .on_smem(OnSmem::Part(|smem| Value::from(smem.layout().clone())))
    .says("the layout of a composed layout", &["A is a composed layout"], &["R is what is applied first"]);

pub(super) static DOMAIN_OFFSET: Columns =
    Columns::new(&[tuple("coordinate"), layout("A")], domain_offset).by_composed(domain_offset).says(
        "A, begun at another coordinate",
        &["the coordinate fits the shape of A"],
        &["R(c) = A(c + coordinate)"],
    );

fn swizzle_portion(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Composed(composed) => Ok(Value::Swizzle(composed.swizzle()).into()),
        Value::Chain(_) => Err(none(arguments.operation())),
        _ => arguments.any_layout(0).map(|_| Value::Swizzle(Swizzle::IDENTITY).into()),
    }
}

fn nonswizzle_portion(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::Composed(composed) => Ok(Value::from(composed.layout().clone()).into()),
        Value::Chain(_) => Err(none(arguments.operation())),
        plain => arguments.any_layout(0).map(|_| plain.clone().into()),
    }
}

fn domain_offset(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let coordinate = arguments.tuple(0)?;
    match any(arguments, 1)? {
        // The tensor's pointer moves, its layout stays.
        AnyLayout::Layout(layout) => {
            let offset = layout.eval(&coordinate)?.to_string();
            Ok(Evaluated { offset: Some(offset), ..Value::from(layout).into() })
        }
        composed => Ok(Value::from(algebra::composed_domain_offset(&coordinate, &composed)?).into()),
    }
}

/// That CuTe has nothing of this name for a composed layout.
pub(super) fn none(operation: &str) -> Refusal {
    Refusal::Unknown(format!("CuTe has no {operation} of this composed layout"))
}

/// The operand as a composed layout or a plain one.
pub(super) fn any(arguments: &Arguments<'_>, index: usize) -> Result<AnyLayout, Refusal> {
    Ok(match arguments.value(index)? {
        Value::Composed(composed) => AnyLayout::Composed(composed.as_ref().clone()),
        Value::Chain(chain) => AnyLayout::Chain(chain.clone()),
        Value::Swizzle(swizzle) => FunctionChain::new(vec![algebra::Function::Swizzle(*swizzle)])?.into(),
        _ => AnyLayout::Layout(arguments.layout(index)?),
    })
}

/// A part of a layout with the offset at which it begins.
pub(super) fn part(answer: Answer<(AnyLayout, i64)>) -> Evaluated {
    let (layout, offset) = answer.value;
    let (verdict, steps, offset) = (answer.verdict, vec![decay(&layout)], Some(offset.to_string()));
    Evaluated { verdict, steps, offset, ..Value::from(layout).into() }
}

/// Why a slice is a plain layout, or why it is not.
pub(super) fn decay(slice: &AnyLayout) -> String {
    match slice {
        AnyLayout::Layout(_) => {
            "no open mode moves a bit that the swizzle reads together with one that it changes: a plain layout"
        }
        AnyLayout::Composed(_) => {
            "open modes move bits that the swizzle reads and bits that it changes: what is fixed of them goes into its \
             offset"
        }
        AnyLayout::Chain(_) => "what is fixed of the coordinate goes into the offset between the functions",
    }
    .to_owned()
}
