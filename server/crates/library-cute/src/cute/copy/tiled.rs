//! Tiled copies: how they are made, and what they make of fragments.

use std::sync::Arc;

use layout_algebra::{TiledCopy, Tiler, TilerMode};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{operate, operation_named, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value, value};

use crate::cute::hardware::{hardware, operand, tiled_copy, type_of};

/// `make_tiled_copy(atom, threads, values)`, `make_tiled_copy_A(atom, mma)` and their kin.
pub(super) fn make(call: &Call<'_>) -> Outcome {
    let operands = call.positional().into_iter().map(operand).collect::<Result<Vec<_>, _>>()?;
    operate(operation_named(call.name)?, &operands).map(Computed::of)
}

/// `make_tiled_copy_impl(atom, layout_tv, tiler)`.
pub(super) fn make_impl(call: &Call<'_>) -> Outcome {
    let copy = of_parts(&call.positional())?;
    Ok(Computed::plain(Value::from(Hardware::TiledCopy(copy))))
}

/// `TiledCopy<Copy_Atom<..>, Layout<..>, Tile<..>>`.
pub(super) fn of_type(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let copy = of_parts(&arguments.iter().collect::<Vec<_>>())?;
    Ok(type_of(Value::from(Hardware::TiledCopy(copy))))
}

fn of_parts(parts: &[&HostValue]) -> Result<TiledCopy, Refusal> {
    let [atom, layout_tv, tiler] = parts else {
        return unknown("a tiled copy has an atom, a layout and a tiler");
    };
    refuse_unknown([*atom, *layout_tv, *tiler])?;
    let (Some(Hardware::CopyAtom(atom)), Value::Layout(layout_tv)) = (hardware(atom), operand(layout_tv)?)
    else {
        return unknown("the parts of this tiled copy are not known");
    };
    Ok(TiledCopy::new(atom.clone(), Arc::unwrap_or_clone(layout_tv), tiler_modes(&operand(tiler)?)?)?)
}

/// The elements of a tiler, which may be written as a shape.
fn tiler_modes(tiler: &Value) -> Result<Vec<TilerMode>, Refusal> {
    match tiler {
        Value::Tiler(modes) => Ok(modes.clone()),
        Value::Tuple(tuple) => match value::numbers(tuple).ok().map(|sizes| Tiler::from_sizes(&sizes)) {
            Some(Ok(Tiler::ByMode(modes))) => Ok(modes),
            _ => unknown("the tiler of this tiled copy is not known"),
        },
        _ => unknown("the tiler of this tiled copy is not known"),
    }
}

/// `get_layoutS_TV()`, `get_layoutD_TV()`.
pub(super) fn layout_tv(call: &Call<'_>) -> Outcome {
    let operation =
        if call.name == "get_layoutS_TV" { Operation::CopyLayoutSTv } else { Operation::CopyLayoutDTv };
    let Some(receiver) = call.receiver else { return unknown("a layout of no tiled copy") };
    operate(operation, &[operand(receiver)?]).map(Computed::of)
}

/// `tidfrg_S(layout)`, `tidfrg_D(layout)`.
pub(super) fn tidfrg(call: &Call<'_>) -> Outcome {
    let Some((receiver, layout)) = call.receiver.zip(call.argument(0)) else {
        return unknown(format!("{} without a layout is not computed", call.name));
    };
    let HostValue::Value(layout) = layout else {
        return unknown(format!("{} of a tensor is not computed", call.name));
    };
    operate(operation_named(call.name)?, &[operand(receiver)?, layout.clone()]).map(Computed::of)
}

/// `retile_S(fragment)`, `retile_D(fragment)`: the fragment in the order in which the copy wants it.
pub(super) fn retile(call: &Call<'_>) -> Outcome {
    let (Some(receiver), Some(fragment)) = (call.receiver, call.argument(0)) else {
        return unknown(format!("{} without a fragment is not computed", call.name));
    };
    refuse_unknown([fragment])?;
    let HostValue::Tensor(tensor) = fragment else { return unknown("retiled is a tensor") };
    if tiled_copy(receiver).is_none() {
        return unknown("this is no tiled copy");
    }
    let retiled = operate(Operation::RetileS, &[operand(receiver)?, tensor.layout.clone()])?;
    let value = HostValue::Tensor(tensor.with_layout(retiled.value.clone()).into());
    Ok(Computed { value, evaluated: Some(Box::new(retiled)) })
}

/// `copy.with(..)`: the same copy with other run-time arguments.
pub(super) fn with(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(receiver) => Ok(Computed::plain(receiver.clone())),
        None => unknown("with of no copy"),
    }
}
