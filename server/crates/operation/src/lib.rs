//! The operations of the annotation language on values: how many operands each takes, of which kind, and what it does on
//! each kind of them.
//!
//! An [`Operation`] is a line in `name.rs` and its columns (`columns.rs`) in the file of its family: what it does on layouts,
//! on composed layouts, on layouts in shared memory, on sizes of run time, how it explains itself, and what is said of it.
//! What is one for a whole column (`on_composed.rs`, `on_smem.rs`, `on_keep.rs`, `on_major.rs`, `symbolic/`, `explain.rs`,
//! `template.rs`) names no operation.
//!
//! This crate knows values, and neither the texts nor the programs that they come from.
//!
//! ```
//! use layout_algebra::Layout;
//! use layoutlens_operation::{Operation, Value};
//!
//! let operands = ["(6,2):(8,2)", "(4,3):(3,1)"].map(|text| text.parse::<Layout>().map(Value::from));
//! let operands: Vec<Value> = operands.into_iter().collect::<Result<_, _>>()?;
//! let composed = Operation::Composition.run(&operands).expect("a composition");
//! assert_eq!(composed.value.to_string(), "((2,2),3):((24,2),8)");
//! # Ok::<(), layout_algebra::Error>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod analysis;
mod answered;
mod apply;
mod arguments;
mod cast;
mod code;
mod columns;
mod compose;
mod composed;
mod coordinate;
mod copy;
mod descriptor;
mod difference;
mod divide;
pub mod element_type;
mod evaluated;
mod explain;
mod hardware;
mod inverse;
pub mod kept;
pub mod literal;
mod make;
mod max_common;
mod mma;
mod name;
mod on_composed;
mod on_keep;
mod on_major;
mod on_names;
mod on_smem;
mod on_swizzled;
mod partition;
mod predicate;
mod product;
mod query;
mod refusal;
mod reshape;
mod run;
pub mod run_time_slice;
mod shape_division;
mod simplify;
pub mod size;
mod smem;
mod stride_kind;
mod swizzle;
pub mod swizzled_layout;
pub mod symbolic;
mod table;
mod template;
mod told;
pub mod value;

pub use analysis::{conflict_text, without_conflicts};
pub use apply::apply;
pub use arguments::Arguments;
pub use code::{Code, Severity};
pub use columns::Documentation;
pub use difference::{Comparison, Difference, Otherwise};
pub use evaluated::{Evaluated, Warning};
pub use hardware::Hardware;
pub use name::{Operation, names};
pub use refusal::Refusal;
pub use size::{Size, SizeError, SizeOperator};
pub use template::{Place, untemplated};
pub use value::{Finding, Leaf, SharedAccess, Unknown, Value, WayOut};
