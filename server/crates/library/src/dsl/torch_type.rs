//! PyTorch's types of elements: types of their own, which programs map to the DSL's.

use std::sync::Arc;

use layoutlens_host_value::{types::HostType, value::HostValue};

use crate::dsl::element;

/// How the names of PyTorch's types begin.
const PREFIX: &str = "torch.";

/// PyTorch's names, the name that a type has itself, and the DSL's.
const TYPES: &[(&str, &str, &str)] = &[
    ("float16", "float16", "Float16"),
    ("half", "float16", "Float16"),
    ("bfloat16", "bfloat16", "BFloat16"),
    ("float32", "float32", "Float32"),
    ("float", "float32", "Float32"),
    ("float64", "float64", "Float64"),
    ("double", "float64", "Float64"),
    ("int8", "int8", "Int8"),
    ("uint8", "uint8", "Uint8"),
    ("int16", "int16", "Int16"),
    ("short", "int16", "Int16"),
    ("int32", "int32", "Int32"),
    ("int", "int32", "Int32"),
    ("int64", "int64", "Int64"),
    ("long", "int64", "Int64"),
    ("uint16", "uint16", "Uint16"),
    ("uint32", "uint32", "Uint32"),
    ("uint64", "uint64", "Uint64"),
    ("float8_e4m3fn", "float8_e4m3fn", "Float8E4M3FN"),
    ("float8_e5m2", "float8_e5m2", "Float8E5M2"),
    ("float8_e8m0fnu", "float8_e8m0fnu", "Float8E8M0FNU"),
];

/// `torch.float16`.
pub(super) fn named(path: &str) -> Option<HostValue> {
    let name = path.strip_prefix(PREFIX)?;
    let (_, own, _) = TYPES.iter().find(|(known, ..)| *known == name)?;
    Some(HostValue::Type(Arc::new(HostType::Named(format!("{PREFIX}{own}")))))
}

/// The DSL's type of the elements of a tensor whose type is one of PyTorch's.
pub(super) fn of_dsl(value: &HostValue) -> Option<HostValue> {
    let HostValue::Type(host_type) = value else { return None };
    let HostType::Named(name) = host_type.as_ref() else { return None };
    let name = name.strip_prefix(PREFIX)?;
    TYPES.iter().find(|(_, own, _)| *own == name).map(|(.., dsl)| element::as_type(dsl))
}
