//! What the instructions of a TMA copy move: the tensor of coordinates, and its partition.

use layout_algebra::tma::TmaAtom;
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{refuse_unknown, unknown},
    tensor::{MemorySpace, Tensor},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Size, Value, symbolic, value};

use crate::cute::{
    hardware::{hardware, operand},
    tma::make::plain,
};

/// `get_tma_tensor(shape)`: the coordinates of the tensor.
pub(super) fn get_tma_tensor(call: &Call<'_>) -> Outcome {
    let Some((receiver, shape)) = call.receiver.zip(call.argument(0)) else {
        return unknown("get_tma_tensor without a shape is not computed");
    };
    let Value::Tuple(shape) = operand(shape)? else { return unknown("get_tma_tensor wants a shape") };
    let Some(shape) = value::sizes(&shape) else { return unknown("get_tma_tensor wants a shape") };
    let layout = tma_atom(receiver)?.tensor(&shape.map(Size::integer))?;
    let element = HostValue::Type(HostType::Named("int".to_owned()).into());
    let tensor = Tensor::new(Some(MemorySpace::Counting), element, layout.into());
    Ok(Computed::plain(HostValue::Tensor(tensor.into())))
}

fn tma_atom(value: &HostValue) -> Result<&TmaAtom, Refusal> {
    match hardware(value) {
        Some(Hardware::TmaAtom(atom) | Hardware::TmaCopy { atom, .. }) => Ok(atom),
        _ => unknown("this is no TMA copy"),
    }
}

/// `tma_partition(copy, block, blocks, shared, global)`, `tma_partition(copy, shared, global)`: the part of global and
/// that of shared memory. A multicast moves where they begin.
pub(super) fn tma_partition(call: &Call<'_>) -> Outcome {
    let (copy, shared, global, is_whole) = match call.positional()[..] {
        [copy, shared, global] => (copy, shared, global, true),
        [copy, _, _, shared, global] => (copy, shared, global, false),
        _ => return unknown("tma_partition with these arguments is not computed"),
    };
    refuse_unknown([copy, shared, global])?;
    let (HostValue::Tensor(shared), HostValue::Tensor(global)) = (shared, global) else {
        return unknown("tma_partition is of two tensors");
    };
    if let Some(reason) = shared.layout.unknown_reason().or(global.layout.unknown_reason()) {
        return unknown(reason);
    }
    if matches!(shared.layout, Value::Composed(_)) {
        return unknown("tma_partition of a tensor whose layout is swizzled is not computed");
    }
    let Some(coordinates) = symbolic::layout_of(&global.layout) else {
        return unknown("the layout of the tensor in global memory is not known");
    };
    let part = tma_atom(copy)?.partition(&plain(&shared.layout)?, &coordinates);
    let part = part.map_err(|error| Refusal::Unknown(error.to_string()))?;
    let moved = |tensor: &Tensor, layout: Value| {
        let offset = tensor.offset.clone().filter(|_| is_whole);
        HostValue::Tensor(Tensor { offset, ..tensor.with_layout(layout) }.into())
    };
    let parts = vec![moved(global, part.global.into()), moved(shared, part.shared.into())];
    Ok(Computed::plain(HostValue::tuple(parts)))
}
