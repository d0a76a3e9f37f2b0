//! What the names of CuTe C++ and of C++'s standard library mean, and what copies cost.
//!
//! Names come in families (`family.rs`). What only a run can do, a function of a library asks of its runner. Other libraries
//! stand on this one where they mean the same.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod access;
pub mod cute;
pub mod family;
pub mod standard;
