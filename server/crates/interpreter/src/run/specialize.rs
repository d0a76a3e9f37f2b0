//! `base<arguments>`: templates with arguments that are spelled.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed},
    function::Callable,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Refusal;
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::path::last_part,
    state::{interpreter::Interpreter, scope::Place},
    value::{run_time, unknown::unknown},
};

impl Interpreter<'_> {
    /// `base<arguments>`: a template of the program or of the library.
    pub(crate) fn specialize(&mut self, expr: &Expr, base: &Expr, arguments: &[Expr]) -> Computed {
        let values = match self.elements(arguments) {
            Ok(values) => {
                let values = values.into_iter().map(static_if_known).collect::<Vec<_>>();
                self.without_references(arguments, values)
            }
            Err(reason) => return unknown(reason),
        };
        if let ExprKind::Name(name) = &base.kind
            && let named = self.without_alias(name)
            && let name = named.as_deref().unwrap_or(name)
            && self.is_of_library(name)
            && self.library_function(name).is_none()
            && let Some(specialized) = self.library_template(name, &values)
        {
            if let Ok(answer) = &specialized
                && last_part(name).starts_with("is_same")
                && self.is_vague_comparison(expr, arguments, answer)
            {
                return unknown("`const` and references of types that are compared are not read");
            }
            let call =
                Call { name, receiver: None, template: &values, arguments: &[], range: expr.range.clone() };
            return self.outcome(specialized.map(Computed::plain), &call);
        }
        let base_value = self.value(base);
        match &base_value {
            HostValue::Callable(callable) => match &**callable {
                Callable::Functions { overloads, template, scope, receiver } => {
                    let template = template.iter().cloned().chain(values).collect();
                    let value = HostValue::Callable(Arc::new(Callable::Functions {
                        overloads: overloads.clone(),
                        template,
                        scope: *scope,
                        receiver: receiver.clone(),
                    }));
                    self.note_taken(&value, &expr.range);
                    Computed::plain(value)
                }
                Callable::Library { name, function, template, receiver } => {
                    let template = template.iter().cloned().chain(values).collect();
                    Computed::plain(HostValue::Callable(Arc::new(Callable::Library {
                        name: name.clone(),
                        function: *function,
                        template,
                        receiver: receiver.clone(),
                    })))
                }
                Callable::Template { declarations, scope } => {
                    self.specialized_template(declarations, scope.id, values, expr.range.clone())
                }
                _ => unknown("template arguments of this are not known"),
            },
            HostValue::Type(class) => match &**class {
                HostType::Class(class) => Computed::plain(self.specialized_class(class, values)),
                // A parameter that is a template: `template <template <Major, Major> class Op, ..>`.
                HostType::Named(name) if self.is_of_library(name) => {
                    match self.library_template(name, &values) {
                        Some(specialized) => {
                            let call = Call {
                                name,
                                receiver: None,
                                template: &values,
                                arguments: &[],
                                range: expr.range.clone(),
                            };
                            self.outcome(specialized.map(Computed::plain), &call)
                        }
                        None => unknown("template arguments of this type are not known"),
                    }
                }
                _ => unknown("template arguments of this type are not known"),
            },
            _ => unknown(base_value.unknown_reason().unwrap_or("this is no template")),
        }
    }

    /// A variable among the arguments of a template is there as a reference: its number may change.
    fn without_references(&mut self, arguments: &[Expr], mut values: Vec<HostValue>) -> Vec<HostValue> {
        if self.is_python() || arguments.len() != values.len() {
            return values;
        }
        for (argument, value) in arguments.iter().zip(&mut values) {
            let ExprKind::Name(name) = &argument.kind else { continue };
            if value.known_int().is_none() {
                continue;
            }
            if let Some(place @ Place::Variable(scope, _)) = self.place_of_name(name)
                && scope < self.first_inner_scope
                && self
                    .held(&place)
                    .is_some_and(|held| !held.is_constant && run_time::run_time(&held.value).is_some())
            {
                self.expose_and_forget(&place);
                *value = HostValue::unknown("a reference as an argument of a template");
            }
        }
        values
    }

    /// Whether `of::type` is what the library's template `of` stands for: `std::conditional<c, A, B>`.
    pub(crate) fn is_trait_of_types(&mut self, of: &Expr) -> bool {
        let ExprKind::Specialize { base, .. } = &of.kind else { return false };
        let ExprKind::Name(name) = &base.kind else { return false };
        let named = self.without_alias(name);
        let name = named.as_deref().unwrap_or(name);
        (self.outside.libraries.types.gives_type)(name) && self.is_of_library(name)
    }

    /// Whether a name is the library's: nothing of the program has it.
    fn is_of_library(&mut self, name: &str) -> bool {
        let named = self.without_alias(name);
        let name = named.as_deref().unwrap_or(name);
        let first = name.trim_start_matches("::").split("::").next().unwrap_or(name);
        self.outside.libraries.is_namespace(first)
            || self.look_up(self.scope(), first).is_none() && {
                if !name.contains(':') {
                    return true;
                }
                let parts: Vec<&str> = name.split("::").collect();
                match parts.split_last() {
                    Some((last, path)) if !path.is_empty() => {
                        self.definitions.qualified(path, last).is_empty()
                    }
                    _ => true,
                }
            }
    }

    pub(crate) fn library_template(
        &mut self,
        name: &str,
        arguments: &[HostValue],
    ) -> Option<Result<HostValue, Refusal>> {
        let libraries = self.outside.libraries;
        libraries.asked_for(name.trim_start_matches("::")).find_map(|name| {
            let asking = self.library.asking_template(name);
            let asked = asking.and_then(|template| template(self, arguments));
            asked.or_else(|| self.library.specialized(name, arguments))
        })
    }
}

/// An integer as a template argument is static.
fn static_if_known(value: HostValue) -> HostValue {
    match value.known_int() {
        Some(number) => HostValue::static_int(number),
        None => value,
    }
}
