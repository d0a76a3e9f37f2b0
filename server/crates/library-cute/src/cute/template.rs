//! CuTe's templates of types: which values are of one, and with which arguments.

use layoutlens_host_value::{type_rules::Made, types::type_of, value::HostValue};
use layoutlens_operation::{Operation, Value};

use crate::cute::{integer::sequence, mma};

/// Templates whose arguments are deduced from the value: `Tensor t = ..`.
const DEDUCED: &[&str] = &[
    "auto",
    "Tensor",
    "Layout",
    "ComposedLayout",
    "TiledMMA",
    "TiledMma",
    "TiledCopy",
    "ThrMMA",
    "ThrCopy",
    "Copy_Atom",
    "MMA_Atom",
    "tuple",
    "cute::tuple",
];

/// Whether a declaration with this template leaves its arguments to the value: `Tensor t = ..`.
pub fn is_deduced(template: &str) -> bool {
    DEDUCED.contains(&template)
}

/// Whether a value is of a type that is made from a template which overloads tell apart; `None` for other templates.
pub fn is_made_from(template: &str, value: &HostValue) -> Option<bool> {
    match template {
        "Tensor" => Some(matches!(value, HostValue::Tensor(_))),
        "Layout" => Some(matches!(value, HostValue::Value(value) if value.is_layout())),
        _ => mma::is_made_from(template, value),
    }
}

/// The arguments of the type of a value, when it is known to be made from the template of the library.
pub fn type_arguments(template: &str, value: &HostValue) -> Option<Vec<HostValue>> {
    let is_of = match (template, value) {
        ("Layout", HostValue::Value(value)) => {
            matches!(value, Value::Layout(_) | Value::SymbolicLayout(_) | Value::CoordinateLayout(_))
        }
        ("Int" | "C" | "Constant", _) => value.as_integer().is_some_and(|integer| integer.is_static()),
        ("Shape" | "Stride" | "Coord" | "Tile" | "tuple" | "Step", _) => value.elements().is_some(),
        ("Swizzle", HostValue::Value(Value::Swizzle(swizzle))) => {
            let numbers = [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())];
            return Some(numbers.into_iter().map(HostValue::static_int).collect());
        }
        _ => false,
    };
    is_of.then(|| arguments_of(template, value))
}

/// Whether a template of the library, of those whose [`type_arguments`] are known, has some by default: `Layout<Shape>`.
pub fn has_defaults(template: &str) -> bool {
    matches!(template, "Layout" | "Swizzle")
}

/// Whether a template of the library makes layouts, tuples or integers.
pub fn is_of_layouts(template: &str) -> bool {
    matches!(
        template,
        "Layout"
            | "ComposedLayout"
            | "Swizzle"
            | "Int"
            | "C"
            | "Constant"
            | "Shape"
            | "Stride"
            | "Coord"
            | "Tile"
            | "tuple"
            | "Step"
            | "Tensor"
            | "TiledMMA"
            | "TiledCopy"
            | "MMA_Atom"
            | "Copy_Atom"
    )
}

/// Whether the type of a value is certainly not made from the template of the library.
pub fn is_certainly_other(template: &str, value: &HostValue) -> bool {
    let kind = |value: &HostValue| match value {
        HostValue::Value(Value::Layout(_) | Value::SymbolicLayout(_)) => Some("Layout"),
        HostValue::Value(Value::Composed(_) | Value::Swizzled(_)) => Some("ComposedLayout"),
        HostValue::Value(Value::Swizzle(_)) => Some("Swizzle"),
        HostValue::Tensor(_) => Some("Tensor"),
        _ if value.as_integer().is_some() => Some("Int"),
        _ if value.elements().is_some() => Some("tuple"),
        _ => None,
    };
    let template = match template {
        "C" | "Constant" => "Int",
        "Shape" | "Stride" | "Coord" | "Tile" | "Step" => "tuple",
        other => other,
    };
    is_of_layouts(template) && kind(value).is_some_and(|kind| kind != template)
}

/// The template arguments that the type of a value has, as far as they are known.
pub fn arguments_of(template: &str, value: &HostValue) -> Vec<HostValue> {
    let of_layout =
        |layout: &HostValue| vec![part(Operation::Shape, layout), part(Operation::Stride, layout)];
    match (template, value) {
        ("Layout", HostValue::Value(layout)) if layout.is_layout() => of_layout(value),
        ("Tensor", HostValue::Tensor(tensor)) => vec![
            HostValue::unknown("the engine of a tensor is not known"),
            type_of(&HostValue::Value(tensor.layout.clone())),
        ],
        ("Int" | "C" | "Constant", _) => match value.as_integer() {
            Some(integer) if integer.is_static() => vec![value.clone()],
            _ => Vec::new(),
        },
        ("Shape" | "Stride" | "Coord" | "Tile" | "tuple" | "Step", _) => {
            value.elements().unwrap_or_default().iter().map(type_of).collect()
        }
        _ => sequence::arguments_of(template, value).unwrap_or_else(|| mma::arguments_of(template, value)),
    }
}

/// The template that the type of a value is made from, as a type without arguments, and its arguments: `Op<a, b>` where `Op`
/// is a parameter.
pub fn template_of(value: &HostValue) -> Option<Made> {
    mma::template_of(value)
}

/// The type of the shape or stride of a layout.
fn part(query: Operation, layout: &HostValue) -> HostValue {
    let HostValue::Value(layout) = layout else { return HostValue::unknown("no layout") };
    match query.run(std::slice::from_ref(layout)) {
        Ok(part) => type_of(&HostValue::Value(part.value)),
        Err(_) => HostValue::unknown(format!("the {query} of this layout is not known")),
    }
}
