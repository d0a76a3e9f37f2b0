//! The class of an object.

use layoutlens_host_value::{function::Callable, object::ClassValue, types::HostType, value::HostValue};

/// The class that a value is.
pub(crate) fn class_of(value: &HostValue) -> Option<&ClassValue> {
    match value {
        HostValue::Type(of) => match &**of {
            HostType::Class(class) => Some(class),
            HostType::Of(HostValue::Instance(instance)) => Some(&instance.class),
            _ => None,
        },
        HostValue::Callable(callable) => match &**callable {
            Callable::Class(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}
