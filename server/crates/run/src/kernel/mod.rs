//! Header-free CUDA source, made for the layouts of one request.
//!
//! They are to be read: the layouts stand in a comment and their index arithmetic is code with constants.

mod axes;
mod banks;
mod copy;
mod description;
mod gemm;
mod offset;

pub(crate) use banks::{SharedAccesses, access_cost, by_lane};
pub(crate) use copy::CopyKernel;
use description::index_type;
pub use description::{Kernel, KernelDevice, TensorMap};
pub(crate) use gemm::{Choice, Matrix, Tuned, choose, matrix};
pub(crate) use offset::Offset;

use crate::{
    Predicted,
    plan::{Plan, Work},
};

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
            Work::Gemm(gemm) => gemm::kernel(gemm, device),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operand;

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
