//! What the targets draw their inputs from.

mod operands;
mod source;

pub use operands::{Integer, Operand, Shape, Tile};
pub use source::{Source, assert_ranges};
