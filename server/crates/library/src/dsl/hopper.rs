//! Layouts and MMAs that the DSL chooses for Hopper: `cutlass.utils.hopper_helpers`.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::dsl::{
    element::number_type,
    enumeration::member_name,
    layout::tiled_to_shape,
    mma_operation::trivial_warpgroup_mma,
    number,
    operand::{argument, modes, operand, optional},
    tile_layout::{kind_value, smem_atom, widest_kind, width_known},
    tiled,
};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.sm90.get_smem_layout_atom", get_smem_layout_atom),
    ("cutlass.utils.sm90.make_smem_layout_a", make_smem_layout_a),
    ("cutlass.utils.sm90.make_smem_layout_b", make_smem_layout_b),
    ("cutlass.utils.sm90.make_smem_layout_epi", make_smem_layout_epi),
    ("cutlass.utils.sm90.make_trivial_tiled_mma", make_trivial_tiled_mma),
    ("cutlass.utils.sm90.compute_tile_shape_or_override", compute_tile_shape),
    ("cutlass.utils.sm90_get_smem_layout_atom", get_smem_layout_atom),
    ("cutlass.utils.sm90_make_smem_layout_a", make_smem_layout_a),
    ("cutlass.utils.sm90_make_smem_layout_b", make_smem_layout_b),
    ("cutlass.utils.sm90_make_smem_layout_epi", make_smem_layout_epi),
    ("cutlass.utils.sm90_make_trivial_tiled_mma", make_trivial_tiled_mma),
    ("cutlass.utils.compute_tile_shape_or_override", compute_tile_shape),
];

/// Whether a matrix is stored by rows: K is contiguous in A and B, N in C.
fn is_row_major(value: &HostValue) -> Result<bool, Refusal> {
    Ok(member_name(value, "LayoutEnum")? == "ROW_MAJOR")
}

/// `get_smem_layout_atom(layout, element_type, major_mode_size)`: a kind of atoms.
fn get_smem_layout_atom(call: &Call<'_>) -> Outcome {
    let major = if is_row_major(argument(call, "layout", 0)?)? { "K" } else { "MN" };
    let number = width_known(argument(call, "element_type", 1)?)?;
    let Some(extent) = argument(call, "major_mode_size", 2)?.known_int() else {
        return unknown("the contiguous extent is not known");
    };
    Ok(Computed::plain(kind_value(&widest_kind(major, extent, number)?)))
}

/// The M, N and K of the tile, of which two are an operand's.
fn tile(call: &Call<'_>) -> Result<[i64; 3], Refusal> {
    let tile = argument(call, "mma_tiler_mnk", 1)?;
    match modes(tile).ok().as_deref() {
        Some([m, n, k]) => Ok([*m, *n, *k]),
        _ => unknown("the tile of the MMA is not known in numbers"),
    }
}

fn make_smem_layout_a(call: &Call<'_>) -> Outcome {
    let [m, _, k] = tile(call)?;
    operand_layout(call, "a_layout", "a_dtype", [m, k])
}

fn make_smem_layout_b(call: &Call<'_>) -> Outcome {
    let [_, n, k] = tile(call)?;
    operand_layout(call, "b_layout", "b_dtype", [n, k])
}

/// The stages of an operand's tile in shared memory.
fn operand_layout(call: &Call<'_>, layout: &str, dtype: &str, [extent, k]: [i64; 2]) -> Outcome {
    let is_k_major = is_row_major(argument(call, layout, 0)?)?;
    let stages = argument(call, "num_stages", 3)?;
    let dtype = argument(call, dtype, 2)?;
    staged([extent, k], is_k_major, dtype, stages)
}

/// Atoms that fill `shape` and its stages, the contiguous mode first.
fn staged(shape: [i64; 2], is_row_major: bool, dtype: &HostValue, stages: &HostValue) -> Outcome {
    let number = width_known(dtype)?;
    let Some(stages) = stages.known_int() else { return unknown("how many stages there are is not known") };
    let (major, extent) = if is_row_major { ("K", shape[1]) } else { ("MN", shape[0]) };
    let atom = smem_atom(&widest_kind(major, extent, number)?, number)?;
    let target = Value::ints(&[shape[0], shape[1], stages].into_iter().collect());
    tiled_to_shape(&atom, &target, Some(order(is_row_major))).map(Computed::of)
}

fn order(is_row_major: bool) -> Value {
    let order = if is_row_major { [0, 1, 2] } else { [1, 0, 2] };
    Value::ints(&order.into_iter().collect())
}

/// `make_smem_layout_epi(dtype, layout, epi_tile, stages, smem_trg_shape, smem_order)`.
fn make_smem_layout_epi(call: &Call<'_>) -> Outcome {
    let dtype = argument(call, "epi_dtype", 0)?;
    let is_row_major = is_row_major(argument(call, "epi_layout", 1)?)?;
    let tile = modes(argument(call, "epi_tile", 2)?)?;
    let [m, n] = *tile.as_slice() else { return unknown("the tile of the epilogue is not known") };
    let number = width_known(dtype)?;
    let (major, extent) = if is_row_major { ("K", n) } else { ("MN", m) };
    let atom = smem_atom(&widest_kind(major, extent, number)?, number)?;
    let target = match optional(call, "smem_trg_shape", 4) {
        Some(target) => operand(target)?,
        None => match argument(call, "epi_stage", 3)?.known_int() {
            Some(stages) => Value::ints(&[m, n, stages].into_iter().collect()),
            None => return unknown("how many stages there are is not known"),
        },
    };
    let order = match optional(call, "smem_order", 5) {
        Some(order) => operand(order)?,
        None => order(is_row_major),
    };
    tiled_to_shape(&atom, &target, Some(order)).map(Computed::of)
}

/// `make_trivial_tiled_mma(a_dtype, b_dtype, a_major, b_major, acc_dtype, atom_layout_mnk, tiler_mn, a_source)`.
fn make_trivial_tiled_mma(call: &Call<'_>) -> Outcome {
    let atom = trivial_warpgroup_mma(call)?.value;
    tiled::tiled_mma(&atom, Some(argument(call, "atom_layout_mnk", 5)?), None)
}

/// `compute_tile_shape_or_override(tile_shape_mnk, element_type, is_cooperative, epi_tile_override)`.
fn compute_tile_shape(call: &Call<'_>) -> Outcome {
    if let Some(chosen) = optional(call, "epi_tile_override", 3) {
        return Ok(Computed::plain(chosen.clone()));
    }
    let [m, n, ..] = *modes(argument(call, "tile_shape_mnk", 0)?)? else {
        return unknown("the tile is not known");
    };
    let is_cooperative = match call.keyword_or("is_cooperative", 2) {
        Some(value) => match number::truth(value) {
            Some(is_cooperative) => is_cooperative,
            None => return unknown("whether the kernel is cooperative is not known"),
        },
        // The DSL's default.
        None => false,
    };
    let tile = match is_cooperative {
        true => [m.min(128), n.min(32)],
        false => {
            let Some(number) = number_type(argument(call, "element_type", 1)?) else {
                return unknown("the width of the element type is not known");
            };
            [m.min(64), n.min(if number.bits == 8 { 64 } else { 32 })]
        }
    };
    Ok(Computed::plain(Value::ints(&tile.into_iter().collect())))
}
