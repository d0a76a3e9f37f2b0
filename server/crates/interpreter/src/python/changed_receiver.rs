//! Methods of the library that change the object they are called on, and give it: `t.mark_layout_dynamic()`.

use std::sync::Arc;

use layoutlens_host_value::{function::Callable, value::HostValue};

use crate::state::{
    interpreter::Interpreter,
    scope::{Binding, Place},
};

impl Interpreter<'_> {
    /// After a call of such a method, whatever held the object holds what became of it.
    pub(crate) fn change_receiver(&mut self, called: &HostValue, result: &HostValue) {
        let HostValue::Callable(callable) = called else { return };
        let Callable::Library { name, receiver: Some(receiver), .. } = &**callable else { return };
        if !self.outside.libraries.effects.changing_methods.contains(&name.as_str()) {
            return;
        }
        let HostValue::Tensor(tensor) = receiver else { return };
        let is_it = |value: &HostValue| matches!(value, HostValue::Tensor(held) if Arc::ptr_eq(held, tensor));
        let holds = |value: &HostValue| {
            is_it(value) || matches!(value, HostValue::Tuple(elements) if elements.iter().any(is_it))
        };
        let mut places: Vec<(Place, Binding)> = Vec::new();
        for scope in self.scopes.each() {
            let held = self.scopes.bindings(scope).filter(|(_, binding)| holds(&binding.value));
            places.extend(held.map(|(name, binding)| (Place::Variable(scope, name.into()), binding.clone())));
        }
        for (instance, fields) in self.instances.each() {
            let held = fields.iter().filter(|(_, value)| holds(value));
            places.extend(held.map(|(name, value)| {
                (Place::Field(instance, name.as_str().into()), Binding::variable(value.clone(), 0))
            }));
        }
        places.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        self.count_steps(places.len());
        for (place, binding) in places {
            let value = match is_it(&binding.value) {
                true => result.clone(),
                false => HostValue::unknown(format!("`{name}` changes a part of it")),
            };
            self.put(&place, Some(Binding { value, ..binding }));
        }
    }
}
