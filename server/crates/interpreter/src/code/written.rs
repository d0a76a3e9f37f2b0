//! Which names code writes.

use layoutlens_syntax::{
    Expr,
    program::{Function, HostStatement, Item, StatementKind},
};

/// Calls `visit` with what is assigned to, and the function around it.
pub(crate) fn written_in_items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Expr, Option<&'a str>)) {
    for item in items {
        match item {
            Item::Function(function) => written_in_function(function, visit),
            Item::Class(class) => written_in_items(&class.members, visit),
            Item::Statement(statement) => written_in(statement, None, visit),
        }
    }
}

/// Calls `visit` with what statements assign to.
pub(crate) fn written_in_statements<'a>(
    body: &'a [HostStatement],
    visit: &mut impl FnMut(&'a Expr, Option<&'a str>),
) {
    body.iter().for_each(|statement| written_in(statement, None, visit));
}

fn written_in_function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a Expr, Option<&'a str>)) {
    function.body.iter().for_each(|statement| written_in(statement, Some(&function.name.text), visit));
}

fn written_in<'a>(
    statement: &'a HostStatement,
    function: Option<&'a str>,
    visit: &mut impl FnMut(&'a Expr, Option<&'a str>),
) {
    match &statement.kind {
        StatementKind::Assign { target, .. } => visit(target, function),
        StatementKind::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).for_each(|inner| written_in(inner, function, visit));
        }
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            body.iter().for_each(|inner| written_in(inner, function, visit));
        }
        StatementKind::Try { body, handlers } => {
            let inner = body.iter().chain(handlers.iter().flatten());
            inner.for_each(|inner| written_in(inner, function, visit));
        }
        StatementKind::Alternatives(branches) => {
            let inner = branches.iter().flat_map(|branch| &branch.body);
            inner.for_each(|inner| written_in(inner, function, visit));
        }
        StatementKind::Function(function) => written_in_function(function, visit),
        StatementKind::Class(class) => written_in_items(&class.members, visit),
        _ => {}
    }
}
