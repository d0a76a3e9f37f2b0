//! Tiled MMAs and copies of the DSL, and what a thread sees of them.

use std::sync::Arc;

use layout_algebra::{IntTuple, Layout, MmaOperand, TiledCopy, TiledMma, Tiler, TilerMode};
use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, LibraryFunction, Outcome, PlainFunction},
    invariant,
    library::unknown,
    tensor::{MemorySpace, Tensor},
    types::HostType,
    value::{HostValue, ThreadSlice},
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value, value};

use crate::dsl::{
    atom::{Types, typed, with_types},
    element::{self, NumberType, number_type},
    operand::{argument, operand, operand_at, operate, optional, receiver},
};
use layoutlens_library_cute::{
    cute::{hardware, mma::fragment, thread_part},
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, member, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.cute.make_tiled_mma", make_tiled_mma),
    ("cutlass.cute.make_tiled_copy", make_tiled_copy),
    ("cutlass.cute.make_tiled_copy_tv", |call| {
        made_copy(call, Operation::MakeTiledCopy, &["thr_layout", "val_layout"])
    }),
    ("cutlass.cute.make_tiled_copy_A", |call| made_copy(call, Operation::MakeTiledCopyA, &["tiled_mma"])),
    ("cutlass.cute.make_tiled_copy_B", |call| made_copy(call, Operation::MakeTiledCopyB, &["tiled_mma"])),
    ("cutlass.cute.make_tiled_copy_C", |call| made_copy(call, Operation::MakeTiledCopyC, &["tiled_mma"])),
    ("cutlass.cute.make_tiled_copy_S", |call| made_copy(call, Operation::MakeTiledCopyS, &["tiled_copy"])),
    ("cutlass.cute.make_tiled_copy_D", |call| made_copy(call, Operation::MakeTiledCopyD, &["tiled_copy"])),
    ("cutlass.cute.make_tiled_copy_C_atom", |call| made_copy(call, Operation::MakeTiledCopyCAtom, &["mma"])),
    ("cutlass.cute.nvgpu.tcgen05.make_tmem_copy", |call| {
        made_copy(call, Operation::MakeTmemCopy, &["tmem_tensor"])
    }),
    ("cutlass.cute.nvgpu.tcgen05.make_s2t_copy", make_s2t_copy),
    ("cutlass.cute.nvgpu.tcgen05.get_s2t_smem_desc_tensor", descriptors),
    ("cutlass.cute.make_cotiled_copy", |call| {
        made_copy(call, Operation::MakeCotiledCopy, &["atom_layout_tv", "data_layout"])
    }),
];

/// The value as an operand, with the atom that stands for one of unknown types.
fn typed_operand(value: &HostValue) -> Result<(Value, Types), Refusal> {
    let (value, types) = typed(value);
    Ok((operand(&value)?, types))
}

fn wrapped(computed: Computed, types: Types) -> Computed {
    match types {
        Types::Known => computed,
        types => Computed::plain(with_types(computed.value, types)),
    }
}

/// `make_tiled_mma(op_or_atom, atom_layout_mnk, permutation_mnk)`.
fn make_tiled_mma(call: &Call<'_>) -> Outcome {
    tiled_mma(
        argument(call, "op_or_atom", 0)?,
        optional(call, "atom_layout_mnk", 1),
        optional(call, "permutation_mnk", 2),
    )
}

/// A tiled MMA of this atom.
pub(super) fn tiled_mma(
    atom: &HostValue,
    atoms: Option<&HostValue>,
    permutation: Option<&HostValue>,
) -> Outcome {
    let (atom, types) = typed_operand(atom)?;
    let atoms = match atoms {
        Some(atoms) => operand(atoms)?,
        // The DSL's default.
        None => Value::ints(&[1, 1, 1].into_iter().collect()),
    };
    let permutation = permutation.map(operand).transpose()?;
    let operands: Vec<Value> = [atom, atoms].into_iter().chain(permutation).collect();
    Ok(wrapped(operate(Operation::MakeTiledMma, &operands).map(Computed::of)?, types))
}

/// `make_tiled_copy(atom, layout_tv, tiler_mn)`.
fn make_tiled_copy(call: &Call<'_>) -> Outcome {
    let atom = operand_at(call, "atom", 0)?;
    let (layout_tv, tiler) = (operand_at(call, "layout_tv", 1)?, operand_at(call, "tiler_mn", 2)?);
    let Value::Hardware(hardware) = &atom else { return unknown("this copy atom is not computed") };
    let (Hardware::CopyAtom(atom), Value::Layout(layout_tv)) = (hardware.as_ref(), layout_tv) else {
        return unknown("the parts of this tiled copy are not known");
    };
    let copy = TiledCopy::new(atom.clone(), Arc::unwrap_or_clone(layout_tv), tiler_modes(&tiler)?)?;
    Ok(Computed::plain(Value::from(Hardware::TiledCopy(copy))))
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

/// A tiled copy by the operation of this name, of an atom and what the keywords name.
fn made_copy(call: &Call<'_>, operation: Operation, keywords: &[&str]) -> Outcome {
    // The types of a copy are its atom's: those of the MMA may be unknown.
    let (atom, types) = typed_operand(argument(call, "atom", 0)?)?;
    let mut operands = vec![atom];
    for (index, keyword) in keywords.iter().enumerate() {
        let (operand, known) = typed_operand(argument(call, keyword, index + 1)?)?;
        let is_of_accumulators =
            matches!(operation, Operation::MakeTiledCopyC | Operation::MakeTiledCopyCAtom);
        if known == Types::EnoughForAccumulators && !is_of_accumulators {
            return unknown(OPERANDS);
        }
        operands.push(operand);
    }
    operate(operation, &operands).map(|made| wrapped(Computed::of(made), types))
}

const OF_MMA: &[(&str, PlainFunction)] = &[
    ("get_slice", get_slice),
    ("get_tile_size", tile_size),
    ("partition_shape_A", |call| partition_shape(call, Operation::PartitionShapeA)),
    ("partition_shape_B", |call| partition_shape(call, Operation::PartitionShapeB)),
    ("partition_shape_C", |call| partition_shape(call, Operation::PartitionShapeC)),
    ("make_fragment_A", |call| make_fragment(call, "make_fragment_A")),
    ("make_fragment_B", |call| make_fragment(call, "make_fragment_B")),
    ("make_fragment_C", |call| make_fragment(call, "make_fragment_C")),
    ("partition_A", |call| partition(call, "partition_A")),
    ("partition_B", |call| partition(call, "partition_B")),
    ("partition_C", |call| partition(call, "partition_C")),
    // What the program switches, no layout depends on.
    ("set", |_| Ok(Computed::plain(HostValue::Nothing))),
];

const OF_COPY: &[(&str, PlainFunction)] = &[
    ("get_slice", get_slice),
    ("retile", retile),
    ("partition_S", |call| partition(call, "partition_S")),
    ("partition_D", |call| partition(call, "partition_D")),
    ("set", |_| Ok(Computed::plain(HostValue::Nothing))),
];

/// Bits that a descriptor of shared memory counts in.
const DESCRIBED_BITS: i64 = 128;

/// `get_s2t_smem_desc_tensor(tiled_copy, smem_tensor)`: descriptors of what a copy to tensor memory reads, counted in 16
/// bytes.
fn descriptors(call: &Call<'_>) -> Outcome {
    let HostValue::Tensor(tensor) = argument(call, "smem_tensor", 1)? else {
        return unknown("only a tensor has descriptors");
    };
    if let Some(reason) = tensor.layout.unknown_reason() {
        return unknown(reason);
    }
    let Some(number) = number_type(&tensor.element) else {
        return unknown("the element type of the tensor is not known");
    };
    if tensor.space != Some(MemorySpace::Shared) || matches!(tensor.layout, Value::Composed(_)) {
        return unknown("the descriptors of this tensor are not computed");
    }
    let operands = [tensor.layout.clone(), Value::int(number.bits), Value::int(DESCRIBED_BITS)];
    let layout = operate(Operation::Recast, &operands)?;
    let element = HostValue::unknown("a descriptor has no element type");
    let described = Tensor { offset: None, element, ..tensor.with_layout(layout.value.clone()) };
    Ok(Computed { value: HostValue::Tensor(described.into()), evaluated: Some(Box::new(layout)) })
}

/// `make_s2t_copy(atom, tmem_tensor)`: from shared memory to tensor memory, wherever the tensor has its lanes.
fn make_s2t_copy(call: &Call<'_>) -> Outcome {
    let atom = operand(argument(call, "atom", 0)?)?;
    let Value::Hardware(hardware) = &atom else { return unknown("this copy atom is not computed") };
    let Hardware::CopyAtom(copied) = hardware.as_ref() else {
        return unknown("this copy atom is not computed");
    };
    if !copied.traits().operation().starts_with(BROADCAST) {
        return unknown("this copy to tensor memory is not computed");
    }
    let bits = copied.element().bits;
    let (Some(values), Some(lane)) = (128_i64.checked_div(bits), LANE_BITS.checked_div(bits)) else {
        return unknown("copies of this type are not computed");
    };
    // Of each lane of a warp 128 bits, four times.
    let shape: IntTuple = [32, values, 4].into_iter().collect();
    let stride: IntTuple = [lane, 1, 32 * lane].into_iter().collect();
    let shape = IntTuple::Tuple(vec![IntTuple::Int(copied.traits().thr_id().size()), shape]);
    let stride = IntTuple::Tuple(vec![IntTuple::Int(0), stride]);
    let lanes = operate(Operation::MakeLayout, &[Value::ints(&shape), Value::ints(&stride)])?.value;
    let data = operand(argument(call, "tmem_tensor", 1)?)?;
    let data = operate(Operation::FilterZeros, &[data])?.value;
    operate(Operation::MakeCotiledCopy, &[atom.clone(), lanes, data]).map(Computed::of)
}

/// Bits of tensor memory from one lane to the next.
const LANE_BITS: i64 = 65_536 * 32;

/// What is certain of an MMA the types of whose operands are not known.
const OF_ACCUMULATORS: &[&str] =
    &["get_slice", "partition_shape_C", "make_fragment_C", "partition_C", "set", "size", "thr_layout_vmnk"];

/// Why the rest is not known.
const OPERANDS: &str = "the element types of the operation are not known";

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    let (receiver, types) = typed(receiver);
    if types == Types::EnoughForAccumulators
        && find(OF_MMA, name).is_some()
        && !OF_ACCUMULATORS.contains(&name)
    {
        return Some(LibraryFunction::Plain(|_| unknown(OPERANDS)));
    }
    match hardware::hardware(&receiver)? {
        Hardware::TiledMma(_) | Hardware::MmaAtom(_) => find(OF_MMA, name),
        Hardware::TiledCopy(_) => find(OF_COPY, name),
        _ => None,
    }
}

fn get_slice(call: &Call<'_>) -> Outcome {
    let Some(thread) = call.keyword_or("thr_idx", 0) else { return unknown("the slice of no thread") };
    let slice = ThreadSlice { tiled: receiver(call)?.clone(), thread: thread.clone() };
    Ok(Computed::plain(HostValue::ThreadSlice(Arc::new(slice))))
}

fn tile_size(call: &Call<'_>) -> Outcome {
    let (value, _) = typed(receiver(call)?);
    let Some(mma) = hardware::tiled_mma(&value) else {
        return unknown("a tile of what is no tiled MMA");
    };
    let mode = argument(call, "mode_idx", 0)?.known_int().and_then(|mode| usize::try_from(mode).ok());
    let Some(mode) = mode else { return unknown("which mode is meant is not known") };
    Ok(Computed::plain(Value::int(mma.tile_size(mode)?)))
}

fn partition_shape(call: &Call<'_>, operation: Operation) -> Outcome {
    let (mma, _) = typed_operand(receiver(call)?)?;
    let shape = call.argument(0).map_or_else(|| unknown("the shape of nothing"), operand)?;
    operate(operation, &[mma, shape]).map(Computed::of)
}

/// `make_fragment_A(part)`, `make_fragment_C(shape)`.
fn make_fragment(call: &Call<'_>, name: &str) -> Outcome {
    let (mma, types) = typed(receiver(call)?);
    let Some(part) = call.argument(0) else { return unknown("a fragment of nothing") };
    if let Some(reason) = part.unknown_reason() {
        return unknown(reason);
    }
    let computed = match part {
        HostValue::Tensor(tensor) => {
            let part = HostValue::Tensor(Arc::new(with_cutlass_element(tensor)));
            let arguments = [CallArgument { keyword: None, value: part, range: call.range.clone() }];
            let call = Call {
                name,
                receiver: Some(&mma),
                template: &[],
                arguments: &arguments,
                range: call.range.clone(),
            };
            fragment::make_fragment(&call)?
        }
        shape if name == "make_fragment_C" => {
            let Value::Tuple(shape) = shape_of(operand(shape)?)? else {
                return unknown("the shape is not known");
            };
            let Ok(shape) = value::numbers(&shape) else {
                return unknown("accumulators need a shape that is known at compile time");
            };
            fragment::accumulator(&mma, &shape)?
        }
        shape => of_shape(&mma, name, &operand(shape)?)?,
    };
    Ok(with_dsl_element(computed, types))
}

/// A shape, or that of a layout.
fn shape_of(given: Value) -> Result<Value, Refusal> {
    match given {
        Value::Layout(_) => Ok(operate(Operation::Shape, &[given])?.value),
        shape => Ok(shape),
    }
}

/// Registers for an operand of this shape, compact, or its place in tensor memory. Of a layout registers follow the order
/// of its strides, and tensor memory its shape alone.
fn of_shape(mma: &HostValue, name: &str, shape: &Value) -> Outcome {
    use layout_algebra::atom::mma::Operand;
    let atom = match hardware::hardware(mma) {
        Some(Hardware::MmaAtom(atom)) => atom,
        Some(Hardware::TiledMma(mma)) => mma.atom(),
        _ => return unknown("this is no MMA"),
    };
    let (source, value_type) = match name {
        "make_fragment_A" => (atom.operand_a(), &atom.value_types().a),
        "make_fragment_B" => (atom.operand_b(), &atom.value_types().b),
        name => return invariant!(unknown("a fragment of no operand"), "{name} is called for an operand"),
    };
    let (space, layout) = match (source, shape) {
        (Operand::Registers, _) => {
            let make = match shape {
                Value::Layout(_) => Operation::MakeFragmentLike,
                _ => Operation::MakeLayout,
            };
            (MemorySpace::Register, operate(make, std::slice::from_ref(shape))?.value)
        }
        (Operand::TensorMemory(fragment), Value::Tuple(_) | Value::Layout(_)) => {
            let Value::Tuple(shape) = shape_of(shape.clone())? else {
                return unknown("the shape is not known");
            };
            match value::numbers(&shape) {
                Ok(shape) => (MemorySpace::Tensor, fragment.layout(&shape)?.into()),
                Err(_) => return unknown("tensor memory needs a shape that is known at compile time"),
            }
        }
        _ => return unknown("a fragment of a shape in shared memory is not computed"),
    };
    let element = HostValue::Type(Arc::new(HostType::Named(value_type.clone())));
    let tensor = Tensor::new(Some(space), element, layout);
    Ok(Computed::plain(HostValue::Tensor(Arc::new(tensor))))
}

/// The tensor with its element type as CUTLASS spells it, where atoms look for it.
fn with_cutlass_element(tensor: &Tensor) -> Tensor {
    let element = match element::number_type(&tensor.element).and_then(NumberType::element) {
        Some(element) => HostValue::Type(Arc::new(HostType::Named(element.name.to_owned()))),
        None => tensor.element.clone(),
    };
    Tensor { element, ..tensor.clone() }
}

/// The tensor with its element type as the DSL spells it; unknown where the atom's types are.
fn with_dsl_element(computed: Computed, types: Types) -> Computed {
    let HostValue::Tensor(tensor) = &computed.value else { return computed };
    let element = match types {
        Types::EnoughForLayouts => HostValue::unknown("the element types of the atom are not known"),
        _ => element::of_cutlass(&tensor.element),
    };
    let tensor = Tensor { element, ..Tensor::clone(tensor) };
    Computed { value: HostValue::Tensor(Arc::new(tensor)), ..computed }
}

/// `partition_A(tensor)` and its kin: the elements that the thread holds.
fn partition(call: &Call<'_>, name: &str) -> Outcome {
    let (slice, _) = typed(receiver(call)?);
    let (template, arguments, range) = (call.template, call.arguments, call.range.clone());
    let call = Call { name, receiver: Some(&slice), template, arguments, range };
    let part = thread_part::partition(&call)?;
    // What is copied to all warps is read as if there were more of it.
    Ok(if is_broadcast(&slice) { Computed::plain(part.value) } else { part })
}

/// Whether this is a slice of a copy that writes what it reads several times.
fn is_broadcast(slice: &HostValue) -> bool {
    let HostValue::ThreadSlice(slice) = slice else { return false };
    match hardware::hardware(&slice.tiled) {
        Some(Hardware::TiledCopy(copy)) => copy.atom().traits().operation().starts_with(BROADCAST),
        _ => false,
    }
}

/// What the names of copies begin with that write to all four warps.
const BROADCAST: &str = "SM100_UTCCP_4x32dp128bit_";

/// `retile(fragment)`: the fragment in the order in which the copy wants it.
fn retile(call: &Call<'_>) -> Outcome {
    let (copy, _) = typed_operand(receiver(call)?)?;
    let fragment = argument(call, "src", 0)?;
    let HostValue::Tensor(tensor) = fragment else { return unknown("retiled is a tensor") };
    let retiled = operate(Operation::RetileS, &[copy, operand(fragment)?])?;
    Ok(crate::dsl::operand::tensor(tensor.with_layout(retiled.value.clone()), Some(retiled)))
}

/// `tiled_mma.thr_layout_vmnk`, `tiled_copy.tiler_mn`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    if let (HostValue::ThreadSlice(slice), "thr_idx") = (receiver, name) {
        return Some(slice.thread.clone());
    }
    let (value, types) = typed(receiver);
    let is_of_accumulators = OF_ACCUMULATORS.contains(&name) || name == "tv_layout_C_tiled";
    if types == Types::EnoughForAccumulators && !is_of_accumulators {
        return None;
    }
    match hardware::hardware(&value)? {
        Hardware::TiledMma(mma) => of_mma(mma, name),
        Hardware::TiledCopy(copy) => of_copy(copy, name),
        _ => None,
    }
}

fn of_mma(mma: &TiledMma, name: &str) -> Option<HostValue> {
    let layout_tv = |operand| mma.layout_tv(operand).ok().map(|layout| Value::from(layout).into());
    match name {
        "size" => Some(HostValue::static_int(mma.thr_size())),
        "permutation_mnk" => Some(permutation(mma)),
        "thr_layout_vmnk" => Some(Value::from(mma.thr_layout_vmnk().clone()).into()),
        "tv_layout_A_tiled" => layout_tv(MmaOperand::A),
        "tv_layout_B_tiled" => layout_tv(MmaOperand::B),
        "tv_layout_C_tiled" => layout_tv(MmaOperand::C),
        _ => None,
    }
}

/// The permutation: of sizes as layouts, `None` where there is none.
fn permutation(mma: &TiledMma) -> HostValue {
    let mode = |mode: &TilerMode| match mode {
        TilerMode::Size(size) => match Layout::compact(IntTuple::Int(*size)) {
            Ok(layout) => Value::from(layout).into(),
            Err(error) => HostValue::unknown(error.to_string()),
        },
        TilerMode::Layout(layout) => Value::from(layout.clone()).into(),
        TilerMode::Keep => HostValue::Nothing,
        TilerMode::ByMode(_) => HostValue::unknown("this permutation is not computed"),
    };
    HostValue::tuple(mma.permutation().iter().map(mode).collect())
}

fn of_copy(copy: &TiledCopy, name: &str) -> Option<HostValue> {
    match name {
        "size" => Some(HostValue::static_int(copy.threads())),
        "layout_tv_tiled" => Some(Value::from(copy.layout_tv().clone()).into()),
        "layout_src_tv_tiled" => copy.layout_s_tv().ok().map(|layout| Value::from(layout).into()),
        "layout_dst_tv_tiled" => copy.layout_d_tv().ok().map(|layout| Value::from(layout).into()),
        "tiler_mn" => Some(tiler_mn(copy)),
        _ => None,
    }
}

/// The tiler of a copy: a tuple of sizes where it has no layouts.
fn tiler_mn(copy: &TiledCopy) -> HostValue {
    let Tiler::ByMode(modes) = copy.tiler() else { return HostValue::unknown("a tiler of one layout") };
    let sizes: Option<Vec<IntTuple>> = modes
        .iter()
        .map(|mode| match mode {
            TilerMode::Size(size) => Some(IntTuple::Int(*size)),
            _ => None,
        })
        .collect();
    match sizes {
        Some(sizes) => Value::ints(&IntTuple::Tuple(sizes)).into(),
        None => Value::Tiler(modes).into(),
    }
}
