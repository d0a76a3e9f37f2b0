//! Vectors that tensors are read into: `fragment.load()`, `fragment.load().to(cutlass.Float16)`; and those that are made of
//! others or of a shape: `cute.full((2, 4), 0.0, cutlass.Float32)`, `cute.math.exp2(vector)`.
//!
//! The DSL calls them `TensorSSA` (cutlass/cute/tensor.py): a shape, an element type, and elements that lie compactly, the
//! first mode first, whatever the tensor's strides were.

use layoutlens_host_value::{
    call::{Call, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    open_number::is_open,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, value::Leaf};

use layoutlens_syntax::BinaryOperator;

use crate::dsl::{
    memory::element_type,
    operand::{argument, operate, optional, receiver, tensor as made},
    shape_and_stride::shape_of,
    tensor::layout_of_shape,
};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, binary, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.full", full),
    ("cutlass.cute.full_like", |call| like(call, 2)),
    ("cutlass.cute.zeros_like", |call| like(call, 1)),
    ("cutlass.cute.ones_like", |call| like(call, 1)),
    ("cutlass.cute.empty_like", |call| like(call, 1)),
    ("cutlass.cute.math.exp", of_each),
    ("cutlass.cute.math.exp2", of_each),
    ("cutlass.cute.math.log", of_each),
    ("cutlass.cute.math.log2", of_each),
    ("cutlass.cute.math.sqrt", of_each),
    ("cutlass.cute.math.rsqrt", of_each),
    ("cutlass.cute.math.tanh", of_each),
    ("cutlass.cute.math.erf", of_each),
    ("cutlass.cute.math.sin", of_each),
    ("cutlass.cute.math.cos", of_each),
];

/// Types of which an operator on two of one type gives that type.
const FRACTIONS: [&str; 3] = ["Float32", "Float16", "BFloat16"];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let HostValue::Tensor(tensor) = receiver else { return None };
    match (name, is_vector(tensor)) {
        ("load", false) => Some(LibraryFunction::Plain(load)),
        ("to", true) => Some(LibraryFunction::Plain(to)),
        ("reshape", true) => Some(LibraryFunction::Plain(reshape)),
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

/// `vector.reshape(shape)`: as many elements, in the same order.
fn reshape(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else { return unknown("this is no vector") };
    let layout = of_shape(argument(call, "shape", 0)?)?;
    let count =
        |layout: &Value| operate(Operation::Size, std::slice::from_ref(layout)).map(|size| size.value);
    if count(&tensor.layout)? != count(&layout.value)? {
        return unknown("this has another number of elements");
    }
    Ok(made(Tensor { layout: layout.value.clone(), ..(**tensor).clone() }, Some(layout)))
}

/// `cute.full(shape, value, dtype)`.
fn full(call: &Call<'_>) -> Outcome {
    let layout = of_shape(argument(call, "shape", 0)?)?;
    let element = argument(call, "dtype", 2)?.clone();
    Ok(made(Tensor::new(Some(MemorySpace::Vector), element, layout.value.clone()), Some(layout)))
}

/// The layout of a vector of a shape.
fn of_shape(shape: &HostValue) -> Result<Evaluated, Refusal> {
    if shape.elements().is_none() && shape.as_integer().is_none() {
        return unknown("the shape of a vector is a tuple");
    }
    compact(&layout_of_shape(shape)?)
}

/// `cute.full_like(x, value, dtype)`, `cute.zeros_like(x, dtype)`: a vector of the shape of a tensor or vector. The type is the
/// argument at this place, else that of `x`.
fn like(call: &Call<'_>, at: usize) -> Outcome {
    let HostValue::Tensor(tensor) = argument(call, "a", 0)? else {
        return unknown("what this is like is no tensor");
    };
    let layout = compact(&tensor.layout)?;
    let element = match optional(call, "dtype", at) {
        Some(HostValue::Nothing) | None => tensor.element.clone(),
        Some(dtype) => dtype.clone(),
    };
    Ok(made(Tensor::new(Some(MemorySpace::Vector), element, layout.value.clone()), Some(layout)))
}

/// A function of each element of a vector, which gives elements of the same type.
fn of_each(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(HostValue::Tensor(tensor)) if is_vector(tensor) => {
            Ok(made(Tensor { ..(**tensor).clone() }, None))
        }
        _ => unknown(format!("`{}` of this is not computed", call.name)),
    }
}

/// An operator on two vectors of one shape and type.
fn binary(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let (HostValue::Tensor(left), HostValue::Tensor(right)) = (left, right) else { return None };
    let is_of_elements = matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide
    );
    if !is_of_elements || !is_vector(left) || !is_vector(right) {
        return None;
    }
    let is_fraction = |of: &HostValue| FRACTIONS.contains(&of.shown().as_str());
    // Shapes that differ may be made the same, and types that differ are.
    if left.layout != right.layout || left.element != right.element || !is_fraction(&left.element) {
        return Some(unknown("an operator on vectors that differ is not computed"));
    }
    Some(Ok(made(Tensor { ..(**left).clone() }, None)))
}
