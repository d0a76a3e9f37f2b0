//! To which variables a program assigns objects of classes.

use layoutlens_syntax::{
    ExprKind,
    program::{Function, HostStatement, Item, StatementKind},
};

/// Calls `visit` with each variable to which an object of a class is assigned, and the name of the class.
pub(crate) fn made_in_items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a str, &'a str)) {
    for item in items {
        match item {
            Item::Function(function) => made_in_function(function, visit),
            Item::Class(class) => made_in_items(&class.members, visit),
            Item::Statement(statement) => made_in(statement, visit),
        }
    }
}

fn made_in_function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a str, &'a str)) {
    function.body.iter().for_each(|statement| made_in(statement, visit));
}

fn made_in<'a>(statement: &'a HostStatement, visit: &mut impl FnMut(&'a str, &'a str)) {
    match &statement.kind {
        StatementKind::Declare(declaration) => {
            if let [own] = declaration.names.as_slice()
                && let Some(ExprKind::Invoke { callee, .. }) =
                    declaration.value.as_ref().map(|value| &value.kind)
                && let ExprKind::Name(class) = &callee.kind
                && class.starts_with(char::is_uppercase)
            {
                visit(&own.text, class);
            }
        }
        StatementKind::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).for_each(|inner| made_in(inner, visit));
        }
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            body.iter().for_each(|inner| made_in(inner, visit));
        }
        StatementKind::Function(function) => made_in_function(function, visit),
        StatementKind::Class(class) => made_in_items(&class.members, visit),
        _ => {}
    }
}
