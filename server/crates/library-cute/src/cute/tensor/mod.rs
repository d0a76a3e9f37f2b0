//! Pointers and tensors: `make_tensor`, slices, `local_tile`.

mod make;
mod methods;
pub mod partition;
mod pointer;

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome},
    library::unknown,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::Value;

use crate::{
    cute::{
        layout::applied_coordinate, operand::bare, operate::without_kinds, thread_part::slice_with_lanes,
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function,
    function_names: || {
        let tables = names(make::FUNCTIONS).chain(names(pointer::FUNCTIONS));
        tables.chain(names(partition::FUNCTIONS)).collect()
    },
    method: methods::method,
    member: methods::member,
    specialized: pointer::specialized,
    construct: pointer::construct,
    apply,
    ..Family::NONE
};

fn function(name: &str) -> Option<LibraryFunction> {
    let name = bare(name);
    find(make::FUNCTIONS, name)
        .or_else(|| find(pointer::FUNCTIONS, name))
        .or_else(|| find(partition::FUNCTIONS, name))
}

/// `tensor(_, i)`, `tensor(i, j)`, `tensor[i]`.
fn apply(callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    match callee {
        HostValue::Tensor(tensor) => Some(sliced(tensor, call)),
        HostValue::Pointer(_) => Some(unknown("an element in memory")),
        _ => None,
    }
}

/// The part of the tensor that the coordinate leaves open, or an element of it.
fn sliced(tensor: &Tensor, call: &Call<'_>) -> Outcome {
    let at = applied_coordinate(call)?;
    if let Some(reason) = tensor.layout.unknown_reason() {
        return unknown(reason);
    }
    let applied = layoutlens_operation::apply(&tensor.layout, &at).map_err(without_kinds)?;
    if !applied.value.is_layout() {
        return element(tensor, &applied.value);
    }
    let offset = match tensor.offset {
        Some(_) => partition::moved(tensor, &at),
        None => None,
    };
    let slice = Tensor { offset, ..tensor.with_layout(applied.value.clone()) };
    let slice = slice_with_lanes(tensor, &at, slice);
    Ok(Computed { value: HostValue::Tensor(Arc::new(slice)), evaluated: Some(Box::new(applied)) })
}

/// An element: where it is known, its coordinate or its index.
fn element(tensor: &Tensor, offset: &Value) -> Outcome {
    match (tensor.space, &tensor.offset) {
        (Some(MemorySpace::Counting), Some(begin)) => match partition::sum(begin, offset) {
            Some(value) => Ok(Computed::plain(value)),
            None => unknown("the coordinate of this element is not computed"),
        },
        (Some(MemorySpace::Counting), None) => {
            unknown("where what is counted begins is not followed this far")
        }
        _ => unknown("an element of a tensor"),
    }
}
