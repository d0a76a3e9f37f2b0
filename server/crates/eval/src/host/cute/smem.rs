//! Shared-memory layout atoms of GMMA and UMMA.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
