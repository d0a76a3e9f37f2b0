//! Where the program goes on.

/// Where the program goes on after a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// At the next statement.
    Goes,
    /// Behind the loop: what the block has done holds there.
    Breaks,
    /// At the next round of the loop: what the block has done holds there.
    Continues,
    /// Not in this function.
    Leaves,
}
