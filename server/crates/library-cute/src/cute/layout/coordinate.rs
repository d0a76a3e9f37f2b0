//! The coordinate of an index: CuTe divides the index by each stride.

use layout_algebra::{
    IntTuple,
    symbolic::{self, Integer, Mode, SymbolicLayout},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value, symbolic::layout_of, value::Leaf};

use crate::cute::operand::{argument, instance, operand};

/// `layout.get_hier_coord(index)`: a coordinate with the profile of the shape.
pub(super) fn hierarchical(call: &Call<'_>) -> Outcome {
    let (index, layout) = parts(call)?;
    at_index(&index, &layout).map(|coordinate| Computed::plain(tuple(&coordinate)))
}

/// `layout.get_flat_coord(index)`: one integer a mode.
pub(super) fn flat(call: &Call<'_>) -> Outcome {
    let (index, layout) = parts(call)?;
    flat_of(&index, &layout).map(|coordinate| Computed::plain(tuple(&coordinate)))
}

/// The coordinate of the index, one integer a mode.
pub(crate) fn flat_of(index: &Integer, layout: &SymbolicLayout) -> Result<IntTuple<Integer>, Refusal> {
    let (coordinate, shape) = (at_index(index, layout)?, layout.shape());
    let modes = coordinate.modes().iter().zip(shape.modes());
    let flat: Result<Vec<IntTuple<Integer>>, Refusal> =
        modes.map(|(coordinate, shape)| Ok(IntTuple::Int(symbolic::crd2idx(coordinate, shape)?))).collect();
    // A layout of one mode has coordinates of one integer.
    match flat?.as_slice() {
        [one] if !shape.is_tuple() => Ok(one.clone()),
        modes => Ok(IntTuple::Tuple(modes.to_vec())),
    }
}

/// `layout.get_1d_coord(index)`.
pub(super) fn one_dimensional(call: &Call<'_>) -> Outcome {
    let (index, layout) = parts(call)?;
    let index = symbolic::crd2idx(&at_index(&index, &layout)?, &layout.shape())?;
    Ok(Computed::plain(tuple(&IntTuple::Int(index))))
}

/// The coordinate as a value.
pub(crate) fn tuple(tuple: &IntTuple<Integer>) -> Value {
    Value::Tuple(tuple.map(|integer| Leaf::Size(integer.clone().into())))
}

/// The index and the layout of the call.
fn parts(call: &Call<'_>) -> Result<(Integer, SymbolicLayout), Refusal> {
    let index = argument(call, 0)?;
    refuse_unknown([index])?;
    let (Some(index), Some(receiver)) = (index.as_integer(), call.receiver.map(instance)) else {
        return unknown("the coordinate of what is no index");
    };
    let layout = operand(&HostValue::Value(layout_value(receiver)?))?;
    match layout_of(&layout) {
        Some(layout) => Ok((index, layout)),
        None => unknown("coordinates of an index in this layout are not computed"),
    }
}

/// The coordinate at which the layout has the index, with the profile of the shape.
fn at_index(index: &Integer, layout: &SymbolicLayout) -> Result<IntTuple<Integer>, Refusal> {
    layout.tuple().try_map(&mut |mode| at(index, mode))
}

fn layout_value(receiver: &HostValue) -> Result<Value, Refusal> {
    match receiver.layout() {
        Some(layout) => Ok(layout.clone()),
        None => unknown("this is no layout"),
    }
}

fn at(index: &Integer, mode: &Mode) -> Result<Integer, Refusal> {
    if mode.size.is_constant(1) {
        return Ok(Integer::Static(0));
    }
    if mode.stride.is_basis() {
        return unknown("a layout with coordinate strides has no index");
    }
    Ok(index.quotient(&mode.stride.value)?.remainder(&mode.size)?)
}
