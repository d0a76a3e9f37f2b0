//! Header-free CUDA source, made for the layouts of one request.
//!
//! They are to be read: the layouts stand in a comment and their index arithmetic is code with constants.

mod axes;
mod copy;
mod gemm;
mod offset;

pub(crate) use copy::{CopyKernel, Direct, Tiled};
pub(crate) use gemm::{TILE_K, TILE_MN};
pub(crate) use offset::Offset;

use crate::{
    Predicted,
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
}

impl Kernel {
    fn new(source: String, name: &'static str, blocks: u64, threads: u32) -> Self {
        Kernel { source, name, blocks, threads, shared_bytes: 0 }
    }
}

impl Plan {
    /// The kernel for this plan's layouts.
    ///
    /// ```
    /// use layoutlens_run::{DeviceChoice, ElementType, Operation, Request, check};
    /// let operation = Operation::Copy { source: "(4,8):(1,4)".parse()?, destination: "(4,8):(8,1)".parse()? };
    /// let plan = check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })?;
    /// assert!(plan.kernel().source.contains("(4,8):(1,4)"));
    /// # Ok::<(), layoutlens_run::RunError>(())
    /// ```
    pub fn kernel(&self) -> Kernel {
        match &self.work {
            Work::Copy(copy) => copy::kernel(copy, self.element),
            Work::Gemm(gemm) => gemm::kernel(gemm, self.element),
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
fn index_type(bound: i64) -> &'static str {
    if bound <= 1 << 30 { "unsigned int" } else { "unsigned long long" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_are_wide_only_where_they_must_be() {
        assert_eq!(index_type(1 << 30), "unsigned int");
        assert_eq!(index_type((1 << 30) + 1), "unsigned long long");
    }
}
