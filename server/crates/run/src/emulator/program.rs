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
    /// None is, nor what is in no group.
    WaitAllCopies,
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
    /// Orders what threads do with registers before multiplications of them.
    FenceMultiplications,
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
    /// Lets other threads and TMA see barriers that this thread made.
    FenceBarriers,
    /// Lets TMA and `wgmma` see what this thread wrote to shared memory.
    FenceProxies,
    /// A box of a tensor, to one block or to those of the mask.
    Fetch {
        to: Operand,
        map: Operand,
        x: Operand,
        y: Operand,
        barrier: Operand,
        blocks: Option<Operand>,
    },
    ClusterArrive {
        /// Whether those who wait then know what was done before.
        releases: bool,
    },
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

impl WarpAtom {
    /// Registers of a lane that hold its values of A, B and C.
    pub(super) fn registers(&self) -> [usize; 3] {
        // Each of the 32 lanes has as many.
        let [a, b, c] = self.parts.each_ref().map(|lanes| lanes.first().map_or(0, Vec::len));
        let packed = if self.factor.bytes() == 2 { 2 } else { 1 };
        [a / packed, b / packed, c]
    }
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
    /// The sums of `wgmma` that each step accesses as any other register; empty in a kernel without.
    pub(super) touched: Vec<Option<Box<[Register]>>>,
    pub(super) registers: u32,
    /// Bytes of the shared memory that the kernel declares.
    pub(super) shared_bytes: u64,
    /// Blocks of a cluster.
    pub(super) cluster: u64,
}

impl Step {
    /// Shows the registers that the step accesses, as the first and how many. The sums of a `wgmma` are not among them.
    pub(super) fn each_register(&self, mut see: impl FnMut(Register, u32)) {
        let mut one = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                see(*register, 1);
            }
        };
        match self {
            Step::MultiplyAdd { to, a, b, c } => {
                [*to].map(Operand::Register).iter().chain([a, b, c]).for_each(one)
            }
            Step::Binary { to, a, b, .. } => [*to].map(Operand::Register).iter().chain([a, b]).for_each(one),
            Step::Convert { to, a, .. } | Step::Assign { to, from: a } => {
                [*to].map(Operand::Register).iter().chain([a]).for_each(one);
            }
            Step::Select { to, condition, a, b } => {
                [*to].map(Operand::Register).iter().chain([condition, a, b]).for_each(one);
            }
            Step::ReadIndexed { to, base, index, limit } => {
                [*to, *index].map(Operand::Register).iter().for_each(one);
                see(*base, *limit);
            }
            Step::WriteIndexed { base, index, limit, from } => {
                [*index].map(Operand::Register).iter().chain([from]).for_each(one);
                see(*base, *limit);
            }
            Step::Load { to, units, address, .. } => {
                one(address);
                see(*to, (*units).into());
            }
            Step::Store { from, address, .. } => from.iter().chain([address]).for_each(one),
            Step::Repack { to, to_unit, from, from_unit, bytes } => {
                see(*to, u32::from(*bytes / (*to_unit).max(1)));
                see(*from, u32::from(*bytes / (*from_unit).max(1)));
            }
            Step::If { condition, .. } | Step::LoopTest { condition, .. } => one(condition),
            Step::Instruction(instruction) => instruction.each_operand(one),
            Step::Nothing
            | Step::Else { .. }
            | Step::EndIf
            | Step::LoopBegin
            | Step::LoopNext
            | Step::LoopAgain { .. }
            | Step::LoopEnd
            | Step::Break
            | Step::Continue
            | Step::FunctionBegin
            | Step::Return
            | Step::FunctionEnd
            | Step::SyncThreads
            | Step::SyncWarp
            | Step::End => {}
        }
    }

    /// Where the step may go on instead of after it.
    pub(super) fn target(&self) -> Option<Place> {
        match self {
            Step::If { otherwise: to, .. }
            | Step::Else { end: to }
            | Step::LoopTest { end: to, .. }
            | Step::LoopAgain { test: to } => Some(*to),
            _ => None,
        }
    }
}

impl Instruction {
    /// Shows the operands, but for the sums of a `wgmma`.
    fn each_operand(&self, see: impl FnMut(&Operand)) {
        let written = |to: &[Register]| to.iter().map(|to| Operand::Register(*to)).collect::<Vec<_>>();
        let operands: Vec<Operand> = match self {
            Instruction::CopyAsync { to, from, given, .. } => vec![*to, *from, *given],
            Instruction::LoadMatrices { to, address, .. } => [written(to), vec![*address]].concat(),
            Instruction::StoreMatrices { from, address, .. } => [from.clone(), vec![*address]].concat(),
            Instruction::Multiply { d, a, b, c, .. } => [&written(d), a, b, c].map(Vec::as_slice).concat(),
            Instruction::MultiplyByWarpgroup { a, b, adds, .. } => vec![*a, *b, *adds],
            Instruction::BarrierInit { barrier, count: other }
            | Instruction::BarrierWait { barrier, parity: other }
            | Instruction::NamedBarrier { barrier, threads: other } => vec![*barrier, *other],
            Instruction::BarrierArrive { barrier, expected } => {
                [*barrier].into_iter().chain(*expected).collect()
            }
            Instruction::Fetch { to, map, x, y, barrier, blocks } => {
                [*to, *map, *x, *y, *barrier].into_iter().chain(*blocks).collect()
            }
            Instruction::CommitCopies
            | Instruction::WaitCopies(_)
            | Instruction::WaitAllCopies
            | Instruction::FenceMultiplications
            | Instruction::CommitMultiplications
            | Instruction::WaitMultiplications(_)
            | Instruction::FenceBarriers
            | Instruction::FenceProxies
            | Instruction::ClusterArrive { .. }
            | Instruction::ClusterWait => Vec::new(),
        };
        operands.iter().for_each(see);
    }
}
