//! What a copy in code costs: which bytes the lanes of each warp access by which instruction, and what that takes of shared
//! and of global memory.

mod cost;
mod instruction;
#[cfg(test)]
mod law;
mod recipe;
mod remedy;
mod swizzle_unit;
mod told;
mod uncounted;
mod unit;
mod vector;

pub use swizzle_unit::warning as swizzle_unit;
pub use told::{Aligned, Copied, told, told_of_unknown};
pub(crate) use told::{OperandOfGemm, told_of_operands, told_of_tma};
