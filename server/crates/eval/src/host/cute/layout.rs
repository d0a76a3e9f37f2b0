//! Layouts: `make_layout`, `Layout<..>`, divides, products.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
