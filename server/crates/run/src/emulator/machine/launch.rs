//! What the machine runs, and why it stops.

use crate::{
    TensorMap,
    emulator::{Buffer, program::Program},
};

/// A kernel, what it works on and how it is started.
pub(in crate::emulator) struct Launch<'a> {
    pub(in crate::emulator) program: &'a Program,
    /// The kernel's parameters in order.
    pub(in crate::emulator) buffers: &'a [&'a Buffer],
    /// What it takes instead of the first two of them.
    pub(in crate::emulator) maps: Option<[TensorMap; 2]>,
    pub(in crate::emulator) blocks: u64,
    pub(in crate::emulator) threads: u64,
    /// Bytes that the launch adds to the kernel's own shared memory.
    pub(in crate::emulator) shared_bytes: u64,
    /// Bytes of an element.
    pub(in crate::emulator) width: u64,
}

/// Why a kernel was stopped.
pub(super) type Fault = String;
