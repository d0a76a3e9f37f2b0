//! Tensors in registers: `cute.make_rmem_tensor`, `make_rmem_tensor_like`, and their copies.

use std::sync::Arc;

use layout_algebra::IntTuple;
use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, LibraryFunction, Outcome, Runner},
    invariant,
    library::unknown,
    open_number::is_open,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, value::Leaf};

use crate::dsl::{
    memory::element_type,
    operand::{argument, operand, operate, optional, receiver, tensor as made},
    shape_and_stride::shape_of,
    tensor::layout_of_shape,
};
use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, ..Family::NONE };

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.cute.make_rmem_tensor", make_rmem_tensor),
    ("cutlass.cute.make_fragment", make_rmem_tensor),
    ("cutlass.cute.make_rmem_tensor_like", in_registers_like),
    ("cutlass.cute.make_fragment_like", make_fragment_like),
];

/// The layout of registers. Their sizes are known when a program is compiled: those of a tensor that is supposed are not,
/// and neither is then how the registers lie.
pub(super) fn of_registers(runner: &mut dyn Runner, layout: Value) -> Result<Value, Refusal> {
    let is_run_time = |leaf: &&Leaf| match leaf {
        Leaf::Size(size) => !size.integer().is_static() && !is_open(&size.integer()),
        _ => false,
    };
    // What has no shape in integers has no sizes of run time.
    let Ok(HostValue::Value(Value::Tuple(shape))) = shape_of(&layout) else {
        return Ok(layout);
    };
    if !shape.leaves().iter().any(is_run_time) {
        return Ok(layout);
    }
    let mut index = 0;
    let strides = shape.map(|_| {
        index += 1;
        let stride = runner.open_number("how registers lie whose sizes are not known", 0);
        match stride.as_integer() {
            Some(stride) => Leaf::Size(stride.into()),
            // No layout has such a stride.
            None => invariant!(Leaf::Keep, "an open number is {}", stride.kind()),
        }
    });
    operate(Operation::MakeLayout, &[Value::Tuple(shape), Value::Tuple(strides)]).map(|layout| layout.value)
}

/// `make_rmem_tensor(layout or shape, dtype)`.
fn make_rmem_tensor(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let source = call.keyword_or("layout_or_shape", 0).ok_or_else(|| no_layout(call))?;
    let layout = layout_of_shape(source)?;
    if let Value::Composed(_) = layout {
        return unknown("registers are not swizzled");
    }
    let layout = of_registers(runner, layout)?;
    let element = element_type(call, "dtype", 1);
    Ok(made(Tensor::new(Some(MemorySpace::Register), element, layout), None))
}

fn no_layout(call: &Call<'_>) -> Refusal {
    Refusal::Unknown(format!("{} without a layout is not understood", call.name))
}

/// `make_fragment_like(x, dtype)`: of a tensor, what is like its layout; of a layout, what follows its order but for the
/// first mode, which comes first. A layout stays one without a type.
fn make_fragment_like(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let source = argument(call, "src", 0)?;
    if let HostValue::Tensor(_) = source {
        return in_registers_like(runner, call);
    }
    let layout = match operand(source)? {
        Value::Composed(composed) => Value::from(composed.layout().clone()),
        layout @ (Value::Layout(_) | Value::SymbolicLayout(_)) => layout,
        _ => return unknown("a fragment like this layout is not computed"),
    };
    let layout = without_nesting(operate(Operation::MakeFragmentLike, &[layout])?)?;
    match optional(call, "dtype", 1) {
        None => Ok(Computed::of(layout)),
        Some(dtype) => registers(runner, dtype.clone(), layout),
    }
}

/// What C++ puts around the last of two modes, the DSL leaves out.
fn without_nesting(layout: Evaluated) -> Result<Evaluated, Refusal> {
    let of = |operation| operate(operation, std::slice::from_ref(&layout.value)).map(|of| of.value);
    match (of(Operation::Shape)?, of(Operation::Stride)?) {
        (Value::Tuple(shape), Value::Tuple(stride)) => {
            match (last_as_it_is(&shape), last_as_it_is(&stride)) {
                (Some(shape), Some(stride)) => {
                    operate(Operation::MakeLayout, &[Value::Tuple(shape), Value::Tuple(stride)])
                }
                _ => Ok(layout),
            }
        }
        _ => Ok(layout),
    }
}

/// `(a, (b))` as `(a, b)`.
fn last_as_it_is(tuple: &IntTuple<Leaf>) -> Option<IntTuple<Leaf>> {
    let IntTuple::Tuple(modes) = tuple else { return None };
    let [first, IntTuple::Tuple(last)] = modes.as_slice() else { return None };
    let [last] = last.as_slice() else { return None };
    Some(IntTuple::Tuple(vec![first.clone(), last.clone()]))
}

/// `make_rmem_tensor_like(x, dtype)`: registers in the order of the layout of `x`.
fn in_registers_like(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let source = argument(call, "src", 0)?;
    let layout = match operand(source)? {
        Value::Composed(composed) => Value::from(composed.layout().clone()),
        layout => layout,
    };
    // The strides of coordinates have no order: what is like them is compact.
    let layout = match layout {
        Value::CoordinateLayout(layout) => operate(Operation::MakeLayout, &[Value::ints(&layout.shape())])?,
        layout => operate(Operation::MakeLayoutLike, &[layout])?,
    };
    let element = match (optional(call, "dtype", 1), source) {
        (Some(dtype), _) => dtype.clone(),
        (None, HostValue::Tensor(tensor)) => tensor.element.clone(),
        (None, _) => return unknown("registers like a layout need a type"),
    };
    registers(runner, element, layout)
}

/// Registers of a computed layout.
fn registers(runner: &mut dyn Runner, element: HostValue, layout: Evaluated) -> Outcome {
    let value = of_registers(runner, layout.value.clone())?;
    let steps = (value == layout.value).then_some(layout);
    Ok(made(Tensor::new(Some(MemorySpace::Register), element, value), steps))
}

/// What copies of registers are, which programs teach the DSL's tensors: `t.to(dtype)`, `t.clone()`, `t.contiguous()`.
fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match receiver {
        HostValue::Tensor(tensor) if tensor.space == Some(MemorySpace::Register) => find(METHODS, name),
        _ => None,
    }
}

const METHODS: &[(&str, AskingFunction)] = &[
    ("to", |runner, call| copied(runner, call, true)),
    ("clone", |runner, call| copied(runner, call, false)),
    ("contiguous", contiguous),
];

/// Registers like those of the receiver.
fn copied(runner: &mut dyn Runner, call: &Call<'_>, is_converted: bool) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else {
        return unknown("copied is a tensor");
    };
    let layout = operate(Operation::MakeLayoutLike, &[operand(&HostValue::Tensor(Arc::clone(tensor)))?])?;
    let element = if is_converted { argument(call, "dtype", 0)?.clone() } else { tensor.element.clone() };
    registers(runner, element, layout)
}

/// Compact registers of the receiver's shape.
fn contiguous(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = receiver(call)? else {
        return unknown("copied is a tensor");
    };
    let layout = layout_of_shape(&shape_of(&tensor.layout)?)?;
    let layout = of_registers(runner, layout)?;
    Ok(made(Tensor::new(Some(MemorySpace::Register), tensor.element.clone(), layout), None))
}
