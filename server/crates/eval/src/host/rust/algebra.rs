//! `layout-algebra`: operations under CuTe's names, and the methods of its layouts.

use crate::{
    Value,
    host::{
        HostValue, Runner,
        family::{Family, find},
        library::{
            Call, Computed, LibraryFunction, Outcome, operate, operation_named, refuse_unknown, unknown,
        },
    },
    operation::{Operation, Refusal},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function, method, ..Family::NONE };

fn function(name: &str) -> Option<LibraryFunction> {
    const MAKERS: &[(&str, LibraryFunction)] = &[("Layout::compact", compact), ("Layout::new", new)];
    let bare = bare(name);
    find(MAKERS, bare).or_else(|| Operation::named(bare).map(|_| operation_function()))
}

/// The name without the crate and its module of proofs, whose answers have the same values.
fn bare(name: &str) -> &str {
    let name = name.strip_prefix("layout_algebra::").unwrap_or(name);
    name.strip_prefix("proof::").unwrap_or(name)
}

fn operation_function() -> LibraryFunction {
    |_, call| {
        let values = values(call)?;
        operate(operation_named(bare(call.name))?, &values).map(Computed::of)
    }
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    const METHODS: [&str; 7] = ["size", "cosize", "rank", "depth", "shape", "stride", "mode"];
    (receiver.layout().is_some() && METHODS.contains(&name)).then_some(of_layout as LibraryFunction)
}

/// A method of a layout that is an operation under the same name.
fn of_layout(_: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let receiver = call.receiver.and_then(HostValue::layout).cloned();
    let operands: Vec<Value> = receiver.into_iter().chain(values(call)?).collect();
    operate(operation_named(call.name)?, &operands).map(Computed::of)
}

/// The operands of a call, all of them values of the algebra.
fn values(call: &Call<'_>) -> Result<Vec<Value>, Refusal> {
    let operands = call.positional();
    refuse_unknown(operands.iter().copied())?;
    operands
        .into_iter()
        .map(|operand| match operand {
            HostValue::Value(value) => Ok(value.clone()),
            _ => unknown(format!("an operand of {} is no layout", call.name)),
        })
        .collect()
}

/// `Layout::compact(shape)`: leftmost fastest.
fn compact(_: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    operate(Operation::MakeLayout, &values(call)?).map(Computed::of)
}

/// `Layout::new(shape, stride)`.
fn new(_: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let [shape, stride] =
        values(call)?.try_into().or_else(|_| unknown("Layout::new takes a shape and a stride"))?;
    crate::literal::layout(&shape, &stride).map(Computed::plain)
}
