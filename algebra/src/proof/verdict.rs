//! What a value is worth.

/// Whether the layout that CuTe computes is the mathematical answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The defining equation holds for every coordinate.
    Proved,
    /// CuTe accepts the operation, but its result differs from the definition.
    Wrong {
        /// First 1-D coordinate of the result at which the two differ.
        at: i64,
        /// What the definition gives there: an offset, or a coordinate. For a divide whose tiles do not make up
        /// the layout, an offset of the layout that no tile reaches.
        expected: String,
        /// What CuTe's layout gives there.
        found: String,
    },
    /// Right on the domain, but the result covers more than the input: a kernel needs a predicate.
    NeedsPredicate {
        /// Size that the result covers.
        covers: i64,
        /// Size of the input.
        of: i64,
        /// Elements of the last tile that are inside the input, along the first mode that does not divide.
        residue: i64,
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

    /// How much there is to say: the verdict of a whole is the gravest of its parts.
    fn gravity(&self) -> u8 {
        match self {
            Verdict::Proved => 0,
            Verdict::NeedsPredicate { .. } => 1,
            Verdict::Unproved { .. } => 2,
            Verdict::Wrong { .. } => 3,
        }
    }

    /// The graver of two verdicts; the first when equal.
    pub(crate) fn or_graver(self, other: Verdict) -> Verdict {
        if other.gravity() > self.gravity() { other } else { self }
    }

    /// The verdict of one mode as that of the whole, whose coordinate is that of the mode times `before`.
    pub(super) fn at_multiple(self, before: i64) -> Verdict {
        match self {
            Verdict::Wrong { at, expected, found } => {
                Verdict::Wrong { at: at.saturating_mul(before), expected, found }
            }
            verdict => verdict,
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

impl<T> Answer<T> {
    /// A value that is right because of how it is computed: `coalesce`, `flatten`, `group`, ..
    pub fn exact(value: T) -> Self {
        Answer { value, verdict: Verdict::Proved }
    }
}
