//! What a run is asked to do.

use serde::{Deserialize, Serialize};

use crate::{ElementType, MmaThreads, Operand, ThreadValues, Tuning};

/// One run: an operation on operands of one element type, on a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// What to do.
    pub operation: Operation,
    /// The type of every operand's elements.
    pub element: ElementType,
    /// Where to do it.
    pub device: DeviceChoice,
}

/// The operations of `cute: run`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// `copy SRC -> DST`: element i of the source to element i of the destination, i the 1-D coordinate.
    Copy {
        /// Source; several coordinates may share an offset (a broadcast).
        source: Operand,
        /// Destination; no two coordinates may share an offset.
        destination: Operand,
    },
    /// `copy SRC -> DST (tv=..)`: the same, each element moved by the thread that has it.
    PartitionedCopy {
        /// Source; several coordinates may share an offset (a broadcast).
        source: Operand,
        /// Destination, of the same modes; no two coordinates may share an offset.
        destination: Operand,
        /// Which thread has it.
        threads: ThreadValues,
    },
    /// `gemm A, B -> C`: C(m,n) is the sum over k of A(m,k) B(n,k).
    Gemm {
        /// A, (M,K).
        a: Operand,
        /// B, (N,K).
        b: Operand,
        /// C, (M,N); no two coordinates may share an offset.
        c: Operand,
    },
    /// `gemm A, B -> C (tiled_mma=..)`: the same, by the threads and the instruction of a tiled MMA.
    PartitionedGemm {
        /// A, (M,K).
        a: Operand,
        /// B, (N,K).
        b: Operand,
        /// C, (M,N); no two coordinates may share an offset.
        c: Operand,
        /// The tiled MMA.
        threads: MmaThreads,
    },
    /// `gemm A, B -> C (mma=.., tile=.., stages=.., swizzle=..)`: the same, by a kernel as it is described.
    TunedGemm {
        /// A, (M,K).
        a: Operand,
        /// B, (N,K).
        b: Operand,
        /// C, (M,N); no two coordinates may share an offset.
        c: Operand,
        /// What is said of the kernel.
        tuning: Tuning,
    },
}

/// Where a run happens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The GPU; without one the error says what is missing, and the caller decides about the emulator.
    #[default]
    Auto,
    /// The GPU, or an error.
    Gpu,
    /// The emulator on the CPU.
    Cpu,
}
