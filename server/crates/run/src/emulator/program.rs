//! A kernel as the emulated warps run it: steps over registers that hold a number for each lane.

use std::sync::Arc;

use super::source::{Binary, Scalar};

/// A register: a number for each lane.
pub(super) type Register = u32;

/// Where a step goes on.
pub(super) type Place = u32;

/// A number that a step reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// The same bits for every lane.
    Constant(u64),
    Register(Register),
}

/// Registers that are there when a warp starts.
pub(super) mod given {
    use super::Register;

    pub(in crate::emulator) const THREAD: Register = 0;
    pub(in crate::emulator) const BLOCK: Register = 1;
    /// Which block of its cluster.
    pub(in crate::emulator) const RANK: Register = 2;
    pub(in crate::emulator) const COUNT: Register = 3;
}

/// The parts of addresses: where a buffer, or shared memory, begins.
pub(super) mod address {
    /// The highest bits say which memory it is.
    pub(in crate::emulator) const MEMORY_SHIFT: u32 = 48;
    /// Offset 0 of a buffer lies in the middle, so that an offset below 0 stays in its memory.
    pub(in crate::emulator) const MIDDLE: u64 = 1 << 47;
    /// The memory of the kernel's first parameter.
    pub(in crate::emulator) const FIRST_BUFFER: u64 = 1;
    /// Shared memory.
    pub(in crate::emulator) const SHARED: u64 = 0x100;
    /// What a shared address begins at: the first KiB is the system's.
    pub(in crate::emulator) const SHARED_BASE: u64 = 1024;
    /// In a shared address of another block of the cluster, its rank and 1 stand from this bit on.
    pub(in crate::emulator) const RANK_SHIFT: u32 = 24;

    /// Where buffer `number` begins.
    pub(in crate::emulator) fn of_buffer(number: u64) -> u64 {
        (FIRST_BUFFER + number) << MEMORY_SHIFT | MIDDLE
    }

    /// A generic address of shared memory.
    pub(in crate::emulator) fn of_shared(offset: u64) -> u64 {
        SHARED << MEMORY_SHIFT | (SHARED_BASE + offset)
    }
}

/// One step of a warp.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Nothing,
    /// In f32.
    MultiplyAdd {
        to: Register,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    Binary {
        operator: Binary,
        ty: Scalar,
        to: Register,
        a: Operand,
        b: Operand,
    },
    Convert {
        from: Scalar,
        into: Scalar,
        to: Register,
        a: Operand,
    },
    Select {
        to: Register,
        condition: Operand,
        a: Operand,
        b: Operand,
    },
    /// Active lanes only.
    Assign {
        to: Register,
        from: Operand,
    },
    /// Register `base + index` of each lane.
    ReadIndexed {
        to: Register,
        base: Register,
        index: Register,
        limit: u32,
    },
    /// Active lanes only.
    WriteIndexed {
        base: Register,
        index: Register,
        limit: u32,
        from: Operand,
    },
    /// `units` neighbours of `unit` bytes each into registers from `to` on.
    Load {
        to: Register,
        units: u8,
        unit: u8,
        address: Operand,
    },
    /// The way back.
    Store {
        from: Vec<Operand>,
        unit: u8,
        address: Operand,
    },
    /// Registers of `from_unit` bytes each to registers of `to_unit` bytes each.
    Repack {
        to: Register,
        to_unit: u8,
        from: Register,
        from_unit: u8,
        bytes: u8,
    },
    If {
        condition: Operand,
        otherwise: Place,
    },
    Else {
        end: Place,
    },
    EndIf,
    LoopBegin,
    /// Lanes that go on; where there is none, the loop has ended.
    LoopTest {
        condition: Operand,
        end: Place,
    },
    /// Lanes that left the body early come back.
    LoopNext,
    /// The loop's test is at this place.
    LoopAgain {
        test: Place,
    },
    /// The end of a loop without a test: one that was unrolled.
    LoopEnd,
    Break,
    Continue,
    FunctionBegin,
    Return,
    FunctionEnd,
    SyncThreads,
    SyncWarp,
    Instruction(Box<Instruction>),
    End,
}

/// What PTX says and C++ does not.
#[derive(Debug, Clone)]
pub(super) enum Instruction {
    /// `cp.async`: `bytes` of which the first `given` are read and the rest are 0.
    CopyAsync {
        to: Operand,
        from: Operand,
        bytes: u8,
        given: Operand,
    },
    CommitCopies,
    /// At most so many groups are still under way.
    WaitCopies(usize),
    LoadMatrices {
        to: Vec<Register>,
        transposed: bool,
        address: Operand,
    },
    StoreMatrices {
        from: Vec<Operand>,
        transposed: bool,
        address: Operand,
    },
    Multiply {
        atom: Arc<WarpAtom>,
        d: Vec<Register>,
        a: Vec<Operand>,
        b: Vec<Operand>,
        c: Vec<Operand>,
    },
    MultiplyByWarpgroup {
        shape: WarpgroupAtom,
        d: Vec<Register>,
        a: Operand,
        b: Operand,
        adds: Operand,
    },
    CommitMultiplications,
    WaitMultiplications(usize),
    BarrierInit {
        barrier: Operand,
        count: Operand,
    },
    /// `expected` bytes come besides.
    BarrierArrive {
        barrier: Operand,
        expected: Option<Operand>,
    },
    BarrierWait {
        barrier: Operand,
        parity: Operand,
    },
    /// A box of a tensor, to one block or to those of the mask.
    Fetch {
        to: Operand,
        map: Operand,
        x: Operand,
        y: Operand,
        barrier: Operand,
        blocks: Option<Operand>,
    },
    ClusterArrive,
    ClusterWait,
    /// So many threads of the block meet at this barrier.
    NamedBarrier {
        barrier: Operand,
        threads: Operand,
    },
}

/// `mma.sync`: which elements each lane's values are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WarpAtom {
    /// M, N and K.
    pub(super) shape: [usize; 3],
    pub(super) factor: Scalar,
    pub(super) sum: Scalar,
    /// (lane, value) to an element of A, B and C, M and N fastest.
    pub(super) parts: [Vec<Vec<usize>>; 3],
}

/// `wgmma` with both factors in shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WarpgroupAtom {
    pub(super) n: usize,
    pub(super) factor: Scalar,
    /// Whether an operand lies along m or n instead of along k.
    pub(super) turned: [bool; 2],
}

/// A kernel.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) registers: u32,
    /// Bytes of the shared memory that the kernel declares.
    pub(super) shared_bytes: u64,
    /// Blocks of a cluster.
    pub(super) cluster: u64,
}
