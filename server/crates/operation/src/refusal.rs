//! Refusals of operations.

use layout_algebra::Error;

use crate::Code;

/// Why an operation gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An operand is unknown, or something is not computed: no problem of the user's.
    Unknown(String),
    /// The same of operands that have another number of modes than an operation of the DSL takes.
    Ranks(String),
    /// The same of numbers that a function of the DSL does not take.
    Numbers(String),
    /// The algebra refuses.
    Algebra(Error),
    /// An operand is of the wrong kind.
    Kind {
        /// Which, from 0.
        argument: usize,
        /// What is wrong.
        message: String,
    },
    /// Anything else that is the user's to mend.
    Problem {
        /// Which operand, from 0.
        argument: usize,
        /// What kind of problem.
        code: Code,
        /// What is wrong.
        message: String,
    },
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Algebra(error)
    }
}
