//! Functions that are given to functions which are not followed: `sorted(xs, key=lambda x: ..)`.

use layoutlens_host_value::{call::CallArgument, function::Callable, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Argument};

use crate::{
    code::walk,
    state::{given::Given, interpreter::Interpreter},
};

/// Keywords under which functions of Python take a function that they call.
const KEYWORDS: &[&str] = &["key", "func", "function", "default_factory"];

/// Functions of Python whose first argument is a function that they call.
const CALLERS: &[&str] = &["map", "filter", "reduce", "starmap", "accumulate", "partial"];

/// Functions of Python that compare by what a function gives which they are given by a keyword.
const ORDERS: &[&str] = &["sorted", "min", "max", "sort"];

/// How deep functions with arguments of their own hold each other.
const MAX_DEPTH: usize = 8;

/// Whether a value is a lambda that calls something.
pub(crate) fn is_lambda(value: &HostValue) -> bool {
    let HostValue::Callable(callable) = value else { return false };
    let Callable::Functions { overloads, receiver: None, .. } = &**callable else { return false };
    let [function] = overloads.as_slice() else { return false };
    let mut calls = false;
    if function.name.text.is_empty() {
        walk::statements(&function.body, &mut |expr: &Expr| {
            calls |= matches!(expr.kind, ExprKind::Invoke { .. });
        });
    }
    calls
}

/// Whether a value is a function of the program that is not given by its own name: what such a function writes is not said by
/// the text of the call.
fn is_under_another_name(value: &HostValue, given: Option<&Expr>, depth: usize) -> bool {
    let HostValue::Callable(callable) = value else { return false };
    match &**callable {
        Callable::Functions { overloads, .. } => {
            let name = match given.map(|given| &given.kind) {
                Some(ExprKind::Name(name)) => name.as_str(),
                Some(ExprKind::Member { name, .. }) => &name.text,
                _ => "",
            };
            overloads.iter().any(|function| !function.name.text.is_empty() && function.name.text != name)
        }
        Callable::Partial { callee, .. } => {
            depth < MAX_DEPTH && (is_lambda(callee) || is_under_another_name(callee, None, depth + 1))
        }
        _ => false,
    }
}

/// The lambdas among arguments.
pub(crate) fn lambdas_of(given: &[Given]) -> Vec<HostValue> {
    let values = given.iter().map(|given| &given.argument.value);
    values.filter(|value| is_lambda(value)).cloned().collect()
}

/// Whether a function of the program is given whose calls the text of this call does not tell of.
fn gives_under_another_name(arguments: &[Argument], given: &[Given]) -> bool {
    given.iter().any(|given| {
        let is_it = |argument: &&Argument| argument.value.range == given.argument.range;
        let expr = arguments.iter().find(is_it).map(|argument| &argument.value);
        is_under_another_name(&given.argument.value, expr, 0)
    })
}

/// Whether a call may give a function that is not known to one that calls it.
pub(crate) fn may_hand_over_unknown(
    target: &HostValue,
    callee: &Expr,
    arguments: &[Argument],
    given: &[Given],
) -> bool {
    let name = match &callee.kind {
        ExprKind::Name(name) => name.as_str(),
        ExprKind::Member { name, .. } => &name.text,
        _ => "",
    };
    // `cute.filter(layout)` calls nothing.
    let is_of_library = matches!(callee.kind, ExprKind::Member { .. })
        && matches!(target, HostValue::Callable(callable) if matches!(&**callable, Callable::Library { .. }));
    let is_unknown = |given: &Given| {
        given.argument.value.unknown_reason().is_some()
            && !arguments.iter().any(|argument| {
                // What the text names is looked up by its name.
                argument.value.range == given.argument.range
                    && matches!(argument.value.kind, ExprKind::Member { .. })
            })
    };
    let has_keywords = |argument: &Argument| matches!(&argument.value.kind, ExprKind::Expand(once) if matches!(once.kind, ExprKind::Expand(_)));
    let by_keyword = given.iter().any(|given| {
        let keyword = given.argument.keyword.as_deref();
        keyword.is_some_and(|keyword| KEYWORDS.contains(&keyword)) && is_unknown(given)
    });
    by_keyword
        || gives_under_another_name(arguments, given)
        || CALLERS.contains(&name) && !is_of_library && given.first().is_some_and(is_unknown)
        || ORDERS.contains(&name) && given.is_empty() && arguments.iter().any(has_keywords)
}

impl Interpreter<'_> {
    /// A function may be called, it is not known with what: what it changes is no longer certain.
    pub(crate) fn may_call_lambda(&mut self, lambda: &HostValue) {
        let HostValue::Callable(callable) = lambda else { return };
        let Callable::Functions { overloads, .. } = &**callable else { return };
        let parameters = overloads.first().map(|function| function.parameters.len()).unwrap_or_default();
        let given: Vec<CallArgument> = (0..parameters)
            .map(|_| {
                let value = HostValue::unknown("what a function is called back with is not known");
                CallArgument { keyword: None, value, range: 0..0 }
            })
            .collect();
        let recorded = self.records.mark();
        let lambda = lambda.clone();
        self.forget_changes_of("a function that is handed over may change it", |this| {
            this.call(&lambda, given, 0..0)
        });
        self.take_records_back(recorded);
    }
}
