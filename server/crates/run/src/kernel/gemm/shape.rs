//! The sizes that a GEMM's kernel is made with.

use crate::{Mma, Tuning};

/// A mode of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    First,
    Second,
}

/// A kernel that was asked for and can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tuned {
    pub(super) tuning: Tuning,
    pub(super) shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// f32 on the CUDA cores.
    Fma(FmaShape),
    /// f16 and bf16 on the tensor cores; one of them at least.
    Half {
        /// `wgmma`, with C along this mode; taken where the device has it.
        warpgroup: Option<(WarpgroupShape, Mode)>,
        /// `mma.sync`.
        warp: Option<WarpShape>,
    },
}

/// What a tuning comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// One of the kernels that move tiles ahead of the multiplication.
    Tuned(Box<Tuned>),
    /// The threads of a tiled MMA, for every other instruction.
    Threads(Box<Mma>),
}

/// Tiles, and what a thread of 256 computes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FmaShape {
    pub(super) tile: (u32, u32, u32),
    pub(super) thread: (u32, u32),
    pub(super) stages: u32,
    pub(super) blocks_at_once: u32,
}

/// Columns of a tile of C, tiles under way, and blocks that share what they fetch of B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WarpgroupShape {
    pub(super) tile_n: u32,
    pub(super) stages: u32,
    pub(super) cluster: u32,
}

/// Tiles of a block and of a warp, how many are under way, and the swizzle where it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WarpShape {
    pub(super) tile: [u32; 3],
    pub(super) warp: (u32, u32),
    pub(super) stages: u32,
    pub(super) swizzle: Option<Chunks>,
}

/// A swizzle of 16-byte chunks: bits `[base + shift, base + shift + bits)` change those from `base` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunks {
    pub(super) bits: u32,
    pub(super) base: u32,
    pub(super) shift: u32,
}
