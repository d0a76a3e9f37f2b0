//! C++ methods that are defined outside of their classes.

use layoutlens_host_value::{object::ClassValue, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::{Class, Function};

use crate::{
    state::{
        definitions::DefinitionKind,
        file::FileId,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    suppose::cpp::reason::template_argument,
};

impl<'a> Interpreter<'a> {
    /// The class of a method that is defined outside of it, and the file in which that stands. `None` for any other
    /// function, and for a method of a specialisation.
    pub(crate) fn class_around(&self, function: &Function) -> Option<(&'a Class, FileId)> {
        let (class, outer) = function.path.split_last().filter(|_| !self.is_python())?;
        let outer: Vec<&str> = outer.iter().map(String::as_str).collect();
        let mut found = self.definitions.qualified(&outer, class).into_iter().filter_map(|definition| {
            let DefinitionKind::Class(class) = definition.kind else { return None };
            let is_it = definition.path.len() == outer.len() && class.specialization.is_empty();
            is_it.then_some((class, definition.file))
        });
        let only = found.next().filter(|_| found.next().is_none());
        only.filter(|(class, _)| class.template.len() == function.around.len())
    }

    /// The scope in which such a method is run: the template parameters of its class have the names there that stand in
    /// front of it. `scope` is that of the class.
    pub(crate) fn under_own_names(
        &mut self,
        class: &ClassValue,
        scope: ScopeId,
        function: &Function,
    ) -> ScopeId {
        if !has_own_names(class, function) {
            return scope;
        }
        let file = self.scopes.file_of(scope);
        let inner = self.scopes.open(Some(scope), ScopeKind::Block, file);
        self.scopes.captured(inner);
        for (position, own) in function.around.iter().enumerate() {
            let Some(name) = &own.name else { continue };
            // Unknown rather than what has that name elsewhere.
            let reason = || HostValue::unknown(template_argument(&name.text));
            let value = class.arguments.get(position).cloned().unwrap_or_else(reason);
            self.scopes.bind(inner, &name.text, Some(Binding::parameter(value, own)));
        }
        inner
    }
}

/// Whether the parameters of the class template have other names in front of a method that is defined outside of it.
pub(crate) fn has_own_names(class: &ClassValue, function: &Function) -> bool {
    class.class.template.iter().zip(&function.around).any(|(of_class, own)| {
        let own = own.name.as_ref();
        own.is_some_and(|own| of_class.name.as_ref().is_none_or(|name| name.text != own.text))
    })
}
