//! Tuples: `make_shape`, `Shape<..>`, `get`, `select`, `take`.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
