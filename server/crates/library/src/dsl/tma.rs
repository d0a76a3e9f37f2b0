//! TMA of the DSL: `cpasync.make_tiled_tma_atom`, `make_tiled_tma_atom_A`, and `tma_partition`.

use std::{collections::BTreeMap, sync::Arc};

use layout_algebra::{
    Coordinate, Layout, MmaOperand,
    atom::element::ElementType,
    symbolic::{SymbolicLayout, SymbolicTiler, composition_tiler, make_identity_layout},
    tma::{TmaAtom, TmaPartition},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    object::Object,
    open_number,
    tensor::{MemorySpace, Tensor},
    value::{HostValue, TMA_INFO},
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value, symbolic};

use crate::dsl::{
    atom::{Types, typed, with_types},
    element::number_type,
    enumeration::member_name,
    operand::{argument, operand, operate, optional},
};
use layoutlens_library_cute::{
    cute::{
        hardware::{hardware, tiled_mma},
        tma::{of_block, plain, swizzle_of},
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileG2SOp", |call| load(call, "LOAD")),
    ("cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileG2SMulticastOp", |call| load(call, "LOAD_MULTICAST")),
    ("cutlass.cute.nvgpu.cpasync.CopyBulkTensorTileS2GOp", |_| Ok(operation("SM90_TMA_STORE"))),
    ("cutlass.cute.nvgpu.cpasync.CopyReduceBulkTensorTileS2GOp", |_| Ok(operation("SM90_TMA_REDUCE_ADD"))),
    ("cutlass.utils.sm100.cluster_shape_to_tma_atom_A", |call| load_of_cluster(call, 1)),
    ("cutlass.utils.sm100.cluster_shape_to_tma_atom_B", |call| load_of_cluster(call, 0)),
    ("cutlass.utils.cluster_shape_to_tma_atom_A", |call| load_of_cluster(call, 1)),
    ("cutlass.utils.cluster_shape_to_tma_atom_B", |call| load_of_cluster(call, 0)),
    ("cutlass.utils.sm100.cluster_shape_to_tma_atom_SFB", load_of_factors),
    ("cutlass.utils.cluster_shape_to_tma_atom_SFB", load_of_factors),
    ("cutlass.cute.nvgpu.cpasync.make_tiled_tma_atom", make_tiled_tma_atom),
    ("cutlass.cute.nvgpu.make_tiled_tma_atom_A", |call| of_mma(call, MmaOperand::A, [0, 2])),
    ("cutlass.cute.nvgpu.make_tiled_tma_atom_B", |call| of_mma(call, MmaOperand::B, [1, 2])),
    ("cutlass.cute.nvgpu.make_tiled_tma_atom_C", |call| of_mma(call, MmaOperand::C, [0, 1])),
    // Names of CUTLASS 4.0.
    ("cutlass.cute.nvgpu.cpasync.make_tma_tile_atom", make_tiled_tma_atom),
    ("cutlass.cute.nvgpu.make_tma_tile_atom_A", |call| of_mma(call, MmaOperand::A, [0, 2])),
    ("cutlass.cute.nvgpu.make_tma_tile_atom_B", |call| of_mma(call, MmaOperand::B, [1, 2])),
    ("cutlass.cute.experimental.get_cta_v_map_ab", values_of_operand),
    ("cutlass.cute.nvgpu.cpasync.TmaInfo", tma_info),
    ("cutlass.cute.nvgpu.cpasync.tma_partition", tma_partition),
];

/// An operation of the TMA unit by CUTLASS's name.
fn operation(name: &str) -> Computed {
    Computed::plain(HostValue::Object(Arc::new(Object {
        class: None,
        kind: name.to_owned(),
        fields: BTreeMap::new(),
    })))
}

/// `CopyBulkTensorTileG2SOp(cta_group)`: two thread blocks load together.
fn load(call: &Call<'_>, what: &str) -> Outcome {
    let is_pair = match optional(call, "cta_group", 0) {
        Some(group) => member_name(group, "CtaGroup")? == "TWO",
        // The DSL's default.
        None => false,
    };
    let group = if is_pair { "SM100_TMA_2SM" } else { "SM90_TMA" };
    Ok(operation(&format!("{group}_{what}")))
}

/// `cluster_shape_to_tma_atom_A(cluster_shape_mnk, atom_thr_id)`: a multicast where more thread blocks of the cluster
/// need the operand than those of one MMA.
fn load_of_cluster(call: &Call<'_>, shared_along: usize) -> Outcome {
    let (extent, blocks) = extent_and_blocks(call, shared_along)?;
    let is_multicast = extent != if shared_along == 0 { blocks } else { 1 };
    Ok(load_by(blocks, is_multicast))
}

/// `cluster_shape_to_tma_atom_SFB(cluster_shape_mnk, atom_thr_id)`: the scale factors of B, of which both thread blocks of a
/// pair need all.
fn load_of_factors(call: &Call<'_>) -> Outcome {
    let (extent, blocks) = extent_and_blocks(call, 0)?;
    match (extent.checked_rem(blocks), blocks) {
        (Some(0), 1 | 2) => Ok(load_by(blocks, blocks == 2 || extent != 1)),
        _ => unknown("the cluster does not divide into the thread blocks of this MMA"),
    }
}

fn load_by(blocks: i64, is_multicast: bool) -> Computed {
    let group = if blocks == 2 { "SM100_TMA_2SM" } else { "SM90_TMA" };
    operation(&format!("{group}_{}", if is_multicast { "LOAD_MULTICAST" } else { "LOAD" }))
}

/// How many thread blocks the cluster has along a mode, and how many an MMA has.
fn extent_and_blocks(call: &Call<'_>, along: usize) -> Result<(i64, i64), Refusal> {
    let Some(cluster) = argument(call, "cluster_shape_mnk", 0)?.elements() else {
        return unknown("the shape of the cluster is not known");
    };
    let size = |value: &HostValue| -> Result<Option<i64>, Refusal> {
        Ok(operate(Operation::Size, &[operand(value)?])?.value.as_int())
    };
    let extent = cluster.get(along).map_or(Ok(None), size)?;
    match (extent, size(argument(call, "atom_thr_id", 1)?)?) {
        (Some(extent), Some(blocks)) => Ok((extent, blocks)),
        _ => unknown("the size of the cluster is not known"),
    }
}

/// A TMA copy that is supposed, of which only that is said that each instruction moves a whole tile.
const WHOLE_TILES: &str = "a TMA copy of a whole tile at once";

/// A TMA copy for a parameter that nothing gives, and what is said of it.
pub(super) fn supposed_tma_copy() -> (HostValue, String) {
    (operation(WHOLE_TILES).value, WHOLE_TILES.to_owned())
}

/// The largest extent of a box.
const LARGEST_EXTENT: i64 = 256;

/// What every atom is made of.
struct Source<'a> {
    operation: &'a str,
    element: ElementType,
    /// In units of how many bits TMA counts.
    unit_bits: i64,
    types: Types,
    tensor: SymbolicLayout,
    smem: &'a HostValue,
}

fn source<'a>(call: &Call<'a>, smem: &str) -> Result<Source<'a>, Refusal> {
    let HostValue::Object(operation) = argument(call, "op", 0)? else {
        return unknown("the operation of this TMA copy is not known");
    };
    if !operation.kind.contains("_TMA_") {
        return unknown("this TMA copy is not computed");
    }
    let HostValue::Tensor(tensor) = argument(call, "gmem_tensor", 1)? else {
        return unknown("a TMA copy is made of a tensor");
    };
    let Some(layout) = symbolic::layout_of(&tensor.layout) else {
        return unknown(tensor.layout.unknown_reason().unwrap_or("the layout of the tensor is not known"));
    };
    let is_open = |integer| open_number::is_open(integer);
    let modes = layout.tuple();
    if modes.leaves().iter().any(|mode| is_open(&mode.size) || is_open(&mode.stride.value)) {
        return unknown("the layout of the tensor depends on numbers that are not known");
    }
    let number = number_type(&tensor.element);
    let unit_bits = match optional(call, "internal_type", usize::MAX) {
        None => None,
        Some(internal) => match (number, number_type(internal)) {
            // TMA takes narrow elements apart, one a byte, and counts them.
            (Some(number), Some(internal)) if number.bits < 8 && internal.bits == 8 => Some(number.bits),
            (Some(_), Some(internal)) => Some(internal.bits),
            _ => return unknown("TMA's own element type may have another width"),
        },
    };
    // No coordinate depends on the width of the elements.
    let (element, types) = match number.map(|number| (number, number.element())) {
        Some((_, Some(element))) => (Some(element), Types::Known),
        Some((number, None)) => return unknown(format!("TMA copies of `{}` are not computed", number.name)),
        None => (ElementType::find("half_t"), Types::EnoughForLayouts),
    };
    let Some(element) = element else { return unknown("the element type of the tensor is not known") };
    let unit_bits = unit_bits.unwrap_or(element.bits);
    let smem = argument(call, smem, 2)?;
    Ok(Source { operation: &operation.kind, element, unit_bits, types, tensor: layout, smem })
}

/// The coordinates of a tile of a tensor.
fn coordinates_of_tile(tensor: &SymbolicLayout, tiler: &[HostValue]) -> Result<SymbolicLayout, Refusal> {
    let modes: Option<Vec<SymbolicTiler>> =
        tiler.iter().map(|mode| operand(mode).ok().as_ref().and_then(symbolic::tiler_of)).collect();
    let Some(modes) = modes else { return unknown("the tile of this TMA copy is not known") };
    let identity = make_identity_layout(&tensor.shape()).map_err(unmade)?;
    composition_tiler(&identity, &SymbolicTiler::ByMode(modes)).map_err(unmade)
}

impl Source<'_> {
    /// The coordinates of the tile.
    fn tile(&self, tiler: &[HostValue]) -> Result<SymbolicLayout, Refusal> {
        coordinates_of_tile(&self.tensor, tiler)
    }

    /// The atom, the tensor of coordinates, and the layout of shared memory as it was given.
    fn made(&self, values: &SymbolicLayout, rank: usize) -> Outcome {
        let given = operand(self.smem)?;
        let (smem, swizzle) = (plain(&given)?, swizzle_of(&given));
        let smem = match smem.rank() {
            all if all == rank => smem,
            // The stages are no part of it.
            all if all == rank.saturating_add(1) => {
                Layout::from_modes(smem.modes().into_iter().take(rank).collect::<Vec<_>>())?
            }
            _ => return unknown("shared memory and the tile differ in rank"),
        };
        let atom = TmaAtom::of_values_in_units(
            self.operation,
            self.element,
            self.unit_bits,
            &self.tensor,
            &smem,
            values,
        );
        let atom = atom.map_err(unmade)?;
        let atom = match swizzle {
            Some(swizzle) => atom.swizzled(swizzle),
            None => atom,
        };
        if atom.extents().iter().any(|extent| *extent > LARGEST_EXTENT) {
            return unknown("the DSL cuts a box that is wider than TMA's");
        }
        let coordinates = atom.tensor(&self.tensor.shape()).map_err(unmade)?;
        let element = HostValue::unknown("a coordinate has no element type");
        let tensor = Tensor::new(Some(MemorySpace::Counting), element, coordinates.into());
        let atom = with_types(Value::from(Hardware::TmaAtom(atom)).into(), self.types);
        Ok(info(atom, HostValue::Tensor(tensor.into()), self.smem.clone()))
    }
}

/// What the algebra refuses here the DSL may compute by ways that are not followed.
fn unmade(error: layout_algebra::Error) -> Refusal {
    Refusal::Unknown(error.to_string())
}

/// A pair that has names, too.
fn info(atom: HostValue, tensor: HostValue, smem: HostValue) -> Computed {
    let fields = BTreeMap::from([
        ("atom".to_owned(), atom),
        ("tma_tensor".to_owned(), tensor),
        ("smem_layout".to_owned(), smem),
    ]);
    Computed::plain(HostValue::Object(Arc::new(Object { class: None, kind: TMA_INFO.to_owned(), fields })))
}

/// `TmaInfo(copy_atom, tma_tensor, smem_layout)`.
fn tma_info(call: &Call<'_>) -> Outcome {
    let given = |keyword, index| {
        let given = call.keyword_or(keyword, index).cloned();
        given.unwrap_or_else(|| HostValue::unknown(format!("`{keyword}` is not given")))
    };
    Ok(info(given("copy_atom", 0), given("tma_tensor", 1), given("smem_layout", 2)))
}

/// `info.tma_tensor`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match receiver {
        HostValue::Object(object) if object.kind == TMA_INFO => object.fields.get(name).cloned(),
        _ => None,
    }
}

/// `make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast)`.
fn make_tiled_tma_atom(call: &Call<'_>) -> Outcome {
    let source = source(call, "smem_layout_")?;
    let Some(tiler) = argument(call, "cta_tiler", 3)?.elements() else {
        return unknown("the tile of this TMA copy is not known");
    };
    source.made(&source.tile(&tiler)?, tiler.len())
}

/// `make_tiled_tma_atom_A(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk)`: the tile of an
/// operand as the thread blocks of the MMA share it. A multicast moves where each of them begins.
fn of_mma(call: &Call<'_>, which: MmaOperand, extents: [usize; 2]) -> Outcome {
    let source = source(call, "smem_layout")?;
    let Some(tiler) = argument(call, "mma_tiler_mnk", 3)?.elements() else {
        return unknown("the tile of this TMA copy is not known");
    };
    let [first, last] = extents;
    // What follows M, N and K is of A and B.
    let rest = if last == 2 { tiler.get(2..) } else { tiler.get(1..2) };
    let (Some(extent), Some([along, rest @ ..])) = (tiler.get(first), rest) else {
        return unknown("the tile of the MMA has too few extents");
    };
    let tiler: Vec<HostValue> = [extent, along].into_iter().chain(rest).cloned().collect();
    let values = values_of_block(argument(call, "tiled_mma", 4)?, which, &source.tile(&tiler)?)?;
    let rank = values.rank();
    source.made(&SymbolicLayout::try_from(&values).map_err(unmade)?, rank)
}

/// The coordinates that the first of the thread blocks of an MMA has of a tile.
fn values_of_block(
    mma: &HostValue,
    which: MmaOperand,
    tile: &SymbolicLayout,
) -> Result<Layout<Coordinate>, Refusal> {
    let (mma, types) = typed(mma);
    let Some(mma) = tiled_mma(&mma) else { return unknown("the tiled MMA is not known") };
    if types == Types::EnoughForAccumulators && which != MmaOperand::C {
        return unknown("the element types of the operation are not known");
    }
    let Some(tile) = tile.known_coordinates().filter(|_| tile.is_static()) else {
        return unknown("the tile of this TMA copy is known at run time only");
    };
    of_block(&mma.thrfrg(which, &tile)?)
}

/// `cute.experimental.get_cta_v_map_ab(gmem_tensor, mma_tiler_mnk, tiled_mma, "A")`: the coordinates of what a thread block
/// loads.
fn values_of_operand(call: &Call<'_>) -> Outcome {
    let (which, first) = match argument(call, "input_operand", 3)? {
        HostValue::Text(name) if &**name == "A" => (MmaOperand::A, 0),
        HostValue::Text(name) if &**name == "B" => (MmaOperand::B, 1),
        _ => return unknown("the coordinates of this operand are not computed"),
    };
    let HostValue::Tensor(tensor) = argument(call, "gmem_tensor", 0)? else {
        return unknown("a TMA copy is made of a tensor");
    };
    let Some(layout) = symbolic::layout_of(&tensor.layout) else {
        return unknown(tensor.layout.unknown_reason().unwrap_or("the layout of the tensor is not known"));
    };
    let tiler = argument(call, "mma_tiler_mnk", 1)?.elements().unwrap_or_default();
    let (Some(extent), Some(rest)) = (tiler.get(first), tiler.get(2..)) else {
        return unknown("the tile of the MMA has too few extents");
    };
    let tiler: Vec<HostValue> = std::iter::once(extent).chain(rest).cloned().collect();
    let tile = coordinates_of_tile(&layout, &tiler)?;
    let values = values_of_block(argument(call, "tiled_mma", 2)?, which, &tile)?;
    Ok(Computed::plain(Value::from(values)))
}

/// `tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)`: the part of shared memory and that of the
/// coordinates. A multicast moves where they begin.
fn tma_partition(call: &Call<'_>) -> Outcome {
    let (atom, _) = typed(argument(call, "atom", 0)?);
    let atom = match (hardware(&atom), &atom) {
        (Some(Hardware::TmaAtom(atom)), _) => Some(atom),
        (None, HostValue::Object(object)) if object.kind == WHOLE_TILES => None,
        _ => return unknown("this is no TMA copy"),
    };
    let tensor = |keyword, index| match argument(call, keyword, index)? {
        HostValue::Tensor(tensor) => Ok(tensor),
        _ => unknown("only a tensor is partitioned"),
    };
    let (shared, global) = (tensor("smem_tensor", 3)?, tensor("gmem_tensor", 4)?);
    if let Some(reason) = shared.layout.unknown_reason().or(global.layout.unknown_reason()) {
        return unknown(reason);
    }
    let Some(coordinates) = symbolic::layout_of(&global.layout) else {
        return unknown("the layout of the tensor in global memory is not known");
    };
    if matches!(shared.layout, Value::Composed(_)) {
        return unknown("the part of a tensor whose layout is swizzled is not computed");
    }
    let shared_layout = plain(&shared.layout)?;
    let part = match atom {
        Some(atom) => atom.partition(&shared_layout, &coordinates),
        None => TmaPartition::of_whole_tiles(&shared_layout, &coordinates),
    };
    let part = part.map_err(unmade)?;
    let is_first = call.keyword_or("cta_coord", 1).and_then(HostValue::known_int) == Some(0);
    let moved = |tensor: &Tensor, layout: Value| {
        let offset = tensor.offset.clone().filter(|_| is_first);
        HostValue::Tensor(Tensor { offset, ..tensor.with_layout(layout) }.into())
    };
    let parts = vec![moved(shared, part.shared.into()), moved(global, part.global.into())];
    Ok(Computed::plain(HostValue::tuple(parts)))
}
