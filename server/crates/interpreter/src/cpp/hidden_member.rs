//! Which members of an object a C++ method sees by their bare names: those of its own class, not what a class derived from
//! it has under the same name.

use std::sync::Arc;

use layoutlens_host_value::{
    object::{ClassValue, Instance},
    scope::ScopeId,
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::walk,
    run::class::MAX_CLASSES,
    state::{
        interpreter::Interpreter,
        scope::{Place, ScopeKind},
        sight::Sight,
    },
    value::class_of::class_of,
};

impl Interpreter<'_> {
    /// How the method whose class stands at `around` sees a name of the object.
    pub(crate) fn sight(&mut self, object: &HostValue, around: Option<ScopeId>, name: &str) -> Sight {
        let HostValue::Instance(instance) = object else { return Sight::Plain };
        if self.is_python() {
            return Sight::Plain;
        }
        let method_class = match around.and_then(|around| self.scopes.get(around)).map(|data| &data.kind) {
            Some(ScopeKind::Class(class))
                if !class.class.bases.is_empty() || !is_same(class, &instance.class) =>
            {
                class.clone()
            }
            _ => return Sight::Plain,
        };
        let own = instance.class.clone();
        if !is_same(&method_class, &own) && self.is_hidden_between(&own, &method_class, name) {
            return match self.class_member(&method_class, name).is_some() {
                true => Sight::OfBase,
                false => Sight::Hidden,
            };
        }
        match self.is_in_dependent_base(&method_class, name) {
            true => Sight::Hidden,
            false => Sight::Plain,
        }
    }

    /// `Base::name` in a method: a field or a method of the object at hand.
    pub(crate) fn member_of_own_base(&mut self, base: &ClassValue, name: &str) -> Option<HostValue> {
        let object = self.receiver_of(base)?;
        let HostValue::Instance(instance) = &object else { return None };
        if self.has_field(instance, name) {
            return match self.field_of_base(instance, base, name) {
                Some(_) => self.field(&object, name),
                None => Some(HostValue::unknown(format!("a derived class has a `{name}` of its own"))),
            };
        }
        let found @ HostValue::Callable(_) = self.class_member(base, name)? else { return None };
        Some(self.bound_to(found, &object))
    }

    /// The place of `Base::name` in a method.
    pub(crate) fn place_in_own_base(&mut self, base: &HostValue, name: &str) -> Option<Place> {
        let HostValue::Type(of) = base else { return None };
        let HostType::Class(base) = &**of else { return None };
        let HostValue::Instance(instance) = self.receiver_of(base)? else { return None };
        self.field_of_base(&instance, base, name)
    }

    /// The object whose method is being run, where a class is its own or one that it inherits from.
    fn receiver_of(&mut self, class: &ClassValue) -> Option<HostValue> {
        if self.is_python() {
            return None;
        }
        let object = self.receiver()?;
        let HostValue::Instance(instance) = &object else { return None };
        let own = instance.class.clone();
        self.find_in_bases(&own, |_, base| is_same(base, class).then_some(()))?;
        Some(object)
    }

    fn has_field(&self, instance: &Instance, name: &str) -> bool {
        self.instances.of(instance.id).contains_key(name)
    }

    /// The field of an object that one of its classes has, where no class that inherits from that one has another.
    fn field_of_base(&mut self, instance: &Instance, base: &ClassValue, name: &str) -> Option<Place> {
        let own = instance.class.clone();
        let is_seen = self.has_field(instance, name)
            && (is_same(base, &own) || !self.is_hidden_between(&own, base, name));
        is_seen.then(|| Place::Field(instance.id, name.into()))
    }

    /// Whether a class on the way from an object's class to one of its bases has a member of that name.
    fn is_hidden_between(&mut self, own: &ClassValue, base: &ClassValue, name: &str) -> bool {
        let mut seen: Vec<ClassValue> = Vec::new();
        let mut left = vec![own.clone()];
        while let Some(class) = left.pop() {
            if seen.contains(&class) || seen.len() >= MAX_CLASSES || is_same(&class, base) {
                continue;
            }
            if self.has_member(&class, name) {
                return true;
            }
            left.extend(self.bases_of(&class).iter().filter_map(class_of).cloned());
            seen.push(class);
        }
        false
    }

    /// Whether only a base that depends on a template's parameters may have the name, while something outside of the class
    /// has it: then it means that.
    pub(crate) fn is_in_dependent_base(&mut self, class: &ClassValue, name: &str) -> bool {
        let definition = Arc::clone(&class.class);
        if definition.bases.is_empty() || definition.template.is_empty() || self.is_python() {
            return false;
        }
        let is_parameter = |text: &str| {
            let mut parameters = definition.template.iter().filter_map(|parameter| parameter.name.as_ref());
            parameters.any(|own| own.text == text || text.starts_with(&format!("{}::", own.text)))
        };
        let mut depends = false;
        for base in &definition.bases {
            walk::expression(base, &mut |expr: &Expr| {
                depends |= matches!(&expr.kind, ExprKind::Name(text) if is_parameter(text));
            });
        }
        depends
            && !self.has_member(class, name)
            && (self.is_defined_outside(name) || self.is_name_of_library(name))
    }
}

/// Whether two classes are of one definition.
pub(crate) fn is_same(one: &ClassValue, other: &ClassValue) -> bool {
    Arc::ptr_eq(&one.class, &other.class)
}
