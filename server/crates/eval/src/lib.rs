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
mod comment;
mod comparison;
pub mod element_type;
mod environment;
mod evaluated;
mod evaluation;
mod evaluator;
mod expression;
mod hardware;
pub mod host;
mod invariant;
mod literal;
mod nearest_fix;
mod node;
mod operation;
mod problem;
mod run;
mod run_option;
mod size;
mod statement;
mod value;
mod verdict;

pub use comment::{Agreement, CommentCheck};
pub use evaluated::Evaluated;
pub use evaluation::{Evaluation, Meaning};
pub use expression::evaluate_expression;
pub use hardware::Hardware;
pub use layout_algebra::proof::Verdict;
pub use node::{Node, Reference};
pub use operation::names as operation_names;
pub use problem::{Code, Problem, Replacement, Severity};
pub use run::{Job, Operand, Run};
pub use size::{Size, SizeError, SizeOperator};
pub use statement::{evaluate, evaluate_beside, evaluate_shown, resolve_run, stated_facts};
pub use value::{Finding, Leaf, Unknown, Value};
