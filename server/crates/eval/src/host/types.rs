//! Types of host code, as far as layouts depend on them.

use std::sync::Arc;

use super::{HostValue, object::ClassValue};

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub enum HostType {
    /// The type of this value: `decltype(x)`, `Shape<_4,_8>`, `Layout<..>`, `Int<8>`. `T{}` is the value where it is
    /// static; where it has run-time integers, those are unknown in `T{}`.
    Of(HostValue),
    /// An element type or another type by its name, as the host spells it: `half_t`, `int`, `float*`.
    Named(String),
    /// A template of the library with arguments that are not known to make a value: `Copy_Atom<Unknown, T>`.
    Specialized {
        /// The template's name, without namespace.
        name: String,
        /// Its arguments.
        arguments: Vec<HostValue>,
    },
    /// A class of the program, with its template arguments.
    Class(ClassValue),
}

/// The type of a value.
pub(super) fn type_of(value: &HostValue) -> HostValue {
    match value.unknown_reason() {
        Some(reason) => HostValue::unknown(reason),
        None => HostValue::Type(Arc::new(match value {
            HostValue::Instance(instance) => HostType::Class(instance.class.clone()),
            value => HostType::Of(value.clone()),
        })),
    }
}
