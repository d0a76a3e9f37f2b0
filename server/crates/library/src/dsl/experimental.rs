//! `cutlass.cute.experimental`: buffers, their layouts, and their parts. What these functions copy and multiply, no layout
//! depends on; pipelines are in [`pipeline`](super::pipeline).
//!
//! Measured with nvidia-cutlass-dsl 4.8.1: a buffer of a swizzled layout has the plain layout, and its pointer the swizzle.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    library::unknown,
    tensor::{MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::Value;

use crate::dsl::{
    calls::{ALL, Calls, int, layout_of, tuple},
    memory::{element_type, space},
    operand::{argument, operand_at, tensor as made},
    registers::of_registers,
    runtime::compile,
};

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.cute.experimental.compile", compile),
    ("cutlass.cute.experimental.allocate", allocate),
    ("cutlass.cute.experimental.partition", partition),
    ("cutlass.cute.experimental.predicated_tensor_origin", |_, call| {
        Ok(Computed::plain(argument(call, "tensor", 0)?.clone()))
    }),
    ("cutlass.cute.experimental.make_tmem_layout_acc", accumulators),
    ("cutlass.cute.experimental.make_tmem_layout_a", |runner, call| {
        let shape = argument(call, "mk_tiler", 1)?.clone();
        let names = ["partition_shape_A", "make_fragment_A"];
        in_tensor_memory(runner, call, shape, argument(call, "stage", 2)?, names)
    }),
    ("cutlass.cute.experimental.make_t2r_rmem_layout", registers_of_copy),
    ("cutlass.cute.experimental.get_cta_v_map_c", values_of_epilogue),
];

/// `allocate(type, address_space, layout, alignment)`.
fn allocate(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let element = element_type(call, "type", 0);
    let space = space(argument(call, "address_space", 1)?);
    let (swizzle, layout) = match operand_at(call, "layout", 2)? {
        Value::Composed(composed) => (Some(composed.swizzle()), Value::from(composed.layout().clone())),
        layout @ (Value::Layout(_) | Value::SymbolicLayout(_)) => (None, layout),
        _ => return unknown("the layout of this buffer is not known"),
    };
    let layout = match space {
        Some(MemorySpace::Register) => of_registers(runner, layout)?,
        _ => layout,
    };
    Ok(made(Tensor { swizzle, ..Tensor::new(space, element, layout) }, None))
}

/// `partition(buffer, agent_id, layout_tv=.., tiler=..)`: (values, tiles) of a thread.
fn partition(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (buffer, thread) = (argument(call, "buffer", 0)?, argument(call, "agent_id", 1)?);
    let threads_and_values = argument(call, "layout_tv", usize::MAX)?;
    let tiler = argument(call, "tiler", usize::MAX)?;
    let mut calls = Calls::of(runner, call);
    let tiles = calls.call("cutlass.cute.zipped_divide", &[buffer.clone(), tiler.clone()])?;
    let by_thread = tuple([threads_and_values.clone(), ALL]);
    let by_thread = calls.call("cutlass.cute.composition", &[tiles, by_thread])?;
    calls.sliced(&by_thread, &tuple([tuple([thread.clone(), ALL]), ALL])).map(Computed::plain)
}

/// `make_tmem_layout_acc(tiled_mma, mnk_tiler, acc_stage)`.
fn accumulators(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let tiler = argument(call, "mnk_tiler", 1)?.elements();
    let Some([m, n, ..]) = tiler.as_deref() else { return unknown("the tile of the MMA is not known") };
    let shape = tuple([m.clone(), n.clone()]);
    let names = ["partition_shape_C", "make_fragment_C"];
    in_tensor_memory(runner, call, shape, argument(call, "acc_stage", 2)?, names)
}

/// How an operand of this tile lies in tensor memory, as often as there are stages.
fn in_tensor_memory(
    runner: &mut dyn Runner,
    call: &Call<'_>,
    tile: HostValue,
    stages: &HostValue,
    [shape, fragment]: [&str; 2],
) -> Outcome {
    let mma = argument(call, "tiled_mma", 0)?;
    let mut calls = Calls::of(runner, call);
    let part = calls.method(mma, shape, &[tile])?;
    let staged = calls.call("cutlass.cute.append", &[part, stages.clone()])?;
    let fragment = calls.method(mma, fragment, &[staged])?;
    layout_of(&fragment).map(Computed::plain)
}

/// `make_t2r_rmem_layout(tiled_copy_t2r, gC_mnl_epi, tidx)`: registers for what a thread copies of the first part.
fn registers_of_copy(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (copy, parts) = (argument(call, "tiled_copy_t2r", 0)?, argument(call, "gC_mnl_epi", 1)?);
    let thread = argument(call, "tidx", 2)?;
    let mut calls = Calls::of(runner, call);
    let slice = calls.method(copy, "get_slice", std::slice::from_ref(thread))?;
    let part = calls.method(&slice, "partition_D", std::slice::from_ref(parts))?;
    let first = calls.sliced(&part, &tuple([ALL, ALL, ALL, int(0), int(0)]))?;
    calls.call("cutlass.cute.make_fragment_like", &[layout_of(&first)?]).map(Computed::plain)
}

/// `get_cta_v_map_c(gmem_tensor, epi_tile)`: the coordinates of a part.
fn values_of_epilogue(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (tensor, tile) = (argument(call, "gmem_tensor", 0)?, argument(call, "epi_tile", 1)?);
    let mut calls = Calls::of(runner, call);
    let shape = calls.call("cutlass.cute.shape", std::slice::from_ref(tensor))?;
    let identity = calls.call("cutlass.cute.make_identity_layout", &[shape])?;
    calls.call("cutlass.cute.composition", &[identity, tile.clone()]).map(Computed::plain)
}
