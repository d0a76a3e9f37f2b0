//! The one error type of this crate: a stable code for machines, a sentence for people.

use serde::{Deserialize, Serialize};

/// Why a run has no report.
///
/// Serialises to `{"code": "...", "message": "..."}`, the `error` object of `layoutlens run --format json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct RunError {
    /// What kind of failure; stable over versions.
    pub code: ErrorCode,
    /// What happened, with the numbers, and a way out where there is one.
    pub message: String,
}

impl RunError {
    /// An error of kind `code`, told by `message`.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        RunError { code, message: message.into() }
    }

    /// Whether the run failed only because this machine has no usable GPU, so that the emulator is worth offering.
    pub fn gpu_is_missing(&self) -> bool {
        use ErrorCode::*;
        matches!(self.code, NoDriver | DriverTooOld | NoDevice | DeviceUnsupported | NvrtcMissing)
    }
}

/// The kinds of failure. Their names in JSON are the variants in kebab case: `size-mismatch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// An operand is no layout that can be run: a shape below 1, an overflow, a swizzle that CuTe refuses.
    BadLayout,
    /// Source and destination of a copy differ in size.
    SizeMismatch,
    /// Two coordinates of the destination have one offset.
    DestinationCollides,
    /// A coordinate lies before the start of its buffer.
    NegativeOffset,
    /// An operand of a GEMM is not rank 2.
    GemmRank,
    /// M, N or K differs between two operands of a GEMM.
    GemmShapeMismatch,
    /// A thread-value layout is none that a kernel can have, or does not go with its tile.
    BadThreadValues,
    /// A tile, an instruction, a number of stages or a swizzle of which no kernel is made.
    BadOption,
    /// What the statement asks for is an instruction that this GPU has not.
    OptionUnsupported,
    /// The operation is not defined for this element type, or the type's name is unknown.
    UnsupportedElement,
    /// The problem is over a stated limit.
    TooLarge,
    /// libcuda is not on this machine, or does not start.
    NoDriver,
    /// The driver is older than CUDA 12.0.
    DriverTooOld,
    /// The driver sees no GPU.
    NoDevice,
    /// The GPU is older than what the NVRTC found can compile for.
    DeviceUnsupported,
    /// No NVRTC library was found.
    NvrtcMissing,
    /// NVRTC refused the generated kernel; the message holds its log.
    CompileFailed,
    /// The driver refused the compiled kernel.
    ModuleLoadFailed,
    /// The driver refused to start the kernel, or another driver call failed.
    LaunchFailed,
    /// The operands do not fit in the free memory.
    OutOfMemory,
    /// The kernel faulted and took the CUDA context with it.
    DeviceFault,
    /// The worker process could not be started.
    WorkerStart,
    /// The worker process ended in the middle of a run.
    WorkerDied,
    /// The worker process wrote something that is not the protocol.
    WorkerGarbage,
    /// The command that starts the worker was refused where it should run: a password, an unknown host, no program.
    WorkerUnreachable,
    /// The command that starts the worker found no free machine to start it on.
    NoFreeNode,
    /// The connection to the worker broke in the middle of a run.
    WorkerLost,
    /// The worker process is another version.
    WorkerVersion,
    /// The worker process did not answer in time.
    WorkerTimeout,
    /// The user cancelled the run.
    Cancelled,
    /// A defect of LayoutLens.
    Internal,
}

impl ErrorCode {
    /// Whether a worker that answered with this error can take the next request.
    ///
    /// A refusal leaves it as it was; after a fault or an unknown state a fresh process is the only safe answer.
    pub(crate) fn leaves_worker_usable(self) -> bool {
        use ErrorCode::*;
        matches!(
            self,
            BadLayout
                | SizeMismatch
                | DestinationCollides
                | NegativeOffset
                | GemmRank
                | GemmShapeMismatch
                | BadThreadValues
                | BadOption
                | OptionUnsupported
                | UnsupportedElement
                | TooLarge
                | CompileFailed
                | OutOfMemory
        )
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_is_explained_to_users() {
        let source = include_str!("error.rs");
        let list =
            source.split("pub enum ErrorCode {").nth(1).and_then(|rest| rest.split('}').next()).unwrap();
        let codes: Vec<&str> = list
            .lines()
            .filter_map(|line| line.strip_prefix("    ")?.strip_suffix(','))
            .filter(|name| name.chars().all(char::is_alphabetic))
            .collect();
        assert!(codes.len() > 25, "{codes:?}");
        let page = include_str!("../../../../docs/run.md");
        for code in codes {
            let words = code.chars().map(|letter| match letter.is_uppercase() {
                true => format!("-{}", letter.to_lowercase()),
                false => letter.to_string(),
            });
            let name = words.collect::<String>().trim_start_matches('-').to_owned();
            assert!(page.contains(&format!("`{name}`")), "docs/run.md says nothing of {name}");
        }
    }
}
