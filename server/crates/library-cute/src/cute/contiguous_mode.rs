//! Whether a mode of strides is the contiguous one.

use layoutlens_host_value::{library::unknown, value::HostValue};
use layoutlens_operation::Refusal;

use crate::cute::{operand::instance, tuple::is_of_run_time};

/// Whether the first stride of a mode is the static 1.
pub(super) fn is_major(mode: usize, stride: &HostValue) -> Result<bool, Refusal> {
    let Some(mut at) = instance(stride).elements().and_then(|modes| modes.get(mode).cloned()) else {
        return unknown("the strides of an operand are not known");
    };
    while let Some(first) = at.elements().and_then(|modes| modes.first().cloned()) {
        at = first;
    }
    match instance(&at).as_integer() {
        Some(integer) if integer.is_static() => Ok(integer.is_constant(1)),
        _ if is_of_run_time(&at) => Ok(false),
        _ => unknown(at.unknown_reason().unwrap_or("the strides of an operand are not known")),
    }
}
