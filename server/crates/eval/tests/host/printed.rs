//! Values as a compiled program prints them.

use layout_algebra::{IntTuple, symbolic::SymbolicLayout};
use layoutlens_eval::{Leaf, Value, host::HostValue};

/// CuTe's form of a value: `_8` is static, `8` is known at run time only.
pub(crate) fn printed(value: &HostValue) -> String {
    match value {
        HostValue::Tensor(tensor) => of_algebra(&tensor.layout),
        HostValue::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(printed).collect();
            format!("({})", elements.join(","))
        }
        HostValue::Value(value) => of_algebra(value),
        other => other.shown(),
    }
}

fn of_algebra(value: &Value) -> String {
    match value {
        Value::Tuple(tuple) => of_tuple(tuple),
        Value::SymbolicLayout(layout) => layout.cpp(),
        Value::Layout(layout) => SymbolicLayout::from(layout.as_ref()).cpp(),
        Value::CoordinateLayout(layout) => match SymbolicLayout::try_from(layout.as_ref()) {
            Ok(layout) => layout.cpp(),
            Err(_) => layout.to_string(),
        },
        Value::Composed(composed) => {
            let layout = SymbolicLayout::from(composed.layout()).cpp();
            format!("{} o _{} o {layout}", composed.swizzle(), composed.offset())
        }
        other => other.to_string(),
    }
}

fn of_tuple(tuple: &IntTuple<Leaf>) -> String {
    match tuple {
        IntTuple::Int(Leaf::Size(size)) => size.integer().cpp(),
        IntTuple::Int(Leaf::Coordinate(coordinate)) => format!("_{coordinate}"),
        IntTuple::Int(leaf) => leaf.to_string(),
        IntTuple::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(of_tuple).collect();
            format!("({})", elements.join(","))
        }
    }
}
