//! C++ objects behind a reference, a pointer or a variable of one of their base classes: of names that a derived class has
//! again, what is seen is the base's. Functions that are `virtual` are those of the object.

use std::sync::Arc;

use layoutlens_syntax::{Expr, ExprKind, program::Function};

use super::{
    super::{ClassValue, Computed, HostType, HostValue, Instance, object::InstanceId},
    Interpreter,
    class::{MAX_CLASSES, Member, class_of, each_member},
    hidden_member::is_same,
    scope::{Place, ScopeKind},
};

impl Interpreter<'_> {
    /// An object as something that is declared to be of this class shows it; as it is where the class is none of its own.
    pub(super) fn seen_as(&mut self, seen: &ClassValue, value: HostValue) -> HostValue {
        let HostValue::Instance(instance) = &value else { return value };
        if self.is_python() || is_same(seen, &instance.class) {
            return value;
        }
        let Some(own) = self.instances.made_of(instance.id).cloned() else { return value };
        let Some(seen) = self.find_in_bases(&own, |_, base| is_same(base, seen).then(|| base.clone())) else {
            return value;
        };
        if let Some(field) = self.field_hidden_between(instance.id, &own, &seen) {
            self.expose_object(&value);
            return HostValue::unknown(format!(
                "`{}` has a `{field}` of its own beside that of `{}`",
                own.class.name.text, seen.class.name.text
            ));
        }
        HostValue::Instance(Arc::new(Instance { class: seen, id: instance.id }))
    }

    /// The object that is seen, as what it was made.
    pub(super) fn whole(&self, instance: &Arc<Instance>) -> Arc<Instance> {
        match self.instances.made_of(instance.id) {
            Some(own) if *own != instance.class => Arc::new(Instance { class: own.clone(), id: instance.id }),
            _ => Arc::clone(instance),
        }
    }

    /// Whether what a place holds is an object that cannot be seen as the type of a reference to it.
    pub(super) fn hides_object(&self, place: &Place, seen: &HostValue) -> bool {
        let held = self.held(place);
        seen.unknown_reason().is_some()
            && held.is_some_and(|binding| matches!(binding.value, HostValue::Instance(_)))
    }

    /// What a variable holds once an object is assigned to it: the part of it that the variable's class has.
    pub(super) fn assigned_part(&mut self, held: Option<HostValue>, value: HostValue) -> HostValue {
        let HostValue::Instance(instance) = &value else { return value };
        if instance.class.class.bases.is_empty() {
            return value;
        }
        match held {
            Some(HostValue::Instance(held)) => {
                let class = held.class.clone();
                self.seen_as(&class, value)
            }
            _ => HostValue::unknown(format!(
                "which part of a `{}` is assigned is not known",
                instance.class.class.name.text
            )),
        }
    }

    /// `static_cast<T&>(x)`: the same object.
    pub(super) fn cast_to_reference(&mut self, to: &Expr, of: &Expr) -> Computed {
        let computed = self.evaluate(of);
        if !matches!(computed.value, HostValue::Instance(_)) {
            return computed;
        }
        Computed::plain(match self.value(to) {
            HostValue::Type(to) => match &*to {
                HostType::Class(class) => self.cast_to_class(&computed.value, class).unwrap_or_else(|| {
                    self.expose_object(&computed.value);
                    HostValue::unknown(format!("the object is no `{}`", class.class.name.text))
                }),
                _ => HostValue::unknown("what the object is cast to is not known"),
            },
            to => {
                HostValue::unknown(to.unknown_reason().unwrap_or("what the object is cast to is not known"))
            }
        })
    }

    /// An object as one of its classes, whichever it was seen as; `None` where the class is none of its own.
    pub(super) fn cast_to_class(&mut self, object: &HostValue, class: &ClassValue) -> Option<HostValue> {
        let HostValue::Instance(instance) = object else { return None };
        let own = self.instances.made_of(instance.id)?.clone();
        self.find_in_bases(&own, |_, base| (base == class).then_some(()))?;
        Some(match is_same(class, &instance.class) {
            true => object.clone(),
            false => self.seen_as(class, object.clone()),
        })
    }

    /// `this`: in a method of a base class it is seen as that.
    pub(super) fn this(&mut self) -> Option<HostValue> {
        let object = self.receiver()?;
        let scope = self.scope();
        let class = self.scopes.around(scope).find_map(|scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Class(class) => Some(class.clone()),
            _ => None,
        });
        Some(match class {
            Some(class) => self.seen_as(&class, object),
            None => object,
        })
    }

    /// The object whose method of this name is called: the whole one where the function is `virtual`.
    ///
    /// # Errors
    /// Why it is not known: while an object is made it is one of its base first.
    pub(super) fn dispatched(
        &mut self,
        instance: &Arc<Instance>,
        name: &str,
    ) -> Result<Arc<Instance>, HostValue> {
        let own = match self.instances.made_of(instance.id) {
            Some(own) if !self.is_python() && *own != instance.class => own.clone(),
            _ => return Ok(Arc::clone(instance)),
        };
        if !self.has_virtual_function(&instance.class, |function| function == name) {
            return Ok(Arc::clone(instance));
        }
        let mut bases = Vec::new();
        let _: Option<()> = self.find_in_bases(&own, |_, class| {
            bases.push(class.class.name.text.clone());
            None
        });
        let makes = |function: &Arc<Function>| bases.contains(&function.name.text);
        if self.frames.iter().any(|frame| frame.function.as_ref().is_some_and(makes)) {
            return Err(HostValue::unknown(format!("`{name}` is virtual, and its object may still be made")));
        }
        Ok(Arc::new(Instance { class: own, id: instance.id }))
    }

    /// Whether an object of a class may be of one derived from it that does something else in its place.
    pub(super) fn has_virtual(&mut self, class: &ClassValue) -> bool {
        self.has_virtual_function(class, |_| true)
    }

    fn has_virtual_function(&mut self, class: &ClassValue, is_wanted: impl Fn(&str) -> bool) -> bool {
        let found = self.find_in_bases(class, |this, class| {
            let mut is_virtual = false;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                is_virtual |= matches!(member, Member::Function(function)
                    if is_wanted(&function.name.text) && is_declared_virtual(function));
            });
            is_virtual.then_some(())
        });
        found.is_some()
    }

    /// A field that a base has, and a class on the way to it once more.
    fn field_hidden_between(
        &mut self,
        object: InstanceId,
        own: &ClassValue,
        base: &ClassValue,
    ) -> Option<String> {
        let mut of_base = Vec::new();
        let _: Option<()> = self.find_in_bases(base, |this, class| {
            of_base.extend(this.own_fields(object, class));
            None
        });
        if of_base.is_empty() {
            return None;
        }
        let (mut seen, mut left): (Vec<ClassValue>, _) = (Vec::new(), vec![own.clone()]);
        while let Some(class) = left.pop() {
            if seen.contains(&class) || seen.len() >= MAX_CLASSES || is_same(&class, base) {
                continue;
            }
            if let Some(field) =
                self.own_fields(object, &class).into_iter().find(|field| of_base.contains(field))
            {
                return Some(field);
            }
            left.extend(self.bases_of(&class).iter().filter_map(class_of).cloned());
            seen.push(class);
        }
        None
    }

    /// The fields of an object that a class of it itself declares.
    fn own_fields(&self, object: InstanceId, class: &ClassValue) -> Vec<String> {
        let held = self.instances.of(object);
        let mut fields = Vec::new();
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            if let Member::Declaration(_, declaration) = member {
                let names = declaration.names.iter().map(|name| &name.text);
                fields.extend(names.filter(|name| held.contains_key(*name)).cloned());
            }
        });
        fields
    }
}

fn is_declared_virtual(function: &Function) -> bool {
    function
        .attributes
        .iter()
        .any(|attribute| matches!(&attribute.kind, ExprKind::Name(name) if name == "virtual"))
}
