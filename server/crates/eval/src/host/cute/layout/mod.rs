//! Layouts: `make_layout`, `Layout<..>`, divides, products.

pub(super) mod functions;
pub(super) mod make;
mod methods;

use crate::{
    Value,
    host::{
        Call, Computed, HostValue, Interpreter,
        family::{Family, find},
        library::Outcome,
    },
    operation::Refusal,
};

use super::{
    integer::type_with,
    operand::{bare, instance, is_major, operand},
    tuple::{self, tag},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| match bare(name) {
        "make_layout" => Some(make::make_layout),
        name => find(functions::FUNCTIONS, name),
    },
    method: methods::method,
    member: methods::member,
    named: |name| is_major(bare(name)).then(|| type_with(tag(bare(name)))),
    specialized,
    construct: make::construct,
    apply,
    ..Family::NONE
};

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let [whole] = arguments else { return make::specialized(name, arguments) };
    let number = |name: &str| {
        let number = functions::run(name, &[operand(instance(whole))?])?.value;
        match HostValue::Value(number).known_int() {
            Some(number) => Ok(HostValue::run_time_int(number)),
            None => crate::host::library::unknown("the number is known at run time only"),
        }
    };
    Some(match bare(name) {
        "size_v" if instance(whole).layout().is_none() => {
            tuple::size(instance(whole)).and_then(|size| match size.known() {
                Some(number) => Ok(HostValue::run_time_int(number)),
                None => crate::host::library::unknown("the number is known at run time only"),
            })
        }
        "size_v" => number("size"),
        "cosize_v" => number("cosize"),
        "rank_v" => number("rank"),
        "depth_v" => number("depth"),
        _ => return make::specialized(name, arguments),
    })
}

/// `layout(3)`, `layout(i, _)`, `swizzle(5)`.
fn apply(_: &mut Interpreter<'_>, callee: &HostValue, call: &Call<'_>) -> Option<Outcome> {
    let HostValue::Value(value) = callee else { return None };
    match value {
        Value::Swizzle(_) => {
            let operands = super::operand::operands(call).map(|at| [vec![value.clone()], at].concat());
            Some(operands.and_then(|operands| functions::run("swizzle_apply", &operands)).map(Computed::of))
        }
        value if value.is_layout() => Some(applied(value, call)),
        _ => None,
    }
}

/// The offset of a coordinate; a layout where some modes are left open.
fn applied(layout: &Value, call: &Call<'_>) -> Outcome {
    let coordinate = coordinate(call)?;
    crate::operation::apply(layout, &coordinate).map(Computed::of).map_err(functions::without_kinds)
}

/// What stands between the parentheses, as one coordinate.
pub(super) fn coordinate(call: &Call<'_>) -> Result<Value, Refusal> {
    match call.positional().as_slice() {
        [coordinate] => operand(coordinate),
        coordinates => operand(&HostValue::tuple(coordinates.iter().map(|&at| at.clone()).collect())),
    }
}
