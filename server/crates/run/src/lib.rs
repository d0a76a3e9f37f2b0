//! Runs copies and GEMMs with the layouts of a `cute: run` statement, on a GPU or an emulator, and checks every
//! element.

mod accuracy;
mod check;
mod collision;
mod data;
mod element;
mod emulator;
mod error;
mod kernel;
mod operand;
mod progress;
mod report;
mod request;
mod walk;

pub use check::{Copy, Gemm, MAX_CELLS, MAX_MULTIPLICATIONS, Plan, Work, check};
pub use element::ElementType;
pub use emulator::{MAX_EMULATED_BYTES, MAX_EMULATED_ELEMENTS, MAX_EMULATED_MULTIPLICATIONS};
pub use error::{ErrorCode, RunError};
pub use kernel::Kernel;
pub use operand::{Extent, MAX_KERNEL_LEAVES, Operand};
pub use progress::{Progress, Stage};
pub use report::{Accuracy, Device, Problem, Report, WrongElement};
pub use request::{DeviceChoice, Operation, Request};
