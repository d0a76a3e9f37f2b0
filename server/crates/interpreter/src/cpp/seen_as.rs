//! C++ objects behind a reference, a pointer or a variable of one of their base classes: of names that a derived class has
//! again, what is seen is the base's (`virtual_call.rs`: but for functions that are `virtual`).

use std::sync::Arc;

use layoutlens_host_value::{
    call::Computed,
    object::{ClassValue, Instance, InstanceId},
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::{
        assigned::may_change,
        member::{Member, each_member},
        path::is_path,
    },
    cpp::hidden_member::is_same,
    run::class::MAX_CLASSES,
    state::{
        interpreter::Interpreter,
        number_type::NumberType,
        scope::{Place, ScopeKind},
    },
    value::class_of::class_of,
};

/// Why an object that is assigned is not known.
const NO_PART: &str = "which part of the object is assigned is not known";

impl Interpreter<'_> {
    /// An object as something that is declared to be of this class shows it; unknown where the class is none of its own:
    /// then another object is made of it.
    pub(crate) fn seen_as(&mut self, seen: &ClassValue, value: HostValue) -> HostValue {
        let HostValue::Instance(instance) = &value else { return value };
        if self.is_python() || *seen == instance.class {
            return value;
        }
        let Some(own) = self.instances.made_of(instance.id).cloned() else { return value };
        let mut alike = Vec::new();
        let exact = self.find_in_bases(&own, |_, base| {
            if is_same(base, seen) {
                alike.push(base.clone());
            }
            (base == seen).then(|| base.clone())
        });
        let seen = match (exact, alike.as_slice()) {
            (Some(exact), _) => exact,
            // Of a template whose arguments are not all known.
            (None, [only]) if is_same(only, &instance.class) => return value,
            _ => {
                self.expose_object(&value);
                return HostValue::unknown(format!(
                    "a `{}` is made of a `{}`",
                    seen.class.name.text, own.class.name.text
                ));
            }
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

    /// An object behind something that is declared to be of a type which is not known: that may be of a base.
    pub(crate) fn of_known_class(&mut self, value: HostValue) -> HostValue {
        match &value {
            HostValue::Instance(instance)
                if !self.is_python() && self.instances.made_of(instance.id).is_some_and(has_bases) =>
            {
                self.expose_object(&value);
                HostValue::unknown("as what class the object is seen is not known")
            }
            HostValue::Pointer(pointer)
                if !self.is_python() && class_of(&pointer.element).is_some_and(has_bases) =>
            {
                HostValue::unknown("as what class the object is seen that this points to is not known")
            }
            _ => value,
        }
    }

    /// The object that is seen, as what it was made.
    pub(crate) fn whole(&self, instance: &Arc<Instance>) -> Arc<Instance> {
        match self.instances.made_of(instance.id) {
            Some(own) if *own != instance.class => Arc::new(Instance { class: own.clone(), id: instance.id }),
            _ => Arc::clone(instance),
        }
    }

    /// Whether what a place holds is an object that cannot be seen as the type of a reference to it.
    pub(crate) fn hides_object(&self, place: &Place, seen: &HostValue) -> bool {
        let held = self.held(place);
        seen.unknown_reason().is_some()
            && held.is_some_and(|binding| matches!(binding.value, HostValue::Instance(_)))
    }

    /// Whether a `const` reference refers to what a place holds that may change, and not to what that was converted to.
    pub(crate) fn is_seen_there(&self, place: &Place, seen: &HostValue, of_type: Option<NumberType>) -> bool {
        may_change(seen)
            && self
                .held(place)
                .is_some_and(|held| held.value == *seen && !is_other_type(of_type, held.of_type))
    }

    /// Whether a reference to a number refers to a copy of it, of another type: `const long& r = n` of an `int n`.
    pub(crate) fn is_of_other_type(&self, place: &Place, of_type: Option<NumberType>) -> bool {
        self.held(place).is_some_and(|held| is_other_type(of_type, held.of_type))
    }

    /// What `c ? x : y` gives of the one that is taken: its class is that which both can be seen as.
    pub(crate) fn of_common_class(&mut self, taken: Computed, other: &Expr) -> Computed {
        let inherits = match &taken.value {
            HostValue::Instance(instance) if !self.is_python() => has_bases(&instance.class),
            _ => false,
        };
        if !inherits {
            return taken;
        }
        // What is not taken is not run.
        let other = if is_path(other) { self.value(other) } else { HostValue::unknown("it is not taken") };
        match (&taken.value, &other) {
            (HostValue::Instance(taken_object), HostValue::Instance(other))
                if taken_object.class == other.class =>
            {
                taken
            }
            _ => Computed { value: self.of_known_class(taken.value), ..taken },
        }
    }

    /// What is assigned through a reference: to an object of a class that inherits from others, perhaps only a part.
    pub(crate) fn assigned_through(&mut self, target: &Expr, place: &Place, computed: Computed) -> Computed {
        let HostValue::Instance(given) = &computed.value else { return computed };
        let is_direct = match (&target.kind, place) {
            (ExprKind::Name(name), Place::Variable(scope, _)) => {
                self.scopes.binding(*scope, name).is_some_and(|binding| binding.refers_to.is_none())
                    && self.place_of_name(name).as_ref() == Some(place)
                    && place.name() == name.as_str()
            }
            (ExprKind::Member { .. }, Place::Field(..)) => true,
            (ExprKind::Name(_), Place::Field(..)) => true,
            _ => false,
        };
        if self.is_python() || is_direct {
            return computed;
        }
        let held = self.held(place).map(|binding| binding.value);
        let is_whole = match held {
            Some(HostValue::Instance(held)) => match self.instances.made_of(held.id) {
                Some(own) => *own == given.class && !has_bases(own),
                None => false,
            },
            _ => false,
        };
        match is_whole {
            true => computed,
            false => Computed { value: HostValue::unknown(NO_PART), ..computed },
        }
    }

    /// What a variable holds once an object is assigned to it. Of classes that inherit from others, what is assigned may be
    /// a part of the object, and what it is assigned to a part of the variable's.
    pub(crate) fn assigned_part(&self, held: Option<&HostValue>, value: HostValue) -> HostValue {
        let HostValue::Instance(instance) = &value else { return value };
        let made_of = |instance: &Instance| self.instances.made_of(instance.id);
        let own = made_of(instance);
        let held = match held {
            Some(HostValue::Instance(held)) => made_of(held),
            _ => None,
        };
        if !own.is_some_and(has_bases) && !held.is_some_and(has_bases) {
            return value;
        }
        HostValue::unknown(NO_PART)
    }

    /// `static_cast<T&>(x)`: the same object.
    pub(crate) fn cast_to_reference(&mut self, to: &Expr, of: &Expr) -> Computed {
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
    pub(crate) fn cast_to_class(&mut self, object: &HostValue, class: &ClassValue) -> Option<HostValue> {
        let HostValue::Instance(instance) = object else { return None };
        let own = self.instances.made_of(instance.id)?.clone();
        self.find_in_bases(&own, |_, base| (base == class).then_some(()))?;
        Some(match *class == instance.class {
            true => object.clone(),
            false => self.seen_as(class, object.clone()),
        })
    }

    /// `this`: in a method of a base class it is seen as that.
    pub(crate) fn this(&mut self) -> Option<HostValue> {
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
            if seen.contains(&class) || seen.len() >= MAX_CLASSES || class == *base {
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
    pub(crate) fn own_fields(&self, object: InstanceId, class: &ClassValue) -> Vec<String> {
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

fn has_bases(class: &ClassValue) -> bool {
    !class.class.bases.is_empty()
}

fn is_other_type(one: Option<NumberType>, other: Option<NumberType>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}
