//! Questions about a layout as a function, and what the answers mean for a memory access.
//!
//! | question | function |
//! |---|---|
//! | Do two coordinates share an offset? | [`is_injective`], [`first_collision`] |
//! | Is each offset reached? | [`is_surjective`], [`is_bijective`], [`is_compact`] |

mod injective;
mod surjective;

pub use injective::{first_collision, is_injective};
pub(crate) use surjective::first_gap;
pub use surjective::{is_bijective, is_compact, is_surjective};

use crate::Error;

/// The most coordinates that are enumerated for one question.
pub const ENUMERATION_LIMIT: i64 = 1 << 20;

fn too_many(size: i64) -> Error {
    Error::TooLarge { operation: "enumeration", what: "size", found: size, limit: ENUMERATION_LIMIT }
}
