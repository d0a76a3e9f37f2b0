//! The operations: how many operands each takes, of which kind, and what it does on each kind of them.
//!
//! An operation is a line in `name.rs` and its columns (`columns.rs`) in the file of its family: what it does on layouts, on
//! composed layouts, on layouts in shared memory, on sizes of run time, and how it explains itself.
//! What is one for a whole column (`on_composed.rs`, `on_smem.rs`, `on_keep.rs`, `on_major.rs`, `symbolic/`, `explain.rs`,
//! `template.rs`) names no operation.

mod analysis;
mod answered;
mod apply;
mod arguments;
mod cast;
mod columns;
mod compose;
mod composed;
mod coordinate;
mod copy;
mod descriptor;
mod divide;
mod explain;
mod inverse;
mod make;
mod max_common;
mod mma;
mod name;
mod on_composed;
mod on_keep;
mod on_major;
mod on_names;
mod on_smem;
mod partition;
mod predicate;
mod product;
mod query;
mod refusal;
mod reshape;
mod run;
pub(crate) mod run_time_slice;
mod shape_division;
mod simplify;
mod smem;
mod stride_kind;
mod swizzle;
pub(crate) mod symbolic;
mod table;
mod template;
mod told;

pub(crate) use analysis::without_conflicts;
pub(crate) use apply::apply;
pub(crate) use arguments::Arguments;
pub(crate) use name::Operation;
pub use name::names;
pub(crate) use refusal::Refusal;
pub(crate) use template::untemplated;
