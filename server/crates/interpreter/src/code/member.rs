//! The members of a class, in the order of the text.

use layoutlens_syntax::program::{Class, Declaration, Function, HostStatement, Item, StatementKind};

use crate::state::choices::{Choices, Condition};

/// A member of a class.
#[derive(Clone, Copy)]
pub(crate) enum Member<'c> {
    Function(&'c Function),
    Class(&'c Class),
    Declaration(&'c HostStatement, &'c Declaration),
}

/// Calls `visit` with every member, those under `#if` included as far as the program may hold them; with the condition
/// that is still to be decided.
pub(crate) fn each_member<'c>(
    items: &'c [Item],
    choices: &Choices,
    visit: &mut impl FnMut(Member<'c>, Option<&Condition>),
) {
    for item in items {
        match item {
            Item::Function(function) => visit(Member::Function(function), None),
            Item::Class(class) => visit(Member::Class(class), None),
            Item::Statement(statement) => member_statement(statement, choices, None, visit),
        }
    }
}

fn member_statement<'c>(
    statement: &'c HostStatement,
    choices: &Choices,
    open: Option<&Condition>,
    visit: &mut impl FnMut(Member<'c>, Option<&Condition>),
) {
    match &statement.kind {
        StatementKind::Declare(declaration) => visit(Member::Declaration(statement, declaration), open),
        StatementKind::Function(function) => visit(Member::Function(function), open),
        StatementKind::Class(class) => visit(Member::Class(class), open),
        StatementKind::Alternatives(branches) => {
            let condition = Condition::of(branches);
            let chosen = choices.get(&condition);
            let open = if chosen.is_some() { open } else { Some(&condition) };
            for (index, branch) in branches.iter().enumerate() {
                if chosen.is_none_or(|chosen| *chosen == index) {
                    branch.body.iter().for_each(|inner| member_statement(inner, choices, open, visit));
                }
            }
        }
        _ => {}
    }
}
