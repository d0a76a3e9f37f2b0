//! Functions that are given to functions which are not followed: `sorted(xs, key=lambda x: ..)`.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{call::CallArgument, function::Callable, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Function, Parameter},
};

use crate::{
    code::walk,
    state::{context::Context, function_start::FunctionStart, given::Given, interpreter::Interpreter},
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

/// Functions of Python's own that are given a function and do not call it.
const LOOKERS: &[&str] = &[
    "print",
    "isinstance",
    "issubclass",
    "hasattr",
    "getattr",
    "setattr",
    "callable",
    "id",
    "hash",
    "repr",
    "str",
    "type",
    "len",
    "bool",
    "dir",
    "vars",
    "list",
    "tuple",
    "dict",
    "set",
    "super",
];

/// The same of modules, and modules of which no function calls what it is given.
const LOOKING_MODULES: &[&str] = &[
    "functools.wraps",
    "functools.update_wrapper",
    "functools.partial",
    "inspect",
    "typing",
    "dataclasses",
    "types",
];

/// Whether what is called only looks at functions that it is given.
fn only_looks(target: &HostValue, callee: &Expr) -> bool {
    match target {
        HostValue::Module(path) => LOOKING_MODULES.iter().any(|known| {
            path.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
        _ => matches!(&callee.kind, ExprKind::Name(name) if LOOKERS.contains(&name.as_str())),
    }
}

/// A function that is handed over, with what it will certainly be given.
struct Handed {
    function: HostValue,
    /// Whether it may be called with arguments that the text of the call does not tell.
    has_open_arguments: bool,
    given: Vec<CallArgument>,
}

impl Handed {
    /// Of a function or method of the program, with arguments bound to it or without; `beside`: whether it is handed over with
    /// what it may be called with.
    fn of(value: &HostValue, beside: bool) -> Option<Self> {
        let (mut bound, mut named): (usize, Vec<&str>) = (0, Vec::new());
        let mut inner = value;
        for _ in 0..MAX_DEPTH {
            let HostValue::Callable(callable) = inner else { return None };
            match &**callable {
                Callable::Partial { callee, arguments, keywords } => {
                    bound = bound.saturating_add(arguments.len());
                    named.extend(keywords.keys().map(String::as_str));
                    inner = callee;
                }
                Callable::Functions { overloads, receiver, .. } => {
                    let [function] = overloads.as_slice() else { return None };
                    let is_method = receiver.is_some();
                    let open = open_parameters(function, bound + usize::from(is_method), &named);
                    let is_asked = open.iter().any(|parameter| parameter.default.is_none());
                    let has_open_arguments = is_asked || beside && !open.is_empty();
                    let given = open.into_iter().filter(|_| has_open_arguments).filter_map(|parameter| {
                        let value = HostValue::unknown("what a function is called back with is not known");
                        let keyword = Some(parameter.name.as_ref()?.text.clone());
                        Some(CallArgument { keyword, value, range: 0..0 })
                    });
                    let given = given.collect();
                    return Some(Self { function: value.clone(), has_open_arguments, given });
                }
                _ => return None,
            }
        }
        None
    }
}

/// The parameters of a function that are open behind so many arguments, and those by these keywords.
fn open_parameters<'f>(function: &'f Function, bound: usize, named: &[&str]) -> Vec<&'f Parameter> {
    let is_open = |parameter: &&Parameter| {
        !parameter.is_pack && parameter.name.as_ref().is_some_and(|name| !named.contains(&name.text.as_str()))
    };
    function.parameters.iter().skip(bound).filter(is_open).collect()
}

impl Interpreter<'_> {
    /// What is not followed is called with these arguments, and gives what is not known: the functions among them may be called,
    /// now or later.
    pub(crate) fn may_call_handed(&mut self, target: &HostValue, callee: &Expr, given: &[Given]) {
        let is_of_library = matches!(target, HostValue::Callable(callable)
            if matches!(&**callable, Callable::Library { .. }));
        let only_looks = only_looks(target, callee);
        let is_function = |given: &&Given| Handed::of(&given.argument.value, false).is_some();
        let beside = |given: &Given| {
            !is_function(&given)
                && given.argument.keyword.as_deref().is_none_or(|name| ["args", "kwargs"].contains(&name))
        };
        let has_arguments = given.iter().any(beside);
        if !is_of_library && !only_looks {
            self.may_call_given_objects(given);
        }
        for given in given {
            let value = &given.argument.value;
            if is_lambda(value) || !is_of_library && !only_looks {
                self.may_call_function(value, has_arguments);
            }
        }
    }

    /// A function is handed over: it may be called. What it changes is no longer certain, what is found in it counts.
    fn may_call_function(&mut self, value: &HostValue, has_arguments: bool) {
        let Some(handed) = Handed::of(value, has_arguments) else { return };
        if self.is_running(value) {
            return;
        }
        // What comes behind it has steps left.
        if self.steps > self.step_limit / 4 * 3 && !is_lambda(value) {
            self.has_unseen_calls = true;
            return;
        }
        let (reached, contexts) = (self.reached.clone(), self.contexts.count());
        self.forget_changes_of("a function that is handed over may change it", |this| {
            this.call(&handed.function, handed.given, 0..0)
        });
        self.keep_reached_by_known(reached, contexts, handed.has_open_arguments);
    }

    /// A function that is only called with what is not known is run for any arguments, too.
    fn keep_reached_by_known(&mut self, before: FxHashSet<FunctionStart>, contexts: usize, is_open: bool) {
        let is_unknown = |context: &Context| {
            let mut given = context.given.iter().map(|(_, value)| value);
            given.any(|value| value.unknown_reason().is_some() || matches!(value, HostValue::Module(_)))
        };
        let is_open = is_open || self.contexts.behind(contexts).iter().any(is_unknown);
        if is_open {
            self.reached = before;
        }
    }

    /// Whether a function of the program is being run.
    fn is_running(&self, value: &HostValue) -> bool {
        let HostValue::Callable(callable) = value else { return false };
        match &**callable {
            Callable::Functions { overloads, .. } => self.frames.iter().any(|frame| {
                let running = frame.function.as_ref();
                running.is_some_and(|running| overloads.iter().any(|own| Arc::ptr_eq(own, running)))
            }),
            Callable::Partial { callee, .. } => self.is_running(callee),
            _ => false,
        }
    }

    /// A lambda is kept and may be called, it is not known with what: what it changes is no longer certain.
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
        let (recorded, reached) = (self.records.mark(), self.reached.clone());
        let lambda = lambda.clone();
        self.forget_changes_of("a function that is handed over may change it", |this| {
            this.call(&lambda, given, 0..0)
        });
        self.take_records_back(recorded);
        self.reached = reached;
    }
}
