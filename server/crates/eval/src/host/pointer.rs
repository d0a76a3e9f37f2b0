//! Pointers and iterators of host code.

use layout_algebra::Swizzle;

use super::{HostValue, tensor::MemorySpace};
use crate::Value;

/// A pointer or iterator: what a tensor is made of besides its layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointer {
    /// `None` where the kind of memory is not known: a raw pointer.
    pub space: Option<MemorySpace>,
    /// The type it points to.
    pub element: HostValue,
    /// The swizzle that the pointer applies to its address, in bytes.
    pub swizzle: Option<Swizzle>,
    /// Where it points, from where its memory begins; `None` where that is not known.
    pub offset: Option<Value>,
}
