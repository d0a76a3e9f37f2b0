//! Constructors that are called by others: one of the class itself is run, what those of its bases give is not known.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    function::Callable,
    object::{ClassValue, Instance, InstanceId},
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Declaration, DeclarationKind, Function},
};

use crate::{
    code::member::{Member, each_member},
    state::{
        given::Given,
        interpreter::Interpreter,
        run_time_name::LEAST_INT,
        scope::{Binding, Place, ScopeKind},
    },
    value::{class_of::class_of, overloads::functions_of, static_number::is_static},
};

impl Interpreter<'_> {
    /// `Derived(..) : Base(x)` and `Own() : Own(x)` are read as assignments to a field of that name. Whether it was that: then
    /// the other constructor of the class is run, and what one of a base gives the fields is forgotten.
    pub(crate) fn is_made_by_constructor(&mut self, target: &Expr, value: &Expr) -> bool {
        let ExprKind::Member { base, name } = &target.kind else { return false };
        let is_of_this = matches!(&base.kind, ExprKind::Name(name) if name == "this");
        if !is_of_this || self.is_python() {
            return false;
        }
        let Some(HostValue::Instance(instance)) = self.receiver() else { return false };
        let around = self.scopes.around(self.scope()).find_map(|scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Class(class) => Some(class.clone()),
            _ => None,
        });
        let Some(class) = around else { return false };
        let function = self.frames.top().function.clone();
        let is_constructor = function.is_some_and(|function| function.name.text == class.class.name.text);
        if !is_constructor || self.has_field_named(&class, &name.text) {
            return false;
        }
        let arguments: Vec<Argument> = match &value.kind {
            ExprKind::Construct { constructed: None, arguments } => arguments.clone(),
            _ => vec![value.clone()],
        }
        .into_iter()
        .map(|value| Argument { keyword: None, value })
        .collect();
        let given = match self.given(&arguments, true) {
            Ok(given) => given,
            Err(_) => {
                self.forget_after_unread(&arguments);
                self.forget_fields_of(instance.id, &class, true);
                return true;
            }
        };
        if name.text == class.class.name.text {
            self.run_other_constructor(&instance, &class, given, target.range.clone());
            return true;
        }
        let constructors = self.constructors_of(&name.text);
        self.forget_after_unrun(&constructors, None, &given);
        self.forget_fields_of(instance.id, &class, false);
        true
    }

    /// `Own() : Own(x)`: another constructor of the class makes the object first.
    fn run_other_constructor(
        &mut self,
        object: &Arc<Instance>,
        class: &ClassValue,
        given: Vec<Given>,
        range: Range<usize>,
    ) {
        let constructors = self.class_member(class, &class.class.name.text);
        if let Some(HostValue::Callable(callable)) = constructors
            && let Callable::Functions { overloads, template, scope, .. } = &*callable
        {
            let receiver = HostValue::Instance(Arc::clone(object));
            self.call_functions(overloads, template, scope.id, Some(&receiver), given, range);
        } else {
            self.forget_after_unrun(&[], None, &given);
            self.forget_fields_of(object.id, class, true);
        }
    }

    /// Forgets the fields that an object has from the bases of a class, and from the class itself with `and_own`.
    fn forget_fields_of(&mut self, object: InstanceId, class: &ClassValue, and_own: bool) {
        let _: Option<()> = self.find_in_bases(class, |this, of| {
            if and_own || of != class {
                this.forget_own_fields(object, of);
            }
            None
        });
    }

    /// The constructors of a class that is seen under a name; none where it is not known.
    fn constructors_of(&mut self, name: &str) -> Vec<Arc<Function>> {
        let found = self.look_up(self.scope(), name);
        let Some(class) = found.as_ref().and_then(class_of).cloned() else { return Vec::new() };
        let found = self.class_member(&class, &class.class.name.text);
        found.as_ref().and_then(functions_of).unwrap_or_default()
    }

    /// A base without a constructor that is called: one that needs no arguments is run for it.
    pub(crate) fn forget_after_default_constructor(&mut self, object: InstanceId, base: &ClassValue) {
        let needs_nothing = |function: &Function| {
            function.parameters.iter().all(|parameter| parameter.default.is_some() || parameter.is_pack)
        };
        let mut writes = false;
        each_member(&base.class.members, &self.choices, &mut |member, _| {
            if let Member::Function(function) = member {
                writes |= function.name.text == base.class.name.text
                    && needs_nothing(function)
                    && (function.is_only_declared || !function.body.is_empty());
            }
        });
        if writes {
            self.forget_fields_of(object, base, true);
        }
    }

    fn forget_own_fields(&mut self, object: InstanceId, class: &ClassValue) {
        for field in self.own_fields(object, class) {
            let place = Place::Field(object, field.into());
            let held = self.held(&place).map(|binding| binding.value);
            let value = match held {
                Some(held) if held.as_integer().is_some_and(|integer| !integer.is_static()) => {
                    HostValue::integer(&self.names.nameless(LEAST_INT))
                }
                Some(held) if is_static(&held) => held,
                _ => HostValue::unknown("what a constructor of a base class gives it is not followed"),
            };
            self.put(&place, Some(Binding::variable(value, 0)));
        }
    }

    /// Whether the class itself, or one that it inherits from, has a field of that name.
    fn has_field_named(&mut self, class: &ClassValue, name: &str) -> bool {
        let is_field = |declaration: &Declaration| {
            declaration.kind != DeclarationKind::Alias && declaration.names.iter().any(|own| own.text == name)
        };
        let has_field = |this: &mut Self, of: &ClassValue| {
            let mut has_field = false;
            each_member(&of.class.members, &this.choices, &mut |member, _| {
                has_field |= matches!(member, Member::Declaration(_, declaration) if is_field(declaration));
            });
            has_field.then_some(())
        };
        self.find_in_bases(class, has_field).is_some()
    }
}
