//! What a copy in code costs: which bytes the lanes of each warp access by which instruction, and what that takes of shared
//! and of global memory.

mod cost;
mod instruction;
#[cfg(test)]
mod law;
mod recipe;
mod remedy;
mod told;
mod vector;

pub(crate) use told::{Copied, told, told_of_operands};
