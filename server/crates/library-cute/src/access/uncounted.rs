//! Why it is not counted what a side of a copy costs.

use layoutlens_host_value::lanes::Unfollowed;

/// The reason, and what would make it known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Uncounted {
    /// An operand of the call.
    #[error("argument {place} is not known: {reason}")]
    Operand {
        /// Which one, from 1.
        place: usize,
        /// Why.
        reason: String,
    },
    /// The pointer is a plain one.
    #[error("it is not known in which memory the tensor lies; `make_smem_ptr` and `make_gmem_ptr` say it")]
    Space,
    /// Of a type that is not known.
    #[error("the element type of the tensor is not known")]
    Element,
    /// A copy that chooses its own width.
    #[error("how many elements it takes at a time hangs on sizes that are known at run time only")]
    Vectors,
    /// A copy that asks how its pointers are aligned.
    #[error(
        "the parts of some threads are not aligned to as many elements as both layouts have side by side"
    )]
    Alignment,
    /// `cp.async.cg`.
    #[error(
        "what comes past the L1 cache is written as it arrives, not lane by lane, and Nsight Compute counts no bank conflicts of it"
    )]
    PastL1,
    /// What neither lanes nor a unit of the hardware do in a way that is known.
    #[error("the accesses of this instruction are not counted")]
    Instruction,
    /// Without one, all threads may copy the same.
    #[error(
        "no partition gave each thread its part of the tensor, or not of one whose layout is known in numbers; \
         `partition_S`, `partition_D` and `local_partition` are followed, and slices of what they give"
    )]
    NoPartition,
    /// A part that has another layout since.
    #[error("the part of the tensor was given another layout since a partition cut it out")]
    Reshaped,
    /// The lanes have no places that are known.
    #[error("{0}")]
    Lanes(#[from] LanesOf),
    /// They have, and the accesses are not whole.
    #[error("the elements of an access do not lie side by side, or they are too many to look at")]
    Accesses,
}

/// What is said of lanes, as a sentence about the tensor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("where the parts of the tensor lie is not known: {0}")]
pub(super) struct LanesOf(Unfollowed);

impl From<Unfollowed> for Uncounted {
    fn from(unfollowed: Unfollowed) -> Self {
        Self::Lanes(LanesOf(unfollowed))
    }
}
