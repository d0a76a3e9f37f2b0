//! The algebra of CuTe layouts.
#![forbid(unsafe_code)]

mod checked;
mod composed;
mod cursor;
mod error;
mod int_tuple;
mod layout;
pub mod proof;
mod stride;
mod swizzle;
mod tiler;

pub use composed::ComposedLayout;
pub use error::{Error, ModePath, Nearest};
pub use int_tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES};
pub use layout::Layout;
pub use stride::{Leaf, Stride};
pub use swizzle::Swizzle;
pub use tiler::{Tiler, TilerMode};
