//! What Python code writes without saying so where it happens: unknown functions that are given a list or an object,
//! methods that operators call, `exec`, decorators of other files, generators, exceptions.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    effects::Effects, function::Callable, object::ClassValue, scope::ScopeId, value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Opaque,
    program::{Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::{
        each_statement::{each_statement, is_implicit_method},
        list_change::CHANGES,
        walk,
    },
    python::staged_entry,
    state::{
        address::Address,
        flow::Flow,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    value::{class_of::class_of, dictionary::is_dictionary},
};

/// How deep classes inherit where their operators are looked for.
const MAX_BASES: usize = 8;

/// How deep values in values are looked into.
const MAX_DEPTH: usize = 8;

/// Functions of Python's own that make what is gone over once.
const ITERATORS: &[&str] = &["map", "zip", "enumerate", "reversed", "filter", "iter"];

/// Methods behind the operators that change a list or dictionary.
pub(crate) const WRITERS: &[&str] = &["__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__"];

/// What is supposed of code that is not followed.
const UNSEEN_CODE: &str = "code that is not followed";
const ASSIGNS_NOTHING: &str = "assigns nothing";

/// Decorators that call the function once for the same arguments.
const CACHES: &[&str] = &["functools.lru_cache", "functools.cache"];

/// What decorators make of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Decoration {
    /// It is called as it is written.
    None,
    /// It may give what an earlier call with the same arguments gave.
    Cache,
    /// Something else that is not followed.
    Foreign,
}

impl Interpreter<'_> {
    /// A value comes into the hands of code that is not known.
    pub(crate) fn escape(&mut self, value: &HostValue) {
        if self.may_be_written(value, MAX_DEPTH) && self.supposes_nothing_unseen() {
            return;
        }
        self.forget_list(value);
        if let Some(elements) = value.elements() {
            return elements.iter().for_each(|element| self.escape(element));
        }
        match value {
            HostValue::Instance(instance) => self.forget_fields(instance, true),
            HostValue::Callable(callable) => {
                if let Callable::Class(class) = &**callable {
                    self.forget_class(class);
                }
                if let Callable::Functions { overloads, scope, receiver, .. } = &**callable {
                    for function in overloads {
                        self.forget_outer_names(function, scope.id);
                    }
                    if let Some(receiver) = receiver.clone() {
                        self.escape(&receiver);
                    }
                }
            }
            HostValue::Object(object) if is_dictionary(value) => {
                let held: Vec<HostValue> = object.fields.values().cloned().collect();
                held.iter().for_each(|value| self.escape(value));
            }
            _ => {}
        }
    }

    /// Whether something of a value may be another one behind code that is given it.
    fn may_be_written(&self, value: &HostValue, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let mut elements = value.elements().into_iter().flatten();
        self.may_be_list(value)
            || elements.any(|element| self.may_be_written(&element, depth))
            || match value {
                HostValue::Instance(_) => true,
                HostValue::Callable(callable) => match &**callable {
                    Callable::Class(_) => true,
                    Callable::Functions { overloads, receiver, .. } => {
                        receiver.is_some() || overloads.iter().any(|own| !own.outer_names.is_empty())
                    }
                    _ => false,
                },
                HostValue::Object(_) => is_dictionary(value),
                _ => false,
            }
    }

    /// Whether code that is not followed is supposed to assign nothing.
    pub(crate) fn supposes_nothing_unseen(&mut self) -> bool {
        self.is_python() && self.suppose_outside(UNSEEN_CODE, ASSIGNS_NOTHING)
    }

    /// The same of code that computes the names of what it assigns. Where modules are run, before anything is supposed in a
    /// root, what they leave rests on it in each root.
    pub(crate) fn supposes_nothing_unnamed(&mut self) -> bool {
        self.supposes_nothing_unseen()
            || self.is_python() && self.suppositions.suppose_of_file(UNSEEN_CODE, ASSIGNS_NOTHING)
    }

    /// Whether nothing is known of what a call does.
    pub(crate) fn is_foreign(&self, callee: &HostValue) -> bool {
        match callee {
            HostValue::Module(path) => !self.outside.libraries.effects.is_harmless_module(path),
            _ => false,
        }
    }

    /// The variables outside of a function that it assigns are no longer certain.
    fn forget_outer_names(&mut self, function: &Function, scope: ScopeId) {
        let reason = format!("`{}` may assign it at any time", function.name.text);
        for (name, _) in &function.outer_names {
            if let Some(place) = self.outer_place(function, scope, name) {
                self.put(&place, Some(Binding::variable(HostValue::unknown(reason.clone()), 0)));
            }
        }
    }

    /// A decorator that is not followed may call its function where that is defined.
    pub(crate) fn decorate(&mut self, function: &Function, scope: ScopeId) {
        if !function.outer_names.is_empty()
            && self.decoration(function, scope) == Decoration::Foreign
            && !self.supposes_nothing_unseen()
        {
            self.forget_outer_names(function, scope);
        }
    }

    /// Where a function in `scope` assigns a name that it declares `global` or `nonlocal`.
    pub(crate) fn outer_place(&self, function: &Function, scope: ScopeId, name: &str) -> Option<Place> {
        let (_, is_global) = function.outer_names.iter().find(|(own, _)| own == name)?;
        let mut around = self.scopes.around(scope);
        let found = match is_global {
            true => around.find(|&index| {
                self.scopes.get(index).is_some_and(|scope| matches!(scope.kind, ScopeKind::File))
            }),
            false => around.find(|&index| self.scopes.binding(index, name).is_some()),
        };
        Some(Place::Variable(found?, name.into()))
    }

    /// The scope in which the function at hand binds a name.
    pub(crate) fn binding_scope(&self, name: &str) -> ScopeId {
        let here = self.scope();
        let function = self.frames.top().function.as_ref();
        let Some(function) = function.filter(|function| !function.outer_names.is_empty()) else {
            return here;
        };
        // Only the scope of a file stands in no other, and a name that is sought outside of it is its own.
        let outer = self.scopes.get(here).and_then(|scope| scope.parent).unwrap_or(here);
        match self.outer_place(function, outer, name) {
            Some(Place::Variable(scope, _)) => scope,
            _ => here,
        }
    }

    /// Where a name is looked up first: what the function at hand declares `global` is nothing of the functions around.
    pub(crate) fn scope_that_sees(&self, name: &str) -> ScopeId {
        let here = self.scope();
        let function = self.frames.top().function.as_ref().filter(|_| self.is_python());
        let function = function
            .filter(|function| function.outer_names.iter().any(|(own, is_global)| *is_global && own == name));
        match function.and_then(|function| self.outer_place(function, here, name)) {
            Some(Place::Variable(scope, _)) => scope,
            _ => here,
        }
    }

    /// Does what may be done or not, in parts or wholly: what it changes is no longer certain.
    pub(crate) fn forget_changes_of<T>(&mut self, reason: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.journal.len();
        let result = self.undecided(work);
        let places: Vec<Place> = self.changes_since(mark).all.into_iter().map(|(place, ..)| place).collect();
        self.take_back(mark);
        self.forget_places(&places, reason);
        result
    }

    /// Looks at what something would give: what it changes is taken back.
    pub(crate) fn without_changes<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.journal.len();
        let result = self.undecided(work);
        self.take_back(mark);
        result
    }

    pub(crate) fn forget_places(&mut self, places: &[Place], reason: &str) {
        for place in places {
            let value = HostValue::unknown(reason);
            if let Some(binding) = self.held(place) {
                self.put(place, Some(Binding { value, ..binding }));
            } else if self.is_held_elsewhere(place) {
                self.put(place, Some(Binding::variable(value, 0)));
            }
        }
    }

    /// `try`: all of its body is run, or a part of it and what handles the exception.
    pub(crate) fn python_attempt(&mut self, body: &[HostStatement], handler: &[HostStatement]) -> Flow {
        self.attempts += 1;
        let mark = self.journal.len();
        // What is written on a way out is no change behind it, but stays written where the exception is handled.
        let (flow, places) =
            self.listening(|this| this.undecided(|this| this.handled(|this| this.block(body))));
        let changes = self.changes_since(mark);
        self.take_back(mark);
        self.attempts -= 1;
        let mut ends = vec![(changes, flow)];
        let mark = self.journal.len();
        self.forget_places(&places, "an exception may have come before or behind its assignment");
        let flow = self.undecided(|this| this.block(handler));
        ends.push((self.changes_since(mark), flow));
        self.take_back(mark);
        self.merge(ends)
    }

    /// Whether a condition is whether an exception is raised.
    pub(crate) fn is_attempt(&self, condition: &Expr) -> bool {
        self.is_python() && matches!(&condition.kind, ExprKind::Opaque(Opaque::ExceptionIsRaised))
    }

    /// A member that hands out what a value is made of: `x.__dict__`, `xs.append` without a call.
    pub(crate) fn hands_out(&mut self, base: &HostValue, name: &str) -> bool {
        match (base, name) {
            (HostValue::Instance(instance), "__dict__") => {
                self.forget_fields(&instance.clone(), true);
                true
            }
            (base, "__dict__") if base.unknown_reason().is_some() => {
                self.forget_all_attributes();
                true
            }
            (_, name) if CHANGES.contains(&name) || WRITERS.contains(&name) => {
                if self.may_be_list(base) {
                    self.forget_list(base);
                }
                false
            }
            (HostValue::Callable(callable), "__dict__") if matches!(&**callable, Callable::Class(_)) => true,
            _ => false,
        }
    }

    /// The fields that methods of a class assign which operators, `with` and the like call.
    pub(crate) fn implicit_writes(&mut self, class: &ClassValue) -> Arc<FxHashSet<String>> {
        let address = Address::of(&*class.class);
        if let Some((_, known)) = self.implicit.get(&address) {
            return Arc::clone(known);
        }
        // While the bases are looked at, there is an answer, so that classes may inherit from each other.
        self.implicit.insert(address, (Arc::clone(&class.class), Arc::default()));
        let mut names = FxHashSet::default();
        self.collect_writes(class, MAX_BASES, &mut names);
        let names = Arc::new(names);
        self.implicit.insert(address, (Arc::clone(&class.class), Arc::clone(&names)));
        names
    }

    fn collect_writes(&mut self, class: &ClassValue, bases: usize, names: &mut FxHashSet<String>) {
        for member in class.class.members.iter() {
            let Item::Function(function) = member else { continue };
            let name = function.name.text.as_str();
            if !is_implicit_method(name) {
                continue;
            }
            if matches!(name, "__setattr__" | "__getattribute__" | "__delattr__" | "__init_subclass__") {
                names.insert("*".to_owned());
            }
            // A function that makes another object writes to that one.
            if name.starts_with("__new_from") {
                continue;
            }
            written_fields(&function.body, names);
        }
        if let Some(bases) = bases.checked_sub(1) {
            for base in self.bases_of(class).iter() {
                if let Some(base) = class_of(base).cloned() {
                    self.collect_writes(&base, bases, names);
                }
            }
        }
    }

    /// Whether a field of an object may be written where that is not seen.
    pub(crate) fn is_written_implicitly(&mut self, class: &ClassValue, field: &str) -> bool {
        if !self.is_python() || field.starts_with("__") {
            return false;
        }
        let names = self.implicit_writes(class);
        names.contains(field) || names.contains("*")
    }

    /// What the decorators of a function make of it.
    pub(crate) fn decoration(&mut self, function: &Function, scope: ScopeId) -> Decoration {
        if !self.is_python() || function.attributes.is_empty() {
            return Decoration::None;
        }
        let decorators: Vec<Expr> = function.attributes.clone();
        let all = decorators.iter().map(|decorator| {
            let of = match &decorator.kind {
                ExprKind::Invoke { callee, .. } => callee,
                _ => decorator,
            };
            match self.within(scope, |this| this.value(of)) {
                HostValue::Callable(callable)
                    if matches!(&*callable, Callable::Functions { .. } | Callable::Class(_)) =>
                {
                    Decoration::Foreign
                }
                HostValue::Module(path) if CACHES.contains(&&*path) => Decoration::Cache,
                HostValue::Module(path) => {
                    let others = ["cache", "contextmanager", "singledispatch", "singledispatchmethod"];
                    let is_foreign = !self.outside.libraries.effects.is_harmless_module(&path)
                        || others.iter().any(|name| path.ends_with(name));
                    if is_foreign { Decoration::Foreign } else { Decoration::None }
                }
                // What is not known may do anything.
                other if other.unknown_reason().is_some() && !is_of_language(of) => Decoration::Foreign,
                _ => Decoration::None,
            }
        });
        all.max().unwrap_or(Decoration::None)
    }

    /// Whether a default that can be changed may have been changed by an earlier call.
    pub(crate) fn is_changed_default(&self, function: &Function, name: &str, default: &Expr) -> bool {
        let may_change = matches!(
            default.kind,
            ExprKind::List(_) | ExprKind::Dictionary(_) | ExprKind::Set(_) | ExprKind::Comprehension { .. }
        );
        let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(own) if own == name);
        let mut is_used = false;
        if may_change {
            walk::statements(&function.body, &mut |expr: &Expr| match &expr.kind {
                ExprKind::Member { base, .. } => is_used |= is_it(base),
                ExprKind::Index { base, .. } => is_used |= is_it(base),
                ExprKind::Invoke { arguments, .. } => {
                    is_used |= arguments.iter().any(|argument| is_it(&argument.value));
                }
                _ => {}
            });
            each_statement(&function.body, &mut |statement| match &statement.kind {
                StatementKind::Return(Some(value)) => is_used |= is_it(value),
                StatementKind::Assign { target, value, .. } => is_used |= is_it(target) || is_it(value),
                StatementKind::Declare(declaration) => {
                    is_used |= declaration.value.as_ref().is_some_and(is_it);
                }
                _ => {}
            });
        }
        is_used
    }

    /// Whether a name stands for a module that no file is.
    pub(crate) fn names_library_module(&mut self, scope: ScopeId, name: &str) -> bool {
        matches!(self.look_up(scope, name), Some(HostValue::Module(path)) if self.file_of(&path).is_none())
    }

    /// Whether an expression is a path from a module that no file is: `cutlass.Float32`. Code that assigns attributes whose
    /// names it computes has objects of its own in mind.
    fn is_of_library_module(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => {
                let binding = self.scopes.binding(self.files.scope(self.file()), name);
                matches!(binding.map(|binding| &binding.value),
                    Some(HostValue::Module(path)) if self.file_of(path).is_none())
            }
            ExprKind::Member { base, .. } => self.is_of_library_module(base),
            _ => false,
        }
    }

    /// Whether a name in the default of a function of a file is bound more than once there: a default is evaluated where
    /// the function is defined.
    pub(crate) fn is_bound_again(&self, default: &Expr) -> bool {
        let Some(file) = self.files.get(self.file()) else { return false };
        let mut is_changed = false;
        let mut names: Vec<&str> = Vec::new();
        walk::expression(default, &mut |expr: &Expr| {
            match &expr.kind {
                ExprKind::Name(name) => names.push(name),
                ExprKind::Member { name, .. } => {
                    is_changed |= match self.is_of_library_module(expr) {
                        true => self.is_attribute_named(&name.text),
                        false => self.is_attribute_assigned(&name.text),
                    };
                }
                // What is in a list may be another thing by then.
                ExprKind::Index { .. } => is_changed = true,
                _ => {}
            }
        });
        is_changed
            || names.iter().any(|name| {
                let mut count = 0;
                for item in &file.program.items {
                    if let Item::Statement(statement) = item {
                        each_statement(
                            std::slice::from_ref(statement),
                            &mut |statement| match &statement.kind {
                                StatementKind::Declare(declaration) => {
                                    count += declaration.names.iter().filter(|own| own.text == *name).count();
                                }
                                StatementKind::Assign { target, .. } => {
                                    count += usize::from(
                                        matches!(&target.kind, ExprKind::Name(own) if own == name),
                                    );
                                }
                                StatementKind::Loop { variables, .. } => {
                                    count += 2 * variables.iter().filter(|own| own.text == *name).count();
                                }
                                _ => {}
                            },
                        );
                    }
                }
                count > 1
            })
    }
}

/// Whether calling a function gives a generator instead of running it.
pub(crate) fn is_generator(function: &Function) -> bool {
    let mut yields = false;
    walk::statements(&function.body, &mut |expr: &Expr| {
        yields |= matches!(&expr.kind, ExprKind::Opaque(Opaque::Yield));
    });
    yields
}

/// Whether an expression gives what is gone over once.
pub(crate) fn is_iterator(value: Option<&Expr>) -> bool {
    let Some(Expr { kind: ExprKind::Invoke { callee, arguments }, .. }) = value else { return false };
    match &callee.kind {
        ExprKind::Name(name) => ITERATORS.contains(&name.as_str()),
        // A view of a dictionary shows later changes.
        ExprKind::Member { name, .. } => {
            arguments.is_empty() && matches!(name.text.as_str(), "items" | "keys" | "values")
        }
        _ => false,
    }
}

/// Whether a class may inherit anything from this base.
pub(crate) fn is_foreign_base(effects: &Effects, base: &HostValue) -> bool {
    match base {
        HostValue::Module(path) => !effects.is_harmless_module(path) && !staged_entry::is_plain_base(path),
        _ => true,
    }
}

/// Whether a decorator is one that the language has: which function is called under a name is known without it.
fn is_of_language(decorator: &Expr) -> bool {
    match &decorator.kind {
        ExprKind::Name(name) => matches!(name.as_str(), "staticmethod" | "classmethod" | "property"),
        ExprKind::Member { name, .. } => matches!(name.text.as_str(), "getter" | "setter" | "deleter"),
        _ => false,
    }
}

/// The names of attributes that statements assign, or of which they change an element or call a method.
pub(crate) fn written_fields(body: &[HostStatement], names: &mut FxHashSet<String>) {
    fn of_target(target: &Expr, names: &mut FxHashSet<String>) {
        match &target.kind {
            ExprKind::Member { name, .. } => {
                names.insert(name.text.clone());
            }
            ExprKind::Index { base, .. } => of_target(base, names),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                targets.iter().for_each(|target| of_target(target, names));
            }
            _ => {}
        }
    }
    each_statement(body, &mut |statement| {
        if let StatementKind::Assign { target, .. } = &statement.kind {
            of_target(target, names);
        }
    });
    // `object.__setattr__(self, name, value)` names none, `self.items.append(x)` does.
    walk::statements(body, &mut |expr: &Expr| {
        if let ExprKind::Invoke { callee, .. } = &expr.kind
            && let ExprKind::Member { base, name } = &callee.kind
        {
            if name.text == "__setattr__" {
                names.insert("*".to_owned());
            }
            if CHANGES.contains(&name.text.as_str()) {
                of_target(base, names);
            }
        }
    });
}
