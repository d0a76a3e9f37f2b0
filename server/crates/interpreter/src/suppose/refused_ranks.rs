//! What is noted of the ranks that the library refuses while others are tried ([`super::other_ranks`]).

use crate::suppose::{picks::Picked, slot::Slot};

/// What was refused in the attempt at hand, and what is tried.
#[derive(Debug, Default)]
pub(crate) struct RefusedRanks {
    /// How many calls were refused.
    pub(super) refused: usize,
    /// Which rank, of those that are tried of a tensor, they would take.
    pub(super) wanted: Vec<(Slot, usize)>,
    /// What was picked before the others were tried, and how many calls were refused then.
    pub(super) before: Option<(Picked, usize)>,
    pub(super) tries: usize,
    /// Whether no more is tried in the root.
    pub(super) is_settled: bool,
}

impl RefusedRanks {
    /// Begins an attempt.
    pub(super) fn begin(&mut self) {
        self.refused = 0;
        self.wanted.clear();
    }
}
