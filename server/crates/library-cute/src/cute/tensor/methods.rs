//! What tensors and pointers can be asked with a dot.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    tensor::Pointer,
    value::HostValue,
};

use crate::{
    cute::{
        integer::type_with,
        operand::{bare, instance},
    },
    family::find,
};

/// The method of a tensor, beside those that layouts have too, or of a pointer.
pub(super) fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match instance(receiver) {
        HostValue::Tensor(_) => find(OF_TENSORS, bare(name)),
        HostValue::Pointer(_) => find(OF_POINTERS, bare(name)),
        _ => None,
    }
}

const OF_TENSORS: &[(&str, PlainFunction)] =
    &[("data", data), ("engine", data), ("tensor", |call| Ok(Computed::plain(receiver(call))))];

const OF_POINTERS: &[(&str, PlainFunction)] =
    &[("get", raw), ("begin", |call| Ok(Computed::plain(receiver(call))))];

fn receiver(call: &Call<'_>) -> HostValue {
    call.receiver.map_or(HostValue::Nothing, |receiver| instance(receiver).clone())
}

/// Where the tensor begins.
fn data(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call) else { return unknown("this is no tensor") };
    let pointer = Pointer {
        space: tensor.space,
        element: tensor.element.clone(),
        swizzle: tensor.swizzle,
        offset: tensor.offset.clone(),
        beginning: tensor.beginning,
    };
    Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
}

fn raw(call: &Call<'_>) -> Outcome {
    let HostValue::Pointer(pointer) = receiver(call) else { return unknown("this is no pointer") };
    let raw = Pointer { space: None, swizzle: None, ..Pointer::clone(&pointer) };
    Ok(Computed::plain(HostValue::Pointer(Arc::new(raw))))
}

/// `typename decltype(tensor)::value_type`.
pub(super) fn member(value: &HostValue, name: &str) -> Option<HostValue> {
    let element = match instance(value) {
        HostValue::Tensor(tensor) => &tensor.element,
        HostValue::Pointer(pointer) => &pointer.element,
        _ => return None,
    };
    match (name, instance(value)) {
        ("value_type" | "element_type", _) => Some(element.clone()),
        ("layout_type", HostValue::Tensor(tensor)) => Some(type_with(tensor.layout.clone().into())),
        _ => None,
    }
}
