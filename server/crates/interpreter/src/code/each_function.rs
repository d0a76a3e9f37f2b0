//! All functions in code, those within functions among them.

use layoutlens_syntax::program::{Class, Function, HostStatement, Item, StatementKind};

use crate::{code::each_statement, state::implicit_code::Code};

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

/// Calls `visit` with every function inside of a function, and every method of a class in one.
pub(crate) fn each_inner_function<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Function)) {
    each_function(items, None, &mut |outer| {
        each_statement::each_statement(&outer.function.body, &mut |statement| match &statement.kind {
            StatementKind::Function(function) => visit(function),
            StatementKind::Class(class) => class.members.iter().for_each(|member| {
                if let Item::Function(method) = member {
                    visit(method);
                }
            }),
            _ => {}
        });
    });
}
