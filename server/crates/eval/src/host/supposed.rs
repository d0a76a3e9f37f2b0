//! Values that hold under a supposition: code that nothing calls says nothing of its types and tensors.

use super::Answer;

/// An answer that is proved for some of the values that nothing in the program gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Supposed {
    /// What is supposed, all that the answer may depend on: `dtype = Float16, mQ and mK of rank 4 and Float16`.
    pub condition: String,
    /// What follows from it.
    pub answer: Answer,
}
