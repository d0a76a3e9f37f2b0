//! All classes in code.

use layoutlens_syntax::program::{Class, HostStatement, Item, StatementKind};

use crate::code::each_statement::each_statement;

/// Calls `visit` with every class, those inside of functions and classes, too.
pub(crate) fn each_class<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Class)) {
    for item in items {
        match item {
            Item::Class(class) => {
                visit(class);
                each_class(&class.members, visit);
            }
            Item::Function(function) => classes_in(&function.body, visit),
            Item::Statement(statement) => classes_in(std::slice::from_ref(statement), visit),
        }
    }
}

fn classes_in<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(&'a Class)) {
    each_statement(body, &mut |statement| match &statement.kind {
        StatementKind::Function(function) => classes_in(&function.body, visit),
        StatementKind::Class(class) => {
            visit(class);
            each_class(&class.members, visit);
        }
        _ => {}
    });
}
