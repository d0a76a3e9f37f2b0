//! Layouts as types, as NVIDIA's cute-rs writes them: `L<T2<C<8>,C<4>>,T2<C<4>,C<1>>>`, `RowMajor<128,64>`,
//! `Composed<Swizzle<2,3,3>,0,L<..>>`.

use std::sync::Arc;

use layout_algebra::Swizzle;
use layoutlens_host_value::{library::unknown, types::HostType, value::HostValue};
use layoutlens_operation::{Refusal, Value, literal};

use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { specialized, ..Family::NONE };

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let bare = name.rsplit("::").next().unwrap_or(name);
    let value = match bare {
        "C" => one(arguments),
        "T1" | "T2" | "T3" | "T4" | "T5" | "T6" | "T7" | "T8" => tuple(bare, arguments),
        "L" => layout(arguments),
        "RowMajor" => matrix(arguments, |[_, columns]| [columns, 1]),
        "ColMajor" => matrix(arguments, |[rows, _]| [1, rows]),
        "Swizzle" => swizzle(arguments),
        "Composed" => composed(arguments),
        _ => return None,
    };
    Some(value.map(|value| HostValue::Type(Arc::new(HostType::Of(value)))))
}

/// The value of a type argument, or the value itself.
fn value_of(argument: &HostValue) -> Result<HostValue, Refusal> {
    match argument {
        HostValue::Type(host_type) => match host_type.as_ref() {
            HostType::Of(value) => Ok(value.clone()),
            _ => unknown("a type argument is no layout type"),
        },
        HostValue::Value(Value::Unknown(reason)) => unknown(reason.reason.clone()),
        other => Ok(other.clone()),
    }
}

fn algebra_value(argument: &HostValue) -> Result<Value, Refusal> {
    match value_of(argument)? {
        HostValue::Value(value) => Ok(value),
        _ => unknown("a type argument is no layout type"),
    }
}

fn number(argument: &HostValue) -> Result<i64, Refusal> {
    match value_of(argument)?.known_int() {
        Some(number) => Ok(number),
        None => unknown("a type argument is no known number"),
    }
}

fn one(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    match arguments {
        [argument] => Ok(HostValue::static_int(number(argument)?)),
        _ => unknown("C takes one number"),
    }
}

/// `T2<A,B>`: the digit is the number of elements.
fn tuple(name: &str, arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    if name.get(1..).and_then(|digit| digit.parse().ok()) != Some(arguments.len()) {
        return unknown(format!("{name} does not take {} elements", arguments.len()));
    }
    Ok(HostValue::tuple(arguments.iter().map(value_of).collect::<Result<_, _>>()?))
}

fn layout(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let [shape, stride] = arguments else { return unknown("L takes a shape and a stride") };
    literal::layout(&algebra_value(shape)?, &algebra_value(stride)?).map(HostValue::Value)
}

fn matrix(arguments: &[HostValue], strides: impl Fn([i64; 2]) -> [i64; 2]) -> Result<HostValue, Refusal> {
    let [rows, columns] = arguments else { return unknown("a matrix has two sizes") };
    let shape = [number(rows)?, number(columns)?];
    let tuple = |numbers: [i64; 2]| Value::ints(&numbers.into_iter().collect());
    literal::layout(&tuple(shape), &tuple(strides(shape))).map(HostValue::Value)
}

fn swizzle(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let [bits, base, shift] = arguments else { return unknown("Swizzle takes three numbers") };
    let swizzle = Swizzle::new(number(bits)?, number(base)?, number(shift)?)?;
    Ok(HostValue::Value(Value::Swizzle(swizzle)))
}

fn composed(arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    let [swizzle, offset, layout] = arguments else {
        return unknown("Composed takes a swizzle, an offset and a layout");
    };
    literal::composed(&algebra_value(swizzle)?, &algebra_value(offset)?, &algebra_value(layout)?)
        .map(HostValue::Value)
}
