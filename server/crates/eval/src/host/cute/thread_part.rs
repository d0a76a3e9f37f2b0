//! What one thread of a tiled MMA or a tiled copy sees, and its part of a tensor.

use layout_algebra::{ComposedLayout, IntTuple, MmaOperand, symbolic::Expression};

use super::hardware::{operand, thread_slice, tiled_copy, tiled_mma};
use crate::{
    Evaluated, Size, Value,
    host::{
        HostValue, Interpreter, Tensor, ThreadSlice,
        library::{Call, Computed, Outcome, operate, unknown},
    },
    operation::run_time_slice,
    value::Leaf,
};

/// `get_slice(thread)`, `get_thread_slice(thread)`.
pub(in crate::host) fn get_slice(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some((tiled, thread)) = call.receiver.zip(call.argument(0)) else {
        return unknown(format!("{} without a thread is not computed", call.name));
    };
    let slice = ThreadSlice { tiled: tiled.clone(), thread: thread.clone() };
    Ok(Computed::plain(HostValue::ThreadSlice(slice.into())))
}

/// `partition_A(tensor)`, `partition_S(tensor)` and their kin: the elements that the thread holds.
pub(in crate::host) fn partition(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some((slice, tensor)) = call.receiver.and_then(thread_slice).zip(call.argument(0)) else {
        return unknown(format!("{} without a thread and a tensor is not computed", call.name));
    };
    crate::host::library::refuse_unknown([tensor])?;
    let HostValue::Tensor(tensor) = tensor else {
        return unknown(format!("{} of what is no tensor is not computed", call.name));
    };
    let tiled = operand(&slice.tiled)?;
    let part = match &tensor.layout {
        Value::Composed(composed) => return swizzled_part(call.name, slice, tensor, composed),
        // The layout of a part is the same for all threads: any integer will do for one that is not known.
        layout => operate(call.name, &[tiled, thread_or_any(&slice.thread), layout.clone()])?,
    };
    Ok(part_of(tensor, part))
}

/// The thread's index, or a name for it.
fn thread_or_any(thread: &HostValue) -> Value {
    match operand(thread) {
        Ok(index @ Value::Tuple(IntTuple::Int(Leaf::Size(_)))) => index,
        _ => Value::Tuple(IntTuple::Int(Leaf::Size(Size::Symbolic(Expression::name("?"))))),
    }
}

/// The part of a swizzled tensor. Its strides may hang on the thread: then it is that of the first one.
fn swizzled_part(name: &str, slice: &ThreadSlice, tensor: &Tensor, composed: &ComposedLayout) -> Outcome {
    if tensor.thread.is_some() && *composed.offset() != 0 {
        return unknown("the part of a part that hangs on the thread is not computed");
    }
    let thread = operand(&slice.thread)?;
    let Value::Tuple(IntTuple::Int(Leaf::Size(thread))) = &thread else {
        return unknown("the index of the thread is not known, and the swizzle makes the part hang on it");
    };
    let index = run_time_slice::index_of(thread)?;
    let answer = match (tiled_mma(&slice.tiled), tiled_copy(&slice.tiled), name) {
        (Some(mma), _, "partition_A") => {
            mma.partition_composed_at_run_time(MmaOperand::A, composed, index)?
        }
        (Some(mma), _, "partition_B") => {
            mma.partition_composed_at_run_time(MmaOperand::B, composed, index)?
        }
        (Some(mma), _, "partition_C") => {
            mma.partition_composed_at_run_time(MmaOperand::C, composed, index)?
        }
        (_, Some(copy), "partition_S") => copy.partition_s_composed(composed, index)?,
        (_, Some(copy), "partition_D") => copy.partition_d_composed(composed, index)?,
        _ => return unknown(format!("{name} of this is not computed")),
    };
    let is_name = thread.integer().known().is_none();
    let shown_for = answer.value.depends_on_values.then(|| first_thread(thread)).filter(|_| is_name);
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

/// The thread for which a part is shown, where its index is made of names: that for which all of them are 0.
fn first_thread(index: &Size) -> String {
    let names = index.names();
    match names.iter().all(|name| name.starts_with("threadIdx.")) {
        true => "thread 0".to_owned(),
        false => names.iter().map(|name| format!("{name} = 0")).collect::<Vec<_>>().join(", "),
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
    let tensor = Tensor { offset, ..tensor.with_layout(part.value.clone()) };
    Computed { value: HostValue::Tensor(tensor.into()), evaluated: Some(Box::new(part)) }
}
