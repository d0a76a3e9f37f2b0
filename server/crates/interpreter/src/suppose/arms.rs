//! Which arms of conditions an attempt under suppositions came to, and which it did not take.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::suppose::slot::At;

/// One of the two arms of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Arm {
    /// The condition.
    pub(super) at: At,
    /// Whether it is the one for which the condition holds.
    pub(super) holds: bool,
}

/// An arm that was not taken.
#[derive(Debug, Clone)]
pub(super) struct DeadArm {
    pub(super) arm: Arm,
    /// The names in the condition.
    pub(super) names: Vec<String>,
    /// Where the names begin that are declared in it.
    pub(super) declares: Vec<usize>,
}

/// The arms of conditions that the attempt at hand came to.
#[derive(Debug, Default)]
pub(crate) struct Arms {
    pub(super) taken: FxHashSet<Arm>,
    pub(super) dead: Vec<DeadArm>,
    /// How many steps were taken for others in the file.
    pub(super) steps: usize,
    /// Whether the root at hand is run for one.
    pub(super) is_other: bool,
    /// The arm for which it is.
    pub(super) aim: Option<Arm>,
    /// The others that are left, in which something is without a value.
    pub(super) open: FxHashSet<Arm>,
    /// Whether the attempt at hand took the arm beside the one for which it is, and none of those before.
    pub(super) is_missed: bool,
    /// The names in what the file assigns to a name, once that is asked for.
    pub(super) made_of: Option<FxHashMap<String, Vec<String>>>,
}

impl Arms {
    /// An attempt begins, or came to nothing.
    pub(crate) fn forget(&mut self) {
        self.taken.clear();
        self.dead.clear();
        self.is_missed = false;
    }
}
