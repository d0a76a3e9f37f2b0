//! What is known where a loop is left.

use crate::state::change::Changes;

/// A loop whose body is being run.
#[derive(Debug)]
pub(crate) struct LoopJumps {
    /// How long the journal was before the round.
    pub(crate) began: usize,
    /// What the round had changed at each jump out of it.
    pub(crate) jumps: Vec<Changes>,
}
