//! What epilogues choose: `get_smem_store_op`, `compute_epilogue_tile_shape`.

use std::cmp::max;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value};

use crate::dsl::{
    copy_operation::atom_of,
    enumeration::member_name,
    number,
    operand::{argument, modes, operate, optional},
    tensor_memory::properties,
    tile_layout::width_known,
};
use layoutlens_library_cute::cute::hardware::hardware;

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.sm90.get_smem_store_op", hopper_store),
    ("cutlass.utils.sm90.sm90_get_smem_store_op", hopper_store),
    ("cutlass.utils.sm90_get_smem_store_op", hopper_store),
    ("cutlass.utils.sm100.sm120_get_smem_store_op", |call| store_of_matrices(call, 2)),
    ("cutlass.utils.sm100.get_smem_store_op", blackwell_store),
    ("cutlass.utils.get_smem_store_op", blackwell_store),
    ("cutlass.utils.sm100.compute_epilogue_tile_shape", compute_epilogue_tile_shape),
    ("cutlass.utils.compute_epilogue_tile_shape", compute_epilogue_tile_shape),
    ("cutlass.utils.sm100.compute_epilogue_tile_size", compute_epilogue_tile_size),
    ("cutlass.utils.compute_epilogue_tile_size", compute_epilogue_tile_size),
];

/// An operation that stores matrices: its name, whether it transposes, and how many.
type Store = (&'static str, bool, i64);

/// The atom of a store, or of one element after another.
fn stored(call: &Call<'_>, store: Option<Store>, element: &HostValue) -> Outcome {
    let (name, arguments) = match store {
        Some((name, transposes, count)) => {
            (name, vec![Value::Bool(transposes).into(), HostValue::static_int(count)])
        }
        None => ("CopyUniversalOp", Vec::new()),
    };
    let module = if store.is_some() { "cutlass.cute.nvgpu.warp" } else { "cutlass.cute.nvgpu" };
    atom_of(call, &format!("{module}.{name}"), &arguments, element)
}

/// Whether M is contiguous in the result.
fn is_m_major(value: &HostValue) -> Result<bool, Refusal> {
    Ok(member_name(value, "LayoutEnum")? == "COL_MAJOR")
}

/// `get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)` of Hopper.
fn hopper_store(call: &Call<'_>) -> Outcome {
    store_of_matrices(call, 4)
}

/// A store of so many matrices, of elements of 16 bits.
fn store_of_matrices(call: &Call<'_>, count: i64) -> Outcome {
    let element = argument(call, "elem_ty_d", 1)?;
    let store = match width_known(element)?.bits {
        16 => Some(("StMatrix8x8x16bOp", is_m_major(argument(call, "layout_d", 0)?)?, count)),
        // What matrices are not stored of is stored element by element: so the DSL chooses.
        _ => None,
    };
    stored(call, store, element)
}

/// `get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load)` of Blackwell: what the registers of the load
/// allow.
fn blackwell_store(call: &Call<'_>) -> Outcome {
    let is_m_major = is_m_major(argument(call, "layout_d", 0)?)?;
    let element = argument(call, "elem_ty_d", 1)?;
    let bits = (width_known(argument(call, "elem_ty_acc", 2)?)?.bits, width_known(element)?.bits);
    let load = argument(call, "tiled_tmem_load", 3)?;
    let operation = match hardware(load) {
        Some(Hardware::CopyAtom(atom)) => atom.traits().operation(),
        Some(Hardware::TiledCopy(copy)) => copy.atom().traits().operation(),
        _ => return unknown("this is no copy of tensor memory"),
    };
    let store = match properties(operation) {
        Some(load) if operation.contains("LOAD") => store_after(load, bits, is_m_major),
        _ => None,
    };
    stored(call, store, element)
}

/// The widest store for what a load of (lanes, bits, repetitions, is packed) leaves in registers, for accumulators and
/// results of these widths.
fn store_after(
    (lanes, form, repetitions, is_packed): (i64, i64, i64, bool),
    (accumulator, result): (i64, i64),
    is_m_major: bool,
) -> Option<Store> {
    let is_matrix = match (accumulator, result, form, is_packed) {
        (32, 32, 128, false) => !is_m_major,
        (32, 16, 256, false) | (16, 16, 128, true) => true,
        _ => false,
    };
    let is_bytes = (accumulator, result, form, is_packed) == (32, 8, 256, false) && is_m_major;
    match (lanes, repetitions) {
        (16, 1) if is_matrix => Some(("StMatrix8x8x16bOp", is_m_major, 2)),
        (16, _) if is_matrix => Some(("StMatrix8x8x16bOp", is_m_major, 4)),
        (16, count) if is_bytes => Some(("StMatrix16x8x8bOp", true, count.min(4))),
        _ => None,
    }
}

/// `compute_epilogue_tile_shape(cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c=.., elem_ty_c=..)`: how
/// much of its tile a thread block stores at once, as two layouts.
pub(super) fn compute_epilogue_tile_shape(call: &Call<'_>) -> Outcome {
    let [m, n, ..] = *modes(argument(call, "cta_tile_shape", 0)?)? else {
        return unknown("the tile of the thread block is not known");
    };
    let Some(is_pair) = number::truth(argument(call, "use_2cta_instrs", 1)?) else {
        return unknown("whether two thread blocks work together is not known");
    };
    let result =
        (width_known(argument(call, "elem_ty_d", 3)?)?.bits, is_m_major(argument(call, "layout_d", 2)?)?);
    let source = match optional(call, "elem_ty_c", usize::MAX) {
        Some(_) => Some(width_known(argument(call, "elem_ty_c", usize::MAX)?)?.bits),
        None => None,
    };
    let is_source_m_major = match optional(call, "layout_c", usize::MAX) {
        Some(layout) => is_m_major(layout)?,
        // So the DSL takes a source without a layout.
        None => true,
    };
    let warps = warps_of_tile(call, usize::MAX, m, is_pair)?;
    let source = source.map(|bits| (bits, is_source_m_major));
    let Some((tile_m, tile_n)) = epilogue_tile([m, n], warps, result, source) else {
        return unknown("the tile of the epilogue is not computed");
    };
    let (by_warp, columns) = (tile_n / warps.1, n / warps.1);
    let of_m = operate(Operation::MakeLayout, &[Value::int(tile_m)])?.value;
    let shape = Value::ints(&[by_warp, warps.1].into_iter().collect());
    let stride = Value::ints(&[1, columns].into_iter().collect());
    let of_n = operate(Operation::MakeLayout, &[shape, stride])?.value;
    let of_n = operate(Operation::Coalesce, &[of_n])?.value;
    Ok(Computed::plain(HostValue::tuple(vec![of_m.into(), of_n.into()])))
}

/// `compute_epilogue_tile_size(cta_tile_m, cta_tile_n, use_2cta, elem_width_d, elem_width_c=.., d_is_m_major=..)`: the
/// extents of the same tile, of numbers.
fn compute_epilogue_tile_size(call: &Call<'_>) -> Outcome {
    let known = |keyword, place| match argument(call, keyword, place)?.known_int() {
        Some(number) => Ok(number),
        None => unknown(format!("`{keyword}` is not known")),
    };
    // M is contiguous where nothing else is said.
    let is_m_major = |keyword, place| match call.keyword_or(keyword, place).map(number::truth) {
        None => Ok(true),
        Some(Some(truth)) => Ok(truth),
        Some(None) => unknown(format!("`{keyword}` is not known")),
    };
    let (m, n) = (known("cta_tile_m", 0)?, known("cta_tile_n", 1)?);
    let Some(is_pair) = number::truth(argument(call, "use_2cta", 2)?) else {
        return unknown("whether two thread blocks work together is not known");
    };
    let result = (known("elem_width_d", 3)?, is_m_major("d_is_m_major", 5)?);
    let source = match optional(call, "elem_width_c", 4) {
        Some(_) => Some((known("elem_width_c", 4)?, is_m_major("c_is_m_major", 6)?)),
        None => None,
    };
    let warps = warps_of_tile(call, 7, m, is_pair)?;
    match epilogue_tile([m, n], warps, result, source) {
        Some((m, n)) => {
            Ok(Computed::plain(HostValue::tuple(vec![HostValue::static_int(m), HostValue::static_int(n)])))
        }
        None => unknown("the tile of the epilogue is not computed"),
    }
}

/// How many warps share tensor memory along M and N.
fn warps_of_tile(call: &Call<'_>, place: usize, m: i64, is_pair: bool) -> Result<(i64, i64), Refusal> {
    match optional(call, "tmem_warp_shape_mn", place) {
        Some(warps) => match *modes(warps)? {
            [of_m, of_n] if of_m > 0 && of_n > 0 => Ok((of_m, of_n)),
            _ => unknown("how the warps share tensor memory is not known"),
        },
        None if m == 64 && is_pair => Ok((2, 2)),
        None => Ok((4, 1)),
    }
}

/// The extents of an epilogue's tile: a tile of tensor memory high, and as wide as is fast and as a store needs. The
/// result and its source, if there is one, are known by the width of their elements and by whether M is contiguous.
fn epilogue_tile(
    [m, n]: [i64; 2],
    (warps_m, warps_n): (i64, i64),
    (result, is_m_major): (i64, bool),
    source: Option<(i64, bool)>,
) -> Option<(i64, i64)> {
    let tile_m = m.min(warps_m.checked_mul(32)?);
    let widest = max(result, source.map_or(0, |(bits, _)| bits));
    let mut fast = match (source, widest) {
        (None, 4) => 8192_i64.checked_div(tile_m)?,
        (None, _) => 4096_i64.checked_div(tile_m)?,
        (Some(_), 32) => {
            if m > 64 && n <= 128 {
                16
            } else {
                32
            }
        }
        (Some(_), 16) => {
            if n <= 128 {
                32
            } else {
                64
            }
        }
        (Some(_), _) => 64,
    };
    while n.checked_rem(fast)? != 0 {
        fast /= 2;
    }
    let least = |bits: i64, is_m_major: bool| match (is_m_major, bits) {
        (true, _) => 8_i64.checked_mul(warps_n),
        (false, 6) => 128_i64.checked_mul(warps_n),
        (false, bits) => 128_i64.checked_div(bits)?.checked_mul(warps_n),
    };
    let of_result = least(result, is_m_major)?;
    let of_source = source.map_or_else(|| least(8, true), |(bits, is_m_major)| least(bits, is_m_major))?;
    if n < of_result || n < of_source {
        return None;
    }
    let tile_n = n.min(fast.max(of_source).max(of_result));
    Some((tile_m, if n % tile_n == 0 { tile_n } else { n }))
}
