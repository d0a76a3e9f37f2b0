//! What a run finds out, on a GPU as in the emulator.

use std::time::Instant;

use crate::{Accuracy, Counted, WrongElement};

/// What a run of either kind finds out; the rest of a report is the same for both.
pub(crate) struct Findings {
    pub(crate) elements: u64,
    pub(crate) wrong: u64,
    pub(crate) overwritten: u64,
    pub(crate) first_wrong: Option<WrongElement>,
    pub(crate) accuracy: Option<Accuracy>,
    pub(crate) run_ms: f64,
    /// How much longer the last samples of it took than the first.
    pub(crate) slowdown: f64,
    /// The vendor's routine and one run of it in ms.
    pub(crate) vendor: Option<(&'static str, f64)>,
    /// What the emulated kernel's accesses move and cost.
    pub(crate) counted: Option<Counted>,
}

/// Milliseconds since `start`.
pub(crate) fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
