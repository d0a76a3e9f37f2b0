//! Tensor memory: fragments and copies.

use layout_algebra::{
    Layout,
    atom::{
        copy::{CopyAtom, CopyTraits},
        element::ElementType,
        tmem::{LANE_STRIDE_BITS, TmemDirection, TmemInstruction, written_bits},
    },
    coalesce, upcast,
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, refuse_unknown, unknown},
    tensor::Tensor,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Operation, Refusal, Value};

use crate::{
    cute::{
        element::bits_of,
        hardware::{hardware, operand, type_of},
        integer::type_with,
        operand::{bare, template_number},
        spelling,
        tag::tag,
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, name),
    function_names: || names(FUNCTIONS).collect(),
    member,
    named,
    specialized,
    construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_tmem_copy", make_tmem_copy),
    ("make_utccp_copy", make_utccp_copy),
    ("TMEM::op_repeater", op_repeater),
    ("TMEM::tmem_load_to_store", tmem_load_to_store),
];

const ALLOCATORS: [&str; 2] = ["TMEM::Allocator1Sm", "TMEM::Allocator2Sm"];

const DP: &str = "TMEM::DP";

/// `TMEM::DP<T>`: how far a lane is from the one before, in elements (`cute/arch/tmem_allocator_sm100.hpp`).
fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let (DP, [element]) = (bare(name), arguments) else { return None };
    Some(bits_of(element).and_then(|bits| match bits {
        1..=32 if 32 % bits == 0 => Ok(type_with(HostValue::static_int(LANE_STRIDE_BITS / bits))),
        _ => unknown(format!("{DP} of elements of {bits} bits is not computed")),
    }))
}

/// `TMEM::Allocator1Sm`, `TMEM::Allocator2Sm`: objects without layouts; `TMEM::DP_b`.
fn named(name: &str) -> Option<HostValue> {
    let name = spelling::unqualified(name);
    if name == "TMEM::DP_b" {
        return Some(type_with(HostValue::static_int(LANE_STRIDE_BITS)));
    }
    ALLOCATORS.contains(&name.as_str()).then(|| type_of(tag(&name)))
}

/// `TMEM::Allocator1Sm::Sm100TmemCapacityColumns`.
fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match crate::cute::operand::instance(receiver) {
        HostValue::Object(object) if ALLOCATORS.contains(&object.kind.as_str()) => match name {
            "Sm100TmemCapacityColumns" => Some(HostValue::run_time_int(layout_algebra::atom::tmem::COLUMNS)),
            _ => None,
        },
        _ => None,
    }
}

/// `TMEM::Allocator1Sm{}`.
fn construct(constructed: &HostType, _: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value @ HostValue::Object(object)) if ALLOCATORS.contains(&object.kind.as_str()) => {
            Some(Ok(Computed::plain(value.clone())))
        }
        _ => None,
    }
}

/// The operation of a copy and the tensor in tensor memory, whose layout is known.
fn copy_and_tensor<'a>(call: &Call<'a>) -> Result<(&'a HostValue, &'a Tensor), Refusal> {
    let Some((copy, tensor)) = call.argument(0).zip(call.argument(1)) else {
        return unknown(format!("{} without a tensor is not computed", call.name));
    };
    refuse_unknown([copy, tensor])?;
    let HostValue::Tensor(tensor) = tensor else { return unknown(format!("{} wants a tensor", call.name)) };
    match tensor.layout.unknown_reason() {
        Some(reason) => unknown(reason),
        None => Ok((copy, tensor)),
    }
}

/// `make_tmem_copy(operation or atom, tensor)`: four warps between registers and a tensor in tensor memory.
fn make_tmem_copy(call: &Call<'_>) -> Outcome {
    let (copy, tensor) = copy_and_tensor(call)?;
    let atom = match hardware(copy) {
        Some(Hardware::CopyAtom(atom)) => atom.clone(),
        Some(Hardware::TmemInstruction(instruction)) => {
            CopyAtom::new(CopyTraits::of_tmem(instruction)?, element(&tensor.element)?)?
        }
        Some(Hardware::CopyOperation(traits)) => CopyAtom::new(traits.clone(), element(&tensor.element)?)?,
        _ => return unknown("the operation of this copy is not known"),
    };
    operate(
        Operation::MakeTmemCopy,
        &[Value::from(Hardware::CopyAtom(atom)), operand(&tensor.layout.clone().into())?],
    )
    .map(Computed::of)
}

/// `make_utccp_copy(operation, tensor)`: from shared memory to a tensor in tensor memory (`cute/atom/copy_traits_sm100.hpp`).
fn make_utccp_copy(call: &Call<'_>) -> Outcome {
    let (copy, tensor) = copy_and_tensor(call)?;
    let Some(Hardware::CopyOperation(traits)) = hardware(copy) else {
        return unknown("the operation of this copy is not known");
    };
    let Ok(bits) = written_bits(traits.operation()) else {
        return unknown(format!("{} writes no tensor memory", traits.operation()));
    };
    let atom = CopyAtom::new(traits.clone(), element(&tensor.element)?)?;
    let values = coalesce(&upcast(&bits, atom.element().bits)?);
    let threads = Layout::new(traits.thr_id().size().into(), 0.into())?;
    let bits_of_threads = Layout::from_modes([threads, values])?;
    let operands = [
        Value::from(Hardware::CopyAtom(atom)),
        Value::from(bits_of_threads),
        operand(&tensor.layout.clone().into())?,
    ];
    operate(Operation::MakeCotiledCopy, &operands).map(Computed::of)
}

/// `TMEM::op_repeater<Op, bits>()`: the widest repetition of an instruction that divides so many bits of each lane.
fn op_repeater(call: &Call<'_>) -> Outcome {
    let once = instruction(call.template.first())?;
    let bits = template_number(call.template.get(1).unwrap_or(&HostValue::Nothing))?;
    match once.widest(bits).filter(|_| once.repeats() == 1 && bits > 0) {
        Some(widest) => Ok(Computed::plain(Value::from(Hardware::TmemInstruction(widest)))),
        None => unknown(format!("op_repeater gives nothing for {once} and {bits} bits")),
    }
}

/// `TMEM::tmem_load_to_store(operation)`: the instruction that stores what the operation loads.
fn tmem_load_to_store(call: &Call<'_>) -> Outcome {
    let load = instruction(call.argument(0))?;
    match (load.direction(), load.to_store()) {
        (TmemDirection::Load, Some(store)) => {
            Ok(Computed::plain(Value::from(Hardware::TmemInstruction(store))))
        }
        (TmemDirection::Load, None) => unknown(format!("CuTe has no store that belongs to {load}")),
        (TmemDirection::Store, _) => unknown(format!("{load} loads nothing")),
    }
}

fn instruction(operation: Option<&HostValue>) -> Result<TmemInstruction, Refusal> {
    refuse_unknown(operation)?;
    match operation.and_then(hardware) {
        Some(Hardware::TmemInstruction(instruction)) => Ok(instruction.clone()),
        _ => unknown("the operation on tensor memory is not known"),
    }
}

fn element(element: &HostValue) -> Result<ElementType, Refusal> {
    match spelling::type_name(element).and_then(|name| ElementType::find(&name)) {
        Some(element) => Ok(element),
        None => unknown("the element type of the tensor in tensor memory is not known"),
    }
}
