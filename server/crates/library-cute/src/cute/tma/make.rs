//! How TMA copies are made: from the tensor in global memory, the layout of shared memory, and the tile.

use std::sync::Arc;

use layout_algebra::{
    Coordinate, IntTuple, Layout, MmaOperand, SliceIndex, Swizzle, TiledMma,
    atom::element::ElementType,
    coalesce, slice,
    symbolic::{SymbolicLayout, SymbolicTiler, composition_tiler, make_identity_layout},
    tma::TmaAtom,
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    invariant,
    library::{operate, refuse_unknown, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value, symbolic};

use crate::cute::{
    hardware::{hardware, operand, tiled_mma, type_of},
    spelling,
};

/// What every maker takes.
struct Source {
    operation: String,
    element: ElementType,
    tensor: SymbolicLayout,
    smem: Layout,
    swizzle: Option<Swizzle>,
}

/// `make_tma_atom(operation, tensor, smem, tiler)`; how many thread blocks share it changes no layout.
pub(super) fn atom(call: &Call<'_>) -> Outcome {
    let source = source(call)?;
    let tiler = tiler(call, 3)?;
    made(source.atom(&source.tile(&tiler)?)?)
}

/// `make_tma_atom_A_sm100(operation, tensor, smem, tiler, mma, cluster)`: the tile is partitioned among thread blocks.
pub(super) fn atom_of_mma(call: &Call<'_>) -> Outcome {
    let source = source(call)?;
    made(source.atom(&partitioned(call, &source)?)?)
}

/// `make_tma_copy_A_sm100(operation, tensor, smem, tiler, mma)` and its kin: the thread blocks of the MMA along N share A.
pub(super) fn copy_of_mma(call: &Call<'_>) -> Outcome {
    let source = source(call)?;
    let values = partitioned(call, &source)?;
    let mma = mma_of(call)?;
    let shared_along = match operand_of(call) {
        MmaOperand::A => Some(2),
        MmaOperand::B => Some(1),
        MmaOperand::C => None,
    };
    let shared_along = shared_along.filter(|_| source.operation.ends_with("MULTICAST"));
    let vmnk: Vec<i64> = mma.thr_layout_vmnk().modes().iter().map(Layout::size).collect();
    let strides =
        vmnk.iter().enumerate().map(|(mode, size)| i64::from(Some(mode) == shared_along && *size > 1));
    let blocks = coalesce(&Layout::new(vmnk.iter().copied().collect(), strides.collect())?);
    tiled(&source, &values, &blocks)
}

/// Which operand of the MMA the copy is of.
fn operand_of(call: &Call<'_>) -> MmaOperand {
    match call.name.contains("_A_") {
        true => MmaOperand::A,
        false if call.name.contains("_B_") => MmaOperand::B,
        // The table has names of A, B and C only.
        false => MmaOperand::C,
    }
}

fn mma_of<'a>(call: &Call<'a>) -> Result<&'a TiledMma, Refusal> {
    match call.argument(4).and_then(tiled_mma) {
        Some(mma) => Ok(mma),
        None => unknown(format!("{} without a tiled MMA is not computed", call.name)),
    }
}

/// The values of a tile that one thread block of the MMA holds.
fn partitioned(call: &Call<'_>, source: &Source) -> Result<SymbolicLayout, Refusal> {
    let operand = operand_of(call);
    let removed = match operand {
        MmaOperand::A => 1,
        MmaOperand::B => 0,
        MmaOperand::C => 2,
    };
    let tile = source.tile(&without(tiler(call, 3)?, removed)?)?;
    let Some(tile) = tile.known_coordinates().filter(|_| tile.is_static()) else {
        return unknown("the tile of this TMA copy is known at run time only");
    };
    let values = of_block(&mma_of(call)?.thrfrg(operand, &tile)?)?;
    SymbolicLayout::try_from(&values).map_err(unmade)
}

/// `layout<1>(thrfrg)(_,(_,_))`: what one thread block holds, its rests unfolded.
pub fn of_block(thrfrg: &Layout<Coordinate>) -> Result<Layout<Coordinate>, Refusal> {
    let values = thrfrg.mode(1)?;
    let rests = values.mode(1)?.rank();
    let all = IntTuple::Int(SliceIndex::All);
    let unfold = IntTuple::Tuple(vec![all.clone(), IntTuple::Tuple(vec![all; rests])]);
    Ok(slice(&unfold, &values)?)
}

/// `make_tma_copy(operation, tensor, smem[, tiler][, cluster size])`.
pub(super) fn copy(call: &Call<'_>) -> Outcome {
    let source = source(call)?;
    let whole = || {
        SymbolicTiler::ByMode(
            sizes(&source.smem).into_iter().map(|size| SymbolicTiler::Size(size.into())).collect(),
        )
    };
    let (tiler, cluster) = match call.positional().len() {
        3 => (whole(), None),
        4 => (whole(), call.argument(3)),
        5 => (tiler(call, 3)?, call.argument(4)),
        _ => return unknown("make_tma_copy with these arguments is not computed"),
    };
    let blocks = match cluster {
        None => Value::int(1),
        Some(cluster) => operand(cluster)?,
    };
    tiled(&source, &source.tile(&tiler)?, &blocks_of(&blocks)?)
}

/// `make_tma_copy_A_sm90(operation, tensor, smem, tiler, cluster)` and its kin: A is shared by the thread blocks along N.
pub(super) fn copy_of_operand(call: &Call<'_>) -> Outcome {
    let source = source(call)?;
    let (removed, along) = match call.name {
        "make_tma_copy_A_sm90" => (1, Some(1)),
        "make_tma_copy_B_sm90" => (0, Some(0)),
        "make_tma_copy_C_sm90" => (2, None),
        name => return invariant!(unknown("a copy of no operand"), "{name} is called for an operand"),
    };
    let tile = source.tile(&without(tiler(call, 3)?, removed)?)?;
    let blocks = match (along, call.argument(4)) {
        (Some(mode), Some(cluster)) => {
            operate(Operation::Size, &[operand(cluster)?, Value::int(mode)])?.value
        }
        (Some(_), None) => return unknown(format!("{} without a cluster is not computed", call.name)),
        (None, _) => Value::int(1),
    };
    tiled(&source, &tile, &blocks_of(&blocks)?)
}

/// The thread blocks of a multicast of this size.
fn blocks_of(size: &Value) -> Result<Layout, Refusal> {
    match operate(Operation::MakeLayout, std::slice::from_ref(size))?.value {
        Value::Layout(blocks) => Ok(Arc::unwrap_or_clone(blocks)),
        _ => unknown("the size of the cluster is not known"),
    }
}

fn tiled(source: &Source, tile: &SymbolicLayout, blocks: &Layout) -> Outcome {
    let atom = source.atom(tile)?;
    let sizes: Option<Vec<i64>> =
        tile.modes().iter().map(|mode| mode.size().ok().and_then(|size| size.known())).collect();
    let Some(sizes) = sizes else { return unknown("the tile of this TMA copy is known at run time only") };
    let tiled = atom.tiled_copy(&source.smem, blocks, &sizes).map_err(unmade)?;
    Ok(Computed::plain(Value::from(Hardware::TmaCopy { atom, tiled })))
}

fn made(atom: TmaAtom) -> Outcome {
    Ok(Computed::plain(Value::from(Hardware::TmaAtom(atom))))
}

/// What the algebra refuses here CuTe may compute by ways that are not followed.
fn unmade(error: layout_algebra::Error) -> Refusal {
    Refusal::Unknown(error.to_string())
}

impl Source {
    /// The coordinates of a tile.
    fn tile(&self, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Refusal> {
        let identity = make_identity_layout(&self.tensor.shape()).map_err(unmade)?;
        composition_tiler(&identity, tiler).map_err(unmade)
    }

    fn atom(&self, values: &SymbolicLayout) -> Result<TmaAtom, Refusal> {
        let atom = TmaAtom::of_values(&self.operation, self.element, &self.tensor, &self.smem, values);
        let atom = atom.map_err(unmade)?;
        Ok(match self.swizzle {
            Some(swizzle) => atom.swizzled(swizzle),
            None => atom,
        })
    }
}

fn source(call: &Call<'_>) -> Result<Source, Refusal> {
    let [operation, tensor, smem, ..] = call.positional()[..] else {
        return unknown(format!("{} with these arguments is not computed", call.name));
    };
    refuse_unknown([operation, tensor, smem])?;
    let HostValue::Object(operation) = operation else {
        return unknown("the operation of this TMA copy is not known");
    };
    if operation.kind.contains("IM2COL") {
        return unknown("im2col copies are not computed");
    }
    let HostValue::Tensor(tensor) = tensor else { return unknown("a TMA copy is made of a tensor") };
    let element = spelling::type_name(&tensor.element).and_then(|name| ElementType::find(&name));
    let Some(element) = element else {
        return unknown("the element type of the tensor in global memory is not known");
    };
    // Elements of another width in TMA's own terms would recast the tensor.
    if let Some(internal) = call.template.first() {
        let internal = spelling::type_name(internal).and_then(|name| ElementType::find(&name));
        if internal.is_none_or(|internal| internal.bits != element.bits) {
            return unknown("TMA's own element type may have another width");
        }
    }
    let Some(layout) = symbolic::layout_of(&tensor.layout) else {
        return unknown(tensor.layout.unknown_reason().unwrap_or("the layout of the tensor is not known"));
    };
    let smem = operand(smem)?;
    Ok(Source {
        operation: operation.kind.clone(),
        element,
        tensor: layout,
        swizzle: swizzle_of(&smem),
        smem: plain(&smem)?,
    })
}

/// The swizzle of a layout of shared memory, whose numbers TMA takes to be those of bytes.
pub fn swizzle_of(smem: &Value) -> Option<Swizzle> {
    match smem {
        Value::Smem(smem) => Some(smem.swizzle()),
        Value::Composed(composed) => Some(composed.swizzle()),
        Value::Layout(_) => Swizzle::new(0, 4, 3).ok(),
        _ => None,
    }
}

/// The layout of shared memory without its swizzle.
pub fn plain(smem: &Value) -> Result<Layout, Refusal> {
    match smem {
        Value::Layout(layout) => Ok(layout.as_ref().clone()),
        Value::Smem(smem) => Ok(smem.layout().clone()),
        Value::Composed(composed) => Ok(composed.layout().clone()),
        _ => unknown("the layout of shared memory is not known at compile time"),
    }
}

fn sizes(layout: &Layout) -> Vec<i64> {
    layout.modes().iter().map(Layout::size).collect()
}

fn tiler(call: &Call<'_>, index: usize) -> Result<SymbolicTiler, Refusal> {
    let Some(argument) = call.argument(index) else {
        return unknown(format!("{} without a tile is not computed", call.name));
    };
    match symbolic::tiler_of(&operand(argument)?) {
        Some(tiler) => Ok(tiler),
        None => unknown("the tile of this TMA copy is not known"),
    }
}

/// The tiler without one of its modes.
fn without(tiler: SymbolicTiler, mode: usize) -> Result<SymbolicTiler, Refusal> {
    match tiler {
        SymbolicTiler::ByMode(mut modes) if mode < modes.len() => {
            modes.remove(mode);
            Ok(SymbolicTiler::ByMode(modes))
        }
        _ => unknown("the tile of this TMA copy has not enough modes"),
    }
}

/// `copy.with(barrier, mask)`: the same copy, which can be executed.
pub(super) fn with(call: &Call<'_>) -> Outcome {
    match call.receiver {
        Some(receiver) => Ok(Computed::plain(receiver.clone())),
        None => unknown("with of no copy"),
    }
}

/// `NumValSrc`, `ThrID`, `Tiler_MN` and others.
pub(super) fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    let atom = match hardware(receiver)? {
        Hardware::TmaAtom(atom) => atom.copy_atom().ok()?,
        Hardware::TmaCopy { tiled, .. } => {
            let tiled = Value::from(Hardware::TiledCopy(tiled.clone()));
            return crate::cute::copy::member(&tiled.into(), name);
        }
        _ => return None,
    };
    match name {
        "ValType" => Some(HostValue::Type(HostType::Named(atom.element().name.to_owned()).into())),
        "Traits" => Some(type_of(receiver.clone())),
        _ => crate::cute::copy::member(&Value::from(Hardware::CopyAtom(atom)).into(), name),
    }
}
