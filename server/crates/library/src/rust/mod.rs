//! Rust: the names of this project's algebra, and the layout types of NVIDIA's cute-rs.

mod algebra;
mod layout_type;
mod notation;

use layoutlens_library_cute::family::{Families, Family};

/// Names of Rust crates for layouts.
pub(crate) static RUST: Families = Families(&[FAMILIES]);

const FAMILIES: &[Family] = &[notation::FAMILY, algebra::FAMILY, layout_type::FAMILY];
