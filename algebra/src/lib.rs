//! The algebra of CuTe layouts.
#![forbid(unsafe_code)]

pub mod analysis;
mod append;
#[cfg(test)]
mod arbitrary;
mod checked;
mod coalesce;
mod compact;
mod complement;
mod composed;
mod composition;
mod congruent;
mod coordinate;
mod coordinates;
mod cursor;
mod divide;
mod error;
pub mod explain;
mod filter;
mod flatten;
mod int_tuple;
mod inverse;
mod layout;
mod max_common;
mod nullspace;
mod product;
pub mod proof;
mod recast;
mod select;
mod shape_div;
mod slice;
mod stride;
mod swizzle;
mod tile_to_shape;
mod tiler;
mod zip;

pub use append::{append, append_to_rank, prepend};
pub use coalesce::{coalesce, coalesce_by_profile};
pub use compact::{
    compact_col_major, compact_row_major, make_fragment_like, make_identity_layout, make_layout_like,
    make_ordered_layout,
};
pub use complement::{complement, complement_in_cosize};
pub use composed::{
    AnyLayout, ComposedLayout, composed_composition, composed_cosize, composed_map, composed_tile_to_shape,
    composed_upcast, composed_zipped_divide,
};
pub use composition::{composition, composition_tiler};
pub use congruent::{compatible, congruent, weakly_congruent};
pub use coordinate::Coordinate;
pub use coordinates::{crd2idx, idx2crd};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use error::{Error, ModePath, Nearest};
pub use filter::{filter, filter_by_profile, filter_zeros};
pub use flatten::flatten;
pub use int_tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES};
pub use inverse::{left_inverse, right_inverse};
pub use layout::{Layout, Offsets};
pub use max_common::{domain_distribute, max_alignment, max_common_layout, max_common_vector};
pub use nullspace::nullspace;
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};
pub use recast::{downcast, recast, upcast};
pub use select::{group, replace, select, take};
pub use shape_div::{ceil_div, evenly_divides, shape_div};
pub use slice::{SliceIndex, dice, slice, slice_offset};
pub use stride::{Leaf, Stride};
pub use swizzle::Swizzle;
pub use tile_to_shape::tile_to_shape;
pub use tiler::{Tiler, TilerMode};
