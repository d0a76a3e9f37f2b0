//! Libraries: what the names of the CuTe DSL and of Rust's layout crates mean, and which libraries code of a language uses.
//!
//! Those of C++ are a crate of their own, `library-cute`, on which the DSL stands. Names come in families (`family.rs` there).
//! What only a run can do, a function of a library asks of its runner.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod dsl;
mod effects;
mod of_language;
mod quack;
mod rust;

pub use of_language::of_language;
