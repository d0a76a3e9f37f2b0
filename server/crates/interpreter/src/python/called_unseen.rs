//! Calls of what is not known: which functions of a Python program they may be calls of. These are run once more for any
//! arguments, so that no other call of them stands for all.

use std::{collections::BTreeSet, sync::Arc};

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    function::Callable,
    object::{ClassValue, Instance, InstanceId},
    scope::ScopeId,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, Item, Parameter},
};

use crate::{
    entry::roots::{ENTRY, roots},
    state::{function_start::FunctionStart, given::Given, interpreter::Interpreter},
    suppose::cpp::reason::is_of_what_nothing_gives,
};

/// What calls of what is not known say of the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct UnseenCalls {
    /// Names of methods that are called on objects which are not known, with what they are given.
    methods: BTreeSet<(String, Shape)>,
    /// Functions of the first file that are called with arguments of which not even the number is known.
    functions: FxHashSet<FunctionStart>,
    /// Whether an object may be called that is not known.
    calls_objects: bool,
    /// Objects that are called where it is seen.
    called: FxHashSet<InstanceId>,
    /// Functions that were run for any arguments.
    ran_for_any: FxHashSet<FunctionStart>,
}

/// Which arguments a call gives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    /// How many without a keyword.
    count: usize,
    keywords: BTreeSet<String>,
}

impl Shape {
    fn of(given: &[Given]) -> Self {
        let keywords: BTreeSet<String> =
            given.iter().filter_map(|given| given.argument.keyword.clone()).collect();
        Self { count: given.len().saturating_sub(keywords.len()), keywords }
    }

    /// Whether a method takes these arguments behind its object.
    fn fits(&self, method: &Function) -> bool {
        let is_static = method
            .attributes
            .iter()
            .any(|decorator| matches!(&decorator.kind, ExprKind::Name(name) if name == "staticmethod"));
        let parameters = method.parameters.get(usize::from(!is_static)..).unwrap_or_default();
        let has_pack = parameters.iter().any(|parameter| parameter.is_pack);
        let is_named = |parameter: &&Parameter| {
            parameter.name.as_ref().is_some_and(|name| self.keywords.contains(&name.text))
        };
        let named = parameters.iter().filter(is_named).count();
        let asked = |parameter: &&Parameter| {
            !parameter.is_pack && parameter.default.is_none() && !is_named(parameter)
        };
        parameters.iter().filter(asked).count() <= self.count
            && (has_pack
                || named == self.keywords.len() && self.count.saturating_add(named) <= parameters.len())
    }
}

impl<'a> Interpreter<'a> {
    /// A function is called on an object.
    pub(crate) fn is_called_on(&mut self, receiver: &HostValue, name: &str) {
        if let HostValue::Instance(instance) = receiver
            && name == ENTRY
        {
            self.unseen_calls.called.insert(instance.id);
        }
    }

    /// A function is run as what nothing calls, for any arguments.
    pub(crate) fn is_run_for_any(&mut self, function: FunctionStart) {
        self.unseen_calls.ran_for_any.insert(function);
    }

    /// A function is called with arguments of which it is not known how many there are: `main(*xs)`.
    pub(crate) fn is_called_with_unread(&mut self, target: &HostValue) {
        let HostValue::Callable(callable) = target else { return };
        let Callable::Functions { overloads, scope, .. } = &**callable else { return };
        if !self.is_python() || self.suppositions.is_supposing {
            return;
        }
        for function in overloads {
            if self.file_of_function(function, scope.id).is_main() {
                let function = FunctionStart::of(function);
                self.notes_unseen(|calls| calls.functions.insert(function));
            }
        }
    }

    /// Something is called that is not known; `receiver`: the object whose method it is.
    pub(crate) fn is_called_unseen(
        &mut self,
        callee: &Expr,
        target: &HostValue,
        receiver: Option<&HostValue>,
        given: &[Given],
        may_be_stored: bool,
    ) {
        if self.suppositions.is_supposing {
            return;
        }
        // A function that nothing calls is given what is none of this program.
        let is_given = |value: &HostValue| value.unknown_reason().is_some_and(is_of_what_nothing_gives);
        match &callee.kind {
            ExprKind::Member { name, .. } => {
                let is_known = receiver.is_some_and(|receiver| receiver.unknown_reason().is_none());
                if !is_known && !receiver.is_some_and(is_given) && !is_given(target) {
                    self.notes_unseen(|calls| calls.methods.insert((name.text.clone(), Shape::of(given))));
                }
            }
            _ if may_be_stored && !is_given(target) => self.may_call_objects(),
            _ => {}
        }
    }

    /// Objects that have a function for it may be called by what is not followed.
    pub(crate) fn may_call_given_objects(&mut self, given: &[Given]) {
        let is_object = |given: &Given| matches!(given.argument.value, HostValue::Instance(_));
        if !self.suppositions.is_supposing && given.iter().any(is_object) {
            self.may_call_objects();
        }
    }

    fn may_call_objects(&mut self) {
        self.notes_unseen(|calls| !std::mem::replace(&mut calls.calls_objects, true));
    }

    fn notes_unseen(&mut self, note: impl FnOnce(&mut UnseenCalls) -> bool) {
        // What a function leaves that is kept for later does not tell of this.
        if note(&mut self.unseen_calls)
            && let Some(of_pass) = &self.of_pass
        {
            of_pass.spoil();
        }
    }

    /// Runs the functions once more that may be called where it is not seen.
    pub(crate) fn run_unseen(&mut self, items: &'a [Item], scope: ScopeId) {
        if !self.is_python() || self.suppositions.is_supposing || self.runs_alone() {
            return;
        }
        for root in roots(items, &self.choices) {
            let function = FunctionStart::of(root.function);
            if !self.reached.contains(&function) || self.unseen_calls.ran_for_any.contains(&function) {
                continue;
            }
            let name = root.function.name.text.as_str();
            let mut methods = self.unseen_calls.methods.iter();
            let is_for_any = self.unseen_calls.functions.contains(&function)
                || root.class.is_some()
                    && methods.any(|(own, shape)| own == name && shape.fits(root.function));
            let is_entry = name == ENTRY && self.unseen_calls.calls_objects;
            let uncalled = match root.class.filter(|_| is_entry && !is_for_any) {
                Some(class) => {
                    let class = self.class_of_root(class, scope);
                    let objects = self.uncalled_objects(&class);
                    if objects.is_empty() { Vec::new() } else { self.few_of(&class, objects) }
                }
                None => Vec::new(),
            };
            if !is_for_any && uncalled.is_empty() {
                continue;
            }
            // What is left to be run is not known.
            if self.steps > self.step_limit / 4 * 3 {
                self.has_unseen_calls = true;
                return;
            }
            self.forget_globals();
            match is_for_any {
                true => self.run_root(root, scope, true),
                false => self.run_for_objects(root, scope, uncalled),
            }
        }
    }

    /// The objects of a class that the program made and that are called nowhere that is seen.
    fn uncalled_objects(&self, class: &ClassValue) -> Vec<Arc<Instance>> {
        let objects = self.different_objects(class).into_iter();
        let objects = objects.filter(|object| {
            // What a file that imports this one does with its own, is seen there.
            !self.unseen_calls.called.contains(&object.id)
                && self.caller_that_made(&HostValue::Instance(Arc::clone(object))).is_none()
        });
        objects.collect()
    }
}
