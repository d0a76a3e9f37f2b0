//! How a result comes about, step by step: the text of a hover.
//!
//! The steps are told by the code that computes the result, so they cannot disagree with it; the last one holds it.
//!
//! ```
//! use layout_algebra::{Layout, explain};
//!
//! let steps = explain::composition(&"(6,2):(8,2)".parse::<Layout>()?, &"4:3".parse::<Layout>()?)?;
//! let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
//! assert_eq!(texts, [
//!     "A = (6,2):(8,2) coalesced for B = 4:3: (6,2):(8,2)",
//!     "4:3 of B against (6,2):(8,2): skip 3 elements at a time, keep 4: (2,2):(24,2)",
//!     "A∘B = (2,2):(24,2)",
//! ]);
//! # Ok::<(), layout_algebra::Error>(())
//! ```

mod compose;
mod composed;
mod coordinate;
mod divide;
mod inverse;
mod make;
mod max_common;
mod modes;
mod product;
mod recast;
mod shape;
mod simplify;
mod slice;
mod step;
#[cfg(test)]
mod tests;
mod tiled_copy;
mod tiled_mma;
mod trace;
pub mod verdict;

pub use compose::{composition, composition_tiler};
pub use composed::{composed_eval, composed_map};
pub use coordinate::{coshape, cosize, crd2crd, crd2idx, eval, idx2crd, swizzle_apply};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use inverse::{complement, complement_in_cosize, left_inverse, right_inverse};
pub use make::{
    compact_col_major, compact_row_major, make_fragment_like, make_identity_layout, make_layout_like,
    make_ordered_layout,
};
pub use max_common::{domain_distribute, max_alignment, max_common_layout, max_common_vector};
pub use modes::{
    append, append_to_rank, group, prepend, prepend_to_rank, replace, select, sort, take, unflatten,
    with_shape,
};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};
pub use recast::{downcast, recast, upcast};
pub use shape::{
    ceil_div, compatible, congruent, evenly_divides, round_up, shape_div, shape_div_rounding_up, shape_mod,
    weakly_congruent,
};
pub use simplify::{
    coalesce, coalesce_by_profile, filter, filter_by_profile, filter_zeros, filter_zeros_by_profile, flatten,
    nullspace,
};
pub use slice::{
    dice, inner_partition, local_partition, local_tile, outer_partition, slice, slice_and_offset,
    slice_offset,
};
pub use step::{Step, StepKind};
pub use tiled_copy::{partition_d, partition_s, tidfrg_d, tidfrg_s};
pub use tiled_mma::{partition, thrfrg};

pub(crate) use trace::Trace;

use step::with_result;

use crate::{Error, Layout, Stride};

/// The steps that `compute` tells, and its value as the last one.
fn explained<D: Stride>(
    operation: &'static str,
    compute: impl FnOnce(&mut Vec<Step>) -> Result<Layout<D>, Error>,
) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    let value = compute(&mut steps)?;
    Ok(with_result(operation, steps, &value))
}
