//! `{}` without a type: an object of the type that is declared where it goes.

use layoutlens_host_value::{call::Computed, object::ClassValue, value::HostValue};
use layoutlens_syntax::{
    Expr,
    program::{Declaration, DeclarationKind},
};

use crate::{
    code::member::{Member, each_member},
    state::{interpreter::Interpreter, scope::Place},
    value::unknown::unknown,
};

/// Why nothing is known of it before that type is.
pub(crate) const REASON: &str = "of what type `{}` makes an object is not known here";

/// Whether a value is `{}`.
pub(crate) fn is_empty_braces(value: &HostValue) -> bool {
    value.unknown_reason() == Some(REASON)
}

impl Interpreter<'_> {
    /// `{}` as the type of the field has it that it is assigned to, or that a constructor's list gives it to: `layout{}`, `layout()`.
    pub(crate) fn of_assigned_braces(&mut self, target: &Expr, computed: Computed) -> Computed {
        if !is_empty_braces(&computed.value) {
            return computed;
        }
        let Some(Place::Field(instance, field)) = self.place_of(target) else { return computed };
        let Some(class) = self.instances.made_of(instance).cloned() else { return computed };
        let declared = |this: &mut Self, class: &ClassValue| {
            let mut found = None;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                if let Member::Declaration(_, declaration) = member
                    && declaration.kind != DeclarationKind::Alias
                    && declaration.names.iter().any(|name| name.text == *field)
                {
                    found = Some(Declaration { value: None, ..Declaration::clone(declaration) });
                }
            });
            found.map(|declaration| (class.clone(), declaration))
        };
        let Some((class, declaration)) = self.find_in_bases(&class, declared) else { return computed };
        let Some(declared) = &declaration.declared_type else { return computed };
        let scope = self.class_scope(&class);
        self.in_class(scope, &class, |this| this.converted(declared, declaration.is_pointer, unknown(REASON)))
    }
}
