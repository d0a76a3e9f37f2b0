//! The functions of the program that a value may call.

use std::sync::Arc;

use layoutlens_host_value::{function::Callable, value::HostValue};
use layoutlens_syntax::program::Function;

/// The functions of the program that a value is.
pub(crate) fn functions_of(value: &HostValue) -> Option<Vec<Arc<Function>>> {
    let HostValue::Callable(callable) = value else { return None };
    match &**callable {
        Callable::Functions { overloads, .. } => Some(overloads.clone()),
        _ => None,
    }
}
