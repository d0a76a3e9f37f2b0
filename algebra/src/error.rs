//! The one error type of this crate.

/// Why an operation has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An integer left the range of `i64`.
    #[error("{operation}: the result does not fit in 64 bits")]
    Overflow {
        /// CuTe's name of the operation.
        operation: &'static str,
    },
}
