//! Tensor memory of SM100: its addresses, how MMA operands lie in it, and the instructions that load and store it
//! (`tmem_allocator_sm100.hpp`, `mma_traits_sm100.hpp`, `copy_traits_sm100.hpp`; section 3.4.4 of the paper).
//!
//! Tensor memory is a grid of 128 lanes (data paths, DP) and 512 columns of 32 bits. An address counts columns in its
//! low 16 bits and lanes in its high ones.

mod admissible;
mod fragment;
mod from_shared;
mod instruction;

pub use admissible::{Admissibility, admissible};
pub use fragment::{Allocation, Fragment};
pub use from_shared::written_bits;
pub use instruction::{TmemDirection, TmemInstruction};

/// How many lanes tensor memory has.
pub const LANES: i64 = 128;

/// How many columns of 32 bits tensor memory has.
pub const COLUMNS: i64 = 512;

/// How far the address of a lane is from that of the one before, in columns of 32 bits (`TMEM::DP<uint32_t>`).
///
/// Section 3.4.4 of the paper prints 16384 for this.
pub const LANE_STRIDE: i64 = 1 << 16;

/// [`LANE_STRIDE`] in bits (`TMEM::DP_b`).
pub const LANE_STRIDE_BITS: i64 = LANE_STRIDE * 32;
