//! All statements in code.

use layoutlens_syntax::program::{HostStatement, StatementKind};

/// Calls `visit` with every statement of code (Python's `try:` is a block), those of functions and classes inside left out.
pub(crate) fn each_statement<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(&'a HostStatement)) {
    for statement in body {
        visit(statement);
        match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                each_statement(then, visit);
                each_statement(otherwise, visit);
            }
            StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
                each_statement(body, visit)
            }
            StatementKind::Try { body, handlers } => {
                each_statement(body, visit);
                handlers.iter().for_each(|body| each_statement(body, visit));
            }
            StatementKind::Alternatives(branches) => {
                branches.iter().for_each(|branch| each_statement(&branch.body, visit));
            }
            _ => {}
        }
    }
}

/// Whether a method is called by operators, statements or functions of Python's own.
pub(crate) fn is_implicit_method(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && !CALLED.contains(&name)
}

/// Methods that a program calls by their names, though they begin and end with `__`.
const CALLED: &[&str] = &["__init__", "__post_init__", "__call__", "__new__"];
