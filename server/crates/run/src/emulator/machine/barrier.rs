//! Barriers in shared memory, and the clocks by which accesses are ordered.

use super::{launch::Fault, race::Actor};
use crate::emulator::invariant::invariant;

/// What each warp of a cluster is known to have done: the number of times that it let others go on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Clock {
    times: Vec<u32>,
    /// The time of the warp whose clock this is from which on nothing orders its lanes.
    lanes: u32,
}

impl Clock {
    /// The clock of warp `number` before its first step.
    pub(super) fn of_warp(number: usize, warps: usize) -> Self {
        let mut clock = Clock { times: vec![0; warps], lanes: 0 };
        clock.order_lanes(number);
        clock
    }

    /// What is known of a warp; of one that nothing was heard of, that it began.
    pub(super) fn of(&self, warp: usize) -> u32 {
        self.times.get(warp).copied().unwrap_or(0)
    }

    /// What the lanes of its warp did before this time is over for each of them.
    pub(super) fn lanes(&self) -> u32 {
        self.lanes
    }

    /// The lanes of the warp have waited for each other.
    pub(super) fn order_lanes(&mut self, warp: usize) {
        self.tick(warp);
        self.lanes = self.of(warp);
    }

    /// The warp lets others go on. Its lanes have not waited for each other.
    pub(super) fn tick(&mut self, warp: usize) {
        match self.times.get_mut(warp) {
            Some(time) => *time += 1,
            None => invariant!(false, "a clock does not count warp {warp}"),
        }
    }

    /// What is known after hearing from another.
    pub(super) fn join(&mut self, other: &Clock) {
        if self.times.len() < other.times.len() {
            self.times.resize(other.times.len(), 0);
        }
        for (time, other) in self.times.iter_mut().zip(&other.times) {
            *time = (*time).max(*other);
        }
    }
}

/// An `mbarrier`.
#[derive(Debug, Clone)]
pub(super) struct Barrier {
    /// The thread that made it, and which fences that one has done since.
    pub(super) maker: Actor,
    /// `fence.mbarrier_init`: other threads may use it.
    pub(super) is_public: bool,
    /// `fence.proxy.async`: TMA may arrive at it.
    pub(super) is_for_tma: bool,
    count: u64,
    pending: u64,
    /// Bytes that are still to come; below 0 when they came before they were expected.
    bytes: i64,
    /// Phases that are over.
    phases: u64,
    pub(super) clock: Clock,
}

impl Barrier {
    pub(super) fn new(count: u64, maker: Actor) -> Self {
        Barrier {
            maker,
            is_public: false,
            is_for_tma: false,
            count,
            pending: count,
            bytes: 0,
            phases: 0,
            clock: Clock::default(),
        }
    }

    /// An arrival that expects `bytes` more.
    pub(super) fn arrive(&mut self, bytes: u64) -> Result<(), Fault> {
        let too_many = "more bytes at a barrier than it counts";
        self.bytes = self.bytes.checked_add_unsigned(bytes).ok_or(too_many)?;
        self.pending = self.pending.checked_sub(1).ok_or("more arrivals at a barrier than it counts")?;
        self.settle();
        Ok(())
    }

    /// `bytes` have come.
    pub(super) fn receive(&mut self, bytes: u64) -> Result<(), Fault> {
        let too_many = "more bytes at a barrier than it counts";
        self.bytes = self.bytes.checked_sub_unsigned(bytes).ok_or(too_many)?;
        self.settle();
        Ok(())
    }

    /// Whether the phase of this parity is over.
    pub(super) fn is_over(&self, parity: u64) -> bool {
        self.phases % 2 != parity % 2
    }

    fn settle(&mut self) {
        if self.pending == 0 && self.bytes == 0 {
            self.phases += 1;
            self.pending = self.count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_ends_with_all_arrivals_and_all_bytes() {
        let maker = Actor { warp: 0, lane: 0 };
        let mut barrier = Barrier::new(2, maker);
        assert!(barrier.is_over(1) && !barrier.is_over(0), "the phase before the first is over");
        barrier.arrive(64).unwrap();
        barrier.receive(64).unwrap();
        assert!(!barrier.is_over(0));
        barrier.receive(32).unwrap();
        barrier.arrive(32).unwrap();
        assert!(barrier.is_over(0) && !barrier.is_over(1));
        barrier.arrive(0).unwrap();
        barrier.arrive(0).unwrap();
        assert!(barrier.is_over(1));
        assert!(Barrier::new(0, maker).arrive(0).is_err());
    }
}
