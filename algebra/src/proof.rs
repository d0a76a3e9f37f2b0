//! What a result is worth: the verdict that goes with every value CuTe computes.

/// Whether the layout that CuTe computes is the mathematical answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The defining equation holds for every coordinate.
    Proved,
    /// CuTe accepts the operation, but its result differs from the definition.
    Wrong {
        /// First 1-D coordinate at which the two differ.
        at: i64,
        /// What the definition gives there.
        expected: i64,
        /// What CuTe's layout gives there.
        found: i64,
    },
    /// Right on the domain, but the result covers more than the input: a kernel needs a predicate.
    NeedsPredicate {
        /// Size that the result covers.
        covers: i64,
        /// Size of the input.
        of: i64,
    },
    /// A stated limit stopped the proof.
    Unproved {
        /// Which limit.
        limit: String,
    },
}

impl Verdict {
    /// The name in JSON: `proved`, `wrong`, `needs_predicate`, `unproved` (an error is `rejected`).
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Wrong { .. } => "wrong",
            Verdict::NeedsPredicate { .. } => "needs_predicate",
            Verdict::Unproved { .. } => "unproved",
        }
    }
}

/// A value as CuTe computes it, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// What the user's program will hold.
    pub value: T,
    /// What that value is worth.
    pub verdict: Verdict,
}
