//! Parts of an MMA in the modes of its tile: `cutlass.utils.gemm.sm100.transform_partitioned_tensor_layout`.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::dsl::{
    calls::{Calls, layout_of, tuple},
    operand::argument,
};

pub(super) const ASKING: &[(&str, AskingFunction)] =
    &[("cutlass.utils.gemm.sm100.transform_partitioned_tensor_layout", by_modes_of_tile)];

/// `transform_partitioned_tensor_layout(tensor)`: ((m, n), MMAs of M, MMAs of N, ..) as ((m, MMAs of M), (n, MMAs of N), ..),
/// behind the same swizzle.
fn by_modes_of_tile(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let tensor = argument(call, "tensor", 0)?;
    let layout = layout_of(tensor)?;
    let mut calls = Calls::of(runner, call);
    let is_composed = matches!(layout, HostValue::Value(Value::Composed(_)));
    let plain = if is_composed { calls.member(&layout, "outer")? } else { layout.clone() };
    let shape = grouped(&calls.member(&plain, "shape")?)?;
    let stride = grouped(&calls.member(&plain, "stride")?)?;
    let mut by_mode = calls.layout(shape, stride)?;
    if is_composed {
        let (swizzle, offset) = (calls.member(&layout, "inner")?, calls.member(&layout, "offset")?);
        by_mode = calls.call("cutlass.cute.make_composed_layout", &[swizzle, offset, by_mode])?;
    }
    let iterator = calls.member(tensor, "iterator")?;
    calls.call("cutlass.cute.make_tensor", &[iterator, by_mode]).map(Computed::plain)
}

/// `((a, b), c, d, ..)` as `((a, c), (b, d), ..)`.
fn grouped(modes: &HostValue) -> Result<HostValue, Refusal> {
    if let Some(reason) = modes.unknown_reason() {
        return unknown(reason);
    }
    let modes = modes.elements();
    let Some([of_instruction, of_m, of_n, rest @ ..]) = modes.as_deref() else {
        return unknown("this is no part of an MMA");
    };
    let of_instruction = of_instruction.elements();
    let Some([m, n, ..]) = of_instruction.as_deref() else {
        return unknown("this is no part of an MMA");
    };
    let tile = [tuple([m.clone(), of_m.clone()]), tuple([n.clone(), of_n.clone()])];
    Ok(HostValue::tuple(tile.into_iter().chain(rest.iter().cloned()).collect()))
}
