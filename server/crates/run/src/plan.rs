//! A request that passed the checks, with the facts that a run needs about it.

use crate::{ElementType, Factor, Mma, Operand, Problem, kernel::Tuned, threads::Threads};

/// A request that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Type of all operands' elements.
    pub element: ElementType,
    /// What to do.
    pub work: Work,
}

/// What to do, with the sizes that the operands agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// A copy.
    Copy(Box<Copy>),
    /// A GEMM.
    Gemm(Box<Gemm>),
}

/// A copy of `size` elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copy {
    /// Source, of size `size`.
    pub source: Operand,
    /// Destination, injective, of size `size`.
    pub destination: Operand,
    /// Number of coordinates.
    pub size: i64,
    /// Elements of the source's buffer.
    pub source_cells: i64,
    /// Elements of the destination's buffer.
    pub destination_cells: i64,
    /// The user's own threads; without them, which thread moves what is chosen for speed.
    pub threads: Option<Threads>,
}

/// A GEMM of sizes `m`, `n`, `k`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the definition")]
pub struct Gemm {
    pub factor: Factor,
    pub a: Operand,
    pub b: Operand,
    pub c: Operand,
    pub m: i64,
    pub n: i64,
    pub k: i64,
    pub a_cells: i64,
    pub b_cells: i64,
    pub c_cells: i64,
    pub threads: Option<Mma>,
    pub(crate) tuned: Option<Tuned>,
}

impl Plan {
    /// The problem's sizes.
    pub fn problem(&self) -> Problem {
        match &self.work {
            Work::Copy(copy) => Problem::Copy { elements: copy.size.unsigned_abs() },
            Work::Gemm(gemm) => {
                Problem::Gemm { m: gemm.m.unsigned_abs(), n: gemm.n.unsigned_abs(), k: gemm.k.unsigned_abs() }
            }
        }
    }
}
