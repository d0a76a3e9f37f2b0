//! That a function of Python was called which certainly raises.

/// A function certainly raises once it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raised {
    /// How many frames there are below its own.
    pub(crate) below: usize,
    /// How many branches of its caller around the call may not be taken.
    pub(crate) undecided: usize,
}
