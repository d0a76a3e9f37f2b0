//! What a method is given that another method of its class makes: `load(.., load_inputs)` of what `load_init(..)` gives, as
//! in CUTLASS's collectives, whose kernels stand in other files.

use std::sync::Arc;

use layoutlens_host_value::{object::ClassValue, value::HostValue};
use layoutlens_syntax::{Name, program::Item};

use crate::state::{interpreter::Interpreter, scope::ScopeKind};

/// What names of parameters hold that are made beforehand.
const MADE_BEFORE: [&str; 2] = ["input", "operand"];

/// What such methods are called behind the name of the one that is given it.
const MAKES: &str = "_init";

impl Interpreter<'_> {
    /// What a parameter of the method at hand is that nothing gives, where the class has a method that makes it.
    pub(crate) fn supposed_of_sibling(&mut self, name: &Name) -> Option<HostValue> {
        if !self.supposes_templates() || !MADE_BEFORE.iter().any(|word| name.text.contains(word)) {
            return None;
        }
        let method = self.frames.top().function.clone()?;
        let (receiver, class) = self.receiver_at_hand()?;
        let wanted = format!("{}{MAKES}", method.name.text);
        let members = Arc::clone(&class.class.members);
        let maker = members.iter().find_map(|member| match member {
            Item::Function(function) if function.name.text == wanted => Some(function),
            _ => None,
        })?;
        let maker = self.shared.function(maker);
        let scope = self.class_scope(&class);
        let made =
            self.call_function(&maker, &[], scope, Some(&receiver), Vec::new(), name.range.clone()).value;
        if made.unknown_reason().is_some() {
            return None;
        }
        self.suppose_named(name.text.clone(), format!("= what {wanted} gives"));
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
