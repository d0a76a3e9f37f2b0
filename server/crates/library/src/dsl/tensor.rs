//! Tensors of the DSL: how they are made, indexed, cut and asked.

use std::sync::Arc;

use layout_algebra::{
    IntTuple,
    symbolic::{Expression, Integer, Name},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    tensor::{MemorySpace, Pointer, Tensor},
    value::{HostValue, SLICE},
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, value::Leaf};

use crate::dsl::{
    element::number_type,
    operand::{argument, like, on_domain, operand, operand_at, operate, tensor as made},
    shape_and_stride::{rank_of, shape_of, stride_of},
    vector,
};
use layoutlens_library_cute::{
    cute::{tensor::partition, thread_part::slice_with_lanes},
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, apply, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.make_tensor", make_tensor),
    ("cutlass.cute.make_identity_tensor", make_identity_tensor),
    ("cutlass.cute.recast_tensor", recast_tensor),
    ("cutlass.cute.domain_offset", domain_offset),
];

/// `make_tensor(iterator, layout)`: the iterator is a pointer, or the coordinate that a counting tensor begins at.
fn make_tensor(call: &Call<'_>) -> Outcome {
    let Some(iterator) = call.keyword_or("iterator", 0) else { return unknown("a tensor of nothing") };
    let layout = match argument(call, "layout", 1).and_then(layout_of_shape) {
        Ok(layout) => layout,
        Err(Refusal::Unknown(reason)) => match (iterator, iterator.unknown_reason()) {
            // What the code says of the tensor, it says of what begins there.
            (_, Some(begin)) => return unknown(begin),
            // Its elements are known all the same.
            (HostValue::Pointer(_), None) => Value::unknown(reason),
            _ => return unknown(reason),
        },
        Err(refusal) => return Err(refusal),
    };
    let tensor = match iterator {
        HostValue::Pointer(pointer) => Tensor {
            offset: pointer.offset.clone(),
            swizzle: pointer.swizzle,
            ..Tensor::new(pointer.space, pointer.element.clone(), layout)
        },
        HostValue::Value(Value::Unknown(reason)) => {
            let element = HostValue::unknown(reason.reason.clone());
            Tensor { offset: None, ..Tensor::new(None, element, layout) }
        }
        counting => {
            let begin = operand(counting)?;
            let offset = counting_offset(&begin);
            Tensor { offset, ..Tensor::new(Some(MemorySpace::Counting), index_type(), layout) }
        }
    };
    Ok(made(tensor, None))
}

/// Where a counting tensor begins; the zero coordinate is no offset.
fn counting_offset(begin: &Value) -> Option<Value> {
    let Value::Tuple(tuple) = begin else { return None };
    let is_zero =
        tuple.leaves().iter().all(|leaf| matches!(leaf, Leaf::Size(size) if size.known() == Some(0)));
    is_zero.then(|| Value::int(0))
}

/// The elements of a counting tensor are integers and coordinates.
fn index_type() -> HostValue {
    HostValue::unknown("a coordinate has no element type")
}

/// A layout, or the compact one of a shape.
pub(super) fn layout_of_shape(value: &HostValue) -> Result<Value, Refusal> {
    let value = operand(value)?;
    match value.is_layout() {
        true => Ok(value),
        false => operate(Operation::MakeLayout, &[value]).map(|layout| layout.value),
    }
}

fn make_identity_tensor(call: &Call<'_>) -> Outcome {
    let layout = operate(Operation::MakeIdentityLayout, &[operand_at(call, "shape", 0)?])?;
    let tensor = Tensor::new(Some(MemorySpace::Counting), index_type(), layout.value.clone());
    Ok(made(tensor, Some(layout)))
}

/// `recast_tensor(t, dtype)`.
fn recast_tensor(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = argument(call, "src", 0)? else { return unknown("recast is a tensor") };
    let dtype = argument(call, "dtype", 1)?;
    let (Some(old), Some(new)) = (number_type(&tensor.element), number_type(dtype)) else {
        return unknown("the types of the elements are not known");
    };
    let operands = [tensor.layout.clone(), Value::int(old.bits), Value::int(new.bits)];
    let recast = operate(Operation::Recast, &operands)?;
    let offset = tensor.offset.clone().filter(|offset| *offset == Value::int(0));
    let layout = recast.value.clone();
    Ok(made(Tensor { element: dtype.clone(), offset, layout, ..Tensor::clone(tensor) }, Some(recast)))
}

/// `domain_offset(coordinate, tensor)`: the same layout from another place on.
fn domain_offset(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = argument(call, "tensor", 1)? else {
        return unknown("only a tensor is moved");
    };
    if let Some(reason) = tensor.layout.unknown_reason() {
        return unknown(reason);
    }
    let at = call.keyword_or("coord", 0).map(operand);
    let offset = at.and_then(Result::ok).and_then(|at| partition::moved(tensor, &at));
    Ok(made(Tensor { offset, lanes: None, ..Tensor::clone(tensor) }, None))
}

/// A part of a tensor: where it begins is not followed.
pub(super) fn part_of(source: &HostValue, part: Evaluated) -> Computed {
    match source {
        HostValue::Tensor(tensor) => {
            let tensor = Tensor { offset: None, ..tensor.with_layout(part.value.clone()) };
            made(tensor, Some(part))
        }
        _ => like(source, part),
    }
}

/// `tensor[None, i]`, `tensor[(None, i)]`, `tensor[i, j]`.
fn apply(callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    match callee {
        HostValue::Tensor(tensor) if call.is_subscript() => {
            let coordinate = match call.positional().as_slice() {
                [coordinate] => (*coordinate).clone(),
                all => HostValue::tuple(all.iter().map(|&value| value.clone()).collect()),
            };
            Some(sliced(tensor, &coordinate))
        }
        _ => None,
    }
}

/// The part of the tensor that the coordinate leaves open, or an element of it.
pub(super) fn sliced(tensor: &Tensor, coordinate: &HostValue) -> Outcome {
    if let Some(reason) = tensor.layout.unknown_reason() {
        return unknown(reason);
    }
    let at = coordinate_of(&spelled_out(coordinate, &tensor.layout)?)?;
    let applied = match &tensor.layout {
        Value::Composed(_) if !is_open(&at) => return in_memory(tensor),
        layout => on_domain(layout, |layout| crate::dsl::operand::applied(layout, &at))?,
    };
    if !applied.value.is_layout() {
        return element(tensor, &at, &applied.value);
    }
    if vector::is_vector(tensor) {
        let layout = vector::compact(&applied.value)?;
        return Ok(made(tensor.with_layout(layout.value.clone()), Some(layout)));
    }
    let offset = tensor.offset.as_ref().and_then(|_| partition::moved(tensor, &at));
    let slice = Tensor { offset, ..tensor.with_layout(applied.value.clone()) };
    Ok(made(slice_with_lanes(tensor, &at, slice), Some(applied)))
}

/// The coordinate with `None` for `:` and for the modes that `...` stands for, which programs teach the DSL's tensors.
fn spelled_out(coordinate: &HostValue, layout: &Value) -> Result<HostValue, Refusal> {
    let is_rest = |value: &HostValue| matches!(value, HostValue::Module(path) if &**path == "Ellipsis");
    let is_all = |value: &HostValue| {
        matches!(value, HostValue::Object(object) if object.kind == SLICE
            && object.fields.values().all(|bound| *bound == HostValue::Nothing))
    };
    if is_all(coordinate) {
        return Ok(HostValue::Nothing);
    }
    let elements = match coordinate.elements() {
        Some(elements) => elements,
        None if is_rest(coordinate) => vec![coordinate.clone()],
        None => return Ok(coordinate.clone()),
    };
    let rests = elements.iter().filter(|element| is_rest(element)).count();
    if rests == 0 && !elements.iter().any(is_all) {
        return Ok(coordinate.clone());
    }
    let rank = rank_of(layout)?;
    let Some(left) = (rank + rests).checked_sub(elements.len()).filter(|_| rests <= 1) else {
        return unknown("what `...` stands for is not known");
    };
    let mut all = Vec::with_capacity(rank);
    for element in elements {
        match element {
            _ if is_rest(&element) => all.extend(std::iter::repeat_n(HostValue::Nothing, left)),
            _ if is_all(&element) => all.push(HostValue::Nothing),
            element => all.push(element),
        }
    }
    Ok(HostValue::tuple(all))
}

/// The coordinate; an index that is not known is some integer of its own.
fn coordinate_of(value: &HostValue) -> Result<Value, Refusal> {
    if let Some(elements) = value.elements() {
        let elements: Result<Vec<HostValue>, Refusal> =
            elements.iter().map(|element| Ok(HostValue::Value(coordinate_of(element)?))).collect();
        return operand(&HostValue::tuple(elements?));
    }
    operand(value)
}

pub(super) fn is_open(coordinate: &Value) -> bool {
    match coordinate {
        Value::Tuple(tuple) => tuple.leaves().iter().any(|leaf| matches!(leaf, Leaf::Keep)),
        _ => false,
    }
}

/// What is in memory: where that is an integer, one of run time.
fn in_memory(tensor: &Tensor) -> Outcome {
    let least = match number_type(&tensor.element).map(|number| number.name) {
        Some("Int8" | "Int16" | "Int32") => i64::from(i32::MIN),
        Some("Int64") => i64::MIN,
        Some("Uint8" | "Uint16" | "Uint32") => 0,
        _ => return unknown("an element of a tensor"),
    };
    let some = Name { least, ..Name::new("?") };
    Ok(Computed::plain(HostValue::integer(&Integer::Dynamic(Expression::of_name(some)))))
}

/// An element: of a counting tensor its coordinate, else what is in memory.
fn element(tensor: &Tensor, at: &Value, offset: &Value) -> Outcome {
    if tensor.space != Some(MemorySpace::Counting) {
        return in_memory(tensor);
    }
    let is_identity = operate(Operation::Shape, std::slice::from_ref(&tensor.layout))
        .and_then(|shape| operate(Operation::MakeIdentityLayout, &[shape.value]))
        .is_ok_and(|identity| identity.value == tensor.layout);
    // The element of an identity tensor at a coordinate of its own shape is that coordinate.
    if is_identity
        && tensor.offset == Some(Value::int(0))
        && operate(Operation::Congruent, &[at.clone(), tensor.layout.clone()])
            .is_ok_and(|same| same.value == Value::Bool(true))
    {
        return Ok(Computed::plain(at.clone()));
    }
    match (&tensor.offset, offset) {
        (Some(begin), offset @ Value::Tuple(IntTuple::Int(Leaf::Size(_)))) => {
            match partition::sum(begin, offset) {
                Some(value) => Ok(Computed::plain(value)),
                None => unknown("the value of this element is not computed"),
            }
        }
        _ => unknown("the coordinate of this element is not computed"),
    }
}

/// `t.shape`, `t.layout`, `t.iterator`, `t.element_type`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let HostValue::Tensor(tensor) = receiver else { return None };
    // A vector has no memory that anything could name.
    if vector::is_vector(tensor) && !matches!(name, "shape" | "element_type" | "dtype") {
        return None;
    }
    Some(match name {
        "layout" => tensor.layout.clone().into(),
        "shape" => of_layout(tensor, shape_of),
        "stride" => of_layout(tensor, stride_of),
        "element_type" | "dtype" => tensor.element.clone(),
        "iterator" => iterator(tensor),
        _ => return None,
    })
}

fn of_layout(tensor: &Tensor, question: fn(&Value) -> Result<HostValue, Refusal>) -> HostValue {
    match question(&tensor.layout) {
        Ok(answer) => answer,
        Err(Refusal::Unknown(reason)) => HostValue::unknown(reason),
        Err(_) => HostValue::unknown("this layout is not known"),
    }
}

/// Where the tensor begins: a pointer, or a coordinate.
fn iterator(tensor: &Tensor) -> HostValue {
    match (tensor.space, &tensor.offset) {
        (Some(MemorySpace::Counting), Some(offset)) if *offset == Value::int(0) => {
            match shape_of(&tensor.layout) {
                Ok(HostValue::Value(Value::Tuple(_))) => coordinate_zero(tensor),
                _ => HostValue::unknown("where this tensor begins is not known"),
            }
        }
        (Some(MemorySpace::Counting), _) => HostValue::unknown("where this tensor begins is not known"),
        (space, offset) => HostValue::Pointer(Arc::new(Pointer {
            space,
            element: tensor.element.clone(),
            swizzle: tensor.swizzle,
            offset: offset.clone(),
            beginning: tensor.beginning,
        })),
    }
}

/// The zero of a tensor's coordinates, which is known for an identity tensor's own.
fn coordinate_zero(tensor: &Tensor) -> HostValue {
    let Value::CoordinateLayout(layout) = &tensor.layout else {
        return HostValue::unknown("where this tensor begins is not known");
    };
    match operate(Operation::MakeIdentityLayout, &[Value::ints(&layout.shape())]) {
        Ok(identity) if identity.value == tensor.layout => Value::ints(&layout.shape().map(|_| 0)).into(),
        _ => HostValue::unknown("where this tensor begins is not known"),
    }
}
