//! What a method is given that another method of its class makes, where the caller of both stands in another file.

use std::sync::Arc;

use layoutlens_host_value::{object::ClassValue, value::HostValue};
use layoutlens_syntax::{Name, program::Item};

use crate::state::{interpreter::Interpreter, scope::ScopeKind};

impl Interpreter<'_> {
    /// What a parameter of the method at hand is that nothing gives, where the class has a method that makes it.
    pub(crate) fn supposed_of_sibling(&mut self, name: &Name) -> Option<HostValue> {
        if !self.supposes_templates() {
            return None;
        }
        let method = self.frames.top().function.clone()?;
        let wanted = (self.outside.libraries.suggestions.maker)(&method.name.text, &name.text);
        if wanted.is_empty() {
            return None;
        }
        let (receiver, class) = self.receiver_at_hand()?;
        let members = Arc::clone(&class.class.members);
        let maker = members.iter().find_map(|member| match member {
            Item::Function(function) if wanted.contains(&function.name.text) => Some(function),
            _ => None,
        })?;
        let maker = self.shared.function(maker);
        let scope = self.class_scope(&class);
        let made =
            self.call_function(&maker, &[], scope, Some(&receiver), Vec::new(), name.range.clone()).value;
        if made.unknown_reason().is_some() {
            return None;
        }
        self.suppose_named(name.text.clone(), format!("= what {} gives", maker.name.text));
        Some(made)
    }

    /// The object for which the code at hand runs.
    fn receiver_at_hand(&self) -> Option<(HostValue, ClassValue)> {
        let scope = self.scope();
        self.scopes.around(scope).find_map(|scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Object(receiver @ HostValue::Instance(instance)) => {
                Some((receiver.clone(), instance.class.clone()))
            }
            _ => None,
        })
    }
}
