//! Layouts and MMAs that the DSL chooses for Blackwell: `cutlass.utils.blackwell_helpers`.

use layout_algebra::{IntTuple, Layout, atom::mma::MmaAtom, smem::Major};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Hardware, Operation, Refusal, Value};

use crate::dsl::{
    atom::{Types, typed},
    element::NumberType,
    enumeration::{self, member_name},
    layout::tiled_to_shape,
    number,
    operand::{argument, modes, on_domain, operand, operate, optional},
    tile_layout::{kind_value, smem_atom, widest_kind, width_known},
    tiled,
    umma_operation::{trivial_block_scaled_mma, trivial_tcgen05_mma},
};
use layoutlens_library_cute::cute::hardware;

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.utils.sm100.make_trivial_tiled_mma", make_trivial_tiled_mma),
    ("cutlass.utils.sm100.make_blockscaled_trivial_tiled_mma", make_blockscaled_trivial_tiled_mma),
    ("cutlass.utils.sm100.get_smem_layout_atom_ab", get_smem_layout_atom_ab),
    ("cutlass.utils.sm100.make_smem_layout", make_smem_layout),
    ("cutlass.utils.sm100.make_smem_layout_a", |call| {
        operand_layout(call, Operation::PartitionShapeA, [0, 2], "a_dtype")
    }),
    ("cutlass.utils.sm100.make_smem_layout_b", |call| {
        operand_layout(call, Operation::PartitionShapeB, [1, 2], "b_dtype")
    }),
    ("cutlass.utils.sm100.make_smem_layout_epi", make_smem_layout_epi),
    ("cutlass.utils.make_trivial_tiled_mma", make_trivial_tiled_mma),
    ("cutlass.utils.make_blockscaled_trivial_tiled_mma", make_blockscaled_trivial_tiled_mma),
    ("cutlass.utils.make_smem_layout", make_smem_layout),
    ("cutlass.utils.make_smem_layout_a", |call| {
        operand_layout(call, Operation::PartitionShapeA, [0, 2], "a_dtype")
    }),
    ("cutlass.utils.make_smem_layout_b", |call| {
        operand_layout(call, Operation::PartitionShapeB, [1, 2], "b_dtype")
    }),
    ("cutlass.utils.make_smem_layout_epi", make_smem_layout_epi),
];

/// `make_trivial_tiled_mma(a_dtype, b_dtype, a_major, b_major, acc_dtype, cta_group, mma_tiler_mn, a_source)`, or with
/// one `ab_dtype`: one instruction of this tile.
fn make_trivial_tiled_mma(call: &Call<'_>) -> Outcome {
    let atom = trivial_tcgen05_mma(call)?.value;
    tiled::tiled_mma(&atom, None, None)
}

fn make_blockscaled_trivial_tiled_mma(call: &Call<'_>) -> Outcome {
    let atom = trivial_block_scaled_mma(call)?.value;
    tiled::tiled_mma(&atom, None, None)
}

/// The widest atom for an operand of this tile. Transposed words of 32 bits have one of their own, which is not computed.
fn kind(major: Major, tile: [i64; 2], number: NumberType) -> Result<String, Refusal> {
    let extent = if major == Major::K { tile[1] } else { tile[0] };
    if major == Major::MN && number.bits == 32 && extent % 32 == 0 {
        return unknown("the atom of transposed words of 32 bits is not computed");
    }
    widest_kind(if major == Major::K { "K" } else { "MN" }, extent, number)
}

/// `get_smem_layout_atom_ab(major_mode, element_type, smem_shape_mn_k)`.
fn get_smem_layout_atom_ab(call: &Call<'_>) -> Outcome {
    if optional(call, "sparsity", 3).is_some() {
        return unknown("the atom of a sparse operand is not computed");
    }
    let major = enumeration::major(argument(call, "major_mode", 0)?)?;
    let number = width_known(argument(call, "element_type", 1)?)?;
    let tile = pair(argument(call, "smem_shape_mn_k", 2)?)?;
    Ok(Computed::plain(kind_value(&kind(major, tile, number)?)))
}

fn pair(tile: &HostValue) -> Result<[i64; 2], Refusal> {
    match modes(tile).ok().as_deref() {
        Some([a, b]) => Ok([*a, *b]),
        _ => unknown("the tile is not known in numbers"),
    }
}

fn stages(call: &Call<'_>, keyword: &str) -> Result<i64, Refusal> {
    match argument(call, keyword, 3)?.known_int() {
        Some(stages) => Ok(stages),
        None => unknown("how many stages there are is not known"),
    }
}

/// `make_smem_layout(leading_mode, smem_tile_shape, dtype, num_stages)`.
fn make_smem_layout(call: &Call<'_>) -> Outcome {
    let major = enumeration::major(argument(call, "leading_mode", 0)?)?;
    let tile = pair(argument(call, "smem_tile_shape", 1)?)?;
    let number = width_known(argument(call, "a_dtype", 2)?)?;
    let staged = filled(major, tile, number, stages(call, "num_stages")?)?;
    let by_mode = Value::ints(&[1, 1, 1].into_iter().collect());
    on_domain(&staged.value, |layout| operate(Operation::Coalesce, &[layout.clone(), by_mode]))
        .map(Computed::of)
}

/// Atoms that fill the tile and its stages, the contiguous mode first.
fn filled(major: Major, tile: [i64; 2], number: NumberType, stages: i64) -> Result<Evaluated, Refusal> {
    let atom = smem_atom(&kind(major, tile, number)?, number)?;
    let target = Value::ints(&[tile[0], tile[1], stages].into_iter().collect());
    let order: [i64; 3] = if major == Major::K { [0, 1, 2] } else { [1, 0, 2] };
    tiled_to_shape(&atom, &target, Some(Value::ints(&order.into_iter().collect())))
}

/// The MMA's own atom, for its majors.
fn mma_atom(value: &HostValue) -> Result<MmaAtom, Refusal> {
    let (value, types) = typed(value);
    if types == Types::EnoughForAccumulators {
        return unknown("the element types of the operation are not known");
    }
    match hardware::hardware(&value) {
        Some(Hardware::TiledMma(mma)) => Ok(mma.atom().clone()),
        _ => unknown("the tiled MMA is not known"),
    }
}

/// Whether K is contiguous in an operand, as the name of the instruction says.
fn is_k_major(call: &Call<'_>, atom: &MmaAtom, is_a: bool) -> Result<bool, Refusal> {
    if let Some(given) = call.arguments.iter().find(|given| given.keyword.as_deref() == Some("is_k_major"))
        && given.value != HostValue::Nothing
    {
        return match number::truth(&given.value) {
            Some(is_k_major) => Ok(is_k_major),
            None => unknown("whether K is contiguous is not known"),
        };
    }
    let majors: Vec<&str> = atom.name().split("Major::").skip(1).collect();
    match majors.as_slice() {
        [a, b] => Ok(if is_a { a } else { b }.starts_with('K')),
        _ => unknown("the majors of the instruction are not known"),
    }
}

/// `make_smem_layout_a(tiled_mma, mma_tiler_mnk, dtype, num_stages)`: shared memory in the form of the MMA's operand.
fn operand_layout(call: &Call<'_>, partition: Operation, which: [usize; 2], dtype: &str) -> Outcome {
    let mma = argument(call, "tiled_mma", 0)?;
    let atom = mma_atom(mma)?;
    let tiler = modes(argument(call, "mma_tiler_mnk", 1)?)?;
    let extents: Option<Vec<i64>> = which.iter().map(|&mode| tiler.get(mode).copied()).collect();
    let Some(extents) = extents else { return unknown("the tile of the MMA has three extents") };
    let number = width_known(argument(call, dtype, 2)?)?;
    let stages = stages(call, "num_stages")?;
    let shape = Value::ints(&extents.into_iter().collect());
    let part = operate(partition, &[operand(&typed(mma).0)?, shape])?.value;
    let major =
        if is_k_major(call, &atom, partition == Operation::PartitionShapeA)? { Major::K } else { Major::MN };
    in_form_of(&part, major, number, stages)
}

/// Atoms that fill `((M, K), rest of M, rest of K)` and its stages.
fn in_form_of(part: &Value, major: Major, number: NumberType, stages: i64) -> Outcome {
    let parts = HostValue::from(part.clone()).elements().unwrap_or_default();
    let [inner, rest_m, rest_k] = parts.as_slice() else {
        return unknown("the part of the MMA has another form");
    };
    let [m, k] = pair(inner)?;
    let (Some(rest_m), Some(rest_k)) = (rest_m.known_int(), rest_k.known_int()) else {
        return unknown("the part of the MMA has another form");
    };
    let (Some(all_m), Some(all_k)) = (m.checked_mul(rest_m), k.checked_mul(rest_k)) else {
        return unknown("the tile is too large");
    };
    let atom = smem_atom(&kind(major, [all_m, all_k], number)?, number)?;
    // CuTe's `tile_to_mma_shape`: the atoms fill the whole tile, which is then cut as the MMA wants it.
    let order: [i64; 3] = if major == Major::K { [0, 1, 2] } else { [1, 0, 2] };
    let target = Value::ints(&[all_m, all_k, stages].into_iter().collect());
    let whole = tiled_to_shape(&atom, &target, Some(Value::ints(&order.into_iter().collect())))?;
    let one = IntTuple::Int(1);
    let by_mode = IntTuple::Tuple(vec![[1, 1].into_iter().collect(), one.clone(), one.clone(), one]);
    let in_form = on_domain(&whole.value, |layout| {
        operate(Operation::Coalesce, &[cut(layout, [m, k])?.value, Value::ints(&by_mode)])
    })?;
    Ok(Computed::of(in_form))
}

/// `(M, K, stages)` as `((m, k), M / m, K / k, stages)`.
fn cut(layout: &Value, [m, k]: [i64; 2]) -> Result<Evaluated, Refusal> {
    let tiler = Value::ints(&[m, k].into_iter().collect());
    let divided = operate(Operation::ZippedDivide, &[layout.clone(), tiler])?.value;
    let Value::Layout(divided) = divided else { return unknown("this layout is not cut") };
    let [tile, rest] = <[Layout; 2]>::try_from(divided.modes()).map_err(|_| not_cut())?;
    Ok(Value::from(Layout::from_modes([vec![tile], rest.modes()].concat())?).into())
}

fn not_cut() -> Refusal {
    Refusal::Unknown("this layout is not cut".to_owned())
}

/// `make_smem_layout_epi(dtype, layout, epi_tile, stages)`.
fn make_smem_layout_epi(call: &Call<'_>) -> Outcome {
    let major = match member_name(argument(call, "epi_layout", 1)?, "LayoutEnum")? {
        "ROW_MAJOR" => Major::K,
        "COL_MAJOR" => Major::MN,
        other => return unknown(format!("`LayoutEnum` has no `{other}`")),
    };
    let number = width_known(argument(call, "epi_dtype", 0)?)?;
    let tile = argument(call, "epi_tile", 2)?;
    let extents = match tile.elements() {
        Some(modes) => modes.iter().map(extent).collect::<Result<Vec<i64>, _>>()?,
        None => return unknown("the tile of the epilogue is not known"),
    };
    let [m, n] = *extents.as_slice() else { return unknown("the tile of the epilogue has two extents") };
    let tile = [m, n];
    filled(major, tile, number, stages(call, "epi_stage")?).map(Computed::of)
}

/// The extent of a mode of a tile: a number, or a layout of elements that follow each other.
fn extent(mode: &HostValue) -> Result<i64, Refusal> {
    if let Some(extent) = mode.known_int() {
        return Ok(extent);
    }
    match operand(mode)? {
        Value::Layout(layout) if *layout == Layout::compact(IntTuple::Int(layout.size()))? => {
            Ok(layout.size())
        }
        _ => unknown("the tile of the epilogue is not known in numbers"),
    }
}
