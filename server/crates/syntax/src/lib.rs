//! Text to expression trees: finds layout annotations in the comments of a host file and reads them.
//!
//! Parsing never fails: what cannot be read becomes [`ExprKind::Error`] and a [`SyntaxError`].
//! This crate knows nothing of values (`eval`), documents (`world`) or editors.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod annotation;
mod bracket;
mod code_spelling;
mod comment;
mod explain;
mod expr;
mod expr_from_tree;
mod file;
mod host;
pub mod include;
mod language;
mod layout_comment;
mod library_name;
mod magic;
mod mask;
mod moved;
mod nearest;
mod opaque;
pub mod operation;
pub mod preprocessor;
pub mod program;
pub mod same_code;
mod statement;
mod token;
mod value_comment;
mod word_length;

pub use annotation::{
    Annotation, Assertion, Binding, LayoutComment, Name, Run, RunOption, Scope, SourceScope, Statement,
    SyntaxError,
};
pub use bracket::MAX_DEPTH;
pub use comment::MARKER;
pub use explain::STATEMENTS;
pub use expr::{BinaryOperator, Expr, ExprKind};
pub use file::{File, parse, parse_expression, parse_expression_at, parse_statement, parse_statement_at};
pub use host::read::read_program;
pub use host::{CodeTree, HostTree, tree_within_limits};
pub use language::Language;
pub use magic::{ANYTHING as RUNS_ANYTHING, reaches_the_interpreter, without_magics};
pub use nearest::nearest;
pub use opaque::Opaque;
pub use statement::{MAX_STATEMENT_LENGTH, RUN_OPTIONS};
pub use token::{Token, TokenKind, leader_length, statement_line, statement_tokens};
pub use value_comment::{
    CommentPlace, CommentTail, CommentedSwizzle, CommentedValue, Pattern, PatternKind, ValueComment,
    parse_commented_value,
};
