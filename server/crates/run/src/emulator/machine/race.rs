//! Races: two threads that access one place of memory in no order, and one of them changes it.

use rustc_hash::FxHashMap;

use super::barrier::Clock;
use crate::{Race, RacingAccess, emulator::invariant::invariant};

/// Lanes of a warp that read a place, when they are several.
const SEVERAL: u32 = 63;

/// Who does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Actor {
    /// The warp in its cluster.
    pub(super) warp: usize,
    pub(super) lane: usize,
}

/// By which way memory is accessed: what went one way is seen on the other only after a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proxy {
    /// Loads, stores, `ldmatrix`, `cp.async`.
    Generic,
    /// TMA, and what `wgmma` reads.
    Async,
}

/// A `fence.proxy.async`.
#[derive(Debug, Clone)]
pub(super) struct ProxyFence {
    pub(super) warp: usize,
    /// A mask of the lanes that did it.
    pub(super) lanes: u32,
    /// What the warp knew then.
    pub(super) clock: Clock,
}

/// What is done to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// It will be read, some time before the wait for it ends.
    Look,
    Write {
        /// Whether it leaves other bits there.
        changes: bool,
    },
    /// It will be written, some time before the wait for it ends.
    Begin,
}

/// The time of what is under way: it is over for nobody.
const UNDER_WAY: u32 = u32::MAX;

/// The last accesses of a place.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    /// The clock of the last writer, 0 without one.
    written: u32,
    writer: u8,
    lane: u8,
    /// Whether it was written by a thread itself, and not by TMA.
    is_generic: bool,
    /// The warps that have read since.
    readers: u64,
}

/// The last accesses of the shared memory of a block.
pub(super) struct Shadow {
    granule: usize,
    warps: usize,
    cells: Vec<Cell>,
    /// When each warp last read each cell, and its lane.
    reads: Vec<u32>,
}

/// A conflict with an earlier access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) first: Actor,
    pub(super) first_writes: bool,
}

impl Shadow {
    pub(super) fn new(bytes: usize, granule: usize, warps: usize) -> Self {
        let cells = bytes.div_ceil(granule);
        Shadow { granule, warps, cells: vec![Cell::default(); cells], reads: vec![0; cells * warps] }
    }

    /// Somebody reads these bytes.
    pub(super) fn read(&mut self, at: usize, bytes: usize, by: Actor, clock: &Clock) -> Option<Conflict> {
        let mut conflict = None;
        for number in at / self.granule..(at + bytes).div_ceil(self.granule) {
            let Some(cell) = self.cells.get_mut(number) else {
                invariant!(false, "memory has no cell {number}: its bounds were checked before");
                continue;
            };
            conflict = conflict.or(cell.conflict_with_write(by, clock));
            let Some(read) = self.reads.get_mut(number * self.warps + by.warp) else {
                invariant!(false, "cell {number} has no reader {}", by.warp);
                continue;
            };
            let lane = by.lane as u32;
            let is_again =
                cell.readers >> by.warp & 1 == 1 && *read >> 6 == clock.of(by.warp) && *read & 63 != lane;
            *read = clock.of(by.warp) << 6 | if is_again { SEVERAL } else { lane };
            cell.readers |= 1 << by.warp;
        }
        conflict
    }

    fn cells_of(&self, at: usize, bytes: usize) -> &[Cell] {
        let cells = self.cells.get(at / self.granule..(at + bytes).div_ceil(self.granule));
        invariant!(
            cells.is_some(),
            "memory has no bytes {at} to {}: its bounds were checked before",
            at + bytes
        );
        cells.unwrap_or_default()
    }

    /// Somebody is about to read these bytes.
    pub(super) fn look(&self, at: usize, bytes: usize, by: Actor, clock: &Clock) -> Option<Conflict> {
        let cells = self.cells_of(at, bytes);
        cells.iter().find_map(|cell| cell.conflict_with_write(by, clock))
    }

    /// Somebody writes these bytes.
    pub(super) fn write(
        &mut self,
        at: usize,
        bytes: usize,
        by: Actor,
        clock: &Clock,
        proxy: Proxy,
    ) -> Option<Conflict> {
        self.write_at((clock.of(by.warp), proxy), at, bytes, by, clock)
    }

    /// A write of these bytes that TMA or `wgmma`, which read them now, may not see.
    pub(super) fn hidden(
        &self,
        at: usize,
        bytes: usize,
        by: Actor,
        clock: &Clock,
        fences: &[ProxyFence],
    ) -> Option<Conflict> {
        let cells = self.cells_of(at, bytes);
        let cell = cells.iter().find(|cell| cell.is_generic && !cell.is_fenced(by, clock, fences))?;
        let first = Actor { warp: cell.writer.into(), lane: cell.lane.into() };
        Some(Conflict { first, first_writes: true })
    }

    /// Somebody lets these bytes be written, and waits later.
    pub(super) fn begin(&mut self, at: usize, bytes: usize, by: Actor, clock: &Clock) -> Option<Conflict> {
        self.write_at((UNDER_WAY, Proxy::Generic), at, bytes, by, clock)
    }

    fn write_at(
        &mut self,
        (written, proxy): (u32, Proxy),
        at: usize,
        bytes: usize,
        by: Actor,
        clock: &Clock,
    ) -> Option<Conflict> {
        let mut conflict = None;
        for number in at / self.granule..(at + bytes).div_ceil(self.granule) {
            let Some(cell) = self.cells.get_mut(number) else {
                invariant!(false, "memory has no cell {number}: its bounds were checked before");
                continue;
            };
            conflict = conflict.or(cell.conflict_with_write(by, clock));
            let reads = self.reads.get(number * self.warps..);
            invariant!(reads.is_some(), "cell {number} has no readers");
            let reads = reads.unwrap_or_default();
            conflict = conflict.or_else(|| cell.conflict_with_read(reads, self.warps, by, clock));
            *cell = Cell {
                written,
                writer: small(by.warp),
                lane: small(by.lane),
                is_generic: proxy == Proxy::Generic,
                readers: 0,
            };
        }
        conflict
    }
}

/// The number of a warp of a cluster, or of a lane.
fn small(number: usize) -> u8 {
    let found = u8::try_from(number).ok();
    invariant!(found.is_some(), "a warp or a lane {number}");
    found.unwrap_or(u8::MAX)
}

impl Cell {
    /// Whether a fence stands between the write and who reads now.
    fn is_fenced(&self, by: Actor, clock: &Clock, fences: &[ProxyFence]) -> bool {
        let writer = Actor { warp: self.writer.into(), lane: self.lane.into() };
        fences.iter().any(|fence| {
            let is_own = fence.warp == writer.warp && fence.lanes >> writer.lane & 1 == 1;
            let of_fence = Actor { warp: fence.warp, lane: usize::MAX };
            let is_after = match is_own {
                true => self.written <= fence.clock.of(writer.warp),
                false => is_before(writer, self.written, of_fence, &fence.clock),
            };
            is_after && (fence.warp == by.warp || fence.clock.of(fence.warp) <= clock.of(fence.warp))
        })
    }

    fn conflict_with_write(&self, by: Actor, clock: &Clock) -> Option<Conflict> {
        let first = Actor { warp: self.writer.into(), lane: self.lane.into() };
        let racing = self.written > 0 && first != by && !is_before(first, self.written, by, clock);
        racing.then_some(Conflict { first, first_writes: true })
    }

    fn conflict_with_read(&self, reads: &[u32], warps: usize, by: Actor, clock: &Clock) -> Option<Conflict> {
        if self.readers == 0 {
            return None;
        }
        let readers = (0..warps).zip(reads).filter(|(warp, _)| self.readers >> warp & 1 == 1);
        let mut racing = readers.filter_map(|(warp, &read)| {
            let several = read & 63 == SEVERAL;
            let lane = if several { usize::from(by.lane == 0) } else { (read & 63) as usize };
            let first = Actor { warp, lane };
            (first != by && !is_before(first, read >> 6, by, clock)).then_some(first)
        });
        racing.next().map(|first| Conflict { first, first_writes: false })
    }
}

/// Whether what `first` did at this time is over for `by`.
fn is_before(first: Actor, time: u32, by: Actor, clock: &Clock) -> bool {
    if first.warp == by.warp { time < clock.lanes() } else { time <= clock.of(first.warp) }
}

/// The last writes of global memory by a cluster.
#[derive(Default)]
pub(super) struct GlobalShadow(FxHashMap<(usize, i64), (Actor, u32)>);

impl GlobalShadow {
    /// Somebody writes the element `cell` of a buffer.
    pub(super) fn write(&mut self, buffer: usize, cell: i64, by: Actor, clock: &Clock) -> Option<Conflict> {
        let (first, time) = self.0.insert((buffer, cell), (by, clock.of(by.warp)))?;
        let racing = first != by && !is_before(first, time, by, clock);
        racing.then_some(Conflict { first, first_writes: true })
    }
}

/// What a report says of it.
pub(super) fn race(
    conflict: Conflict,
    by: Actor,
    writes: bool,
    (memory, offset): (&str, i64),
    (first_block, warps_a_block): (u64, usize),
) -> Race {
    let access = |actor: Actor, writes| RacingAccess {
        block: first_block + (actor.warp / warps_a_block) as u64,
        thread: (actor.warp % warps_a_block * 32 + actor.lane) as u64,
        writes,
    };
    Race {
        memory: memory.to_owned(),
        offset,
        first: access(conflict.first, conflict.first_writes),
        second: access(by, writes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Actor = Actor { warp: 0, lane: 3 };
    const OTHER: Actor = Actor { warp: 1, lane: 5 };

    #[test]
    fn a_write_and_a_read_race_unless_one_is_known_to_be_over() {
        let mut shadow = Shadow::new(64, 4, 2);
        let (mut one, mut other) = (Clock::of_warp(0, 2), Clock::of_warp(1, 2));
        assert_eq!(shadow.write(8, 4, ONE, &one, Proxy::Generic), None);
        assert_eq!(shadow.read(8, 4, ONE, &one), None, "its own");
        let conflict = shadow.read(8, 16, OTHER, &other).unwrap();
        assert_eq!(conflict, Conflict { first: ONE, first_writes: true });
        assert_eq!(shadow.read(12, 16, OTHER, &other), None, "another place");
        let mut shadow = Shadow::new(64, 4, 2);
        shadow.write(8, 4, ONE, &one, Proxy::Generic);
        other.join(&one);
        one.tick(0);
        assert_eq!(shadow.read(8, 4, OTHER, &other), None);
        let conflict = shadow.write(8, 4, ONE, &one, Proxy::Generic).unwrap();
        assert_eq!(conflict, Conflict { first: OTHER, first_writes: false });
    }

    #[test]
    fn what_is_under_way_is_over_for_nobody_until_it_is_waited_for() {
        let mut shadow = Shadow::new(64, 4, 2);
        let (mut one, mut other) = (Clock::of_warp(0, 2), Clock::of_warp(1, 2));
        assert_eq!(shadow.begin(0, 16, ONE, &one), None);
        other.join(&one);
        one.tick(0);
        assert!(shadow.look(4, 4, OTHER, &other).is_some());
        assert_eq!(shadow.write(0, 16, ONE, &one, Proxy::Generic), None, "its wait has ended");
        other.join(&one);
        assert_eq!(shadow.look(4, 4, OTHER, &other), None);
    }

    #[test]
    fn what_a_thread_wrote_is_hidden_from_tma_until_a_fence_between_them() {
        let mut shadow = Shadow::new(64, 4, 2);
        let (mut one, mut other) = (Clock::of_warp(0, 2), Clock::of_warp(1, 2));
        shadow.write(0, 4, ONE, &one, Proxy::Generic);
        shadow.write(4, 4, ONE, &one, Proxy::Async);
        let fence = |warp, lanes, clock: &Clock| vec![ProxyFence { warp, lanes, clock: clock.clone() }];
        let (early, elsewhere) = (fence(0, 1 << ONE.lane, &one), fence(0, 1 << 4, &one));
        one.tick(0);
        let unknown = early.as_slice();
        other.join(&Clock::of_warp(1, 2));
        assert!(shadow.hidden(0, 4, OTHER, &other, unknown).is_some(), "nothing says that the fence is over");
        other.join(&one);
        assert!(shadow.hidden(0, 4, OTHER, &other, &[]).is_some());
        assert!(shadow.hidden(0, 4, OTHER, &other, &elsewhere).is_some(), "another lane's fence");
        assert_eq!(shadow.hidden(0, 4, OTHER, &other, &early), None);
        assert_eq!(shadow.hidden(0, 4, OTHER, &other, &fence(1, 1, &other)), None, "the reader's own fence");
        assert_eq!(shadow.hidden(4, 4, OTHER, &other, &[]), None, "written by TMA");
        shadow.write(0, 4, ONE, &one, Proxy::Generic);
        other.join(&one);
        assert!(shadow.hidden(0, 4, OTHER, &other, &early).is_some(), "written again after the fence");
    }

    #[test]
    fn lanes_of_a_warp_are_ordered_by_syncwarp_only() {
        let mut shadow = Shadow::new(64, 2, 1);
        let mut clock = Clock::of_warp(0, 1);
        let lane = |lane| Actor { warp: 0, lane };
        assert_eq!(shadow.write(0, 4, lane(0), &clock, Proxy::Generic), None);
        assert!(shadow.read(0, 2, lane(1), &clock).is_some());
        clock.tick(0);
        assert!(
            shadow.read(0, 2, lane(1), &clock).is_some(),
            "one lane that lets others go on orders no lanes"
        );
        clock.order_lanes(0);
        assert_eq!(shadow.read(0, 2, lane(1), &clock), None);
        assert_eq!(shadow.read(0, 2, lane(2), &clock), None);
        assert!(shadow.write(0, 2, lane(2), &clock, Proxy::Generic).is_some(), "lane 1 may read later");
    }
}
