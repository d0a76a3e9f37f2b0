//! Atoms as values and types: what the families of MMA, copy and shared-memory atoms have in common.

use std::sync::Arc;

use layout_algebra::{TiledCopy, TiledMma};

use crate::{
    Hardware, Value,
    host::{HostType, HostValue, ThreadSlice, library::refuse_unknown},
    operation::Refusal,
};

/// The type of a value: `decltype(x)`.
pub(super) fn type_of(value: impl Into<HostValue>) -> HostValue {
    HostValue::Type(Arc::new(HostType::Of(value.into())))
}

/// The thing of the hardware that a value, or the one value of a type, is.
pub(super) fn hardware(value: &HostValue) -> Option<&Hardware> {
    match value {
        HostValue::Value(Value::Hardware(thing)) => Some(thing),
        HostValue::Type(of) => match &**of {
            HostType::Of(HostValue::Value(Value::Hardware(thing))) => Some(thing),
            _ => None,
        },
        HostValue::ThreadSlice(slice) => hardware(&slice.tiled),
        _ => None,
    }
}

/// The tiled MMA that a value, its type or a thread's slice of it is.
pub(super) fn tiled_mma(value: &HostValue) -> Option<&TiledMma> {
    match hardware(value)? {
        Hardware::TiledMma(mma) => Some(mma),
        _ => None,
    }
}

/// The tiled copy that a value, its type or a thread's slice of it is.
pub(super) fn tiled_copy(value: &HostValue) -> Option<&TiledCopy> {
    match hardware(value)? {
        Hardware::TiledCopy(copy) => Some(copy),
        _ => None,
    }
}

/// The slice of a tiled thing that `get_slice` made.
pub(super) fn thread_slice(value: &HostValue) -> Option<&ThreadSlice> {
    match value {
        HostValue::ThreadSlice(slice) => Some(slice),
        _ => None,
    }
}

/// The values as operands of the algebra: layouts of tensors, shapes, tilers, atoms; types stand for their value.
pub(super) fn operand(value: &HostValue) -> Result<Value, Refusal> {
    refuse_unknown([value])?;
    match value {
        HostValue::Value(value) => Ok(value.clone()),
        HostValue::Tensor(tensor) => Ok(tensor.layout.clone()),
        HostValue::Type(of) => match &**of {
            HostType::Of(value) => operand(value),
            _ => Err(Refusal::Unknown("a type without a value is no operand".to_owned())),
        },
        HostValue::ThreadSlice(slice) => operand(&slice.tiled),
        _ => Err(Refusal::Unknown("this is no operand of a layout operation".to_owned())),
    }
}
