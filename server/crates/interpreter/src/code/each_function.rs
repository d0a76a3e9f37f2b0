//! All functions in code, those within functions among them.

use layoutlens_syntax::{
    Expr,
    program::{Class, Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::each_statement,
    python::implicit::{of_function, of_statements},
    state::implicit_code::Code,
};

/// Calls `visit` with every function, those inside of functions and classes, too.
pub(crate) fn each_function<'a>(
    items: &'a [Item],
    class: Option<&'a Class>,
    visit: &mut impl FnMut(Code<'a>),
) {
    for item in items {
        match item {
            Item::Function(function) => in_function(function, class, visit),
            Item::Class(inner) => each_function(&inner.members, Some(inner), visit),
            Item::Statement(statement) => in_statements(std::slice::from_ref(statement), visit),
        }
    }
}

fn in_function<'a>(function: &'a Function, class: Option<&'a Class>, visit: &mut impl FnMut(Code<'a>)) {
    visit(Code { function, class, is_own: false });
    in_statements(&function.body, visit);
}

fn in_statements<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(Code<'a>)) {
    each_statement::each_statement(body, &mut |statement| match &statement.kind {
        StatementKind::Function(function) => in_function(function, None, visit),
        StatementKind::Class(class) => each_function(&class.members, Some(class), visit),
        _ => {}
    });
}

/// Calls `visit` with the decorators of functions and classes.
pub(crate) fn decorators<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Expr)) {
    for item in items {
        match item {
            Item::Function(function) => of_function(function, visit),
            Item::Class(class) => {
                class.attributes.iter().for_each(&mut *visit);
                decorators(&class.members, visit);
            }
            Item::Statement(statement) => of_statements(std::slice::from_ref(statement), visit),
        }
    }
}
