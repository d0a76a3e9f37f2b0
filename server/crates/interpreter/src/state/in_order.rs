//! Rounds of a loop that are run one by one.

/// What is known of the loops of a function whose rounds are run in order.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InOrder {
    /// How many branches around the innermost one may not be taken.
    pub(crate) decided_at: usize,
    /// Whether one of its rounds may have been left by a jump.
    pub(crate) has_open_jump: bool,
    /// Whether the last loop that was run ended by `break`, when that is certain.
    pub(crate) is_broken: Option<bool>,
}

impl InOrder {
    /// A jump stands in so many branches that may not be taken.
    pub(crate) fn jump(&mut self, undecided: usize) {
        self.has_open_jump |= undecided > self.decided_at;
    }
}
