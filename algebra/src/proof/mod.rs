//! What a result is worth: the verdict that goes with every value CuTe computes.
//!
//! CuTe accepts operands for which its result is not what the operation means. Each function here computes CuTe's
//! result and decides whether it is: by the conditions of the CuTe paper (section 3.3.2) where they hold, else
//! by enumerating coordinates up to [`ENUMERATION_LIMIT`](crate::analysis::ENUMERATION_LIMIT).
//!
//! ```
//! use layout_algebra::{Layout, proof::{self, Verdict}};
//!
//! let a: Layout = "(4,6,8):(2,3,5)".parse()?;
//! let answer = proof::composition(&a, &"6:3".parse::<Layout>()?)?;
//! assert_eq!(answer.value.to_string(), "(2,3):(6,3)");
//! assert_eq!(answer.verdict, Verdict::Wrong { at: 2, expected: "7".to_owned(), found: "3".to_owned() });
//! # Ok::<(), layout_algebra::Error>(())
//! ```

mod composition;
mod conditions;
mod divide;
mod enumeration;
mod inverse;
mod product;
mod regrouped;
mod verdict;

pub(crate) use composition::enumerate as enumerate_composition;
pub use composition::{composition, composition_tiler, unchecked_composition};
pub(crate) use composition::{judge as judge_composition, judge_tiler as judge_composition_tiler};
pub(crate) use divide::judge_logical as judge_divide;
pub use divide::{flat_divide, logical_divide, tiled_divide, unchecked_divide, zipped_divide};
pub(crate) use inverse::judge as judge_left_inverse;
pub use inverse::{complement, complement_in_cosize, left_inverse, right_inverse};
pub(crate) use product::judge_tiler as judge_product;
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};

pub use verdict::{Answer, Verdict};

use enumeration::{is_enumerable, too_many, value_at};
