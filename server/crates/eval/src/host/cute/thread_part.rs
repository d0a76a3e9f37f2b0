//! What one thread of a tiled MMA or a tiled copy sees, and its part of a tensor.

use layout_algebra::symbolic::Expression;

use super::hardware::{operand, thread_slice};
use crate::{
    Evaluated, Size, Value,
    host::{
        HostValue, Interpreter, Tensor, ThreadSlice,
        library::{Call, Computed, Outcome, operate, unknown},
    },
    value::Leaf,
};
use layout_algebra::IntTuple;

/// `get_slice(thread)`, `get_thread_slice(thread)`.
pub(super) fn get_slice(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some((tiled, thread)) = call.receiver.zip(call.argument(0)) else {
        return unknown(format!("{} without a thread is not computed", call.name));
    };
    let slice = ThreadSlice { tiled: tiled.clone(), thread: thread.clone() };
    Ok(Computed::plain(HostValue::ThreadSlice(slice.into())))
}

/// `partition_A(tensor)`, `partition_S(tensor)` and their kin: the elements that the thread holds.
pub(super) fn partition(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some((slice, tensor)) = call.receiver.and_then(thread_slice).zip(call.argument(0)) else {
        return unknown(format!("{} without a thread and a tensor is not computed", call.name));
    };
    crate::host::library::refuse_unknown([tensor])?;
    let HostValue::Tensor(tensor) = tensor else {
        return unknown(format!("{} of what is no tensor is not computed", call.name));
    };
    let tiled = operand(&slice.tiled)?;
    let part = match &tensor.layout {
        Value::Composed(_) | Value::Chain(_) => {
            let thread = operand(&slice.thread)?;
            operate(call.name, &[tiled, thread, tensor.layout.clone()])?
        }
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
