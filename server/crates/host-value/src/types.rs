//! Types of host code, as far as layouts depend on them.

use std::sync::Arc;

use layoutlens_operation::Value;

use crate::{object::ClassValue, value::HostValue};

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

/// What C++ calls the types of which `true_type` and `false_type` are two.
const TRUTH: &str = "bool_constant";

impl HostType {
    /// `true_type` or `false_type`. An object of it is written as the type: it holds nothing else, and is no `bool`.
    pub fn of_truth(truth: bool) -> Self {
        Self::Specialized { name: TRUTH.to_owned(), arguments: vec![HostValue::Value(Value::Bool(truth))] }
    }

    /// What `true_type` and `false_type` hold.
    pub fn truth(&self) -> Option<&HostValue> {
        match self {
            Self::Specialized { name, arguments } if name == TRUTH => arguments.first(),
            _ => None,
        }
    }
}

/// The type of a value, or a reference to it, or one that is `const`: of an object it is [`HostType::Of`] the object.
pub fn type_of(value: &HostValue) -> HostValue {
    match value {
        HostValue::Typed(typed) => return HostValue::Type(Arc::new(typed.of.clone())),
        HostValue::Type(of) if of.truth().is_some() => return value.clone(),
        _ => {}
    }
    match value.unknown_reason() {
        Some(reason) => HostValue::unknown(reason),
        None => HostValue::Type(Arc::new(HostType::Of(value.clone()))),
    }
}

/// What [`type_of`] gives, where it is known to be neither a reference nor `const`.
pub fn without_reference(of: HostValue) -> HostValue {
    match &of {
        HostValue::Type(host_type) => match &**host_type {
            HostType::Of(HostValue::Instance(object)) => {
                HostValue::Type(Arc::new(HostType::Class(object.class.clone())))
            }
            _ => of,
        },
        _ => of,
    }
}
