//! What a thread holds of the operands of an MMA: registers, descriptors of shared memory, tensor memory.

use std::sync::Arc;

use layout_algebra::{
    IntTuple, Layout, Swizzle,
    atom::{
        element::ElementType,
        mma::{MmaAtom, Operand},
    },
    smem::{Major, SmemLayout},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    invariant,
    library::{self, operate, unknown},
    tensor::{Described, MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, value};

use crate::cute::{
    hardware::operand,
    mma::atom::{atom_of, element},
    spelling, thread_part,
};

/// `partition_fragment_A(tensor)` and its kin: the fragment of the thread's part.
pub(super) fn partition_fragment(call: &Call<'_>) -> Outcome {
    let name = call.name.replace("partition_fragment", "partition");
    let part = thread_part::partition(&Call { name: &name, range: call.range.clone(), ..*call })?;
    let receiver = call.receiver.ok_or_else(|| no_operand(call))?;
    fragment(receiver, which(call.name), &part.value)
}

/// `make_fragment_A(part)` and its kin.
pub fn make_fragment(call: &Call<'_>) -> Outcome {
    let (receiver, part) = call.receiver.zip(call.argument(0)).ok_or_else(|| no_operand(call))?;
    fragment(receiver, which(call.name), part)
}

/// `partition_fragment_C(mma, shape)`: accumulators for a tile of this shape.
pub(super) fn accumulator_of_shape(call: &Call<'_>) -> Outcome {
    let (mma, shape) = call.argument(0).zip(call.argument(1)).ok_or_else(|| no_operand(call))?;
    let part = operate(Operation::PartitionShapeC, &[operand(mma)?, operand(shape)?])?;
    let Value::Tuple(shape) = &part.value else {
        return unknown("the shape of a thread's part is not known");
    };
    let Ok(shape) = value::numbers(shape) else {
        return unknown("accumulators need a shape that is known at compile time");
    };
    accumulator(mma, &shape)
}

fn no_operand(call: &Call<'_>) -> Refusal {
    Refusal::Unknown(format!("{} without an operand is not computed", call.name))
}

/// The last letter of the operation: which operand.
fn which(name: &str) -> Option<char> {
    name.chars().last()
}

/// The fragment of an operand's part that a thread holds.
fn fragment(mma: &HostValue, which: Option<char>, part: &HostValue) -> Outcome {
    library::refuse_unknown([part])?;
    // Accumulators are made of a shape alone.
    if let (HostValue::Value(Value::Tuple(shape)), Some('C')) = (part, which) {
        return match value::numbers(shape) {
            Ok(shape) => accumulator(mma, &shape),
            Err(_) => unknown("accumulators need a shape that is known at compile time"),
        };
    }
    // So is an operand in tensor memory.
    if let (HostValue::Value(Value::Tuple(shape)), Some('A')) = (part, which)
        && let atom = atom_of(mma)?
        && let Operand::TensorMemory(fragment) = atom.operand_a()
    {
        return match value::numbers(shape) {
            Ok(shape) => in_tensor_memory(fragment.layout(&shape)?, &atom.value_types().a),
            Err(_) => unknown("a fragment needs a shape that is known at compile time"),
        };
    }
    let HostValue::Tensor(part) = part else { return unknown("a fragment is made of a tensor") };
    if let Some(reason) = part.layout.unknown_reason() {
        return unknown(reason);
    }
    let atom = atom_of(mma)?;
    let (source, value_type) = match which {
        Some('A') => (atom.operand_a(), &atom.value_types().a),
        Some('B') => (atom.operand_b(), &atom.value_types().b),
        Some('C') => return accumulator(mma, &shape_of(&part.layout)?),
        _ => {
            return invariant!(
                unknown("which operand the fragment is of is not known"),
                "a fragment of {which:?}"
            );
        }
    };
    match source {
        Operand::Registers => {
            let made = operate(Operation::MakeFragmentLike, std::slice::from_ref(&part.layout))?;
            let tensor = Tensor::new(Some(MemorySpace::Register), element(value_type), made.value.clone());
            Ok(tensor_of(tensor, Some(made)))
        }
        Operand::SharedMemory => descriptors(part, value_type, major_of(atom, which)),
        Operand::TensorMemory(fragment) => {
            in_tensor_memory(fragment.layout(&shape_of(&part.layout)?)?, value_type)
        }
    }
}

fn in_tensor_memory(layout: Layout, value_type: &str) -> Outcome {
    let tensor = Tensor::new(Some(MemorySpace::Tensor), element(value_type), layout.into());
    Ok(tensor_of(tensor, None))
}

/// Accumulators: compact registers, or tensor memory.
pub fn accumulator(mma: &HostValue, shape: &IntTuple) -> Outcome {
    let atom = atom_of(mma)?;
    let (space, layout) = match atom.accumulator() {
        Operand::TensorMemory(fragment) => (MemorySpace::Tensor, fragment.layout(shape)?),
        _ => (MemorySpace::Register, Layout::compact(shape.clone())?),
    };
    let tensor = Tensor::new(Some(space), element(&atom.value_types().c), layout.into());
    Ok(tensor_of(tensor, None))
}

/// Descriptors of an operand in shared memory: one for each instruction, and strides in units of 128 bits.
fn descriptors(part: &Tensor, value_type: &str, major: Option<(Major, bool)>) -> Outcome {
    if !matches!(part.space, Some(MemorySpace::Shared)) {
        return unknown("descriptors are made of a tensor in shared memory");
    }
    let own = spelling::type_name(&part.element).and_then(|name| ElementType::find(&name));
    let bits = match (own, ElementType::find(value_type)) {
        (Some(own), _) => own.bits,
        // Narrow types may be stored in wider ones.
        (None, Some(element)) if element.bits >= 16 => element.bits,
        _ => return unknown("the element type of the tensor in shared memory is not known"),
    };
    let recast =
        operate(Operation::Recast, &[part.layout.clone(), Value::int(bits), Value::int(DESCRIPTOR_BITS)])?;
    let one = Value::from(Layout::compact(IntTuple::Int(1))?);
    let layout = operate(Operation::Replace, &[recast.value, Value::int(0), one])?;
    let space = Some(MemorySpace::Descriptor);
    let described = major.and_then(|major| described(part, bits, major)).map(Arc::new);
    let tensor =
        Tensor { layout: layout.value, space, offset: None, swizzle: None, described, ..part.clone() };
    Ok(tensor_of(tensor, None))
}

/// Which mode of an operand is contiguous, and whether the instruction is one of SM100.
fn major_of(atom: &MmaAtom, which: Option<char>) -> Option<(Major, bool)> {
    let [a, b] = atom.majors();
    let major = match which {
        Some('A') => a,
        Some('B') => b,
        _ => None,
    };
    Some((major?, atom.name().starts_with("SM100")))
}

/// What a descriptor of the part describes: its first mode, one instruction's operand.
fn described(part: &Tensor, bits: i64, (major, is_of_sm100): (Major, bool)) -> Option<Described> {
    let Value::Layout(layout) = &part.layout else { return None };
    let plain = || Swizzle::new(0, 4, 3).ok();
    let smem = SmemLayout::new(part.swizzle.or_else(plain)?, bits, layout.mode(0).ok()?).ok()?;
    Some(Described { smem, major, is_of_sm100 })
}

/// What a descriptor's address counts.
const DESCRIPTOR_BITS: i64 = 128;

fn tensor_of(tensor: Tensor, evaluated: Option<Evaluated>) -> Computed {
    Computed { value: HostValue::Tensor(tensor.into()), evaluated: evaluated.map(Box::new) }
}

/// The shape of a thread's part, which must be static.
fn shape_of(layout: &Value) -> Result<IntTuple, Refusal> {
    let shape = match layout {
        Value::Layout(layout) => Some(layout.shape().clone()),
        Value::CoordinateLayout(layout) => Some(layout.shape().clone()),
        Value::Composed(composed) => Some(composed.layout().shape().clone()),
        Value::SymbolicLayout(layout) => {
            let static_size = |size: &layout_algebra::symbolic::Integer| match size {
                layout_algebra::symbolic::Integer::Static(size) => Ok(*size),
                layout_algebra::symbolic::Integer::Dynamic(_) => Err(()),
            };
            layout.shape().try_map(&mut |size| static_size(size)).ok()
        }
        _ => None,
    };
    shape.ok_or_else(|| Refusal::Unknown("a fragment needs a shape that is known at compile time".to_owned()))
}
