//! What GEMMs do whose operands have two types: `cutlass.utils.mixed_input_helpers`, and what epilogues of Blackwell do alike.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::dsl::{
    atom::typed,
    calls::{ALL, Calls, int, ints, known, layout_of, tuple},
    element,
    enumeration::{self, member_name},
    number,
    operand::argument,
};
use layoutlens_library_cute::cute::hardware::hardware;

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.utils.mixed_input_helpers.get_transform_a_source", |_, call| transform_source(call)),
    ("cutlass.utils.mixed_input_helpers.get_tma_atom_kind", tma_atom_kind),
    ("cutlass.utils.mixed_input_helpers.get_copy_atom_a_transform", transform_atom),
    ("cutlass.utils.mixed_input_helpers.compute_smem_layout", smem_layouts),
    ("cutlass.utils.mixed_input_helpers.get_smem_layout_scale", smem_layout_scale),
    ("cutlass.utils.mixed_input_helpers.get_gmem_layout_scale", gmem_layout_scale),
    ("cutlass.utils.mixed_input_helpers.is_shuffle_a", |_, call| is_shuffled(call)),
    ("cutlass.utils.mixed_input_helpers.transform_partition", transform_partition),
    ("cutlass.utils.mixed_input_helpers.scale_partition", scale_partition),
    ("cutlass.utils.mixed_input_helpers.scale_tma_partition", scale_tma_partition),
    ("cutlass.utils.mixed_input_helpers.epilog_tmem_copy_and_partition", from_tensor_memory),
    ("cutlass.utils.mixed_input_helpers.epilog_smem_copy_and_partition", to_shared_memory),
    ("cutlass.utils.mixed_input_helpers.epilog_gmem_copy_and_partition", to_global_memory),
    ("cutlass.utils.gemm.sm100.epilogue_tmem_copy_and_partition", from_tensor_memory_of),
    ("cutlass.utils.gemm.sm100.epilogue_smem_copy_and_partition", to_shared_memory_of),
];

/// Where the MMA finds what is converted.
const SOURCE: &str = "tcgen05.OperandSource";

fn all<const N: usize>(parts: [HostValue; N]) -> Outcome {
    Ok(Computed::plain(tuple(parts)))
}

fn truth(call: &Call<'_>, keyword: &str, index: usize) -> Result<bool, Refusal> {
    match number::truth(argument(call, keyword, index)?) {
        Some(truth) => Ok(truth),
        None => unknown(format!("whether `{keyword}` holds is not known")),
    }
}

/// `get_transform_a_source(a_major_mode)`.
fn transform_source(call: &Call<'_>) -> Outcome {
    let source = match member_name(argument(call, "a_major_mode", 0)?, "OperandMajorMode")? {
        "K" => "TMEM",
        _ => "SMEM",
    };
    Ok(Computed::plain(enumeration::value(SOURCE, source)))
}

/// `get_tma_atom_kind(mcast, use_2cta_instrs, is_b)`.
fn tma_atom_kind(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let is_pair = truth(call, "use_2cta_instrs", 1)? && truth(call, "is_b", 2)?;
    let name = match truth(call, "mcast", 0)? {
        true => "cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileG2SMulticastOp",
        false => "cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp",
    };
    let group = enumeration::value("CtaGroup", if is_pair { "TWO" } else { "ONE" });
    Calls::of(runner, call).call(name, &[group]).map(Computed::plain)
}

/// `get_copy_atom_a_transform(mma_dtype, use_2cta_instrs, transform_a_source, a_smem_shape, a_dtype)`.
fn transform_atom(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let source = member_name(argument(call, "transform_a_source", 2)?, SOURCE)?;
    let mut calls = Calls::of(runner, call);
    let make = "cutlass.cute.make_copy_atom";
    if source != "TMEM" {
        let operation = calls.call("cutlass.cute.nvgpu.CopyUniversalOp", &[])?;
        let element = argument(call, "a_dtype", 4)?.clone();
        let bits = [("num_bits_per_copy", int(32))];
        return calls.call_with(make, &[operation, element], &bits).map(Computed::plain);
    }
    let inner = argument(call, "a_smem_shape", 3)?.elements().and_then(|modes| modes.first()?.elements());
    let Some([rows, ..]) = inner.as_deref() else {
        return unknown("the shape of A in shared memory is not known");
    };
    let rows = known(&calls.call("cutlass.cute.size", std::slice::from_ref(rows))?, "how many rows A has")?;
    let (name, repetition) = match rows == 64 && !truth(call, "use_2cta_instrs", 1)? {
        true => ("cutlass.cute.nvgpu.tcgen05.St16x256bOp", 1),
        false => ("cutlass.cute.nvgpu.tcgen05.St32x32bOp", 8),
    };
    let operation = calls.call(name, &[int(repetition), enumeration::value("Unpack", "NONE")])?;
    calls.call(make, &[operation, argument(call, "mma_dtype", 0)?.clone()]).map(Computed::plain)
}

/// `compute_smem_layout(tiled_mma, mma_tiler_mnk, a_dtype, b_dtype, load2trans_stage_count, trans2mma_stage_count)`.
fn smem_layouts(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let mma = argument(call, "tiled_mma", 0)?;
    let tiler = argument(call, "mma_tiler_mnk", 1)?;
    let (loaded, converted) =
        (argument(call, "load2trans_stage_count", 4)?, argument(call, "trans2mma_stage_count", 5)?);
    let element = operand_type(mma)?;
    let mut calls = Calls::of(runner, call);
    let mut layout = |name: &str, element: &HostValue, stages: &HostValue| {
        calls.call(name, &[mma.clone(), tiler.clone(), element.clone(), stages.clone()])
    };
    let (of_a, of_b) = ("cutlass.utils.sm100.make_smem_layout_a", "cutlass.utils.sm100.make_smem_layout_b");
    all([
        layout(of_a, argument(call, "a_dtype", 2)?, loaded)?,
        layout(of_a, &element, converted)?,
        layout(of_b, argument(call, "b_dtype", 3)?, loaded)?,
    ])
}

/// The type of the MMA's first operand.
fn operand_type(mma: &HostValue) -> Result<HostValue, Refusal> {
    use layoutlens_host_value::types::HostType;
    let (value, types) = typed(mma);
    match hardware(&value) {
        Some(Hardware::TiledMma(mma)) if types == crate::dsl::atom::Types::Known => {
            let name = HostType::Named(mma.atom().value_types().a.clone());
            Ok(element::of_cutlass(&HostValue::Type(name.into())))
        }
        _ => unknown("the element types of the operation are not known"),
    }
}

/// `get_gmem_layout_scale(scale_shape_mkl, scale_granularity_m, scale_granularity_k, scale_major_mode)`.
fn gmem_layout_scale(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let Some(shape) = argument(call, "scale_shape_mkl", 0)?.elements() else {
        return unknown("the shape of the scales is not known");
    };
    let [m, k, batch] = shape.as_slice() else { return unknown("scales are of M, K and a batch") };
    let (part_m, part_k) =
        (argument(call, "scale_granularity_m", 1)?, argument(call, "scale_granularity_k", 2)?);
    let is_m_major = member_name(argument(call, "scale_major_mode", 3)?, "OperandMajorMode")? == "MN";
    let mut calls = Calls::of(runner, call);
    let ceil_div = "cutlass.cute.ceil_div";
    let rest_m = calls.call(ceil_div, &[m.clone(), part_m.clone()])?;
    let rest_k = calls.call(ceil_div, &[k.clone(), part_k.clone()])?;
    let (stride_m, stride_k) = match is_m_major {
        true => (int(1), calls.call("cutlass.cute.size", std::slice::from_ref(&rest_m))?),
        false => (calls.call("cutlass.cute.size", std::slice::from_ref(&rest_k))?, int(1)),
    };
    let (of_m, of_k) = (tuple([part_m.clone(), rest_m]), tuple([part_k.clone(), rest_k]));
    let (stride_m, stride_k) = (tuple([int(0), stride_m]), tuple([int(0), stride_k]));
    let of_mk =
        calls.layout(tuple([of_m.clone(), of_k.clone()]), tuple([stride_m.clone(), stride_k.clone()]))?;
    let batches = calls.call("cutlass.cute.cosize", &[of_mk])?;
    calls
        .layout(tuple([of_m, of_k, batch.clone()]), tuple([stride_m, stride_k, batches]))
        .map(Computed::plain)
}

/// `is_shuffle_a(a_major, k, a_dtype, mma_dtype, scale_granularity_k)`: where it may be, the version of CUDA decides.
fn is_shuffled(call: &Call<'_>) -> Outcome {
    let is_k_major = matches!(argument(call, "a_major", 0)?, HostValue::Text(major) if &**major == "k");
    let is_wide = match argument(call, "scale_granularity_k", 4)?.known_int() {
        Some(granularity) => granularity >= 8,
        None => true,
    };
    match is_k_major && is_wide {
        false => Ok(Computed::plain(HostValue::Value(Value::Bool(false)))),
        true => unknown("whether A is shuffled depends on the version of CUDA that compiles it"),
    }
}

/// `get_smem_layout_scale(mma_tiler, use_2cta_instrs, scale_granularity_m, scale_granularity_k, scale_major_mode,
/// a_scale_dtype, num_scale_load2trans_stage)`.
fn smem_layout_scale(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let Some(tiler) = argument(call, "mma_tiler", 0)?.elements() else {
        return unknown("the tile of the MMA is not known");
    };
    let [m, _, k] = tiler.as_slice() else { return unknown("the tile of the MMA has three extents") };
    let (blocks, stages) =
        (1 + i64::from(truth(call, "use_2cta_instrs", 1)?), argument(call, "num_scale_load2trans_stage", 6)?);
    let (m, k) = (known(m, "M of the tile")? / blocks, known(k, "K of the tile")?);
    let granularity = |keyword, index| known(argument(call, keyword, index)?, keyword);
    let part_m = granularity("scale_granularity_m", 2)?.min(m);
    let part_k = granularity("scale_granularity_k", 3)?.min(k);
    if part_m <= 0 || part_k <= 0 {
        return unknown("how many elements share a scale is not known");
    }
    let (rest_m, rest_k) = ((m + part_m - 1) / part_m, (k + part_k - 1) / part_k);
    let (stride_m, stride_k) = match member_name(argument(call, "scale_major_mode", 4)?, "OperandMajorMode")?
    {
        "MN" => (1, rest_m),
        _ => (rest_k, 1),
    };
    let mut calls = Calls::of(runner, call);
    let shape = tuple([ints([part_m, rest_m]), ints([part_k, rest_k])]);
    let outer = calls.layout(shape, tuple([ints([0, stride_m]), ints([0, stride_k])]))?;
    let swizzle = calls.call("cutlass.cute.make_swizzle", &[int(0), int(4), int(3)])?;
    let stage = calls.call("cutlass.cute.make_composed_layout", &[swizzle.clone(), int(0), outer.clone()])?;
    let size = calls.call("cutlass.cute.cosize", std::slice::from_ref(&outer))?;
    let staged = calls.layout(stages.clone(), size)?;
    let all_stages = calls.call("cutlass.cute.append", &[outer, staged])?;
    let all_stages = calls.call("cutlass.cute.make_composed_layout", &[swizzle, int(0), all_stages])?;
    all([ints([m, k]), stage, all_stages])
}

/// `transform_partition(transform_a_source, scale_mode, copy_atom_a_input, copy_atom_a_transform, sA_input, A_transform,
/// transform_local_tidx)`.
fn transform_partition(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let is_in_tensor_memory = member_name(argument(call, "transform_a_source", 0)?, SOURCE)? == "TMEM";
    let is_scaled = member_name(argument(call, "scale_mode", 1)?, "TransformMode")? == "ConvertScale";
    let (atom_in, atom) =
        (argument(call, "copy_atom_a_input", 2)?, argument(call, "copy_atom_a_transform", 3)?);
    let (input, converted) = (argument(call, "sA_input", 4)?, argument(call, "A_transform", 5)?);
    let thread = argument(call, "transform_local_tidx", 6)?;
    let mut calls = Calls::of(runner, call);
    let first = calls.sliced(converted, &tuple([ALL, ALL, ALL, int(0)]))?;
    let copy = match is_in_tensor_memory {
        true => {
            let rows = |calls: &mut Calls<'_, '_>, tensor: &HostValue| {
                let mode = [("mode", ints([0, 0]))];
                calls.call_with("cutlass.cute.size", std::slice::from_ref(tensor), &mode)
            };
            let (of_converted, of_input) = (rows(&mut calls, converted)?, rows(&mut calls, input)?);
            if known(&of_converted, "how many rows A has")? == 128
                && known(&of_input, "how many rows A has")? == 64
            {
                return unknown("how 64 rows are written to 128 is not computed");
            }
            calls.call("cutlass.cute.nvgpu.tcgen05.make_tmem_copy", &[atom.clone(), first])?
        }
        false => {
            let threads = calls.layout(ints([128, 8]), ints([8, 1]))?;
            calls.call("cutlass.cute.make_cotiled_copy", &[atom.clone(), threads, layout_of(&first)?])?
        }
    };
    let slice = calls.method(&copy, "get_slice", std::slice::from_ref(thread))?;
    let of_input = calls.method(&slice, "partition_S", std::slice::from_ref(input))?;
    let of_converted = calls.method(&slice, "partition_D", std::slice::from_ref(converted))?;
    let source = match is_scaled {
        true => calls.call("cutlass.cute.make_tiled_copy_S", &[atom_in.clone(), copy.clone()])?,
        false => HostValue::Nothing,
    };
    let destination = if is_in_tensor_memory { copy } else { HostValue::Nothing };
    all([source, destination, of_input, of_converted])
}

/// `scale_partition(src_copy_a, tCsS, transform_local_tidx, mma_dtype)`.
fn scale_partition(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (copy, scales) = (argument(call, "src_copy_a", 0)?, argument(call, "tCsS", 1)?);
    let (thread, element) = (argument(call, "transform_local_tidx", 2)?, argument(call, "mma_dtype", 3)?);
    let mut calls = Calls::of(runner, call);
    let slice = calls.method(copy, "get_slice", std::slice::from_ref(thread))?;
    let part = calls.method(&slice, "partition_S", std::slice::from_ref(scales))?;
    let stage = layout_of(&calls.sliced(&part, &tuple([ALL, ALL, ALL, ALL, int(0)]))?)?;
    let filtered = calls.call("cutlass.cute.filter_zeros", std::slice::from_ref(&stage))?;
    let shape = calls.member(&filtered, "shape")?;
    let registers = calls.call("cutlass.cute.make_rmem_tensor", &[shape, element.clone()])?;
    let stride = calls.member(&layout_of(&registers)?, "stride")?;
    let layout = calls.layout(calls.member(&stage, "shape")?, stride)?;
    let iterator = calls.member(&registers, "iterator")?;
    let view = calls.call("cutlass.cute.make_tensor", &[iterator, layout])?;
    all([slice, part, registers, view])
}

/// `scale_tma_partition(tCsS, tCgS, tma_atom_s, block_in_cluster_coord_vmnk, scale_cta_layout)`.
fn scale_tma_partition(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (shared, global) = (argument(call, "tCsS", 0)?, argument(call, "tCgS", 1)?);
    let (atom, layout) = (argument(call, "tma_atom_s", 2)?, argument(call, "scale_cta_layout", 4)?);
    // Where the parts begin is not followed.
    let block = argument(call, "block_in_cluster_coord_vmnk", 3)?.elements();
    let Some(block) = block.as_ref().and_then(|block| block.get(2)) else {
        return unknown("where in its cluster the thread block is is not known");
    };
    let mut calls = Calls::of(runner, call);
    let group = "cutlass.cute.group_modes";
    let shared = calls.call(group, &[shared.clone(), int(0), int(3)])?;
    let global = calls.call(group, &[global.clone(), int(0), int(3)])?;
    let arguments = [atom.clone(), block.clone(), layout.clone(), shared, global];
    let parts = calls.call("cutlass.cute.nvgpu.cpasync.tma_partition", &arguments)?;
    let Some([shared, global]) = parts.elements().and_then(|parts| <[HostValue; 2]>::try_from(parts).ok())
    else {
        return unknown("the parts of this TMA copy are not known");
    };
    all([with_rest(&mut calls, &shared)?, with_rest(&mut calls, &global)?])
}

/// The tensor with a mode of one element behind what one copy moves.
fn with_rest(calls: &mut Calls<'_, '_>, tensor: &HostValue) -> Result<HostValue, Refusal> {
    let layout = layout_of(tensor)?;
    let wider = |name: &str, last: i64| {
        let modes = calls.member(&layout, name)?.elements();
        let Some([first, rest @ ..]) = modes.as_deref() else { return unknown("this part has no modes") };
        let first = tuple([first.clone(), int(last)]);
        Ok(HostValue::tuple([first].into_iter().chain(rest.iter().cloned()).collect()))
    };
    let (shape, stride) = (wider("shape", 1)?, wider("stride", 0)?);
    let layout = calls.layout(shape, stride)?;
    let iterator = calls.member(tensor, "iterator")?;
    calls.call("cutlass.cute.make_tensor", &[iterator, layout])
}

/// What a load from tensor memory needs to know.
struct Load<'a> {
    tile: HostValue,
    layout: HostValue,
    element: HostValue,
    accumulator: HostValue,
    warps: HostValue,
    epilogue: &'a HostValue,
    is_pair: &'a HostValue,
    thread: &'a HostValue,
}

impl Load<'_> {
    /// The copy, the accumulators as it reads them, and registers for one of its tiles.
    fn made(&self, calls: &mut Calls<'_, '_>, accumulators: &HostValue, global: &HostValue) -> Outcome {
        let arguments =
            [&self.tile, &self.layout, &self.element, &self.accumulator, self.epilogue, self.is_pair];
        let arguments = arguments.map(HostValue::clone);
        let warps = [("tmem_warp_shape_mn", self.warps.clone())];
        let atom = calls.call_with("cutlass.utils.sm100.get_tmem_load_op", &arguments, &warps)?;
        let divide = "cutlass.cute.flat_divide";
        let accumulators = calls.call(divide, &[accumulators.clone(), self.epilogue.clone()])?;
        let first = calls.sliced(&accumulators, &tuple([ALL, ALL, int(0), int(0), int(0)]))?;
        let copy = calls.call("cutlass.cute.nvgpu.tcgen05.make_tmem_copy", &[atom, first])?;
        let slice = calls.method(&copy, "get_slice", std::slice::from_ref(self.thread))?;
        let read = calls.method(&slice, "partition_S", &[accumulators])?;
        let global = calls.call(divide, &[global.clone(), self.epilogue.clone()])?;
        let written = calls.method(&slice, "partition_D", &[global])?;
        let zero = int(0);
        let one = tuple([ALL, ALL, ALL, zero.clone(), zero.clone(), zero.clone(), zero.clone(), zero]);
        let shape = calls.member(&layout_of(&calls.sliced(&written, &one)?)?, "shape")?;
        let registers = calls.call("cutlass.cute.make_rmem_tensor", &[shape, self.accumulator.clone()])?;
        all([copy, read, registers])
    }
}

/// `((None, None), 0, 0, None, ..)`: the tile of one MMA of a thread block.
fn of_block(rest: usize) -> HostValue {
    let tile = [tuple([ALL, ALL]), int(0), int(0)];
    HostValue::tuple(tile.into_iter().chain(std::iter::repeat_n(ALL, rest)).collect())
}

/// `epilog_tmem_copy_and_partition(cta_tile_shape_mnk, c_layout, c_dtype, acc_dtype, tidx, tAcc, gC_mnl, epi_tile,
/// use_2cta_instrs)`.
fn from_tensor_memory(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let load = Load {
        tile: argument(call, "cta_tile_shape_mnk", 0)?.clone(),
        layout: argument(call, "c_layout", 1)?.clone(),
        element: argument(call, "c_dtype", 2)?.clone(),
        accumulator: argument(call, "acc_dtype", 3)?.clone(),
        warps: HostValue::Nothing,
        thread: argument(call, "tidx", 4)?,
        epilogue: argument(call, "epi_tile", 7)?,
        is_pair: argument(call, "use_2cta_instrs", 8)?,
    };
    let (accumulators, global) = (argument(call, "tAcc", 5)?, argument(call, "gC_mnl", 6)?);
    let mut calls = Calls::of(runner, call);
    let accumulators = calls.sliced(accumulators, &of_block(1))?;
    let global = calls.sliced(global, &of_block(3))?;
    load.made(&mut calls, &accumulators, &global)
}

/// `epilogue_tmem_copy_and_partition(gemm_kernel, tidx, tAcc, tCgC, epi_tile, use_2cta_instrs)`.
fn from_tensor_memory_of(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let kernel = argument(call, "gemm_kernel", 0)?;
    let mut calls = Calls::of(runner, call);
    // Kernels that do not say so have none. One that is there and not known may be any.
    let warps = calls.attribute_or(kernel, "tmem_warp_shape_mn", HostValue::Nothing);
    let load = Load {
        tile: calls.attribute(kernel, "cta_tile_shape_mnk"),
        layout: calls.attribute(kernel, "c_layout"),
        element: calls.attribute(kernel, "c_dtype"),
        accumulator: calls.attribute(kernel, "acc_dtype"),
        warps,
        thread: argument(call, "tidx", 1)?,
        epilogue: argument(call, "epi_tile", 4)?,
        is_pair: argument(call, "use_2cta_instrs", 5)?,
    };
    let (accumulators, global) = (argument(call, "tAcc", 2)?, argument(call, "tCgC", 3)?);
    load.made(&mut calls, accumulators, global)
}

/// A store of registers: the copy, the registers as it reads them, and what it writes.
fn stored(
    calls: &mut Calls<'_, '_>,
    types: [HostValue; 3],
    load: &HostValue,
    [registers, thread, shared]: [&HostValue; 3],
) -> Outcome {
    let [layout, element, accumulator] = types;
    let arguments = [layout, element, accumulator, load.clone()];
    let atom = calls.call("cutlass.utils.sm100.get_smem_store_op", &arguments)?;
    let copy = calls.call("cutlass.cute.make_tiled_copy_D", &[atom, load.clone()])?;
    let slice = calls.method(&copy, "get_slice", std::slice::from_ref(thread))?;
    let written = calls.method(&slice, "partition_D", std::slice::from_ref(shared))?;
    let read = calls.method(&copy, "retile", std::slice::from_ref(registers))?;
    all([copy, read, written])
}

/// `epilog_smem_copy_and_partition(c_layout, c_dtype, acc_dtype, tiled_copy_t2r, tTR_rC, tidx, sC)`.
fn to_shared_memory(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let types =
        [argument(call, "c_layout", 0)?, argument(call, "c_dtype", 1)?, argument(call, "acc_dtype", 2)?];
    let parts = [argument(call, "tTR_rC", 4)?, argument(call, "tidx", 5)?, argument(call, "sC", 6)?];
    let load = argument(call, "tiled_copy_t2r", 3)?;
    stored(&mut Calls::of(runner, call), types.map(HostValue::clone), load, parts)
}

/// `epilogue_smem_copy_and_partition(gemm_kernel, tiled_copy_t2r, tTR_rC, tidx, sC)`.
fn to_shared_memory_of(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (kernel, load) = (argument(call, "gemm_kernel", 0)?, argument(call, "tiled_copy_t2r", 1)?);
    let parts = [argument(call, "tTR_rC", 2)?, argument(call, "tidx", 3)?, argument(call, "sC", 4)?];
    let mut calls = Calls::of(runner, call);
    let types = ["c_layout", "c_dtype", "acc_dtype"].map(|name| calls.attribute(kernel, name));
    stored(&mut calls, types, load, parts)
}

/// `epilog_gmem_copy_and_partition(c_dtype, tidx, tma_atom_c, tiled_copy_t2r, gC_mnl_tma, gC_mnl_simt, epi_tile, sC)`.
fn to_global_memory(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (element, thread) = (argument(call, "c_dtype", 0)?, argument(call, "tidx", 1)?);
    let (tma, load) = (argument(call, "tma_atom_c", 2)?, argument(call, "tiled_copy_t2r", 3)?);
    let epilogue = argument(call, "epi_tile", 6)?;
    let mut calls = Calls::of(runner, call);
    let divided = |calls: &mut Calls<'_, '_>, global: &HostValue| {
        let tile = calls.sliced(global, &of_block(3))?;
        calls.call("cutlass.cute.flat_divide", &[tile, epilogue.clone()])
    };
    let nothing = || HostValue::Nothing;
    let (mut shared, mut global) = (nothing(), nothing());
    if *tma != HostValue::Nothing {
        let tiles = divided(&mut calls, argument(call, "gC_mnl_tma", 4)?)?;
        let group = "cutlass.cute.group_modes";
        let from = calls.call(group, &[argument(call, "sC", 7)?.clone(), int(0), int(2)])?;
        let to = calls.call(group, &[tiles, int(0), int(2)])?;
        let one = calls.call("cutlass.cute.make_layout", &[int(1)])?;
        let arguments = [tma.clone(), int(0), one, from, to];
        let parts = calls.call("cutlass.cute.nvgpu.cpasync.tma_partition", &arguments)?;
        match parts.elements().and_then(|parts| <[HostValue; 2]>::try_from(parts).ok()) {
            Some(parts) => [shared, global] = parts,
            None => return unknown("the parts of this TMA copy are not known"),
        }
    }
    let (mut atom, mut written) = (nothing(), nothing());
    if *load != HostValue::Nothing {
        let tiles = divided(&mut calls, argument(call, "gC_mnl_simt", 5)?)?;
        let slice = calls.method(load, "get_slice", std::slice::from_ref(thread))?;
        written = calls.method(&slice, "partition_D", &[tiles])?;
        let operation = calls.call("cutlass.cute.nvgpu.CopyUniversalOp", &[])?;
        atom = calls.call("cutlass.cute.make_copy_atom", &[operation, element.clone()])?;
    }
    all([tma.clone(), shared, global, atom, written])
}
