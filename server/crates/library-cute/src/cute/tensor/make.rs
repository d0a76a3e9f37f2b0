//! `make_tensor` in all its forms, and tensors made after others.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    tensor::{MemorySpace, Pointer, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, symbolic::has_names};

use crate::access::swizzle_unit;
use crate::cute::{
    element::bits_of,
    integer::named_type,
    layout::make::of_operands,
    operand::{self, argument, operand, template_type},
    operate::run,
    tensor::pointer,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_tensor", make_tensor),
    ("make_fragment_like", |call| after(call, Operation::MakeFragmentLike)),
    ("make_tensor_like", |call| after(call, Operation::MakeLayoutLike)),
    ("make_identity_tensor", identity),
    ("make_coord_tensor", coordinates),
    ("make_counting_tensor", coordinates),
    ("recast", recast),
    ("as_position_independent_swizzle_tensor", position_independent),
    ("tensor", mode),
    ("lazy::transform", lazy),
];

/// A tensor of the layout that an operation made.
fn tensor(tensor: Tensor, evaluated: Evaluated) -> Outcome {
    let tensor = Tensor { layout: evaluated.value.clone(), ..tensor };
    Ok(Computed { value: HostValue::Tensor(Arc::new(tensor)), evaluated: Some(Box::new(evaluated)) })
}

/// The layout that stands for itself, or that `make_layout` makes of the arguments.
fn layout_of(arguments: &[&HostValue]) -> Result<Evaluated, Refusal> {
    refuse_unknown(arguments.iter().copied())?;
    let operands: Vec<Value> = arguments.iter().map(|&value| operand(value)).collect::<Result<_, _>>()?;
    if let [layout] = operands.as_slice()
        && layout.is_layout()
    {
        return Ok(layout.clone().into());
    }
    let made = of_operands(&operands)?;
    match (made.evaluated, made.value) {
        (Some(evaluated), _) => Ok(*evaluated),
        (None, HostValue::Value(value)) => Ok(value.into()),
        _ => unknown("this layout is not computed"),
    }
}

/// `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, stride)`, `make_tensor<T>(layout)`.
fn make_tensor(call: &Call<'_>) -> Outcome {
    let arguments = call.positional();
    if let Some(element) = call.template.first()
        && (pointer::pointee(element).is_none() || arguments.first().is_some_and(|first| is_extent(first)))
        && !matches!(arguments.first(), Some(HostValue::Pointer(_)))
    {
        let owned = Tensor::new(Some(MemorySpace::Register), element.clone(), Value::int(0));
        return tensor(owned, of_static_layout(layout_of(&arguments)?)?);
    }
    let Some((&iterator, layout)) = arguments.split_first() else { return unknown("a tensor of nothing") };
    let pointer = match iterator {
        HostValue::Pointer(pointer) => Pointer::clone(pointer),
        _ if iterator.unknown_reason().is_some() || matches!(iterator, HostValue::Object(_)) => {
            let reason = iterator.unknown_reason().unwrap_or("what the iterator points to is not known");
            pointer::somewhere(HostValue::unknown(reason))
        }
        _ => return unknown("a tensor begins with a pointer"),
    };
    over(pointer, layout_of(layout)?)
}

/// Whether this is a layout or a shape, and no iterator.
fn is_extent(value: &HostValue) -> bool {
    value.elements().is_some() || value.as_integer().is_some() || value.layout().is_some()
}

/// CuTe compiles tensors that own their elements for static layouts only.
fn of_static_layout(layout: Evaluated) -> Result<Evaluated, Refusal> {
    match has_names(&layout.value) {
        true => unknown("a tensor that owns its elements has a static layout, and this one is not"),
        false => Ok(layout),
    }
}

/// The tensor of this layout behind the pointer. The swizzle of a layout that waits for its pointer goes to the pointer.
fn over(pointer: Pointer, layout: Evaluated) -> Outcome {
    // Memory begins where its pointer points; of what is counted, the first element is the offset itself.
    let offset = match pointer.space {
        Some(MemorySpace::Counting) => pointer.offset,
        _ => pointer.offset.or(Some(Value::int(0))),
    };
    let begin = Tensor {
        swizzle: pointer.swizzle,
        beginning: pointer.beginning,
        offset,
        ..Tensor::new(pointer.space, pointer.element, Value::int(0))
    };
    match &layout.value {
        Value::Smem(smem) => {
            if begin.space != Some(MemorySpace::Shared) {
                return unknown("a layout that waits for its pointer is not made for this memory");
            }
            let swizzle = Some(smem.swizzle()).filter(|swizzle| swizzle.bits() > 0);
            let plain = Value::from(smem.layout().clone());
            tensor(Tensor { swizzle, ..begin }, plain.into())
        }
        Value::Swizzled(swizzled) if swizzled.waits_for_pointer() => {
            if begin.space != Some(MemorySpace::Shared) {
                return unknown("a layout that waits for its pointer is not made for this memory");
            }
            let plain = Value::from(swizzled.layout().clone());
            tensor(Tensor { swizzle: Some(swizzled.swizzle()), ..begin }, plain.into())
        }
        _ => {
            let bits = bits_of(&begin.element).ok().filter(|_| begin.space == Some(MemorySpace::Shared));
            let warning = bits.and_then(|bits| swizzle_unit(&layout.value, bits)).or(layout.warning);
            tensor(begin, Evaluated { warning, ..layout })
        }
    }
}

/// `make_fragment_like(x)`, `make_tensor_like<T>(x)`: registers with the shape of a layout or tensor.
fn after(call: &Call<'_>, operation: Operation) -> Outcome {
    let whole = argument(call, 0)?;
    refuse_unknown([whole])?;
    let layout = match whole {
        HostValue::Tensor(tensor) => operand(&tensor.layout.clone().into())?,
        whole => operand(whole)?,
    };
    let evaluated = run(operation, &[layout])?;
    let element = match (call.template.first(), whole) {
        (Some(element), _) => element.clone(),
        (None, HostValue::Tensor(tensor)) => tensor.element.clone(),
        // Without a type, CuTe's function gives a layout.
        (None, _) => return Ok(Computed::of(evaluated)),
    };
    let thread = match whole {
        HostValue::Tensor(tensor) => tensor.thread.clone(),
        _ => None,
    };
    let begin = Tensor { thread, ..Tensor::new(Some(MemorySpace::Register), element, Value::int(0)) };
    tensor(begin, of_static_layout(evaluated)?)
}

fn counting() -> Tensor {
    Tensor::new(Some(MemorySpace::Counting), named_type("int"), Value::int(0))
}

/// `make_identity_tensor(shape)`: each element is its coordinate.
fn identity(call: &Call<'_>) -> Outcome {
    let shape = argument(call, 0)?;
    refuse_unknown([shape])?;
    tensor(counting(), run(Operation::MakeIdentityLayout, &[operand(shape)?])?)
}

/// `make_coord_tensor(layout)`: each element is what the layout says.
fn coordinates(call: &Call<'_>) -> Outcome {
    let layout = operand(argument(call, 0)?)?;
    if !layout.is_layout() {
        return unknown("this is no layout");
    }
    tensor(counting(), layout.into())
}

/// `recast<T>(tensor)`: the same memory as other elements.
fn recast(call: &Call<'_>) -> Outcome {
    let whole = operand::tensor(call, 0)?;
    let element = template_type(call, 0)?.clone();
    if element == whole.element {
        return Ok(Computed::plain(HostValue::Tensor(whole.clone().into())));
    }
    let (old, new) = (bits_of(&whole.element)?, bits_of(&element)?);
    let layout = operand(&HostValue::Value(whole.layout.clone()))?;
    let evaluated = run(Operation::Recast, &[layout, Value::int(old), Value::int(new)])?;
    tensor(Tensor { element, offset: None, ..whole.clone() }, evaluated)
}

/// The swizzle of the pointer as one of the layout, on elements.
fn position_independent(call: &Call<'_>) -> Outcome {
    let whole = operand::tensor(call, 0)?;
    let Some(swizzle) = whole.swizzle else {
        return Ok(Computed::plain(HostValue::Tensor(whole.clone().into())));
    };
    let swizzle = Value::Swizzle(swizzle.recast(8, bits_of(&whole.element)?)?);
    let layout = operand(&HostValue::Value(whole.layout.clone()))?;
    let evaluated = run(Operation::Composition, &[swizzle, layout])?;
    tensor(Tensor { swizzle: None, ..whole.clone() }, evaluated)
}

/// `tensor<0>(x)`: the tensor of a mode.
fn mode(call: &Call<'_>) -> Outcome {
    let whole = operand::tensor(call, 0)?;
    let mut layout: Evaluated = operand(&HostValue::Value(whole.layout.clone()))?.into();
    for index in operand::template_numbers(call)? {
        layout = run(Operation::Mode, &[layout.value, Value::int(index)])?;
    }
    tensor(whole.clone(), layout)
}

/// `lazy::transform(tensor, f)`: elements that are computed from those of the tensor when they are read.
fn lazy(call: &Call<'_>) -> Outcome {
    let whole = operand::tensor(call, 0)?;
    let element = HostValue::unknown("the type of what a function gives is not known");
    let computed = Tensor { element, space: None, swizzle: None, ..whole.clone() };
    Ok(Computed::plain(HostValue::Tensor(Arc::new(computed))))
}
