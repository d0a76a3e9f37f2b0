//! Pointers and tensors: `make_tensor`, slices, `local_tile`.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
