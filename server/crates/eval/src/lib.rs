//! Expression trees to proved values.
//!
//! [`evaluate`] gives every statement and layout comment of a file its value, or the reason why it has none, and the
//! problems that a user must see. Nothing fails: broken code gives fewer answers, never wrong ones. A value is what
//! the user's program will hold (CuTe's), and carries the [`Verdict`] that says what it is worth.
//!
//! The code itself is run as far as layouts depend on it by [`host`].
//!
//! This crate knows nothing of documents (`world`), pictures (`render`) or editors.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod allow;
pub mod batch;
mod call;
mod comment;
mod comparison;
mod environment;
mod evaluation;
mod evaluator;
mod expression;
mod fix;
mod hardware;
pub mod host;
mod nearest_fix;
mod node;
mod operator;
mod run;
mod run_option;
mod statement;
mod template;
mod without_code;

pub use allow::Allowances;
pub use comment::{Agreement, CommentCheck, layout_comment as written_comment};
pub use evaluation::{Compared, Evaluation, Meaning};
pub use expression::evaluate_expression;
pub use hardware::hardware_names;
pub use layout_algebra::proof::Verdict;
pub use layoutlens_host_value::problem::{Problem, Replacement};
pub use layoutlens_operation::{
    Code, Comparison, Difference, Documentation, Evaluated, Finding, Hardware, Leaf, Operation, Otherwise,
    Severity, SharedAccess, Size, SizeError, SizeOperator, Unknown, Value, WayOut, element_type,
    names as operation_names, symbolic::names as names_in,
};
pub use node::{Node, Reference};
pub use run::{Job, Operand, Run};
pub use statement::{evaluate, evaluate_beside, evaluate_shown, problems_with_fixes, resolve_run, stated};
pub use without_code::evaluate_without_code;
