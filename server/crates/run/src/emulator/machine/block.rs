//! A cluster of blocks: its warps take turns until all of them have ended.

use std::collections::{HashMap, VecDeque};

use super::{
    barrier::{Barrier, Clock},
    count::Watch,
    launch::{Fault, Launch},
    pending::{Frame, PendingCopy, PendingMultiplication, Sums},
};
use crate::{
    Counted,
    emulator::{
        arithmetic::Lanes,
        invariant::{count, invariant},
        program::{address, given},
    },
};

/// Registers of a warp.
pub(super) type Registers = Vec<Lanes>;

/// Blocks that run together.
pub(super) struct Cluster<'a> {
    pub(super) launch: &'a Launch<'a>,
    pub(super) first_block: u64,
    pub(super) blocks: Vec<Block>,
    pub(super) warps: Vec<Warp>,
    pub(super) clocks: Vec<Clock>,
    /// What is known when a multiplication of a warpgroup is done.
    pub(super) warpgroup_clocks: HashMap<usize, Clock>,
    pub(super) watch: Option<Watch>,
    /// Register files that no warp has.
    free: Vec<Registers>,
}

/// What the warps of a block share.
pub(super) struct Block {
    pub(super) shared: Vec<u8>,
    pub(super) barriers: HashMap<u64, Barrier>,
    /// The warps of other blocks that accessed it, and when they last did.
    pub(super) reached: HashMap<usize, u32>,
}

/// How far a warp is at the barrier of its cluster.
#[derive(Debug, Clone, Default)]
pub(super) enum AtCluster {
    #[default]
    Away,
    /// It has arrived, and lets this be known.
    Arrived(Clock),
    /// All have arrived, who let this be known; it has not waited yet.
    Over(Clock),
}

/// Why a warp does not go on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Ready,
    AtBlockBarrier,
    /// Which, and how many threads meet there.
    AtNamedBarrier(u64, u64),
    AtClusterBarrier,
    /// For a barrier in memory.
    Waiting,
    Done,
}

/// A warp.
#[derive(Default)]
pub(super) struct Warp {
    /// In its cluster.
    pub(super) number: usize,
    pub(super) block: usize,
    pub(super) registers: Registers,
    pub(super) at: usize,
    pub(super) mask: u32,
    pub(super) frames: Vec<Frame>,
    pub(super) state: State,
    pub(super) at_cluster: AtCluster,
    pub(super) copies: Vec<PendingCopy>,
    pub(super) copy_groups: VecDeque<Vec<PendingCopy>>,
    pub(super) multiplications: Vec<PendingMultiplication>,
    pub(super) multiplication_groups: VecDeque<Vec<PendingMultiplication>>,
    /// Groups that are done.
    pub(super) multiplied: usize,
    pub(super) sums: Sums,
}

impl<'a> Cluster<'a> {
    pub(super) fn new(
        launch: &'a Launch<'a>,
        number: u64,
        watch: Option<Watch>,
        mut free: Vec<Registers>,
    ) -> Self {
        let program = launch.program;
        let first_block = number * program.cluster;
        let blocks = count(program.cluster);
        let warps_a_block = count(launch.threads.div_ceil(32));
        let bytes = count(program.shared_bytes + launch.shared_bytes);
        let warp = |number: usize| {
            let (block, in_block) = (number / warps_a_block, number % warps_a_block);
            // Where no earlier warp left its own, they are new. What nothing has written yet is poison: as a float not a number,
            // and no address.
            let mut registers = free.pop().unwrap_or_default();
            registers.clear();
            registers.resize(count(program.registers), [u64::MAX; 32]);
            let first_thread = in_block as u64 * 32;
            if let [thread, index, rank, ..] = registers.as_mut_slice() {
                *thread = std::array::from_fn(|lane| first_thread + lane as u64);
                *index = [first_block + block as u64; 32];
                *rank = [block as u64; 32];
            } else {
                invariant!(false, "{} registers, and three are given", registers.len());
            }
            let threads = (launch.threads - first_thread).min(32);
            let mask = if threads == 32 { u32::MAX } else { (1 << threads) - 1 };
            Warp { number, block, registers, mask, ..Warp::default() }
        };
        invariant!((given::THREAD, given::BLOCK, given::RANK) == (0, 1, 2), "the given registers come first");
        let warps: Vec<Warp> = (0..blocks * warps_a_block).map(warp).collect();
        Cluster {
            launch,
            first_block,
            blocks: (0..blocks)
                .map(|_| Block {
                    shared: vec![u8::MAX; bytes],
                    barriers: HashMap::new(),
                    reached: HashMap::new(),
                })
                .collect(),
            clocks: (0..warps.len()).map(|warp| Clock::of_warp(warp, warps.len())).collect(),
            warps,
            warpgroup_clocks: HashMap::new(),
            watch,
            free,
        }
    }

    /// Runs to the end; gives back what was counted, and the register files.
    pub(super) fn run(mut self) -> Result<(Counted, Vec<Registers>), Fault> {
        loop {
            let mut moved = false;
            for number in 0..self.warps.len() {
                let Some(slot) = self.warps.get_mut(number) else {
                    invariant!(false, "there is no warp {number}");
                    continue;
                };
                let mut warp = std::mem::take(slot);
                if matches!(warp.state, State::Ready | State::Waiting) {
                    let steps = self.advance(&mut warp).map_err(|fault| self.described(&warp, &fault))?;
                    // A warp that still waits has only tried to go on.
                    moved |= steps > 1 || warp.state != State::Waiting;
                }
                self.put_back(number, warp);
            }
            if self.warps.iter().all(|warp| warp.state == State::Done) {
                break;
            }
            if !self.release()? && !moved {
                let blocks = self.first_block;
                return Err(format!("block {blocks} of the generated kernel waits at a barrier for ever"));
            }
        }
        self.outlive()?;
        let Cluster { warps, watch, mut free, .. } = self;
        free.extend(warps.into_iter().map(|warp| warp.registers));
        // A block that is not watched counts nothing.
        Ok((watch.map(|watch| watch.counted).unwrap_or_default(), free))
    }

    /// A warp that was taken out takes its place again.
    pub(super) fn put_back(&mut self, number: usize, warp: Warp) {
        match self.warps.get_mut(number) {
            Some(slot) => *slot = warp,
            None => invariant!(false, "there is no warp {number}"),
        }
    }

    /// Blocks must not end before others have accessed their shared memory for the last time.
    fn outlive(&self) -> Result<(), Fault> {
        for (number, block) in self.blocks.iter().enumerate() {
            for (other, time) in &block.reached {
                let mut own = self.warps.iter().filter(|warp| warp.block == number);
                let knows = |warp: &Warp| self.clock(warp.number).of(*other) >= *time;
                if !own.any(knows) {
                    let block = self.first_block + number as u64;
                    return Err(format!(
                        "the generated kernel: block {block} may have ended when another block of its cluster \
                         accesses its shared memory"
                    ));
                }
            }
        }
        Ok(())
    }

    fn described(&self, warp: &Warp, fault: &str) -> Fault {
        let block = self.first_block + warp.block as u64;
        let in_block = warp.number % (self.warps.len() / self.blocks.len().max(1)).max(1);
        let thread = in_block * 32 + warp.mask.trailing_zeros().min(31) as usize;
        format!("the generated kernel: thread {thread} of block {block}: {fault}")
    }

    /// Lets those go on that all have come; says whether there were some.
    fn release(&mut self) -> Result<bool, Fault> {
        let mut released = false;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for block in 0..self.blocks.len() {
            let alive: Vec<&Warp> =
                self.warps.iter().filter(|warp| warp.block == block && warp.state != State::Done).collect();
            if alive.iter().all(|warp| warp.state == State::AtBlockBarrier) {
                groups.push(alive.iter().map(|warp| warp.number).collect());
            }
            let mut named: HashMap<u64, (u64, Vec<usize>)> = HashMap::new();
            for warp in alive {
                if let State::AtNamedBarrier(barrier, threads) = warp.state {
                    let (known, warps) = named.entry(barrier).or_insert((threads, Vec::new()));
                    warps.push(warp.number);
                    // Those that wait there must mean the same, and no more of them may come than that.
                    if *known != threads || warps.len() as u64 * 32 > threads {
                        let message = format!(
                            "{} threads wait at barrier {barrier}, where {known} or {threads} are to meet",
                            warps.len() * 32
                        );
                        return Err(self.described(warp, &message));
                    }
                }
            }
            let full = named.into_values().filter(|(threads, warps)| warps.len() as u64 * 32 == *threads);
            groups.extend(full.map(|(_, warps)| warps));
        }
        released |= self.release_cluster();
        for group in groups {
            let mut known = Clock::default();
            for warp in &group {
                known.join(&self.clock(*warp));
            }
            for number in group {
                released = true;
                self.with_clock(number, |clock| {
                    clock.join(&known);
                    clock.order_lanes(number);
                });
                match self.warps.get_mut(number) {
                    Some(warp) => warp.state = State::Ready,
                    None => invariant!(false, "there is no warp {number}"),
                }
            }
        }
        Ok(released)
    }

    /// Ends a phase of the cluster's barrier when all have arrived; says whether one went on.
    fn release_cluster(&mut self) -> bool {
        let mut known = Clock::default();
        for warp in self.warps.iter().filter(|warp| warp.state != State::Done) {
            let AtCluster::Arrived(clock) = &warp.at_cluster else { return false };
            known.join(clock);
        }
        let mut released = false;
        for warp in self.warps.iter_mut().filter(|warp| warp.state != State::Done) {
            warp.at_cluster = AtCluster::Over(known.clone());
            if warp.state == State::AtClusterBarrier {
                // It tries again to wait.
                warp.state = State::Ready;
                released = true;
            }
        }
        released
    }

    pub(super) fn arrive_at_cluster(&mut self, warp: &mut Warp, releases: bool) -> Result<(), Fault> {
        warp.require_all("barrier.cluster.arrive")?;
        if !matches!(warp.at_cluster, AtCluster::Away) {
            return Err("it arrives at the cluster's barrier again and has not waited there".to_owned());
        }
        let clock = if releases { self.clock(warp.number) } else { Clock::default() };
        warp.at_cluster = AtCluster::Arrived(clock);
        self.tick(warp);
        Ok(())
    }

    pub(super) fn wait_at_cluster(&mut self, warp: &mut Warp) -> Result<(), Fault> {
        warp.require_all("barrier.cluster.wait")?;
        match std::mem::take(&mut warp.at_cluster) {
            AtCluster::Away => Err("it waits at the cluster's barrier and has not arrived there".to_owned()),
            AtCluster::Over(known) => {
                self.with_clock(warp.number, |clock| {
                    clock.join(&known);
                    clock.order_lanes(warp.number);
                });
                Ok(())
            }
            arrived @ AtCluster::Arrived(_) => {
                warp.at_cluster = arrived;
                warp.at -= 1;
                warp.state = State::AtClusterBarrier;
                Ok(())
            }
        }
    }

    /// A shared address: which block's memory, and the byte in it.
    pub(super) fn shared_place(&self, own: usize, at: u64) -> Result<(usize, usize), Fault> {
        let rank = (at & u64::from(u32::MAX)) >> address::RANK_SHIFT;
        let block = match rank {
            0 => own,
            rank => count(rank - 1),
        };
        let offset = at & ((1 << address::RANK_SHIFT) - 1);
        let offset = offset.checked_sub(address::SHARED_BASE).and_then(|offset| usize::try_from(offset).ok());
        let is_there =
            |offset: &usize| self.blocks.get(block).is_some_and(|block| *offset < block.shared.len());
        offset
            .filter(is_there)
            .map(|offset| (block, offset))
            .ok_or_else(|| format!("an access of shared memory at {at:#x}, outside of it"))
    }
}
