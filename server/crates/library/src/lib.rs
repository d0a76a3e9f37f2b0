//! Libraries: what the names of CuTe C++, the CuTe DSL, Rust's layout crates and C++'s standard library mean.
//!
//! Names come in families (`family.rs`). What only a run can do, a function of a library asks of its runner.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod access;
mod cute;
mod dsl;
mod effects;
mod family;
pub mod of_language;
mod rust;
mod standard;
