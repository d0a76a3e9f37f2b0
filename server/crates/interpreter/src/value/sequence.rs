//! Lists and tuples.

use layout_algebra::IntTuple;
use layoutlens_host_value::value::{HostValue, TMA_INFO};
use layoutlens_operation::Value;

use crate::value::dictionary::{self, is_dictionary, is_set};

/// Whether a value may be, or hold, a list, dictionary or set of Python.
pub(crate) fn is_sequence(value: &HostValue) -> bool {
    match value {
        HostValue::Tuple(_) | HostValue::Value(Value::Tuple(IntTuple::Tuple(_))) => true,
        HostValue::Object(object) => is_dictionary(value) || is_set(value) || object.kind == TMA_INFO,
        _ => false,
    }
}

/// The elements of what can be gone over, when they are known.
pub(crate) fn iterated(value: &HostValue) -> Option<Vec<HostValue>> {
    match value {
        HostValue::Object(object) if object.kind == "range" => object.fields.get("elements")?.elements(),
        // The order of a set is not known.
        _ if dictionary::is_set(value) => None,
        _ if dictionary::entries(value).is_some() => {
            Some(dictionary::distinct_entries(value)?.into_iter().map(|(key, _)| key).collect())
        }
        _ => value.elements(),
    }
}
