//! Tiled MMAs: how they are made, and what they say of their threads and tiles.

use layout_algebra::TilerMode;
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    invariant,
    library::{operate, operation_named, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::cute::hardware::{operand, tiled_mma};

/// `make_tiled_mma(atom or operation, thr_layout, permutations)`.
pub(super) fn make_tiled_mma(operands: &[&HostValue]) -> Outcome {
    run(Operation::MakeTiledMma, operands)
}

/// A tiled MMA that CUTLASS's own code makes: what is wrong there is nothing that the user wrote.
pub(in crate::cute) fn made_by_cutlass(operands: &[&HostValue]) -> Result<HostValue, Refusal> {
    match make_tiled_mma(operands) {
        Ok(computed) => Ok(computed.value),
        Err(Refusal::Unknown(reason)) => unknown(reason),
        Err(_) => unknown("make_tiled_mma of the operands that CUTLASS chooses is not computed"),
    }
}

/// `partition_shape_A(mma, shape)` and its kin.
pub(super) fn partition_shape(call: &Call<'_>) -> Outcome {
    run(operation_named(call.name)?, &call.positional())
}

/// The operation on these operands.
fn run(operation: Operation, operands: &[&HostValue]) -> Outcome {
    let operands = operands.iter().map(|value| operand(value)).collect::<Result<Vec<_>, _>>()?;
    operate(operation, &operands).map(Computed::of)
}

/// The object of a method, or else the first argument of a function.
fn tiled<'a>(call: &Call<'a>) -> Result<&'a layout_algebra::TiledMma, Refusal> {
    let value = call.receiver.or_else(|| call.argument(0));
    refuse_unknown(value)?;
    match value.and_then(tiled_mma) {
        Some(mma) => Ok(mma),
        None => unknown(format!("{} of what is no tiled MMA is not computed", call.name)),
    }
}

/// `get_thr_layout_vmnk()`.
pub(super) fn thr_layout_vmnk(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(Value::from(tiled(call)?.thr_layout_vmnk().clone())))
}

/// `thr_size(mma)`, `thr_size<I>(mma)`: how many threads there are, or those along one mode.
pub(super) fn thr_size(call: &Call<'_>) -> Outcome {
    let mut operands = vec![Value::from(tiled(call)?.thr_layout_vmnk().clone())];
    for mode in call.template {
        operands.push(operand(mode)?);
    }
    operate(Operation::Size, &operands).map(Computed::of)
}

/// `tile_size<I>(mma)`.
pub(super) fn tile_size(call: &Call<'_>) -> Outcome {
    size_along(call)
}

/// `mma.tile_size_mnk<I>()`.
pub(super) fn tile_size_mnk(call: &Call<'_>) -> Outcome {
    size_along(call)
}

fn size_along(call: &Call<'_>) -> Outcome {
    let mode =
        call.template.first().and_then(HostValue::known_int).and_then(|mode| usize::try_from(mode).ok());
    let Some(mode) = mode else { return unknown(format!("{} of a mode that is not known", call.name)) };
    Ok(Computed::plain(Value::int(tiled(call)?.tile_size(mode)?)))
}

/// `mma.permutation_mnk<I>()`: what is done to M, N or K before it is tiled.
pub(super) fn permutation_mnk(call: &Call<'_>) -> Outcome {
    let mma = tiled(call)?;
    let mode =
        call.template.first().and_then(HostValue::known_int).and_then(|mode| usize::try_from(mode).ok());
    match mode.and_then(|mode| mma.permutation().get(mode)) {
        Some(TilerMode::Keep) => size_along(call),
        Some(TilerMode::Size(size)) => Ok(Computed::plain(Value::int(*size))),
        Some(TilerMode::Layout(layout)) => Ok(Computed::plain(Value::from(layout.clone()))),
        _ => unknown("this permutation is not computed"),
    }
}

/// `tile_shape(mma)`.
pub(super) fn tile_shape(call: &Call<'_>) -> Outcome {
    let shape = tiled(call)?.tile_shape()?;
    Ok(Computed::plain(Value::ints(&shape.into_iter().collect())))
}

/// `get_layoutA_TV()` and its kin.
pub(super) fn layout_tv(call: &Call<'_>) -> Outcome {
    let operation = match call.name {
        "get_layoutA_TV" => Operation::MmaLayoutATv,
        "get_layoutB_TV" => Operation::MmaLayoutBTv,
        "get_layoutC_TV" => Operation::MmaLayoutCTv,
        name => return invariant!(unknown("the layout of no operand"), "{name} is called for an operand"),
    };
    match call.receiver {
        Some(receiver) => run(operation, &[receiver]),
        None => unknown(format!("{} without a tiled MMA", call.name)),
    }
}

/// `thrfrg_A(layout)` and its kin.
pub(super) fn thrfrg(call: &Call<'_>) -> Outcome {
    match (call.receiver, call.argument(0)) {
        (Some(receiver), Some(layout @ HostValue::Value(_))) => {
            run(operation_named(call.name)?, &[receiver, layout])
        }
        _ => unknown(format!("{} of this is not computed", call.name)),
    }
}

/// `mma.with(..)`: the same instruction with other run-time arguments.
pub(super) fn with(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(receiver) => Ok(Computed::plain(receiver.clone())),
        None => unknown("with of no MMA"),
    }
}
