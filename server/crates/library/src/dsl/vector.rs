//! Vectors that tensors are read into: `fragment.load()`, `fragment.load().to(cutlass.Float16)`.
//!
//! The DSL calls them `TensorSSA` (cutlass/cute/tensor.py): a shape, an element type, and elements that lie compactly, the
//! first mode first, whatever the tensor's strides were.

use layoutlens_host_value::{
    call::{Call, LibraryFunction, Outcome},
    library::unknown,
    open_number::is_open,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, value::Leaf};

use crate::dsl::{
    memory::element_type,
    operand::{operate, receiver, tensor as made},
    shape_and_stride::shape_of,
};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, ..Family::NONE };

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let HostValue::Tensor(tensor) = receiver else { return None };
    match (name, is_vector(tensor)) {
        ("load", false) => Some(LibraryFunction::Plain(load)),
        ("to", true) => Some(LibraryFunction::Plain(to)),
        _ => None,
    }
}

pub(super) fn is_vector(tensor: &Tensor) -> bool {
    tensor.space == Some(MemorySpace::Vector)
}

/// `tensor.load()`.
fn load(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else { return unknown("this is no tensor") };
    if tensor.space == Some(MemorySpace::Counting) {
        return unknown("coordinates are not read as a vector");
    }
    let layout = compact(&tensor.layout)?;
    Ok(made(
        Tensor::new(Some(MemorySpace::Vector), tensor.element.clone(), layout.value.clone()),
        Some(layout),
    ))
}

/// The layout of a vector of the shape that a layout has. The DSL refuses shapes of run time.
pub(super) fn compact(layout: &Value) -> Result<Evaluated, Refusal> {
    let HostValue::Value(Value::Tuple(shape)) = shape_of(layout)? else {
        return unknown("the shape of this tensor is not known");
    };
    let is_run_time = |leaf: &&Leaf| match leaf {
        Leaf::Size(size) => !size.integer().is_static() && !is_open(&size.integer()),
        _ => false,
    };
    if shape.leaves().iter().any(is_run_time) {
        return unknown("the sizes of a vector are known when the program is compiled");
    }
    operate(Operation::MakeLayout, &[Value::Tuple(shape)])
}

/// `vector.to(cutlass.Float16)`.
fn to(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else { return unknown("this is no vector") };
    let element = element_type(call, "dtype", 0);
    Ok(made(Tensor { element, ..(**tensor).clone() }, None))
}
