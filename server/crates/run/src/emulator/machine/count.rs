//! What the accesses of a cluster's warps move and cost, by the rules of the algebra.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::{
    barrier::Clock,
    launch::Launch,
    memory::signed,
    race::{Actor, Conflict, GlobalShadow, Proxy, ProxyFence, Shadow, Use, race},
};
use crate::{
    Counted, SharedCount,
    emulator::invariant::{count, invariant},
    kernel::access_cost,
};

/// The lanes of an access: where each begins, in bytes; the others do nothing.
pub(super) type LaneAddresses = [Option<i64>; 32];

/// How far the lanes are from the row of banks that the first address is in; `u32::MAX` for those that do nothing.
type Pattern = [u32; 32];

/// Cost of an access: sectors of global memory, or wavefronts and the least of them.
type Cost = (u64, u64);

thread_local! {
    /// Warps access memory in few patterns.
    static COSTS: RefCell<FxHashMap<(bool, u8, Pattern), Cost>> = RefCell::new(FxHashMap::default());
}

/// Patterns that are remembered at most.
const MAX_PATTERNS: usize = 1 << 14;

/// Counts for one cluster.
pub(in crate::emulator) struct Watch {
    pub(super) counted: Counted,
    shadows: Vec<Shadow>,
    global: GlobalShadow,
    fences: Vec<ProxyFence>,
    warps: usize,
    width: i64,
}

impl Watch {
    pub(in crate::emulator) fn new(launch: &Launch<'_>) -> Self {
        let bytes = count(launch.program.shared_bytes + launch.shared_bytes);
        let blocks = count(launch.program.cluster);
        let warps = count(launch.threads.div_ceil(32));
        // Threads write single elements.
        let granule = count(launch.width.min(4));
        Watch {
            counted: Counted { blocks: launch.program.cluster, ..Counted::default() },
            shadows: (0..blocks).map(|_| Shadow::new(bytes, granule, warps * blocks)).collect(),
            global: GlobalShadow::default(),
            fences: Vec::new(),
            warps,
            width: launch.width.cast_signed(),
        }
    }

    /// A warp's access of global memory.
    pub(super) fn global(&mut self, lanes: &LaneAddresses, bytes: i64, writes: bool) {
        let (sectors, _) = cost(false, lanes, bytes);
        self.sectors(sectors, writes);
    }

    pub(super) fn sectors(&mut self, sectors: u64, writes: bool) {
        let total = if writes { &mut self.counted.sectors_written } else { &mut self.counted.sectors_read };
        *total += sectors;
    }

    /// A warp's access of shared memory.
    pub(super) fn shared(&mut self, lanes: &LaneAddresses, bytes: i64, writes: bool) {
        let (wavefronts, least) = cost(true, lanes, bytes);
        let total = if writes { &mut self.counted.shared_writes } else { &mut self.counted.shared_reads };
        *total = SharedCount {
            accesses: total.accesses + 1,
            wavefronts: total.wavefronts + wavefronts,
            least: total.least + least,
        };
    }

    /// One thread's access of a block's shared memory.
    pub(super) fn shared_by(
        &mut self,
        (block, at, bytes): (usize, usize, usize),
        by: Actor,
        clock: &Clock,
        (done, proxy): (Use, Proxy),
        first_block: u64,
    ) {
        let Some(shadow) = self.shadows.get_mut(block) else {
            invariant!(false, "block {block} has no memory: its number was checked before");
            return;
        };
        let conflict = match done {
            Use::Write { changes } => shadow.write(at, bytes, by, clock, proxy).filter(|_| changes),
            Use::Begin => shadow.begin(at, bytes, by, clock),
            Use::Read => shadow.read(at, bytes, by, clock),
            Use::Look => shadow.look(at, bytes, by, clock),
        };
        let writes = matches!(done, Use::Write { .. } | Use::Begin);
        let conflict = match proxy {
            Proxy::Async if !writes => conflict.or_else(|| shadow.hidden(at, bytes, by, clock, &self.fences)),
            _ => conflict,
        };
        self.note(conflict, by, writes, ("shared", signed(at)), first_block);
    }

    /// Lanes of a warp did a `fence.proxy.async`.
    pub(super) fn fence(&mut self, warp: usize, lanes: u32, clock: &Clock) {
        self.fences.push(ProxyFence { warp, lanes, clock: clock.clone() });
    }

    /// One thread's write of an element of a buffer, from the byte `at` on.
    pub(super) fn global_write(
        &mut self,
        (buffer, at, bytes): (usize, i64, i64),
        by: Actor,
        clock: &Clock,
        changes: bool,
        first_block: u64,
    ) {
        for cell in at / self.width..(at + bytes) / self.width {
            let conflict = self.global.write(buffer, cell, by, clock).filter(|_| changes);
            self.note(conflict, by, true, ("global", cell), first_block);
        }
    }

    fn note(
        &mut self,
        conflict: Option<Conflict>,
        by: Actor,
        writes: bool,
        place: (&str, i64),
        first_block: u64,
    ) {
        let Some(conflict) = conflict else { return };
        self.counted.races += 1;
        if self.counted.first_race.is_none() {
            self.counted.first_race = Some(race(conflict, by, writes, place, (first_block, self.warps)));
        }
    }
}

/// The cost of an access, which moving all lanes by whole rows of banks does not change.
fn cost(shared: bool, lanes: &LaneAddresses, bytes: i64) -> Cost {
    // Where no lane accesses anything, any row is as good as another.
    let least = lanes.iter().flatten().min().copied().unwrap_or(0);
    let row = least.div_euclid(128) * 128;
    let pattern = lanes.map(|lane| match lane {
        Some(address) => u32::try_from(address - row).ok().filter(|distance| *distance < u32::MAX),
        None => Some(u32::MAX),
    });
    let (Ok(width), false) = (u8::try_from(bytes), pattern.contains(&None)) else {
        return access_cost(shared, lanes, bytes);
    };
    let pattern = pattern.map(|distance| distance.unwrap_or(u32::MAX));
    COSTS.with_borrow_mut(|costs| {
        if costs.len() > MAX_PATTERNS {
            costs.clear();
        }
        *costs.entry((shared, width, pattern)).or_insert_with(|| access_cost(shared, lanes, bytes))
    })
}
