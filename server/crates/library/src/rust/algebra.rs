//! `layout-algebra`: operations under CuTe's names, and the methods of its layouts.

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::{operate, operation_named, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value, literal};

use layoutlens_library_cute::family::{Family, find};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function, method, ..Family::NONE };

fn function(name: &str) -> Option<LibraryFunction> {
    const MAKERS: &[(&str, PlainFunction)] = &[("Layout::compact", compact), ("Layout::new", new)];
    let bare = bare(name);
    find(MAKERS, bare).or_else(|| Operation::named(bare).map(|_| LibraryFunction::Plain(of_operands)))
}

/// The name without the crate and its module of proofs, whose answers have the same values.
fn bare(name: &str) -> &str {
    let name = name.strip_prefix("layout_algebra::").unwrap_or(name);
    name.strip_prefix("proof::").unwrap_or(name)
}

/// A function that is an operation under the same name.
fn of_operands(call: &Call<'_>) -> Outcome {
    operate(operation_named(bare(call.name))?, &values(call)?).map(Computed::of)
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    const METHODS: [&str; 7] = ["size", "cosize", "rank", "depth", "shape", "stride", "mode"];
    (receiver.layout().is_some() && METHODS.contains(&name)).then_some(LibraryFunction::Plain(of_layout))
}

/// A method of a layout that is an operation under the same name.
fn of_layout(call: &Call<'_>) -> Outcome {
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
fn compact(call: &Call<'_>) -> Outcome {
    operate(Operation::MakeLayout, &values(call)?).map(Computed::of)
}

/// `Layout::new(shape, stride)`.
fn new(call: &Call<'_>) -> Outcome {
    let [shape, stride] =
        values(call)?.try_into().or_else(|_| unknown("Layout::new takes a shape and a stride"))?;
    literal::layout(&shape, &stride).map(Computed::plain)
}
