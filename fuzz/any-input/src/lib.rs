//! What must hold of any input: a function a target, each of which panics where it does not. Fuzzers call them
//! (`fuzz/fuzz_targets`), and a test, with each kept input and what comes of it by a few changes (`tests/kept.rs`).

mod chain;
mod comments;
mod emulator_reader;
mod evaluator;
mod frames;
mod operands;
mod parse;
mod protocol;
mod readers;
mod source;

pub use chain::{Chain, chain};
pub use comments::comments;
pub use emulator_reader::emulator_reader;
pub use evaluator::evaluator;
pub use frames::frames;
pub use operands::{Integer, Operand, Shape, Tile};
pub use parse::parse;
pub use protocol::protocol;
pub use readers::readers;
pub use source::{Source, assert_ranges};
