//! What one thread of a tiled MMA or a tiled copy sees, and its part of a tensor.

use std::sync::{Arc, LazyLock};

use layout_algebra::{
    ComposedLayout, Cut, Error, ErrorKind, IntTuple, MmaOperand, TiledCopy,
    symbolic::{
        Integer, SymbolicLayout, partition_destination, partition_mma, partition_source, proof::Answer,
    },
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    in_warp::may_differ_in_warp,
    lanes::{Lanes, is_of_thread},
    library::{self, operate, operation_named, unknown},
    tensor::{MemorySpace, Tensor},
    value::{HostValue, ThreadSlice},
};
use layoutlens_operation::{
    Evaluated, Hardware, Operation, Refusal, Size, Value,
    kept::{self, Kept},
    run_time_slice, symbolic,
    value::Leaf,
};

use crate::cute::hardware::{hardware, operand, thread_slice, tiled_copy, tiled_mma};

/// `get_slice(thread)`, `get_thread_slice(thread)`.
pub(crate) fn get_slice(call: &Call<'_>) -> Outcome {
    let Some((tiled, thread)) = call.receiver.zip(call.argument(0)) else {
        return unknown(format!("{} without a thread is not computed", call.name));
    };
    let slice = ThreadSlice { tiled: tiled.clone(), thread: thread.clone() };
    Ok(Computed::plain(HostValue::ThreadSlice(slice.into())))
}

/// `partition_A(tensor)`, `partition_S(tensor)` and their kin: the elements that the thread holds.
pub fn partition(call: &Call<'_>) -> Outcome {
    let Some((slice, tensor)) = call.receiver.and_then(thread_slice).zip(call.argument(0)) else {
        return unknown(format!("{} without a thread and a tensor is not computed", call.name));
    };
    library::refuse_unknown([tensor])?;
    let HostValue::Tensor(tensor) = tensor else {
        return unknown(format!("{} of what is no tensor is not computed", call.name));
    };
    let part = operation_named(call.name)?;
    let computed = match &tensor.layout {
        Value::Composed(composed) => swizzled_part(part, slice, tensor, composed),
        Value::SymbolicLayout(layout) => run_time_part(part, slice, tensor, layout),
        layout => static_part(part, slice, tensor, layout),
    }?;
    Ok(with_lanes(computed, tensor, cut(part, slice), &slice.thread))
}

/// What gives each thread its part.
fn cut(operation: Operation, slice: &ThreadSlice) -> Option<Cut> {
    // The TMA unit takes whole tiles: no lanes of a warp have addresses.
    if matches!(hardware(&slice.tiled), Some(Hardware::TmaCopy { .. })) {
        return None;
    }
    let copy = || tiled_copy(&slice.tiled).cloned().map(Box::new);
    let operand = |operand: MmaOperand| {
        tiled_mma(&slice.tiled).cloned().map(|mma| Cut::Operand(Box::new(mma), operand))
    };
    match operation {
        Operation::PartitionS => copy().map(Cut::Source),
        Operation::PartitionD => copy().map(Cut::Destination),
        Operation::PartitionA => operand(MmaOperand::A),
        Operation::PartitionB => operand(MmaOperand::B),
        Operation::PartitionC => operand(MmaOperand::C),
        _ => None,
    }
}

/// The part with where all threads have theirs, of a tensor of known numbers that is no part itself.
pub(crate) fn with_lanes(
    computed: Computed,
    whole: &Tensor,
    cut: Option<Cut>,
    thread: &HostValue,
) -> Computed {
    let is_known = match &whole.layout {
        Value::Layout(_) | Value::Composed(_) => true,
        Value::SymbolicLayout(layout) => layout.known().is_some(),
        _ => false,
    };
    let is_followed = is_known
        && matches!(whole.space, Some(MemorySpace::Shared | MemorySpace::Global))
        && whole.thread.is_none()
        && !whole.is_of_one_thread;
    let (Some(cut), Some(thread), HostValue::Tensor(part)) =
        (cut.filter(|_| is_followed), thread.as_integer(), &computed.value)
    else {
        return computed;
    };
    if whole.offset.as_ref().is_some_and(is_of_thread) {
        return computed;
    }
    let begins_alike = !whole.beginning.may_differ
        && whole.offset.as_ref().is_some_and(|offset| !may_differ_in_warp(&HostValue::Value(offset.clone())));
    let lanes = Lanes::new(whole.layout.clone(), cut, thread, part.layout.clone(), begins_alike);
    let part = Tensor { lanes: Some(Arc::new(lanes)), ..Tensor::clone(part) };
    Computed { value: HostValue::Tensor(part.into()), ..computed }
}

/// The slice of a part at this coordinate, with where all threads have theirs.
pub fn slice_with_lanes(part: &Tensor, at: &Value, slice: Tensor) -> Tensor {
    let lanes = part.lanes().and_then(|lanes| lanes.sliced(at, slice.layout.clone()));
    Tensor { lanes: lanes.map(Arc::new), ..slice }
}

/// The number of the thread, where it is known.
fn known_thread(slice: &ThreadSlice) -> Option<i64> {
    operand(&slice.thread).ok().and_then(|thread| HostValue::Value(thread).known_int())
}

/// The part of a static tensor. Its layout is the same for all threads, so that of the first one will do for a thread
/// that is not known.
fn static_part(operation: Operation, slice: &ThreadSlice, tensor: &Tensor, layout: &Value) -> Outcome {
    let thread = known_thread(slice);
    let operands = [operand(&slice.tiled)?, Value::int(thread.unwrap_or(0)), layout.clone()];
    let mut part = operate(operation, &operands)?;
    // Thread blocks of a multicast each have a share of an instruction, not the values that follow each other in it.
    if matches!(hardware(&slice.tiled), Some(Hardware::TmaCopy { .. })) {
        part = Evaluated { offset: part.offset, ..part.value.into() };
    }
    let offset = part.offset.clone().filter(|_| thread.is_some());
    Ok(part_of(tensor, Evaluated { offset, ..part }))
}

/// The part of a tensor with integers of run time; its layout is the same for all threads.
///
/// CuTe checks no divide of such integers, so the layout is what the program holds, proved to be right or not.
fn run_time_part(
    operation: Operation,
    slice: &ThreadSlice,
    tensor: &Tensor,
    layout: &SymbolicLayout,
) -> Outcome {
    let thread = known_thread(slice);
    let Some(tiled) = hardware(&slice.tiled) else {
        return Ok(part_of(tensor, values_of_thread(operation, slice, layout)?));
    };
    let hash = kept::hash(&(operation, thread, layout));
    let is_key =
        |key: &OfThread| (key.0, key.1) == (operation, thread) && key.2 == *tiled && key.3 == *layout;
    let result = match PARTS.get(hash, is_key) {
        Some(kept) => kept.1.clone(),
        None => {
            let result = values_of_thread(operation, slice, layout);
            PARTS.put(hash, (operation, thread, tiled.clone(), layout.clone()), result.clone());
            result
        }
    };
    Ok(part_of(tensor, result?))
}

/// An operation, the thread, what gives each thread its part, and of which layout.
type OfThread = (Operation, Option<i64>, Hardware, SymbolicLayout);

/// Parts that were computed: the same ones come up in every revision of a file.
static PARTS: LazyLock<Kept<OfThread, Result<Evaluated, Refusal>>> = LazyLock::new(Kept::default);

/// What of a layout with integers of run time is the thread's.
fn values_of_thread(
    operation: Operation,
    slice: &ThreadSlice,
    layout: &SymbolicLayout,
) -> Result<Evaluated, Refusal> {
    let thread = Integer::Static(known_thread(slice).unwrap_or(0));
    let of_mma = |operand| match tiled_mma(&slice.tiled) {
        Some(mma) => Ok(partition_mma(mma, operand, layout, &thread)?),
        None => unknown("this is no tiled MMA"),
    };
    let of_copy = |part: fn(&TiledCopy, &SymbolicLayout, &Integer) -> Result<_, Error>| match tiled_copy(
        &slice.tiled,
    ) {
        Some(copy) => Ok(part(copy, layout, &thread)?),
        None => unknown("this is no tiled copy"),
    };
    let Answer { value: part, verdict } = match operation {
        Operation::PartitionA => of_mma(MmaOperand::A)?,
        Operation::PartitionB => of_mma(MmaOperand::B)?,
        Operation::PartitionC => of_mma(MmaOperand::C)?,
        Operation::PartitionS => of_copy(partition_source)?,
        Operation::PartitionD => of_copy(partition_destination)?,
        _ => return unknown(format!("{operation} of this is not computed")),
    };
    let mut evaluated = Evaluated::from(Value::from(part.layout));
    match verdict.is_right() {
        true => {
            evaluated.rounds_up_unless = verdict.rounds_up_unless.iter().map(ToString::to_string).collect();
        }
        false => evaluated.notes.push(symbolic::not_right(&operation.to_string(), &verdict)),
    }
    let offset = known_thread(slice).and(part.offset.as_int().and_then(Integer::known));
    Ok(Evaluated { offset: offset.map(|offset| offset.to_string()), ..evaluated })
}

/// The part of a swizzled tensor. Its strides may hang on the thread: then it is that of the first one.
fn swizzled_part(
    operation: Operation,
    slice: &ThreadSlice,
    tensor: &Tensor,
    composed: &ComposedLayout,
) -> Outcome {
    if tensor.thread.is_some() && *composed.offset() != 0 {
        return unknown("the part of a part that hangs on the thread is not computed");
    }
    let thread = operand(&slice.thread)?;
    let Value::Tuple(IntTuple::Int(Leaf::Size(thread))) = &thread else {
        return unknown("the index of the thread is not known, and the swizzle makes the part hang on it");
    };
    let first = run_time_slice::first_index(thread)?;
    let index = first.index;
    let answer = match (tiled_mma(&slice.tiled), tiled_copy(&slice.tiled), operation) {
        (Some(mma), _, Operation::PartitionA) => {
            mma.partition_composed_at_run_time(MmaOperand::A, composed, index)
        }
        (Some(mma), _, Operation::PartitionB) => {
            mma.partition_composed_at_run_time(MmaOperand::B, composed, index)
        }
        (Some(mma), _, Operation::PartitionC) => {
            mma.partition_composed_at_run_time(MmaOperand::C, composed, index)
        }
        (_, Some(copy), Operation::PartitionS) => copy.partition_s_composed(composed, index),
        (_, Some(copy), Operation::PartitionD) => copy.partition_d_composed(composed, index),
        _ => return unknown(format!("{operation} of this is not computed")),
    };
    let answer = answer.map_err(|error| match error.kind() {
        ErrorKind::UnsupportedLayout { .. } => Refusal::Unknown(error.to_string()),
        _ => error.into(),
    })?;
    let is_name = thread.integer().known().is_none();
    let shown_for =
        answer.value.depends_on_values.then(|| first_thread(thread, first.names)).filter(|_| is_name);
    let evaluated = Evaluated { offset: None, ..run_time_slice::evaluated(answer) };
    let Computed { value, evaluated } = part_of(tensor, evaluated);
    match (value, shown_for) {
        (HostValue::Tensor(part), Some(thread)) => {
            let part = Tensor { thread: Some(thread), ..Tensor::clone(&part) };
            Ok(Computed { value: HostValue::Tensor(part.into()), evaluated })
        }
        (value, _) => Ok(Computed { value, evaluated }),
    }
}

/// The thread for which a part is shown, where its index is made of names: that for which all of them are this number.
fn first_thread(index: &Size, number: i64) -> String {
    let names = index.names();
    // An index that goes by no name of the source is told as that of the thread.
    let is_of_thread = |name: &String| match number {
        0 => name.starts_with("threadIdx.") || name.starts_with('?'),
        _ => name == "threadIdx.x",
    };
    match names.iter().all(is_of_thread) {
        true => format!("thread {number}"),
        false => names.iter().map(|name| format!("{name} = {number}")).collect::<Vec<_>>().join(", "),
    }
}

/// The part of a tensor that an operation has cut out.
fn part_of(tensor: &Tensor, part: Evaluated) -> Computed {
    let begins = part.offset.as_deref().and_then(|offset| offset.parse::<i64>().ok());
    let offset = match (begins, &tensor.offset) {
        (Some(0), before) => before.clone(),
        (Some(begins), Some(before)) if before.as_int() == Some(0) => Some(Value::int(begins)),
        _ => None,
    };
    let tensor = Tensor { offset, is_of_one_thread: true, ..tensor.with_layout(part.value.clone()) };
    Computed { value: HostValue::Tensor(tensor.into()), evaluated: Some(Box::new(part)) }
}
