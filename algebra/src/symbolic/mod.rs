//! Layouts of which some integers are known at run time only, as most layouts of real kernels are.
//!
//! CuTe has two kinds of integers: static ones (`Int<4>{}`), which are part of a type, and run-time ones (`int M`). Its
//! operations simplify only what types show: nothing coalesces across a run-time size, a run-time size of 1 stays,
//! nothing is checked to divide. The functions here give the same layouts, with the run-time integers as expressions
//! of their names.
//!
//! ```
//! use layout_algebra::symbolic::{SymbolicLayout, zipped_divide};
//!
//! let a: SymbolicLayout = "(M,K):(1,lda)".parse()?;
//! let tiles = zipped_divide(&a, &"<128,8>".parse()?)?;
//! assert_eq!(tiles.to_string(), "((128,8),(ceil_div(M,128),ceil_div(K,8))):((1,lda),(128,8*lda))");
//! assert_eq!(tiles.cpp(), "((_128,_8),(ceil_div(M,128),ceil_div(K,8))):((_1,lda),(_128,8*lda))");
//! # Ok::<(), layout_algebra::Error>(())
//! ```
//!
//! A name stands for an integer of at least 1; the index of a coordinate may be told to start at 0.
//! [`Facts`] say more: under `M % 128 == 0` the quotient `M/128` is exact. [`proof`] decides what holds for all values.
//!
//! # Limits
//! An expression has at most [`MAX_TERMS`] terms, nests at most [`MAX_NESTING`] divisions and is written with at most
//! [`MAX_LENGTH`] names and operations; numbers in it fit in an `i64`. What goes beyond is an
//! [`TooLarge`](crate::ErrorKind::TooLarge) or [`Overflow`](crate::ErrorKind::Overflow).

mod atom;
mod coalesce;
mod complement;
mod composition;
mod coordinates;
mod display;
mod divide;
mod division;
mod expression;
mod facts;
mod integer;
mod integer_tuple;
mod inverse;
#[cfg(test)]
mod laws;
mod layout;
mod make;
mod max_common;
mod modes;
mod order;
mod partition;
mod product;
pub mod proof;
mod reading;
mod recast;
mod remembered;
mod scaled_basis;
mod slice;
mod thread_partition;
mod tile_to_shape;
mod tiler;
mod zip;

pub use atom::Name;
pub use coalesce::{
    coalesce, coalesce_by_profile, filter, filter_by_profile, filter_zeros, filter_zeros_by_profile, flatten,
    nullspace,
};
pub use complement::{complement, complement_in_cosize};
pub use composition::{composition, composition_tiler};
pub use coordinates::{coshape, cosize, crd2crd, crd2idx, eval, idx2crd};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use expression::{Expression, MAX_LENGTH, MAX_NESTING, MAX_TERMS};
pub use facts::Facts;
pub use integer::Integer;
pub use integer_tuple::{ceil_div, product_each, round_up, shape_div};
pub use inverse::{left_inverse, right_inverse};
pub use layout::{Mode, SymbolicLayout};
pub use make::{
    compact_col_major, compact_row_major, make_fragment_like, make_identity_layout, make_layout_like,
    make_ordered_layout,
};
pub use max_common::{max_alignment, max_common_layout, max_common_vector};
pub use modes::{append, append_to_rank, group, prepend, prepend_to_rank, replace, select, take};
pub use partition::{SymbolicPart, inner_partition, local_partition, local_tile, outer_partition};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};
pub use reading::{coordinate_from_cpp, coordinate_from_text, shape_from_cpp, shape_from_text};
pub use recast::{downcast, recast, upcast};
pub use scaled_basis::ScaledBasis;
pub use slice::{SymbolicIndex, dice, slice, slice_offset};
pub use thread_partition::{partition_destination, partition_mma, partition_source};
pub use tile_to_shape::tile_to_shape;
pub use tiler::SymbolicTiler;
