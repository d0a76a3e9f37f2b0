//! Integers, static and of run time: `Int<8>`, `_8`, `ceil_div`, operators.

use crate::host::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family::NONE;
