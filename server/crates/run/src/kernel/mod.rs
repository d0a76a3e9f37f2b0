//! Header-free CUDA source, made for the layouts of one request.
//!
//! They are to be read: the layouts stand in a comment and their index arithmetic is code with constants.

mod axes;
mod banks;
mod copy;
mod gemm;
mod offset;

pub(crate) use banks::{SharedAccesses, access_cost};
pub(crate) use copy::CopyKernel;
pub(crate) use gemm::{Choice, Matrix, Tuned, choose, matrix};
pub(crate) use offset::Offset;

use crate::{
    Operand, Predicted,
    check::{Plan, Work},
};

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
    fn shared_bytes(self) -> i64 {
        match self.capability {
            ..80 => 64 << 10,
            80 | 87 => 163 << 10,
            86 | 89 | 120.. => 99 << 10,
            _ => 227 << 10,
        }
    }

    /// Whether so many blocks keep nearly all multiprocessors at work.
    fn is_busy_with(self, blocks: u64) -> bool {
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
    fn new(source: String, name: &'static str, blocks: u64, threads: u32) -> Self {
        Kernel { source, name, blocks, threads, shared_bytes: 0, maps: None }
    }
}

impl Plan {
    /// The kernel for this plan's layouts on an H200.
    ///
    /// ```
    /// use layoutlens_run::{DeviceChoice, ElementType, Operation, Request, check};
    /// let operation = Operation::Copy { source: "(4,8):(1,4)".parse()?, destination: "(4,8):(8,1)".parse()? };
    /// let plan = check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })?;
    /// assert!(plan.kernel().source.contains("(4,8):(1,4)"));
    /// # Ok::<(), layoutlens_run::RunError>(())
    /// ```
    pub fn kernel(&self) -> Kernel {
        self.kernel_for(KernelDevice::default())
    }

    /// The kernel for this plan's layouts on a device.
    pub fn kernel_for(&self, device: KernelDevice) -> Kernel {
        match &self.work {
            Work::Copy(copy) => copy::kernel(copy, self.element),
            Work::Gemm(gemm) => gemm::kernel(gemm, self.element, device),
        }
    }

    /// Whether a kernel for a device of this compute capability, `90` for 9.0, can be what the statement asks for.
    ///
    /// # Errors
    /// [`crate::ErrorCode::OptionUnsupported`]: the device has not the instruction.
    pub fn suits(&self, capability: i32) -> Result<(), crate::RunError> {
        match &self.work {
            Work::Gemm(gemm) => gemm.tuned.as_ref().map_or(Ok(()), |tuned| tuned.suits(capability)),
            Work::Copy(_) => Ok(()),
        }
    }

    /// What the layouts say about the kernel of a copy.
    pub fn predicted(&self) -> Option<Predicted> {
        match &self.work {
            Work::Copy(copy) => {
                let width = self.element.width();
                Some(CopyKernel::of(copy, width).predicted(copy, width))
            }
            Work::Gemm(_) => None,
        }
    }
}

/// The narrowest index type that holds every coordinate and offset below `bound`, and a thread's index past the end.
///
/// Where an operand runs backwards, a partial sum is below 0 before the offset is added. In 32 bits that is signed: an
/// unsigned sum wraps and should, but NVRTC widens its parts to addresses one by one.
fn index_type<'a>(bound: i64, operands: impl IntoIterator<Item = &'a Operand>) -> &'static str {
    match bound <= 1 << 30 {
        true if operands.into_iter().any(Operand::runs_backwards) => "int",
        true => "unsigned int",
        false => "unsigned long long",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_the_shared_memory_of_its_architecture() {
        let bytes = |capability| KernelDevice { capability, multiprocessors: 1 }.shared_bytes();
        assert_eq!([75, 80, 86, 89, 90, 120].map(bytes), [64, 163, 99, 99, 227, 99].map(|size| size << 10));
    }

    #[test]
    fn indexes_are_wide_only_where_they_must_be() {
        let [forwards, backwards] =
            ["(8,4):(1,8)", "Sw<0,4,3> o 7 o (8,4):(-1,8)"].map(|layout| layout.parse::<Operand>().unwrap());
        assert_eq!(index_type(1 << 30, [&forwards]), "unsigned int");
        assert_eq!(index_type((1 << 30) + 1, [&forwards]), "unsigned long long");
        assert_eq!(index_type(1 << 30, [&forwards, &backwards]), "int");
    }
}
