//! A kernel and the device that it is made for.

use crate::Operand;

/// A kernel's source and how to start it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// CUDA C++ that needs no header; the kernel takes the operands' addresses in the order of the statement.
    pub source: String,
    /// The kernel's name in the source.
    pub name: &'static str,
    /// Blocks of the launch, in one dimension.
    pub blocks: u64,
    /// Threads of a block.
    pub threads: u32,
    /// Bytes of shared memory that the launch adds to the kernel's own.
    pub shared_bytes: u32,
    /// What the kernel takes instead of the addresses of A and B: maps of them for TMA.
    pub maps: Option<[TensorMap; 2]>,
}

/// How TMA sees a matrix of 2-byte elements: boxes of 64 elements along the inner dimension, swizzled by `Sw<3,4,3>`
/// in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorMap {
    /// Elements of the dimension with stride 1.
    pub inner: i64,
    /// Elements of the other dimension.
    pub outer: i64,
    /// Its stride in elements.
    pub pitch: i64,
    /// Elements of a box along it.
    pub box_outer: i64,
}

/// What a kernel is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KernelDevice {
    /// The compute capability, `90` for 9.0.
    pub capability: i32,
    /// How many multiprocessors share the work.
    pub multiprocessors: u32,
}

impl KernelDevice {
    /// Bytes of shared memory that a block can have.
    pub(super) fn shared_bytes(self) -> u32 {
        match self.capability {
            ..80 => 64 << 10,
            80 | 87 => 163 << 10,
            86 | 89 | 120.. => 99 << 10,
            // Hopper and what followed; a device of another kind that has less refuses the launch.
            81..=85 | 88 | 90..120 => 227 << 10,
        }
    }

    /// Whether so many blocks keep nearly all multiprocessors at work.
    pub(super) fn is_busy_with(self, blocks: u64) -> bool {
        blocks.saturating_mul(10) >= u64::from(self.multiprocessors) * 9
    }
}

impl Default for KernelDevice {
    /// An H200.
    fn default() -> Self {
        KernelDevice { capability: 90, multiprocessors: 132 }
    }
}

impl Kernel {
    pub(super) fn new(source: String, name: &'static str, blocks: u64, threads: u32) -> Self {
        Kernel { source, name, blocks, threads, shared_bytes: 0, maps: None }
    }
}

/// The narrowest index type that holds every coordinate and offset below `bound`, and a thread's index past the end.
///
/// Where an operand runs backwards, a partial sum is below 0 before the offset is added. In 32 bits that is signed: an
/// unsigned sum wraps and should, but NVRTC widens its parts to addresses one by one.
pub(super) fn index_type<'a>(bound: i64, operands: impl IntoIterator<Item = &'a Operand>) -> &'static str {
    match bound <= 1 << 30 {
        true if operands.into_iter().any(Operand::runs_backwards) => "int",
        true => "unsigned int",
        false => "unsigned long long",
    }
}
