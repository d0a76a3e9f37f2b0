//! The uses of functions that the text of a file has.

use std::ops::Range;

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Class, Declaration, Function, HostStatement, Item, Parameter, StatementKind},
};

use super::kernel_lookers::is_of_cuda;
use crate::{
    code::{
        each_class::each_class, each_function::each_function, each_statement::each_statement,
        launcher::LAUNCHERS, path::last_part, walk,
    },
    entry::roots::instantiations,
    state::choices::Choices,
};

/// Where a call gives something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// Among the arguments, so many before it.
    Argument(usize),
    /// The same among those of the template.
    OfTemplate(usize),
}

/// The uses of functions that the text of a file has.
#[derive(Default)]
pub(super) struct Uses<'a> {
    /// Names that are no callee, with where they stand.
    pub(super) values: Vec<(&'a str, Range<usize>)>,
    /// Calls by a name, the same.
    pub(super) calls: Vec<(&'a str, Range<usize>)>,
    /// Calls of methods, with how many arguments they give.
    pub(super) methods: Vec<(&'a str, usize, Range<usize>)>,
    /// Where the names of callees stand, and others that call nothing or are followed.
    pub(super) excused: Vec<Range<usize>>,
    /// The names of callees, each with its call.
    pub(super) callees: Vec<(Range<usize>, Range<usize>)>,
    /// Variables that hold a function: their names, its name, and the body in which they are known.
    pub(super) holders: Vec<(&'a str, &'a str, Range<usize>)>,
    /// What functions of the program may be given: the last part of the function's name, the place, and where it stands.
    pub(super) given: Vec<(&'a str, Given, Range<usize>)>,
    /// What calls are given, each with its call.
    pub(super) arguments: Vec<(Range<usize>, Range<usize>)>,
    /// Variables that stand for what another one holds: where that is named, and their own names.
    pub(super) copies: Vec<(Range<usize>, &'a Declaration)>,
    /// What functions and classes of `std` are given that may call it.
    pub(super) given_to_std: Vec<Range<usize>>,
    /// Lambdas and folds: what they call is not seen where nothing is seen to run them.
    pub(super) deferred: Vec<Range<usize>>,
    /// Names in code that is not read.
    pub(super) passed_over: Vec<(&'a str, Range<usize>)>,
    /// Operands of `decltype`, and what lambdas capture.
    pub(super) only_named: Vec<Range<usize>>,
    /// Names of classes that make an object: each with the declaration or expression that does.
    pub(super) made: Vec<(Range<usize>, Range<usize>)>,
    /// Types of what refers or points to an object.
    pub(super) referred_to: Vec<Range<usize>>,
    /// Classes, and where they stand.
    pub(super) classes: Vec<&'a Class>,
}

impl<'a> Uses<'a> {
    pub(super) fn of(items: &'a [Item], choices: &Choices) -> Self {
        let mut uses = Self::default();
        for (named, _) in instantiations(items, choices) {
            uses.excused.push(named.range.clone());
        }
        each_class(items, &mut |class| uses.classes.push(class));
        each_function(items, None, &mut |code| {
            uses.add_head(code.function);
            uses.add_variables(&code.function.body, &code.function.range);
        });
        walk::items(items, &mut |expr| uses.add(expr));
        uses
    }

    fn add_head(&mut self, function: &'a Function) {
        self.passed_over
            .extend(function.passed_over.iter().map(|name| (name.text.as_str(), name.range.clone())));
        let refers = |of: &&Parameter| of.is_pointer || of.is_reference && !of.is_constant;
        let types = function.parameters.iter().filter(refers).filter_map(|of| of.declared_type.as_ref());
        self.referred_to.extend(types.map(|of| of.range.clone()));
    }

    /// `auto kernel = &run<64>;`: calls through the variable are followed, and whatever else is done with it is one of the
    /// function.
    fn add_variables(&mut self, body: &'a [HostStatement], within: &Range<usize>) {
        each_statement(body, &mut |statement| {
            let StatementKind::Declare(declaration) = &statement.kind else { return };
            if let Some(of) = &declaration.declared_type {
                let is_list =
                    |value: &Expr| matches!(value.kind, ExprKind::Construct { .. } | ExprKind::Opaque(_));
                // An array of objects is a pointer, too.
                let is_array = declaration.is_pointer && declaration.value.as_ref().is_some_and(is_list);
                match (declaration.is_pointer || declaration.is_reference) && !is_array {
                    true => self.referred_to.push(of.range.clone()),
                    false => self.add_made(of, &statement.range),
                }
            }
            let Some(value) = &declaration.value else { return };
            let held = pointed_to(value);
            if named(held).is_some() {
                self.copies.push((held.range.clone(), declaration));
            }
            if declaration.declared_type.as_ref().is_none_or(is_open_type)
                && !declaration.is_reference
                && let Some(function) = named(held)
            {
                let names = declaration.names.iter().map(|name| name.text.as_str());
                self.holders.extend(names.map(|name| (name, function, within.clone())));
                self.excused.push(value.range.clone());
            }
        });
    }

    fn add_made(&mut self, class: &Expr, whole: &Range<usize>) {
        let name = match &class.kind {
            ExprKind::Specialize { base, .. } => base,
            _ => class,
        };
        self.made.push((name.range.clone(), whole.clone()));
    }

    fn add(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Invoke { callee, arguments } => self.add_call(expr, callee, arguments),
            ExprKind::Launch { kernel, .. } => {
                if let Some(name) = own_name(kernel) {
                    self.excused.push(name.range.clone());
                    self.callees.push((name.range.clone(), expr.range.clone()));
                }
                self.add_template_arguments(kernel);
            }
            ExprKind::Construct { constructed: Some(class), .. } => self.add_made(class, &expr.range),
            ExprKind::TypeOf(_) => {
                self.excused.push(expr.range.clone());
                self.only_named.push(expr.range.clone());
            }
            ExprKind::Lambda(function) => {
                self.add_head(function);
                self.only_named.extend(function.attributes.iter().map(|captured| captured.range.clone()));
                self.add_variables(&function.body, &expr.range);
                self.deferred.push(expr.range.clone());
            }
            ExprKind::Fold { .. } | ExprKind::Expand(_) => self.deferred.push(expr.range.clone()),
            // One without a place is the reader's own: what it stands for is named elsewhere.
            ExprKind::Name(name) if !expr.range.is_empty() => self.values.push((name, expr.range.clone())),
            _ => {}
        }
    }

    fn add_call(&mut self, expr: &'a Expr, callee: &'a Expr, arguments: &'a [Argument]) {
        let plain = match &callee.kind {
            ExprKind::Specialize { base, .. } => base,
            _ => callee,
        };
        match &plain.kind {
            ExprKind::Member { name, .. } => {
                self.methods.push((&name.text, arguments.len(), expr.range.clone()));
            }
            _ => self.calls.extend(named(plain).map(|name| (name, expr.range.clone()))),
        }
        // What is called with all that unread code may write stands where that does.
        let is_own = |name: &&Expr| arguments.iter().all(|argument| argument.value.range != name.range);
        // The name of an operator stands where all of the expression does.
        let is_operator = named(callee).is_some_and(|name| name.starts_with("operator"));
        if let Some(name) = own_name(callee).filter(is_own).filter(|_| !is_operator) {
            self.excused.push(name.range.clone());
            self.callees.push((name.range.clone(), expr.range.clone()));
        }
        self.add_template_arguments(callee);
        self.add_made(callee, &expr.range);
        let Some(name) = named(callee) else { return };
        let given = || arguments.iter().map(|argument| argument.value.range.clone());
        if is_caller_of_std(name) {
            self.given_to_std.extend(given());
        }
        self.add_launch(last_part(name), arguments, &expr.range);
        if is_operator || gives_what_it_is_given(name) {
            return;
        }
        self.arguments.extend(given().map(|range| (range, expr.range.clone())));
        match is_of_cuda(last_part(name)) {
            true => self.excused.extend(given()),
            false => {
                let given = given().enumerate();
                self.given
                    .extend(given.map(|(place, range)| (last_part(name), Given::Argument(place), range)));
            }
        }
    }

    /// `run<&f>(n)`.
    fn add_template_arguments(&mut self, callee: &'a Expr) {
        let ExprKind::Specialize { base, arguments } = &callee.kind else { return };
        let Some(name) = named(base) else { return };
        let given = arguments.iter().map(|argument| argument.range.clone()).enumerate();
        self.given.extend(given.map(|(place, range)| (last_part(name), Given::OfTemplate(place), range)));
    }

    /// `launch_kernel_on_cluster(params, kernel, ..)`: a call of the kernel, or of what a variable of its name may hold.
    fn add_launch(&mut self, launcher: &str, arguments: &'a [Argument], at: &Range<usize>) {
        let place = LAUNCHERS.iter().find(|(name, _)| *name == launcher).map(|(_, place)| *place);
        let Some(kernel) = place.and_then(|place| arguments.get(place)) else { return };
        let Some(name) = named(pointed_to(&kernel.value)) else { return };
        let held = self.holders.iter().filter(|(of, _, within)| *of == name && holds(within, at));
        let functions: Vec<&'a str> = held.map(|(_, function, _)| *function).collect();
        self.calls.extend(functions.into_iter().chain([name]).map(|function| (function, at.clone())));
        self.excused.push(kernel.value.range.clone());
    }
}

/// `auto`, or the `void` of `void const* kernel`.
fn is_open_type(declared: &Expr) -> bool {
    matches!(&declared.kind, ExprKind::Name(name) if name == "auto" || name == "void")
}

/// `f` of `&f`, of `std::move(f)`, of `reinterpret_cast<void const*>(f)` and of `(void*)f`.
fn pointed_to(value: &Expr) -> &Expr {
    let ExprKind::Invoke { callee, arguments } = &value.kind else { return value };
    match (named(callee), arguments.as_slice()) {
        (Some("operator&" | "reinterpret_cast" | "static_cast" | "const_cast" | "*" | "void"), [operand]) => {
            pointed_to(&operand.value)
        }
        (Some(name), [operand]) if gives_what_it_is_given(name) => pointed_to(&operand.value),
        _ => value,
    }
}

/// The name of what is called, or pointed to: `a::f` of `a::f<4>`.
pub(super) fn named(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Specialize { base, .. } => named(base),
        _ => None,
    }
}

/// The name of what is called: `f` of `f<4>`, of `*f` and of `std::forward<F>(f)`.
fn own_name(callee: &Expr) -> Option<&Expr> {
    match &callee.kind {
        ExprKind::Name(_) => Some(callee),
        ExprKind::Specialize { base, .. } => own_name(base),
        ExprKind::Invoke { callee, arguments } => match (named(callee), arguments.as_slice()) {
            (Some("operator*"), [operand]) => own_name(&operand.value),
            (Some(name), [operand]) if gives_what_it_is_given(name) => own_name(&operand.value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a function gives back what it is given.
fn gives_what_it_is_given(name: &str) -> bool {
    matches!(name, "std::forward" | "std::move" | "std::as_const" | "cute::forward" | "cute::move")
}

/// Whether it is a name of `std` that may call what it is given, as `std::for_each` does.
fn is_caller_of_std(name: &str) -> bool {
    name.starts_with("std::")
        && !gives_what_it_is_given(name)
        && !matches!(last_part(name), "function" | "addressof")
}

pub(super) fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Names of parameters and variables: one that a function has, too, says nothing of that.
pub(super) fn variables(items: &[Item]) -> FxHashSet<&str> {
    let mut names: FxHashSet<&str> = FxHashSet::default();
    each_function(items, None, &mut |code| {
        let parameters = code.function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        let template = code.function.template.iter().filter_map(|parameter| parameter.name.as_ref());
        names.extend(parameters.chain(template).map(|name| name.text.as_str()));
        each_statement(&code.function.body, &mut |statement| match &statement.kind {
            StatementKind::Declare(declaration) => {
                names.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
            StatementKind::Loop { variables, .. } => {
                names.extend(variables.iter().map(|name| name.text.as_str()));
            }
            _ => {}
        });
    });
    names
}
