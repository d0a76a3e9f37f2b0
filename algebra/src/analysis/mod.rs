//! Questions about a layout as a function, and what the answers mean for a memory access.
//!
//! | question | function |
//! |---|---|
//! | Do two coordinates share an offset? | [`is_injective`], [`first_collision`] |
//! | Is each offset reached? | [`is_surjective`], [`is_bijective`], [`is_compact`] |
//! | Which offsets are reached? | [`image`] |
//! | How long are runs of neighbours, and the vectors in them? | [`contiguity`], [`alignment`] |
//! | Which threads hit the same bank of shared memory? | [`bank_conflicts`], [`bank_conflicts_of_values`] |
//! | What does one access of a warp to shared memory cost? | [`wavefronts`] |
//! | What removes bank conflicts? | [`swizzle_without_conflicts`], [`padding_without_conflicts`] |
//! | How much of global memory does a warp move? | [`sectors`], [`sectors_of_values`] |
//! | Which matrix is it? | [`linear_form`], [`binary_form`], [`linearity`] |
//! | Which layout has these offsets? | [`layout_from_offsets`], [`composed_from_offsets`], [`represent`] |
//! | Which loops run through it? | [`LoopNest`] |
//! | What have two layouts in common? | [`max_common_vector`](crate::max_common_vector) |

mod access;
mod bank_conflicts;
mod completeness;
mod contiguity;
mod image;
mod injective;
mod linear_form;
mod linearity;
mod loop_nest;
mod offset_function;
mod sectors;
mod suggestion;
mod surjective;
mod wavefronts;

pub use access::{Access, MOST_THREADS, WARP};
pub use bank_conflicts::{
    BANKS, BankConflict, BankConflicts, Phase, WORD_BYTES, WordAccess, bank_conflicts,
    bank_conflicts_of_values, first_bank_conflict,
};
pub use completeness::{
    MOST_COMPOSED_OFFSETS, MOST_SWIZZLED_OFFSETS, Representation, composed_from_offsets,
    evaluate_composition, layout_from_offsets, layout_from_offsets_with_shape, layouts_composing_to,
    represent,
};
pub use contiguity::{alignment, contiguity};
pub use image::{Image, Progression, image};
pub use injective::{first_collision, first_collision_within, is_injective};
pub use linear_form::{BinaryLinearity, Field, LinearForm, binary_form, linear_form};
pub use linearity::{Linearity, linearity};
pub use loop_nest::{CanonicalLoop, CountedLoop, LoopNest};
pub use offset_function::OffsetFunction;
pub use sectors::{LINE_BYTES, SECTOR_BYTES, SectorRequest, Sectors, sectors, sectors_of_values};
pub use suggestion::{
    MOST_SUGGESTION_THREADS, Padding, padding_without_conflicts, swizzle_without_conflicts,
};
pub(crate) use surjective::first_gap;
pub use surjective::{is_bijective, is_compact, is_surjective};
pub use wavefronts::{Wavefronts, wavefronts};

use crate::{Error, ErrorKind};

/// The most coordinates that are enumerated for one question.
pub const ENUMERATION_LIMIT: i64 = 1 << 20;

/// The refusal to enumerate `size` coordinates.
fn too_many(size: i64, limit: i64) -> Error {
    Error::new("enumeration", ErrorKind::TooLarge { what: "size", found: size, limit })
}
