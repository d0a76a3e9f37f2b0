//! What C++ code lets out of its hands: what code that is not known may write from here on, through an address, a
//! reference or an object that it holds.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{function::Callable, object::ClassValue, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{DeclarationKind, Function},
};

use crate::{
    code::{
        member::{Member, each_member},
        path::{begins_with, is_path},
        walk,
    },
    limits::PLACES_OF_A_STEP,
    run::{unseen_write::Writes, written_through::MAX_DEPTH},
    state::{address::Address, interpreter::Interpreter, scope::Place},
};

/// Functions that a function handed to unknown code calls, over any number of calls; more are not searched.
const MAX_FUNCTIONS: usize = 4096;

impl Interpreter<'_> {
    /// From here on a place may be written by code that is not known.
    pub(crate) fn expose_and_forget(&mut self, place: &Place) {
        if let Some(object @ (HostValue::Instance(_) | HostValue::Tuple(_))) = self.held_value(place) {
            let object = object.clone();
            // Where the place is forgotten, so are the fields.
            match !self.is_python() && self.may_be_forgotten(place) {
                true => self.changing_fields_behind(&object).iter().for_each(|field| self.expose(field)),
                false => self.expose_object(&object),
            }
        }
        self.expose(place);
        self.forget(place);
    }

    /// The fields of an object, or of those in a tuple, may be written by code that is not known, and so may those of the
    /// objects that it holds.
    pub(crate) fn expose_object(&mut self, object: &HostValue) {
        if !matches!(object, HostValue::Instance(_) | HostValue::Tuple(_)) {
            return;
        }
        for place in self.changing_fields_behind(object) {
            self.expose(&place);
            self.forget_alone(&place);
        }
    }

    /// A value is held by code that is not known: what it refers to may be written from here on.
    pub(crate) fn let_out(&mut self, value: &HostValue) {
        let mut seen: FxHashSet<Address> = FxHashSet::default();
        let mut pending = vec![value.clone()];
        while let Some(value) = pending.pop() {
            let HostValue::Callable(callable) = &value else {
                self.let_out_objects(&value);
                pending.extend(self.callables_behind(&value));
                continue;
            };
            // An object may hold a function that holds the object.
            if !seen.insert(Address::of(&**callable)) {
                continue;
            }
            match &**callable {
                Callable::Functions { overloads, scope, receiver, .. } => {
                    let mut seen = FxHashSet::default();
                    for function in overloads {
                        self.let_out_function(function, scope.id, &mut seen);
                    }
                    if let Some(receiver) = receiver {
                        self.expose_object(receiver);
                    }
                }
                Callable::Partial { callee, arguments, .. } => {
                    pending.push(callee.clone());
                    pending.extend(arguments.iter().cloned());
                }
                _ => {}
            }
        }
    }

    /// What references in the fields of objects refer to.
    fn let_out_objects(&mut self, value: &HostValue) {
        for instance in self.objects_behind(value, |_, _, _| true) {
            let fields = self.instances.of(instance.id).iter();
            let shared: Vec<Place> = fields
                .flat_map(|(name, _)| self.shared_with(&Place::Field(instance.id, name.as_str().into())))
                .collect();
            shared.iter().for_each(|place| self.expose_and_forget(place));
        }
    }

    /// A function may be called by code that is not known: what it writes outside of itself may be written.
    pub(crate) fn let_out_function(
        &mut self,
        function: &Arc<Function>,
        scope: ScopeId,
        seen: &mut FxHashSet<Address>,
    ) {
        if seen.len() >= MAX_FUNCTIONS || !seen.insert(Address::of(&**function)) {
            return;
        }
        let mut writes = Writes::new(self.outside.libraries.effects);
        writes.statements(&function.body);
        let Writes { targets, mentioned, .. } = writes;
        let (places, called) = self.within(scope, |this| {
            let mut places = Vec::new();
            targets.iter().for_each(|target| this.write(target, MAX_DEPTH, &mut places));
            let called: Vec<HostValue> = mentioned
                .iter()
                .filter_map(|name| this.look_up(scope, name))
                .filter(|value| matches!(value, HostValue::Callable(_)))
                .collect();
            (places, called)
        });
        for place in places {
            self.expose_and_forget(&place);
        }
        for value in called {
            if let HostValue::Callable(callable) = &value
                && let Callable::Functions { overloads, scope, .. } = &**callable
            {
                for function in overloads {
                    self.let_out_function(function, scope.id, seen);
                }
            }
        }
    }

    /// A function of the library was given functions of the program and did not certainly run them.
    pub(crate) fn forget_after_library(&mut self, values: &[HostValue]) {
        values.iter().for_each(|value| self.let_out(value));
    }

    /// `T{{x}}`: which of the objects inside refers to x is not followed.
    pub(crate) fn expose_within_braces(&mut self, arguments: &[Expr], made: &HostValue) {
        let inner = arguments
            .iter()
            .filter(|argument| matches!(argument.kind, ExprKind::Construct { constructed: None, .. }));
        let inner: Vec<&Expr> = inner.collect();
        if self.is_python() || inner.is_empty() || !self.has_reference(made) {
            return;
        }
        inner.into_iter().for_each(|argument| self.expose_named(argument));
    }

    /// What the names in an expression stand for may be written from here on.
    pub(crate) fn expose_named(&mut self, expr: &Expr) {
        let mut named: Vec<&Expr> = Vec::new();
        walk::expression(expr, &mut |expr| {
            // `params.m` names that member, not all that `params` holds.
            if is_path(expr) && !named.last().is_some_and(|path| begins_with(path, expr)) {
                named.push(expr);
            }
        });
        for named in named {
            for place in self.written_through(named) {
                self.expose_and_forget(&place);
            }
        }
    }

    /// Whether an object, or one that it holds, has a field that refers to something else.
    pub(crate) fn has_reference(&mut self, value: &HostValue) -> bool {
        let objects = self.objects_behind(value, |_, _, _| true);
        objects.iter().any(|instance| self.declares_reference(&instance.class))
    }

    /// Whether a class or one of its bases declares a field that refers to something else.
    fn declares_reference(&mut self, class: &ClassValue) -> bool {
        let declares = |this: &mut Self, class: &ClassValue| {
            let mut refers = false;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                refers |= matches!(member, Member::Declaration(_, declaration)
                    if declaration.kind != DeclarationKind::Alias
                        && this.is_declared_to_refer(declaration));
            });
            refers.then_some(())
        };
        self.find_in_bases(class, declares).is_some()
    }

    /// Whether a field of a class or of one of its bases is declared as a reference.
    pub(crate) fn declares_field_reference(&mut self, class: &ClassValue, field: &str) -> bool {
        let declares = |this: &mut Self, class: &ClassValue| {
            let mut found = None;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                if let Member::Declaration(_, declaration) = member
                    && declaration.names.iter().any(|name| name.text == field)
                {
                    found = Some(declaration.is_reference);
                }
            });
            found
        };
        self.find_in_bases(class, declares).unwrap_or(false)
    }

    /// What is exposed may have been written.
    pub(crate) fn forget_exposed(&mut self) {
        let touched = self.take_touched();
        self.count_steps(touched.len() / PLACES_OF_A_STEP);
        touched.iter().for_each(|place| self.forget(place));
        self.are_forgotten();
    }

    /// Variables outside of functions that code in other files may write.
    pub(crate) fn forget_open_globals(&mut self) {
        let touched = self.take_touched_globals();
        self.count_steps(self.open_globals().len() / PLACES_OF_A_STEP);
        touched.iter().for_each(|place| self.forget(place));
        self.globals_are_forgotten();
    }
}
