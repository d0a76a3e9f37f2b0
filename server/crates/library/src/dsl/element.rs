//! The DSL's types of numbers: `cutlass.Float16`, `Int32`, and their widths.

use std::sync::Arc;

use layout_algebra::{atom::element::ElementType, symbolic::Integer};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::{refuse_unknown, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Value, element_type};

use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { member, construct, ..Family::NONE };

/// A type of numbers of the DSL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberType {
    /// The name in the DSL.
    pub(super) name: &'static str,
    /// CUTLASS's name, which atoms are found by.
    cutlass: &'static str,
    /// The width in bits, in memory.
    pub(crate) bits: i64,
}

/// What the DSL calls true and false, what CUTLASS does, and its bits in memory: no type of elements in CUTLASS.
pub(super) const BOOLEAN: NumberType = NumberType { name: "Boolean", cutlass: "bool", bits: 8 };

/// The type of this name.
pub(super) fn find(name: &str) -> Option<NumberType> {
    match name == BOOLEAN.name {
        true => Some(BOOLEAN),
        false => of_element(ElementType::of_dsl(name)?),
    }
}

fn of_element(element: ElementType) -> Option<NumberType> {
    Some(NumberType { name: element.dsl()?, cutlass: element.name, bits: element.bits })
}

/// What statements call the type of this name: `f16`.
pub(super) fn type_in_statements(name: &str) -> Option<&'static str> {
    element_type::find(find(name)?.cutlass).map(|element| element.name)
}

/// The type that statements call so.
pub(super) fn stated_type(stated: &str) -> Option<HostValue> {
    element_type::find(stated)?.element.dsl().map(as_type)
}

/// `cutlass.Float16`.
pub(super) fn named(path: &str) -> Option<HostValue> {
    find(path.strip_prefix("cutlass.")?).map(|number| as_type(number.name))
}

/// The type of this name as a value.
pub(super) fn as_type(name: &str) -> HostValue {
    HostValue::Type(Arc::new(HostType::Named(name.to_owned())))
}

/// The type that a value is.
pub(super) fn number_type(value: &HostValue) -> Option<NumberType> {
    match value {
        HostValue::Type(host_type) => match host_type.as_ref() {
            HostType::Named(name) => find(name),
            _ => None,
        },
        _ => None,
    }
}

impl NumberType {
    /// The type as atoms know it.
    pub(super) fn element(self) -> Option<ElementType> {
        ElementType::find(self.cutlass)
    }

    /// What the DSL calls its width, in bits, and counts sizes by: of a Boolean not what one takes in memory.
    pub(super) fn width(self) -> i64 {
        if self == BOOLEAN { 1 } else { self.bits }
    }
}

fn member(receiver: &HostValue, name: &str) -> Option<HostValue> {
    match name {
        "width" => number_type(receiver).map(|number| HostValue::static_int(number.width())),
        "is_integer" => number_type(receiver).map(|number| Value::Bool(number.name.contains("nt")).into()),
        "is_float" => number_type(receiver).map(|number| Value::Bool(number.name.contains("Float")).into()),
        _ => None,
    }
}

/// `Int32(x)`: a run-time integer.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let HostType::Named(name) = constructed else { return None };
    let number = find(name)?;
    Some(converted(number, call))
}

fn converted(number: NumberType, call: &Call<'_>) -> Outcome {
    let Some(value) = call.argument(0) else { return unknown(format!("a `{}` of nothing", number.name)) };
    refuse_unknown([value])?;
    if !number.name.contains("nt") || number.bits < 32 {
        return unknown(format!("a `{}` is not followed", number.name));
    }
    let Some(integer) = value.as_integer() else {
        return unknown(format!("this value as a `{}` is not computed", number.name));
    };
    let least = if number.name.starts_with('U') { 0 } else { i64::from(i32::MIN) };
    if integer.known().is_some_and(|known| !(least..=i64::from(i32::MAX)).contains(&known)) {
        return unknown(format!("{integer} as a `{}` is not computed", number.name));
    }
    Ok(Computed::plain(HostValue::integer(&Integer::Dynamic(integer.expression()))))
}

/// A type that CUTLASS spells, as the DSL spells it.
pub(super) fn of_cutlass(value: &HostValue) -> HostValue {
    let HostValue::Type(host_type) = value else { return value.clone() };
    let HostType::Named(cutlass) = host_type.as_ref() else { return value.clone() };
    if cutlass == BOOLEAN.cutlass {
        return as_type(BOOLEAN.name);
    }
    ElementType::of_cutlass(cutlass).and_then(ElementType::dsl).map_or_else(|| value.clone(), as_type)
}
