//! Values that are functions of the program.

use layoutlens_host_value::{function::Callable, value::HostValue};

/// Whether a value is a function of the program, or a kernel that the library makes of a class.
pub(crate) fn is_function(value: &HostValue) -> bool {
    let HostValue::Callable(callable) = value else { return false };
    match &**callable {
        Callable::Functions { .. } => true,
        Callable::Library { template, receiver, .. } => !template.is_empty() && receiver.is_none(),
        _ => false,
    }
}
