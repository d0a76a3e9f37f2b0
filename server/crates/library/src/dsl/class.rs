//! Classes of the DSL: which value is an object of which.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::{Hardware, Value};

/// Classes of the DSL, and what each inherits from.
const OF_LIBRARY: &[(&str, &[&str])] = &[
    ("Tensor", &[]),
    ("Pointer", &[]),
    ("Layout", &[]),
    ("ComposedLayout", &[]),
    ("CopyAtom", &[]),
    ("TiledCopy", &["CopyAtom"]),
    ("ThrCopy", &["TiledCopy", "CopyAtom"]),
    ("TiledMma", &["MmaAtom"]),
    ("ThrMma", &["TiledMma", "MmaAtom"]),
];

/// Whether a value is of the DSL's class of this path; `builtin` is Python's own class of it. `None` where that is not
/// known.
pub(crate) fn is_object_of(value: &HostValue, path: &str, builtin: Option<&'static str>) -> Option<bool> {
    let name = path.strip_prefix("cutlass.cute.")?.rsplit('.').next()?;
    OF_LIBRARY.iter().find(|(known, _)| *known == name)?;
    let own = match value {
        HostValue::Pointer(_) => "Pointer",
        // What is composed is no `Layout`.
        HostValue::Value(Value::Composed(_)) => "ComposedLayout",
        HostValue::ThreadSlice(slice) => match class_of_tiled(&slice.tiled)? {
            "TiledMma" => "ThrMma",
            _ => "ThrCopy",
        },
        _ => match class_of_tiled(value) {
            Some(own) => own,
            None => builtin?,
        },
    };
    // Classes of Python itself inherit from none of the DSL's.
    let bases = OF_LIBRARY.iter().find(|(known, _)| *known == own).map_or([].as_slice(), |(_, bases)| bases);
    Some(own == name || bases.contains(&name))
}

/// The class of a tensor or layout.
pub(crate) fn class_of(value: &HostValue) -> Option<&'static str> {
    match value {
        HostValue::Tensor(_) => Some("Tensor"),
        _ => value.layout().map(|_| "Layout"),
    }
}

fn class_of_tiled(value: &HostValue) -> Option<&'static str> {
    let HostValue::Value(Value::Hardware(hardware)) = value else { return None };
    match &**hardware {
        Hardware::TiledMma(_) => Some("TiledMma"),
        Hardware::TiledCopy(_) => Some("TiledCopy"),
        Hardware::CopyAtom(_) => Some("CopyAtom"),
        _ => None,
    }
}
