//! Barriers in shared memory, and the clocks by which accesses are ordered.

use super::Fault;

/// What each warp of a cluster is known to have done: the number of times that it let others go on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Clock(Vec<u32>);

impl Clock {
    /// The clock of warp `number` before its first step.
    pub(super) fn of_warp(number: usize, warps: usize) -> Self {
        let mut clock = Clock(vec![0; warps]);
        clock.tick(number);
        clock
    }

    pub(super) fn of(&self, warp: usize) -> u32 {
        self.0.get(warp).copied().unwrap_or(0)
    }

    pub(super) fn tick(&mut self, warp: usize) {
        if let Some(time) = self.0.get_mut(warp) {
            *time += 1;
        }
    }

    /// What is known after hearing from another.
    pub(super) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (time, other) in self.0.iter_mut().zip(&other.0) {
            *time = (*time).max(*other);
        }
    }
}

/// An `mbarrier`.
#[derive(Debug, Clone, Default)]
pub(super) struct Barrier {
    count: u64,
    pending: u64,
    /// Bytes that are still to come; below 0 when they came before they were expected.
    bytes: i64,
    /// Phases that are over.
    phases: u64,
    pub(super) clock: Clock,
}

impl Barrier {
    pub(super) fn new(count: u64) -> Self {
        Barrier { count, pending: count, ..Barrier::default() }
    }

    /// An arrival that expects `bytes` more.
    pub(super) fn arrive(&mut self, bytes: u64) -> Result<(), Fault> {
        self.bytes = self.bytes.saturating_add_unsigned(bytes);
        self.pending = self.pending.checked_sub(1).ok_or("more arrivals at a barrier than it counts")?;
        self.settle();
        Ok(())
    }

    /// `bytes` have come.
    pub(super) fn receive(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub_unsigned(bytes);
        self.settle();
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
        let mut barrier = Barrier::new(2);
        assert!(barrier.is_over(1) && !barrier.is_over(0), "the phase before the first is over");
        barrier.arrive(64).unwrap();
        barrier.receive(64);
        assert!(!barrier.is_over(0));
        barrier.receive(32);
        barrier.arrive(32).unwrap();
        assert!(barrier.is_over(0) && !barrier.is_over(1));
        barrier.arrive(0).unwrap();
        barrier.arrive(0).unwrap();
        assert!(barrier.is_over(1));
        assert!(Barrier::new(0).arrive(0).is_err());
    }
}
