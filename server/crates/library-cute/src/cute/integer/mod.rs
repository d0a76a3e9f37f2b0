//! Integers, static and of run time: `Int<8>`, `_8`, their operators and functions.

mod binary_digits;
mod functions;
mod operators;
pub(super) mod sequence;

pub use operators::moved;

use std::sync::Arc;

use layout_algebra::{IntTuple, Swizzle, symbolic::Integer};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::unknown,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value, literal, value::Leaf};

use crate::{
    cute::operand::{bare, instance, template_number, type_of},
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| {
        find(functions::FUNCTIONS, bare(name)).or_else(|| find(binary_digits::FUNCTIONS, bare(name)))
    },
    function_names: || names(functions::FUNCTIONS).chain(names(binary_digits::FUNCTIONS)).collect(),
    named,
    specialized,
    member,
    construct,
    binary: operators::binary,
    ..Family::NONE
};

/// Whether a function of this name computes a number of numbers.
pub fn computes_number(function: &str) -> bool {
    (FAMILY.function)(function).is_some()
}

/// `true_type` or `false_type`.
fn type_of_truth(truth: bool) -> HostValue {
    HostValue::Type(Arc::new(HostType::of_truth(truth)))
}

/// A type of which there is one value.
pub(super) fn type_with(value: HostValue) -> HostValue {
    HostValue::Type(Arc::new(HostType::Of(value)))
}

fn named(name: &str) -> Option<HostValue> {
    let name = bare(name);
    Some(match name {
        "X" | "Underscore" => type_with(HostValue::keep()),
        "_" => HostValue::keep(),
        "true_type" => type_of_truth(true),
        "false_type" => type_of_truth(false),
        _ => {
            let digits = name.strip_prefix('_')?;
            let (digits, sign) = digits.strip_prefix('m').map_or((digits, 1), |digits| (digits, -1));
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.parse::<i64>().ok().filter(|_| is_number)?;
            type_with(HostValue::static_int(sign * number))
        }
    })
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let number = match (bare(name), arguments) {
        ("Int" | "C", [number]) | ("constant" | "integral_constant", [_, number]) => number,
        ("bool_constant", [truth]) => {
            return Some(template_number(truth).map(|truth| type_of_truth(truth != 0)));
        }
        ("Swizzle", [_, _, ..]) => return Some(swizzle(arguments)),
        ("E", path) => return Some(basis(path)),
        (name, arguments) => return binary_digits::specialized(name, arguments),
    };
    Some(match number {
        HostValue::Value(Value::Bool(truth)) => Ok(type_of_truth(*truth)),
        number => template_number(number).map(|number| type_with(HostValue::static_int(number))),
    })
}

/// `E<0,1>`: the basis of a mode, outermost mode first.
fn basis(path: &[HostValue]) -> Result<HostValue, Refusal> {
    let innermost_first: Vec<i64> = path.iter().rev().map(template_number).collect::<Result<_, _>>()?;
    let basis = literal::basis(&Value::int(1), &innermost_first)?;
    Ok(type_with(basis.into()))
}

/// `Swizzle<B,M,S>`; `Swizzle<B,M>` shifts by B.
fn swizzle(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let numbers: Vec<i64> = arguments.iter().map(template_number).collect::<Result<_, _>>()?;
    match numbers.as_slice() {
        [bits, base] => Ok(type_with(Value::from(Swizzle::new(*bits, *base, *bits)?).into())),
        [bits, base, shift] => Ok(type_with(Value::from(Swizzle::new(*bits, *base, *shift)?).into())),
        _ => unknown("a swizzle has three numbers"),
    }
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    if name == "type" && type_of(receiver).is_some() {
        return Some(receiver.clone());
    }
    match (instance(receiver), name) {
        (HostValue::Value(Value::Bool(truth)), "value") => Some(Value::Bool(*truth).into()),
        (value, "value") => Some(HostValue::run_time_int(static_number(value)?)),
        (HostValue::Value(Value::Bool(_)), "value_type") => Some(named_type("bool")),
        (value, "value_type") => static_number(value).map(|_| named_type("int")),
        (HostValue::Value(Value::Swizzle(swizzle)), "num_bits") => {
            Some(HostValue::run_time_int(i64::from(swizzle.bits())))
        }
        (HostValue::Value(Value::Swizzle(swizzle)), "num_base") => {
            Some(HostValue::run_time_int(i64::from(swizzle.base())))
        }
        (HostValue::Value(Value::Swizzle(swizzle)), "num_shft") => {
            Some(HostValue::run_time_int(i64::from(swizzle.shift())))
        }
        _ => None,
    }
}

/// A type by its name.
pub(super) fn named_type(name: &str) -> HostValue {
    HostValue::Type(Arc::new(HostType::Named(name.to_owned())))
}

/// The number of a static integer.
fn static_number(value: &HostValue) -> Option<i64> {
    match value {
        HostValue::Value(value) => value.as_int(),
        _ => None,
    }
}

/// `Int<8>{}`, `true_type{}`, `Swizzle<3,4,3>{}`; `decltype(n)(m)` of a run-time integer.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    if constructed.truth().is_some() {
        return Some(Ok(Computed::plain(HostValue::Type(Arc::new(constructed.clone())))));
    }
    let HostType::Of(value) = constructed else { return None };
    let is_static = match value {
        HostValue::Value(Value::Bool(_) | Value::Swizzle(_)) => true,
        HostValue::Value(Value::Tuple(IntTuple::Int(Leaf::Coordinate(_)))) => true,
        value => static_number(value).is_some(),
    };
    if is_static || *value == HostValue::keep() {
        return Some(Ok(Computed::plain(value.clone())));
    }
    value.as_integer()?;
    Some(match call.argument(0) {
        None => Ok(Computed::plain(HostValue::run_time_int(0))),
        Some(given) => match given.as_integer() {
            Some(given) => Ok(Computed::plain(HostValue::integer(&Integer::Dynamic(given.expression())))),
            None => unknown(given.unknown_reason().unwrap_or("this conversion is not computed")),
        },
    })
}

/// What the operator gives of two values.
pub(super) fn compared(
    operator: layoutlens_syntax::BinaryOperator,
    left: &HostValue,
    right: &HostValue,
) -> Result<HostValue, Refusal> {
    match operators::binary(operator, left, right) {
        Some(computed) => Ok(computed?.value),
        None => unknown("these are not compared"),
    }
}
