//! The algebra of CuTe layouts.
#![forbid(unsafe_code)]

mod error;
mod int_tuple;
mod layout;
pub mod proof;

pub use error::Error;
pub use int_tuple::IntTuple;
pub use layout::Layout;
