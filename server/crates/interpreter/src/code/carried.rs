//! Whether a round of a loop may read what the one before left in a variable.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, HostStatement, StatementKind},
};

use crate::code::{each_statement::each_statement, walk};

/// Functions of Python that read variables without their names.
const READ_ALL: &[&str] = &["locals", "vars", "eval", "exec", "dir"];

/// Whether a loop of a Python function may read one of the function's variables before the round has assigned it.
pub(crate) fn is_carried(name: &str, body: &[HostStatement], function: &Function) -> bool {
    // Functions inside may read it wherever they are called.
    if is_captured(name, &function.body) {
        return true;
    }
    for (at, statement) in body.iter().enumerate() {
        if reads(std::slice::from_ref(statement), name) {
            return true;
        }
        if let StatementKind::Declare(declaration) = &statement.kind
            && declaration.names.iter().any(|own| own.text == name)
        {
            let behind = body.get(at..).unwrap_or_default();
            return reads_all(behind);
        }
    }
    false
}

/// Whether statements name a variable other than to assign it, or may read it without its name.
fn reads(body: &[HostStatement], name: &str) -> bool {
    let mut is_read = false;
    walk::statements(body, &mut |expr: &Expr| is_read |= is_named(expr, name));
    is_read
}

fn reads_all(body: &[HostStatement]) -> bool {
    reads(body, "")
}

fn is_named(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(own) if own == name || READ_ALL.contains(&own.as_str()))
}

/// Whether a function, a class or a lambda inside of these statements names a variable.
fn is_captured(name: &str, body: &[HostStatement]) -> bool {
    let mut is_captured = false;
    each_statement(body, &mut |statement| {
        if matches!(statement.kind, StatementKind::Function(_) | StatementKind::Class(_)) {
            is_captured |= reads(std::slice::from_ref(statement), name);
        }
    });
    walk::statements(body, &mut |expr: &Expr| {
        if let ExprKind::Lambda(function) = &expr.kind {
            walk::function(function, &mut |inner: &Expr| is_captured |= is_named(inner, name));
        }
    });
    is_captured
}
