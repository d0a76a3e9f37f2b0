//! Calls of what is not known: which functions of a Python program they may be calls of. These are run once more for any
//! arguments, so that no other call of them stands for all.

use std::sync::Arc;

use layoutlens_host_value::{
    function::Callable,
    object::{ClassValue, Instance},
    scope::ScopeId,
    staging::COMPILED_FUNCTION,
    value::HostValue,
};
use layoutlens_syntax::{Expr, ExprKind, program::Item};

use crate::{
    entry::roots::{ENTRY, Root, roots},
    state::{
        function_start::FunctionStart,
        given::Given,
        interpreter::Interpreter,
        unseen_calls::{GivenForm, UnseenCalls},
    },
    suppose::cpp::reason::is_of_what_nothing_gives,
};

/// What makes a function of the name of a method and its arguments.
const METHOD_CALLER: &str = "operator.methodcaller";

/// Whether what is called was compiled from a function with what it is called with, or is none of this program: what a function
/// is given that nothing calls.
fn is_seen_or_given(reason: &str) -> bool {
    reason == COMPILED_FUNCTION || is_of_what_nothing_gives(reason)
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
    pub(crate) fn is_called_with_unread(&mut self, callee: &Expr, target: &HostValue) {
        if !self.is_python() || self.suppositions.is_supposing {
            return;
        }
        if target.unknown_reason().is_some_and(|reason| !is_seen_or_given(reason))
            && self.may_be_stored(callee)
        {
            self.notes_unseen(|calls| calls.stored.insert(None));
        }
        let HostValue::Callable(callable) = target else { return };
        let Callable::Functions { overloads, scope, .. } = &**callable else { return };
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
        let is_given = |value: &HostValue| value.unknown_reason().is_some_and(is_seen_or_given);
        match &callee.kind {
            ExprKind::Member { name, .. } => {
                let is_known = receiver.is_some_and(|receiver| receiver.unknown_reason().is_none());
                if !is_known && !receiver.is_some_and(is_given) && !is_given(target) {
                    self.notes_unseen(|calls| {
                        calls.methods.insert((name.text.clone(), GivenForm::of(given)))
                    });
                }
            }
            _ if may_be_stored && !is_given(target) => {
                self.may_call_objects();
                self.notes_unseen(|calls| calls.stored.insert(Some(GivenForm::of(given))));
            }
            _ => {}
        }
    }

    /// `methodcaller("show", 6)`: a method of whatever object is called by its name.
    pub(crate) fn names_method_to_call(&mut self, target: &HostValue, given: &[Given]) {
        if let HostValue::Module(path) = target
            && path.as_ref() == METHOD_CALLER
            && !self.suppositions.is_supposing
            && let [name, behind @ ..] = given
            && let HostValue::Text(name) = &name.argument.value
        {
            let method = (name.to_string(), GivenForm::of(behind));
            self.notes_unseen(|calls| calls.methods.insert(method));
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
        let out_of_sight = self.called_out_of_sight(items);
        for root in roots(items, &self.choices) {
            let function = FunctionStart::of(root.function);
            if !self.reached.contains(&function) || self.unseen_calls.ran_for_any.contains(&function) {
                continue;
            }
            let name = root.function.name.text.as_str();
            let mut methods = self.unseen_calls.methods.iter();
            let is_for_any = self.unseen_calls.functions.contains(&function)
                || root.class.is_none() && out_of_sight.contains(name)
                || root.class.is_some()
                    && methods.any(|(own, form)| own == name && form.fits_method(root.function))
                || self.may_be_called_where_stored(root);
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

    /// Whether something is called that is stored, and may be this function.
    fn may_be_called_where_stored(&mut self, root: Root<'_>) -> bool {
        let Root { function, class } = root;
        let fits = |form: &Option<GivenForm>| match (form, class) {
            (None, _) => true,
            (Some(form), None) => form.fits(&function.parameters),
            (Some(form), Some(_)) => form.fits_method(function),
        };
        self.unseen_calls.stored.iter().any(fits) && self.is_held_somewhere(&function.name.text)
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
