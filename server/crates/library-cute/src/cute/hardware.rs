//! Atoms as values and types: what the families of MMA, copy and shared-memory atoms have in common.

use std::sync::Arc;

use layout_algebra::{TiledCopy, TiledMma};
use layoutlens_host_value::{
    types::HostType,
    value::{HostValue, ThreadSlice},
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::cute::operand::instance;

/// The type of a value: `decltype(x)`.
pub(super) fn type_of(value: impl Into<HostValue>) -> HostValue {
    HostValue::Type(Arc::new(HostType::Of(value.into())))
}

/// The thing of the hardware that a value, or the one value of a type, is.
pub fn hardware(value: &HostValue) -> Option<&Hardware> {
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
pub fn tiled_mma(value: &HostValue) -> Option<&TiledMma> {
    match hardware(value)? {
        Hardware::TiledMma(mma) => Some(mma),
        _ => None,
    }
}

/// The tiled copy that a value, its type or a thread's slice of it is.
pub(crate) fn tiled_copy(value: &HostValue) -> Option<&TiledCopy> {
    match hardware(value)? {
        Hardware::TiledCopy(copy) | Hardware::TmaCopy { tiled: copy, .. } => Some(copy),
        _ => None,
    }
}

/// The slice of a tiled thing that `get_slice` made.
pub(crate) fn thread_slice(value: &HostValue) -> Option<&ThreadSlice> {
    match value {
        HostValue::ThreadSlice(slice) => Some(slice),
        _ => None,
    }
}

/// The value as an operand of the algebra: the layout of a tensor, the value of a type, the tiled thing of a slice.
pub(super) fn operand(value: &HostValue) -> Result<Value, Refusal> {
    match value {
        HostValue::ThreadSlice(slice) => operand(&slice.tiled),
        HostValue::Value(Value::Hardware(thing)) => match &**thing {
            Hardware::TmaCopy { tiled, .. } => Ok(Hardware::TiledCopy(tiled.clone()).into()),
            _ => Ok(Value::Hardware(thing.clone())),
        },
        _ => crate::cute::operand::operand(instance(value)),
    }
}
