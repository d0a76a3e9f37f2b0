//! Runs copies and GEMMs with the layouts of a `cute: run` statement, on a GPU or an emulator, and checks every
//! element.
//!
//! A [`Request`] is [checked](check()) and handed to a [`Runner`], which owns the worker processes; the worker
//! ([`serve`]) generates the kernel for exactly these layouts, runs it and sends a [`Report`]. CUDA is loaded in the
//! worker only: this process never is at the mercy of a driver.
//!
//! The pieces: `check` refuses, `kernel` prints CUDA, `cuda` runs it, `emulator` runs its arithmetic on the CPU,
//! `protocol` is the wire between `client` and `worker`.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod accuracy;
mod cancel;
mod check;
mod client;
mod collision;
mod command;
mod counted;
mod cuda;
mod data;
mod element;
mod emulator;
mod error;
mod figures;
mod findings;
mod invariant;
mod kernel;
mod last_words;
mod launcher;
mod mma_threads;
mod operand;
mod pattern;
mod plan;
mod process;
mod progress;
pub mod protocol;
mod report;
mod request;
mod threads;
mod tuning;
mod verdict;
mod walk;
mod worker;

pub use cancel::CancelFlag;
pub use check::{MAX_MULTIPLICATIONS, check};
pub use client::{Runner, run};
pub use command::WorkerCommand;
pub use counted::{Counted, Race, RacingAccess, SharedCount};
pub use cuda::SharedMemory;
pub use element::{ElementType, Factor};
#[doc(hidden)]
pub use emulator::read_kernel_source;
pub use emulator::{MAX_EMULATED_BYTES, MAX_EMULATED_ELEMENTS, MAX_EMULATED_MULTIPLICATIONS};
pub use error::{ErrorCode, RunError};
pub use kernel::{Kernel, KernelDevice, TensorMap};
pub use mma_threads::{Atom, MAX_TILE_BYTES, Mma, MmaThreads, Part};
pub use operand::{Extent, MAX_CELLS, MAX_KERNEL_LEAVES, Operand};
pub use pattern::{PATTERNS, Pattern};
pub use plan::{Copy, Gemm, Plan, Work};
pub use process::TimeLimits;
pub use progress::{Progress, Stage};
pub use report::{Accuracy, Conflicts, Device, Measured, Predicted, Problem, Report, Vendor, WrongElement};
pub use request::{DeviceChoice, Operation, Request};
pub use threads::{MAX_THREAD_BYTES, MAX_THREADS, ThreadValues, Threads};
pub use tuning::Tuning;
pub use worker::{WorkerKind, serve};
