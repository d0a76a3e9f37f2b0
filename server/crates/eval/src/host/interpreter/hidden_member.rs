//! Which members of an object a C++ method sees by their bare names: those of its own class, not what a class derived from
//! it has under the same name.

use std::sync::Arc;

use layoutlens_syntax::{Expr, ExprKind};

use super::{
    super::{ClassValue, HostValue},
    Interpreter,
    class::{MAX_CLASSES, class_of},
    scope::ScopeKind,
    walk,
};

/// How a method sees a name of its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// As a member, if there is one.
    Plain,
    /// Not at all: the name means what it means outside of the class.
    Hidden,
    /// As a member of its own class, which a derived class hides.
    OfBase,
}

impl Interpreter<'_> {
    /// How the method whose class stands at `around` sees a name of the object.
    pub(super) fn sight(&mut self, object: &HostValue, around: Option<usize>, name: &str) -> Sight {
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
    pub(super) fn is_in_dependent_base(&mut self, class: &ClassValue, name: &str) -> bool {
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
        depends && !self.has_member(class, name) && self.is_defined_outside(name)
    }
}

fn is_same(one: &ClassValue, other: &ClassValue) -> bool {
    Arc::ptr_eq(&one.class, &other.class)
}
