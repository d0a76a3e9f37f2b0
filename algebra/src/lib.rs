//! The algebra of CuTe layouts: what CuTe C++ computes at compile time, as values in Rust.
//!
//! A [`Layout`] is a shape and a stride, read and printed in CuTe notation. The operations are free functions under
//! CuTe's names and give CuTe's results exactly; [`proof`] tells whether such a result is what the operation means,
//! [`explain`] how it comes about, [`analysis`] answers questions about a layout as a function.
//!
//! ```
//! use layout_algebra::{Layout, Tiler, composition, proof, zipped_divide};
//!
//! let a: Layout = "(6,2):(8,2)".parse()?;
//! let b: Layout = "(4,3):(3,1)".parse()?;
//! assert_eq!(composition(&a, &b)?.to_string(), "((2,2),3):((24,2),8)");
//!
//! // A tile that does not divide: the result covers 12 elements of 10.
//! let answer = proof::logical_divide(&"10:1".parse::<Layout>()?, &"4:1".parse::<Tiler>()?)?;
//! assert_eq!(answer.value.to_string(), "(4,3):(1,4)");
//! assert_eq!(answer.verdict, proof::Verdict::NeedsPredicate { covers: 12, of: 10, residue: 2 });
//!
//! // A refusal names the mode, the numbers and what would work.
//! let refusal = zipped_divide(&"((4,6),8):((2,3),100)".parse::<Layout>()?, &"<6,2>".parse()?).unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "zipped_divide: 6:1 (tile, mode 0) does not fill mode 0 of (4,6):(2,3) evenly: 6 elements there are not a \
//!      multiple of 4; the nearest sizes that work are 4 and 8"
//! );
//! # Ok::<(), layout_algebra::Error>(())
//! ```
//!
//! # Operations
//! | family | operations |
//! |---|---|
//! | values | [`IntTuple`], [`Layout`], [`Tiler`], [`Swizzle`], [`ComposedLayout`], [`Tensor`], [`Descriptor`] |
//! | strides | `i64`, [`Coordinate`], [`Xor`], and what else is a [`Stride`] |
//! | evaluation | [`Layout::eval`], [`Layout::at`], [`Layout::eval_all`], [`crd2idx`], [`idx2crd`], [`crd2crd`], [`Layout::cosize`], [`coshape`](fn@coshape) |
//! | comparison | [`congruent`](fn@congruent), [`weakly_congruent`], [`compatible`], [`evenly_divides`] |
//! | fewer modes | [`coalesce`](fn@coalesce), [`coalesce_by_profile`], [`filter`](fn@filter), [`filter_by_profile`], [`filter_zeros`], [`filter_zeros_by_profile`], [`flatten`](fn@flatten), [`nullspace`](fn@nullspace) |
//! | modes | [`group`], [`take`], [`select`](fn@select), [`append`](fn@append), [`append_to_rank`], [`prepend`], [`prepend_to_rank`], [`replace`], [`sort`], [`unflatten`], [`with_shape`](fn@with_shape), [`slice`](fn@slice), [`dice`], [`slice_offset`], [`slice_and_offset`] |
//! | composition | [`composition`](fn@composition), [`composition_tiler`] |
//! | inverses | [`complement`](fn@complement), [`complement_in_cosize`], [`complement_with_extension`], [`right_inverse`], [`left_inverse`] |
//! | divides | [`logical_divide`], [`zipped_divide`], [`tiled_divide`], [`flat_divide`] |
//! | products | [`logical_product`], [`zipped_product`], [`tiled_product`], [`flat_product`], [`blocked_product`], [`raked_product`] |
//! | makers | [`Layout::compact`], [`make_ordered_layout`], [`make_identity_layout`], [`make_layout_like`], [`make_fragment_like`], [`compact_col_major`], [`compact_row_major`], [`tile_to_shape`](fn@tile_to_shape) |
//! | shapes | [`shape_div`](fn@shape_div), [`shape_div_rounding_up`], [`shape_mod`], [`ceil_div`], [`round_up`], [`domain_distribute`] |
//! | element types | [`upcast`], [`downcast`], [`recast`](fn@recast) |
//! | two layouts | [`max_common_layout`], [`max_common_vector`], [`max_alignment`] |
//! | parts | [`local_tile`], [`local_tile_projected`], [`local_partition`], [`inner_partition`], [`outer_partition`] |
//! | swizzles | [`Swizzle::apply`], [`compose_swizzles`], [`as_xor_layout`], [`compose_any`], [`composed_composition`], [`composed_zipped_divide`], [`composed_upcast`], and others with `composed_` |
//! | hardware | [`atom`], [`TiledMma`], [`TiledCopy`], [`smem`], [`tma`] |
//! | run-time sizes | [`symbolic`] |
//! | answers with verdicts | [`proof`] |
//! | steps | [`explain`] |
//! | questions | [`analysis`] |
//!
//! [`worked_examples`] shows most of them at work on the examples of CuTe's documentation and of the paper.
//!
//! # Limits
//! Sizes, and whatever is computed from them, fit in an `i64` or are an [`Overflow`](crate::ErrorKind::Overflow).
//! Tuples are at most [`MAX_DEPTH`] deep and [`MAX_LEAVES`] long; nothing enumerates more than
//! [`analysis::ENUMERATION_LIMIT`] coordinates. (Tuples can be built deeper by hand, from [`IntTuple`]'s variants;
//! operations refuse those.)
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod analysis;
mod append;
#[cfg(test)]
mod arbitrary;
pub mod atom;
mod checked;
mod coalesce;
mod codomain;
mod compact;
mod complement;
mod composed;
mod composition;
mod congruent;
mod coordinate;
mod coordinates;
mod coshape;
mod cursor;
pub mod descriptor;
mod divide;
mod error;
pub mod explain;
mod filter;
mod flatten;
mod from_text;
mod int_tuple;
mod inverse;
mod lanes;
mod layout;
mod layout_macro;
mod max_common;
mod mode_path;
mod nearest;
mod nullspace;
mod partition;
mod product;
pub mod proof;
mod recast;
mod recast_factors;
mod scanner;
mod select;
mod shape_div;
mod slice;
pub mod smem;
mod stride;
mod swizzle;
pub mod symbolic;
mod tensor;
mod tile_to_shape;
mod tiled_copy;
mod tiled_mma;
mod tiler;
pub mod tma;
mod with_shape;
pub mod worked_examples;
mod xor;
mod zip;

pub use append::{append, append_to_rank, prepend, prepend_to_rank};
pub use coalesce::{coalesce, coalesce_by_profile};
pub use compact::{
    compact_col_major, compact_row_major, make_fragment_like, make_identity_layout, make_layout_like,
    make_ordered_layout,
};
pub use complement::{complement, complement_in_cosize, complement_with_extension};
pub use composed::{
    AnyLayout, ComposedLayout, Function, FunctionChain, RunTimeIndex, RunTimePart, RunTimeSlice, compose_any,
    compose_swizzles, composed_complement, composed_composition, composed_cosize, composed_domain_offset,
    composed_downcast, composed_inner_partition, composed_left_inverse, composed_local_partition,
    composed_map, composed_max_alignment, composed_max_common_layout, composed_max_common_vector,
    composed_outer_partition, composed_recast, composed_right_inverse, composed_slice,
    composed_slice_and_offset, composed_slice_at_run_time, composed_tile_to_shape, composed_upcast,
    composed_zipped_divide, logical_product_by_composed,
};
pub use composition::{composition, composition_tiler};
pub use congruent::{compatible, congruent, weakly_congruent};
pub use coordinate::Coordinate;
pub use coordinates::{crd2crd, crd2idx, idx2crd, idx2crd_by_mode};
pub use coshape::coshape;
pub use descriptor::{CandidateId, CandidateKind, Candidates, Descriptor, RichCandidate};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use error::{Error, ErrorKind};
pub use filter::{filter, filter_by_profile, filter_zeros, filter_zeros_by_profile};
pub use flatten::flatten;
pub use int_tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES};
pub use inverse::{left_inverse, right_inverse};
pub use lanes::{Cut, MOST_LANES};
pub use layout::{Layout, Offsets};
pub use max_common::{domain_distribute, max_alignment, max_common_layout, max_common_vector};
pub use mode_path::ModePath;
pub use nearest::Nearest;
pub use nullspace::nullspace;
pub use partition::{
    Part, Projection, inner_partition, local_partition, local_tile, local_tile_projected, outer_partition,
};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};
pub use recast::{downcast, recast, upcast};
pub use select::{group, replace, select, take};
pub use shape_div::{ceil_div, evenly_divides, round_up, shape_div, shape_div_rounding_up, shape_mod};
pub use slice::{SliceIndex, dice, slice, slice_and_offset, slice_offset};
pub use stride::{Leaf, Stride};
pub use swizzle::Swizzle;
pub use tensor::{Accessor, Tensor};
pub use tile_to_shape::tile_to_shape;
pub use tiled_copy::{
    TiledCopy, make_cotiled_copy, make_tiled_copy, make_tiled_copy_a, make_tiled_copy_b, make_tiled_copy_c,
    make_tiled_copy_c_atom, make_tiled_copy_d, make_tiled_copy_s, make_tmem_copy,
};
pub use tiled_mma::{MmaOperand, TiledMma};
pub use tiler::{Tiler, TilerMode};
pub use with_shape::{sort, unflatten, with_shape};
pub use xor::{Xor, as_xor_layout};
