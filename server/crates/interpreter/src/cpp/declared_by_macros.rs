//! What looks like a declaration and is none, as a macro of another file stands in it, which the reader of this one did not see:
//! `IF_LARGE a = 3;`, `set ARGUMENTS;`.

use layoutlens_host_value::{function::Callable, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Declaration, DeclarationKind, MacroDefinition},
};

use crate::{
    code::walk,
    state::{definitions::DefinitionKind, flow::Flow, interpreter::Interpreter},
};

/// How many names of a macro's text are followed.
const MAX_NAMES: usize = 256;

impl<'a> Interpreter<'a> {
    /// Runs what a macro makes something else than a declaration; `None` where none does.
    pub(crate) fn declared_by_macros(&mut self, declaration: &Declaration) -> Option<Flow> {
        if declaration.kind != DeclarationKind::Variable || declaration.takes_apart || self.is_python() {
            return None;
        }
        let (Some(declared), Some(name)) = (&declaration.declared_type, declaration.names.first()) else {
            return None;
        };
        let ExprKind::Name(of) = &declared.kind else { return None };
        let is_code = |of: &&MacroDefinition| matches!(of.body.kind, ExprKind::Opaque(_));
        let mut macros: Vec<&'a MacroDefinition> =
            self.macros_called(of).into_iter().filter(is_code).collect();
        let is_type_of_macro = !macros.is_empty();
        let stands_for_list = declaration.value.is_none() && {
            let list = self.macros_called(&name.text);
            let is_list = !list.is_empty() && (is_type_of_macro || self.is_function(declared));
            if is_list {
                macros.extend(list);
            }
            is_list
        };
        let places: Vec<_> =
            declaration.names.iter().filter_map(|name| self.place_of_name(&name.text)).collect();
        if macros.is_empty() || !stands_for_list && places.is_empty() {
            return None;
        }
        if let Some(value) = &declaration.value {
            self.forget_changes_of("a macro may keep it from being run", |this| drop(this.evaluate(value)));
        }
        places.iter().for_each(|place| self.expose_and_forget(place));
        for definition in &macros {
            let mut names: Vec<&str> = definition.written.iter().map(String::as_str).collect();
            walk::expression(&definition.body, &mut |expr: &Expr| match &expr.kind {
                ExprKind::Name(name) if names.len() < MAX_NAMES => names.push(name),
                _ => {}
            });
            for name in names {
                if let Some(place) = self.place_of_name(name) {
                    self.expose_and_forget(&place);
                }
            }
        }
        self.forget_exposed();
        self.forget_open_globals();
        for definition in macros {
            let flow = self.block(&definition.leaves);
            if flow != Flow::Goes {
                return Some(flow);
            }
        }
        Some(Flow::Goes)
    }

    /// The definitions of a macro of this name.
    fn macros_called(&self, name: &str) -> Vec<&'a MacroDefinition> {
        if !self.definitions.may_be_macro(name) {
            return Vec::new();
        }
        let found = self.definitions.macros(name).unwrap_or_default().into_iter();
        found
            .filter_map(|found| match found.kind {
                DefinitionKind::Macro(definition) => Some(definition),
                _ => None,
            })
            .collect()
    }

    /// Whether what stands for a type is a function.
    fn is_function(&mut self, declared: &Expr) -> bool {
        let HostValue::Callable(callable) = self.value(declared) else { return false };
        matches!(&*callable, Callable::Functions { .. })
    }
}
