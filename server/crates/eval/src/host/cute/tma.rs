//! TMA: its copies, coordinates and partitions.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
