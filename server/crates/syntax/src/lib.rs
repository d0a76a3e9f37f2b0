//! Text to expression trees: finds layout annotations in the comments of a host file and reads them.
//!
//! Parsing never fails: what cannot be read becomes [`expr::ExprKind::Error`] and a [`SyntaxError`].
//! This crate knows nothing of values (`eval`), documents (`world`) or editors.
#![forbid(unsafe_code)]

pub mod annotation;
pub mod expr;
pub mod file;
pub mod language;

pub use annotation::{Annotation, Assertion, Binding, LayoutComment, Name, Run, RunOption, Scope, Statement, SyntaxError};
pub use file::{Edit, File, HostTree, Previous, parse, parse_expression, parse_statement};
pub use expr::{BinaryOperator, Expr, ExprKind};
pub use language::Language;
