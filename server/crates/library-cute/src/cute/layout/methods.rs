//! What layouts can be asked and told with a dot.

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value};

use crate::cute::{
    integer::type_with,
    layout::coordinate,
    operand::{bare, instance, operand, operands, template_numbers},
    operate::{run, wrapped},
};

/// The method of a layout or a tensor.
pub(super) fn method(receiver: &HostValue, name: &str) -> Option<PlainFunction> {
    instance(receiver).layout()?;
    METHODS.iter().find(|(known, _)| *known == bare(name)).map(|(_, method)| *method)
}

const METHODS: &[(&str, PlainFunction)] = &[
    ("layout", layout_of),
    ("shape", |call| query(call, Operation::Shape)),
    ("stride", |call| query(call, Operation::Stride)),
    ("size", |call| query(call, Operation::Size)),
    ("compose", compose),
    ("tile", |_| unknown("the tile of a layout is not computed")),
    ("with_shape", with_shape),
    ("get_1d_coord", coordinate::one_dimensional),
    ("get_hier_coord", coordinate::hierarchical),
    ("get_flat_coord", coordinate::flat),
    ("layout_a", |call| part(call, Operation::GetSwizzlePortion)),
    ("layout_b", |call| part(call, Operation::GetNonswizzlePortion)),
    ("offset", offset),
];

fn receiver<'a>(call: &Call<'a>) -> Result<&'a HostValue, Refusal> {
    match call.receiver {
        Some(receiver) => Ok(instance(receiver)),
        None => unknown(format!("{} is a method", call.name)),
    }
}

/// `tensor.layout()`; that of a thread's part still counts the thread's values.
fn layout_of(call: &Call<'_>) -> Outcome {
    let layout = whole(call)?;
    let Some(HostValue::Tensor(tensor)) = call.receiver.map(instance) else {
        return Ok(Computed::plain(layout));
    };
    let (is_of_one_thread, thread) = (tensor.holds_values_of_one_thread(), tensor.thread.clone());
    match is_of_one_thread || thread.is_some() {
        true => Ok(Computed::of(Evaluated { is_of_one_thread, thread, ..layout.into() })),
        false => Ok(Computed::plain(layout)),
    }
}

fn whole(call: &Call<'_>) -> Result<Value, Refusal> {
    operand(receiver(call)?)
}

/// `layout.shape()`, `layout.template shape<0>()`.
fn query(call: &Call<'_>, operation: Operation) -> Outcome {
    let numbers = template_numbers(call)?.into_iter().map(Value::int);
    let operands: Vec<Value> = [whole(call)?].into_iter().chain(numbers).collect();
    run(operation, &operands).map(Computed::of)
}

/// `x.compose(a, b)`: the layout after `a`; several are a by-mode tiler.
fn compose(call: &Call<'_>) -> Outcome {
    let tiler = match call.positional().as_slice() {
        [tiler] => operand(tiler)?,
        tilers => operand(&HostValue::tuple(tilers.iter().map(|&tiler| tiler.clone()).collect()))?,
    };
    Ok(wrapped(receiver(call)?, run(Operation::Composition, &[whole(call)?, tiler])?))
}

fn with_shape(call: &Call<'_>) -> Outcome {
    let shape = match operands(call)?.as_slice() {
        [shape] => shape.clone(),
        _ => operand(&HostValue::tuple(call.positional().into_iter().cloned().collect()))?,
    };
    Ok(wrapped(receiver(call)?, run(Operation::WithShape, &[whole(call)?, shape])?))
}

fn part(call: &Call<'_>, operation: Operation) -> Outcome {
    match whole(call)? {
        composed @ (Value::Composed(_) | Value::Chain(_)) => run(operation, &[composed]).map(Computed::of),
        Value::Smem(smem) if operation == Operation::GetSwizzlePortion => {
            Ok(Computed::plain(Value::from(smem.swizzle())))
        }
        Value::Smem(smem) => Ok(Computed::plain(Value::from(smem.layout().clone()))),
        _ => unknown("this layout has no parts"),
    }
}

fn offset(call: &Call<'_>) -> Outcome {
    match whole(call)? {
        Value::Composed(composed) => Ok(Computed::plain(Value::int(*composed.offset()))),
        _ => unknown("this layout has no offset"),
    }
}

type Member = fn(&Value) -> Option<HostValue>;

const MEMBERS: &[(&str, Member)] = &[
    ("rank", |layout| {
        let rank = run(Operation::Rank, std::slice::from_ref(layout)).ok()?.value.as_int()?;
        Some(HostValue::run_time_int(rank))
    }),
    ("layout_type", |layout| Some(type_with(layout.clone().into()))),
];

/// `Layout::rank`, `decltype(tensor)::layout_type`.
pub(super) fn member(value: &HostValue, name: &str) -> Option<HostValue> {
    let layout = instance(value).layout()?;
    let (_, member) = MEMBERS.iter().find(|(known, _)| *known == name)?;
    member(layout)
}
