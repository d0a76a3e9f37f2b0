//! Layouts: `make_layout`, `Layout<..>`, divides, products.

pub(super) mod coordinate;
pub(super) mod functions;
pub(super) mod make;
mod methods;

use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Operation, Refusal, Value};

use crate::{
    cute::{
        integer::type_with,
        operand::{bare, instance, is_major, operand},
        operate::{run, without_kinds},
        tag::tag,
        tuple::element::size,
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(functions::FUNCTIONS, bare(name)),
    function_names: || names(functions::FUNCTIONS).collect(),
    method: |receiver, name| methods::method(receiver, name).map(LibraryFunction::Plain),
    member: methods::member,
    named: |name| is_major(bare(name)).then(|| type_with(tag(bare(name)))),
    specialized,
    construct: make::construct,
    apply,
    ..Family::NONE
};

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let [whole] = arguments else { return make::specialized(name, arguments) };
    let number = |operation: Operation| {
        let number = run(operation, &[operand(instance(whole))?])?.value;
        match HostValue::Value(number).known_int() {
            Some(number) => Ok(HostValue::run_time_int(number)),
            None => unknown("the number is known at run time only"),
        }
    };
    Some(match bare(name) {
        "size_v" if instance(whole).layout().is_none() => {
            size(instance(whole)).and_then(|size| match size.known() {
                Some(number) => Ok(HostValue::run_time_int(number)),
                None => unknown("the number is known at run time only"),
            })
        }
        "size_v" => number(Operation::Size),
        "cosize_v" => number(Operation::Cosize),
        "rank_v" => number(Operation::Rank),
        "depth_v" => number(Operation::Depth),
        _ => return make::specialized(name, arguments),
    })
}

/// `layout(3)`, `layout(i, _)`, `swizzle(5)`.
fn apply(callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    let HostValue::Value(value) = callee else { return None };
    match value {
        Value::Swizzle(_) => Some(swizzled(value, call)),
        value if value.is_layout() => Some(applied(value, call)),
        _ => None,
    }
}

/// The swizzle of a number; of one that is known at run time too.
fn swizzled(swizzle: &Value, call: &Call<'_>) -> Outcome {
    let offset = applied_coordinate(call)?;
    let (is_static, offset) = match HostValue::Value(offset).as_integer() {
        Some(integer) => (integer.is_static(), integer.known()),
        None => (false, None),
    };
    let Some(offset) = offset else { return unknown("a swizzle of run-time names is not computed") };
    let swizzled = run(Operation::SwizzleApply, &[swizzle.clone(), Value::int(offset)])?;
    match swizzled.value.as_int() {
        Some(number) if !is_static => Ok(Computed::plain(HostValue::run_time_int(number))),
        _ => Ok(Computed::of(swizzled)),
    }
}

/// The offset of a coordinate; a layout where some modes are left open.
fn applied(layout: &Value, call: &Call<'_>) -> Outcome {
    let coordinate = applied_coordinate(call)?;
    layoutlens_operation::apply(layout, &coordinate).map(Computed::of).map_err(without_kinds)
}

/// What stands between the parentheses, as one coordinate.
pub(super) fn applied_coordinate(call: &Call<'_>) -> Result<Value, Refusal> {
    match call.positional().as_slice() {
        [coordinate] => operand(coordinate),
        coordinates => operand(&HostValue::tuple(coordinates.iter().map(|&at| at.clone()).collect())),
    }
}
