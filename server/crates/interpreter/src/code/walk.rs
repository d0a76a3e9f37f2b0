//! Walks through code without running it.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Class, Function, HostStatement, Item, StatementKind},
};

/// Calls `visit` with every expression of the items, outer ones before inner ones.
pub(crate) fn items<'a>(items: &'a [Item], visit: &mut impl FnMut(&'a Expr)) {
    for item in items {
        match item {
            Item::Function(inner) => function(inner, visit),
            Item::Class(inner) => class(inner, visit),
            Item::Statement(inner) => statement(inner, visit),
        }
    }
}

/// Calls `visit` with every expression of a function.
pub(crate) fn function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a Expr)) {
    let defaults = function.template.iter().filter_map(|parameter| parameter.default.as_ref());
    defaults.for_each(|default| expression(default, visit));
    for parameter in &function.parameters {
        parameter.declared_type.iter().chain(&parameter.default).for_each(|inner| expression(inner, visit));
    }
    function.returns.iter().chain(&function.attributes).for_each(|inner| expression(inner, visit));
    statements(&function.body, visit);
}

fn class<'a>(class: &'a Class, visit: &mut impl FnMut(&'a Expr)) {
    let defaults = class.template.iter().filter_map(|parameter| parameter.default.as_ref());
    defaults.chain(&class.bases).chain(&class.attributes).for_each(|inner| expression(inner, visit));
    items(&class.members, visit);
}

/// Calls `visit` with every expression of the statements.
pub(crate) fn statements<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(&'a Expr)) {
    body.iter().for_each(|inner| statement(inner, visit));
}

fn statement<'a>(of: &'a HostStatement, visit: &mut impl FnMut(&'a Expr)) {
    match &of.kind {
        StatementKind::Declare(declaration) => {
            declaration
                .declared_type
                .iter()
                .chain(&declaration.value)
                .for_each(|inner| expression(inner, visit));
        }
        StatementKind::Assign { target, value, .. } => {
            expression(target, visit);
            expression(value, visit);
        }
        StatementKind::Expression(inner) | StatementKind::Assert(inner) => expression(inner, visit),
        StatementKind::Return(inner) => inner.iter().for_each(|inner| expression(inner, visit)),
        StatementKind::If { condition, then, otherwise, .. } => {
            expression(condition, visit);
            statements(then, visit);
            statements(otherwise, visit);
        }
        StatementKind::Loop { over, condition, body, .. } => {
            over.iter().chain(condition).for_each(|inner| expression(inner, visit));
            statements(body, visit);
        }
        StatementKind::Block(body) | StatementKind::Finally(body) => statements(body, visit),
        StatementKind::Try { body, handlers } => {
            statements(body, visit);
            handlers.iter().for_each(|body| statements(body, visit));
        }
        StatementKind::Alternatives(branches) => {
            branches.iter().for_each(|branch| statements(&branch.body, visit));
        }
        StatementKind::Function(inner) => function(inner, visit),
        StatementKind::Class(inner) => class(inner, visit),
        StatementKind::Macro(definition) => expression(&definition.body, visit),
        StatementKind::Instantiate { function, .. } => expression(function, visit),
        StatementKind::Jump(_) | StatementKind::Label(_) | StatementKind::Unread(_) => {}
    }
}

fn arguments<'a>(all: &'a [Argument], visit: &mut impl FnMut(&'a Expr)) {
    all.iter().for_each(|argument| expression(&argument.value, visit));
}

/// Calls `visit` with an expression and every one inside it.
pub(crate) fn expression<'a>(of: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(of);
    match &of.kind {
        ExprKind::Tuple(elements)
        | ExprKind::Tiler(elements)
        | ExprKind::Comma(elements)
        | ExprKind::Dictionary(elements)
        | ExprKind::Set(elements)
        | ExprKind::List(elements) => elements.iter().for_each(|inner| expression(inner, visit)),
        ExprKind::Member { base, .. } => expression(base, visit),
        ExprKind::Specialize { base, arguments } | ExprKind::Index { base, indices: arguments } => {
            expression(base, visit);
            arguments.iter().for_each(|inner| expression(inner, visit));
        }
        ExprKind::Construct { constructed, arguments } => {
            constructed.iter().for_each(|inner| expression(inner, visit));
            arguments.iter().for_each(|inner| expression(inner, visit));
        }
        ExprKind::Invoke { callee, arguments: given } => {
            expression(callee, visit);
            arguments(given, visit);
        }
        ExprKind::Launch { kernel, configuration, arguments: given } => {
            expression(kernel, visit);
            configuration.iter().for_each(|inner| expression(inner, visit));
            arguments(given, visit);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|inner| expression(inner, visit));
        }
        ExprKind::Comprehension { element, over, condition, .. } => {
            [element, over].into_iter().chain(condition).for_each(|inner| expression(inner, visit));
        }
        ExprKind::Designated { value, .. } => expression(value, visit),
        ExprKind::Fold { pattern, initial, .. } => {
            expression(pattern, visit);
            initial.iter().for_each(|inner| expression(inner, visit));
        }
        ExprKind::TypeOf(inner)
        | ExprKind::Not(inner)
        | ExprKind::Expand(inner)
        | ExprKind::Negate(inner) => {
            expression(inner, visit);
        }
        ExprKind::Lambda(inner) => function(inner, visit),
        ExprKind::Binary { left, right, .. } => {
            [left, right].into_iter().for_each(|inner| expression(inner, visit));
        }
        _ => {}
    }
}

/// The name at which an expression begins: `params` of `params.shape.m`.
pub(crate) fn first_name(of: &Expr) -> Option<&str> {
    match &of.kind {
        ExprKind::Name(name) => Some(name.split("::").next().unwrap_or(name)),
        ExprKind::Member { base, .. } => first_name(base),
        _ => None,
    }
}

/// Whether something is called in an expression.
pub(crate) fn has_call(expr: &Expr) -> bool {
    let mut calls = false;
    expression(expr, &mut |expr: &Expr| calls |= matches!(expr.kind, ExprKind::Invoke { .. }));
    calls
}
