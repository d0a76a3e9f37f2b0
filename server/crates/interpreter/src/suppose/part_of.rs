//! What is made of what is supposed, and still is that.

use layoutlens_host_value::{tensor::Tensor, types::HostType, value::HostValue};

/// Whether a value is an object of a type, or a thread's slice of one.
pub(crate) fn is_of(of: &HostType, value: &HostValue) -> bool {
    matches!(of, HostType::Of(own) if is_part(own, value))
}

/// Whether a value is what is supposed, or a thread's slice of it.
pub(crate) fn is_part(whole: &HostValue, value: &HostValue) -> bool {
    whole == value
        || match value {
            HostValue::ThreadSlice(slice) => *whole == slice.tiled,
            HostValue::Tensor(tensor) => is_layout_of(whole, tensor),
            _ => false,
        }
}

/// Whether a tensor has this layout; the swizzle of one of shared memory is its pointer's.
fn is_layout_of(whole: &HostValue, tensor: &Tensor) -> bool {
    let HostValue::Value(whole) = whole else { return false };
    if !whole.is_layout() {
        return false;
    }
    let (whole, own) = (whole.to_string(), tensor.layout.to_string());
    whole.strip_suffix(own.as_str()).is_some_and(|before| before.is_empty() || before.ends_with(" o "))
}
