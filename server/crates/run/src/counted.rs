//! What an emulated kernel's accesses move and cost, and which of them race.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::report::{float, grouped};

/// What the emulated accesses of the kernel's warps move and cost, on some of its blocks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Blocks on which it was counted.
    pub blocks: u64,
    /// Blocks of the kernel; all of them ran, and every element was checked.
    pub of_blocks: u64,
    /// 32-byte sectors that warps read of global memory, access by access.
    pub sectors_read: u64,
    /// 32-byte sectors that warps wrote.
    pub sectors_written: u64,
    /// Accesses of warps that read shared memory. What TMA and `wgmma` move is not among them.
    pub shared_reads: SharedCount,
    /// Accesses of warps that wrote shared memory.
    pub shared_writes: SharedCount,
    /// Pairs of accesses of one place in memory by two threads, in no order, of which one changes it.
    pub races: u64,
    /// The first of them that was seen.
    pub first_race: Option<Race>,
}

/// Accesses of warps to shared memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedCount {
    /// How many.
    pub accesses: u64,
    /// What they take of the shared memory pipe.
    pub wavefronts: u64,
    /// What they would take without bank conflicts.
    pub least: u64,
}

/// Two accesses that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// `shared` or `global`.
    pub memory: String,
    /// Where: a byte of shared memory, or an element of C or of the destination.
    pub offset: i64,
    /// The access that was emulated first.
    pub first: RacingAccess,
    /// The other one.
    pub second: RacingAccess,
}

/// One of two accesses that race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RacingAccess {
    /// The thread's block.
    pub block: u64,
    /// The thread in its block.
    pub thread: u64,
    /// Whether it writes; else it reads.
    pub writes: bool,
}

impl Counted {
    /// Adds what was counted on other blocks.
    pub(crate) fn add(&mut self, other: Counted) {
        let Counted {
            blocks,
            sectors_read,
            sectors_written,
            shared_reads,
            shared_writes,
            races,
            first_race,
            ..
        } = other;
        self.blocks += blocks;
        self.sectors_read += sectors_read;
        self.sectors_written += sectors_written;
        self.shared_reads.add(shared_reads);
        self.shared_writes.add(shared_writes);
        self.races += races;
        self.first_race = self.first_race.take().or(first_race);
    }
}

impl SharedCount {
    /// Wavefronts of an access on average, and the least; `None` where there was none.
    pub fn mean(&self) -> Option<(f64, f64)> {
        let mean = |total: u64| float(total) / float(self.accesses);
        (self.accesses > 0).then(|| (mean(self.wavefronts), mean(self.least)))
    }

    fn add(&mut self, other: SharedCount) {
        self.accesses += other.accesses;
        self.wavefronts += other.wavefronts;
        self.least += other.least;
    }
}

impl fmt::Display for Counted {
    /// `no races on 64 of 4,096 blocks`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.races {
            0 => f.write_str("no races")?,
            1 => f.write_str("1 race")?,
            races => write!(f, "{} races", grouped(races))?,
        }
        if self.blocks < self.of_blocks {
            write!(f, " on {} of {} blocks", grouped(self.blocks), grouped(self.of_blocks))?;
        }
        self.first_race.as_ref().map_or(Ok(()), |race| write!(f, ": {race}"))
    }
}

impl fmt::Display for Race {
    /// `thread 3 writes and thread 40 of block 0 reads byte 512 of shared memory, and nothing orders them`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Race { memory, offset, first, second } = self;
        let verb = |access: &RacingAccess| if access.writes { "writes" } else { "reads" };
        let unit = if memory == "shared" { "byte" } else { "element" };
        write!(f, "thread {} of block {} {} and ", first.thread, first.block, verb(first))?;
        write!(f, "thread {} of block {} {} ", second.thread, second.block, verb(second))?;
        write!(f, "{unit} {offset} of {memory} memory, and nothing orders them")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn races_are_told_with_both_threads() {
        let access = |thread, writes| RacingAccess { block: 2, thread, writes };
        let race =
            Race { memory: "shared".into(), offset: 512, first: access(3, true), second: access(40, false) };
        let mut counted = Counted { blocks: 64, of_blocks: 4096, ..Counted::default() };
        assert_eq!(counted.to_string(), "no races on 64 of 4,096 blocks");
        counted.add(Counted { blocks: 1, races: 2, first_race: Some(race), ..Counted::default() });
        insta::assert_snapshot!(counted, @"2 races on 65 of 4,096 blocks: thread 3 of block 2 writes and thread 40 of block 2 reads byte 512 of shared memory, and nothing orders them");
    }
}
