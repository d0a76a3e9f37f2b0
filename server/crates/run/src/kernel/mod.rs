//! Header-free CUDA source, made for the layouts of one request.
//!
//! The kernels are the plain ones: a copy moves one element a thread, a GEMM is tiled through shared memory. They
//! are to be read: the layouts stand in a comment and their index arithmetic is code with constants.

mod copy;
mod gemm;
mod offset;

pub(crate) use gemm::{TILE_K, TILE_MN};
pub(crate) use offset::Offset;

use crate::check::{Plan, Work};

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
}

impl Plan {
    /// The kernel for this plan's layouts.
    ///
    /// ```
    /// use layoutlens_run::{DeviceChoice, ElementType, Operation, Request, check};
    /// let operation = Operation::Copy { source: "(4,8):(1,4)".parse()?, destination: "(4,8):(8,1)".parse()? };
    /// let plan = check(&Request { operation, element: ElementType::F32, device: DeviceChoice::Auto })?;
    /// assert!(plan.kernel().source.contains("destination[offset_destination(i)] = source[offset_source(i)]"));
    /// # Ok::<(), layoutlens_run::RunError>(())
    /// ```
    pub fn kernel(&self) -> Kernel {
        match &self.work {
            Work::Copy(copy) => copy::kernel(copy, self.element),
            Work::Gemm(gemm) => gemm::kernel(gemm, self.element),
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
