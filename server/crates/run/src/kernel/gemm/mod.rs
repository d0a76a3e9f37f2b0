//! GEMMs: the fastest kernel that the device, the element type and the layouts allow.

mod mma;
mod partitioned;
mod plain;
mod roles;
mod run;
mod shape;
mod simt;
mod tuned;
mod wgmma;

use roles::Roles;
use run::Run;
pub(crate) use run::{Matrix, matrix};
use shape::Mode;
pub(crate) use shape::{Choice, Tuned};
pub(crate) use tuned::choose;

use super::{Kernel, KernelDevice};
use crate::{ElementType, plan::Gemm};

/// The GEMM kernel for these layouts on this device.
pub(super) fn kernel(gemm: &Gemm, element: ElementType, device: KernelDevice) -> Kernel {
    if let Some(mma) = &gemm.threads {
        return partitioned::kernel(gemm, mma, element);
    }
    if let Some(tuned) = &gemm.tuned {
        return tuned.kernel(gemm, element, device);
    }
    match element {
        ElementType::F64 if let Some(mma) = partitioned::doubles(device) => {
            partitioned::kernel(gemm, &mma, element)
        }
        ElementType::F32 if device.capability >= 80 => {
            simt::kernel(&Roles::with_c_along(gemm, Mode::First), device)
        }
        ElementType::F16 | ElementType::BF16 if device.capability >= 80 => {
            let roles = Roles::with_c_along(gemm, Mode::Second);
            let by_tma = if device.capability == 90 { wgmma::kernel(&roles, element, device) } else { None };
            by_tma.unwrap_or_else(|| mma::kernel(&roles, element, device))
        }
        _ => plain::kernel(gemm, element),
    }
}

#[cfg(test)]
mod tests;
