//! Numbers of compile time and of run time.

use layout_algebra::{
    IntTuple,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::value::HostValue;
use layoutlens_operation::{Size, Value, value::Leaf};

use crate::state::run_time_name::LEAST_INT;

/// An integer that is known, as a constant of the type.
pub(crate) fn static_number(value: HostValue) -> HostValue {
    match value.known_int() {
        Some(number) => HostValue::static_int(number),
        None => value,
    }
}

/// Whether the type of a value fixes it.
pub(crate) fn is_static(value: &HostValue) -> bool {
    match value {
        HostValue::Value(value) => is_static_value(value),
        HostValue::Tuple(elements) => elements.iter().all(is_static),
        HostValue::Type(_) => true,
        _ => false,
    }
}

fn is_static_value(value: &Value) -> bool {
    match value {
        Value::Tuple(IntTuple::Int(Leaf::Size(Size::Symbolic(_)))) => false,
        Value::Tuple(tuple) => {
            tuple.leaves().iter().all(|leaf| !matches!(leaf, Leaf::Size(Size::Symbolic(_)) | Leaf::Any))
        }
        Value::SymbolicLayout(layout) => layout.is_static(),
        Value::SymbolicTiler(_)
        | Value::Swizzled(_)
        | Value::Bool(_)
        | Value::Unknown(_)
        | Value::Offsets(_)
        | Value::Finding(_) => false,
        Value::Layout(_)
        | Value::CoordinateLayout(_)
        | Value::XorLayout(_)
        | Value::Composed(_)
        | Value::Chain(_)
        | Value::Smem(_)
        | Value::Swizzle(_)
        | Value::Tiler(_)
        | Value::Coordinate(_)
        | Value::Hardware(_)
        | Value::ElementType(_) => true,
    }
}

/// The least value of an integer type by its name; `None` for what is no integer.
pub(crate) fn integer_least(name: &str) -> Option<i64> {
    match name {
        "bool" => None,
        "Int8" | "Int16" | "Int32" | "Int64" => Some(LEAST_INT),
        "Uint8" | "Uint16" | "Uint32" | "Uint64" => Some(0),
        "size_t" | "unsigned" => Some(0),
        "int" | "long" | "short" | "char" | "long long" | "ptrdiff_t" | "index_t" | "signed" => {
            Some(LEAST_INT)
        }
        _ => {
            let base = name.strip_suffix("_t").unwrap_or(name);
            let digits = |prefix: &str| {
                base.strip_prefix(prefix).is_some_and(|rest| matches!(rest, "8" | "16" | "32" | "64"))
            };
            match () {
                () if digits("uint") || name.starts_with("unsigned ") => Some(0),
                () if digits("int") || name.starts_with("long ") => Some(LEAST_INT),
                () => None,
            }
        }
    }
}

/// The integer as a variable of type `int` holds it.
pub(crate) fn at_run_time(integer: &Integer) -> Integer {
    match integer {
        Integer::Static(number) => Integer::Dynamic(Expression::constant(*number)),
        Integer::Dynamic(_) => integer.clone(),
    }
}
