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
use crate::{Factor, plan::Gemm};

/// The GEMM kernel for these layouts on this device.
pub(super) fn kernel(gemm: &Gemm, device: KernelDevice) -> Kernel {
    if let Some(mma) = &gemm.threads {
        return partitioned::kernel(gemm, mma);
    }
    if let Some(tuned) = &gemm.tuned {
        return tuned.kernel(gemm, device);
    }
    match gemm.factor {
        Factor::F64 if let Some(mma) = partitioned::doubles(device) => partitioned::kernel(gemm, &mma),
        Factor::F32 if device.capability >= 80 => {
            simt::kernel(&Roles::with_c_along(gemm, Mode::First), device)
        }
        Factor::F16 | Factor::BF16 if device.capability >= 80 => {
            let roles = Roles::with_c_along(gemm, Mode::Second);
            let by_tma =
                if device.capability == 90 { wgmma::kernel(&roles, gemm.factor, device) } else { None };
            by_tma.unwrap_or_else(|| mma::kernel(&roles, gemm.factor, device))
        }
        // Older devices have none of the instructions that the others need.
        Factor::F64 | Factor::F32 | Factor::F16 | Factor::BF16 => plain::kernel(gemm),
    }
}

#[cfg(test)]
mod tests;
