//! Element types: `half_t`, `sizeof_bits`.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
