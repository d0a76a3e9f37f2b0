//! From where a function is entered.

/// From where a function is entered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Entry {
    /// From code of the same kind: arguments are as they are.
    #[default]
    Plain,
    /// From Python code into what is compiled, or from that into a kernel.
    Compiled,
    /// One of the two: nothing says who calls.
    Either,
}
