//! Templates of classes with their arguments, and the specialisations that these choose.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    invariant,
    object::ClassValue,
    scope::{Scope, ScopeId},
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::program::{Class, TemplateParameter};

use crate::{
    code::member::{Member, each_member},
    cpp::specialization::{Primary, Special},
    state::{
        definitions::{Definition, DefinitionKind},
        interpreter::Interpreter,
        scope::{Binding, ScopeKind, as_argument},
    },
    suppose::cpp::reason::template_argument,
    value::static_number,
};

impl Interpreter<'_> {
    /// A class template with its arguments; the specialisation that they name, where there is one.
    pub(crate) fn specialized_class(&mut self, class: &ClassValue, arguments: Vec<HostValue>) -> HostValue {
        let definition = Arc::clone(&class.class);
        if !definition.specialization.is_empty() {
            let name = &definition.name.text;
            let not_defined = || HostValue::unknown(format!("`{name}` is specialised here, but not defined"));
            let path: Vec<&str> = definition.path.iter().map(String::as_str).collect();
            return self.specialization_of_library(&path, name, &arguments).unwrap_or_else(not_defined);
        }
        let place = (class.scope.id, &*definition.path);
        let given = arguments.len();
        let (bound, values) = self.bound_template(&definition.template, place, arguments);
        let special = self.specializations_of(class);
        let patterns: Vec<Special<'_>> = special
            .iter()
            .map(|class| Special { parameters: &class.template, pattern: &class.specialization })
            .collect();
        let chosen = self.specialization(
            &definition.name.text,
            &patterns,
            &values,
            Primary { parameters: &definition.template, place, given },
        );
        let (definition, template) = match chosen {
            Err(reason) => return HostValue::unknown(reason),
            Ok(Some((index, bindings))) => match special.get(index) {
                Some(special) => (Arc::clone(special), bindings),
                None => {
                    return invariant!(
                        HostValue::unknown("a specialisation that is not there"),
                        "specialisation {index} of {}",
                        special.len()
                    );
                }
            },
            Ok(None) => {
                let names = definition.template.iter().filter_map(|parameter| parameter.name.as_ref());
                let template = names.filter_map(|name| {
                    Some((name.text.clone(), self.scopes.binding(bound, &name.text)?.value.clone()))
                });
                let template = template.collect();
                (Arc::clone(&definition), template)
            }
        };
        self.class_of_specialization(definition, template, values, class.scope)
    }

    fn class_of_specialization(
        &mut self,
        definition: Arc<Class>,
        template: BTreeMap<String, HostValue>,
        values: Vec<HostValue>,
        scope: Scope,
    ) -> HostValue {
        // A specialisation may stand in another file than its template.
        let scope = match self.scope_of_own_file(&definition) {
            Some(own) if own != scope.id => self.scopes.captured(own),
            _ => scope,
        };
        HostValue::Type(Arc::new(HostType::Class(ClassValue {
            class: definition,
            template: Arc::new(template),
            arguments: values.into(),
            scope,
            annotations: Arc::default(),
        })))
    }

    /// What a template in the namespaces at `path`, which the program specialises and a library defines, is for these arguments:
    /// `MMA_Traits<Mine>`. What no specialisation of the program is for is the library's, if it has one.
    pub(crate) fn specialization_of_library(
        &mut self,
        path: &[&str],
        name: &str,
        arguments: &[HostValue],
    ) -> Option<HostValue> {
        let found: Vec<&Class> = self
            .definitions
            .qualified(path, name)
            .iter()
            // A template of the same name in another namespace has specialisations of its own.
            .filter(|definition| definition.path.len() == path.len())
            .filter_map(special_class)
            .collect();
        let special: Vec<Arc<Class>> = found.into_iter().map(|class| self.shared.class(class)).collect();
        let first = special.first()?;
        let scope = self.scope_of_own_file(first).unwrap_or_else(|| self.scope());
        let patterns: Vec<Special<'_>> = special
            .iter()
            .map(|class| Special { parameters: &class.template, pattern: &class.specialization })
            .collect();
        let place = (scope, &*first.path);
        let primary = Primary { parameters: &[], place, given: arguments.len() };
        match self.specialization(name, &patterns, arguments, primary) {
            Err(reason) => Some(HostValue::unknown(reason)),
            Ok(Some((index, bindings))) => {
                let definition = Arc::clone(special.get(index)?);
                let scope = self.scopes.captured(scope);
                Some(self.class_of_specialization(definition, bindings, arguments.to_vec(), scope))
            }
            Ok(None) => {
                let qualified: Vec<&str> = path.iter().copied().chain([name]).collect();
                self.library_template(&qualified.join("::"), arguments)?.ok()
            }
        }
    }

    /// The specialisations of a class template, which stand beside it.
    pub(crate) fn specializations_of(&mut self, class: &ClassValue) -> Vec<Arc<Class>> {
        let name = &class.class.name.text;
        let around = match self.scopes.get(class.scope.id).map(|scope| scope.kind.clone()) {
            Some(ScopeKind::Class(around)) => Some(around),
            _ => None,
        };
        if let Some(around) = around {
            let mut found: Vec<&Class> = Vec::new();
            each_member(&around.class.members, &self.choices, &mut |member, _| match member {
                Member::Class(inner) if inner.name.text == *name && !inner.specialization.is_empty() => {
                    found.push(inner);
                }
                _ => {}
            });
            // One that stands outside of the class around, `template <> struct Around::Inner<64>`.
            let outside = self.definitions.qualified(&[&around.class.name.text], name);
            found.extend(outside.iter().filter_map(special_class));
            return found.into_iter().map(|class| self.shared.class(class)).collect();
        }
        let path: Vec<&str> = class.class.path.iter().map(String::as_str).collect();
        let found: Vec<&Class> = self
            .definitions
            .qualified(&path, name)
            .iter()
            // A template of the same name in another namespace has specialisations of its own.
            .filter(|definition| *definition.path == *class.class.path)
            .filter_map(special_class)
            .collect();
        found.into_iter().map(|class| self.shared.class(class)).collect()
    }

    /// Template arguments in order, defaults filled in, and a scope that holds them by name.
    pub(crate) fn bound_template(
        &mut self,
        parameters: &[TemplateParameter],
        (outer, path): (ScopeId, &[String]),
        arguments: Vec<HostValue>,
    ) -> (ScopeId, Vec<HostValue>) {
        let file = self.scopes.file_of(outer);
        let scope = self.scopes.open(Some(outer), ScopeKind::Block, file);
        let mut arguments = arguments.into_iter();
        let mut values = Vec::new();
        for parameter in parameters {
            if parameter.is_pack {
                let pack: Vec<HostValue> = arguments.by_ref().collect();
                values.extend(pack.iter().cloned());
                let Some(name) = &parameter.name else { continue };
                let binding = Binding::parameter(HostValue::tuple(pack), parameter);
                self.scopes.bind(scope, &name.text, Some(binding));
                continue;
            }
            let name = parameter.name.as_ref().map_or("", |name| name.text.as_str());
            let value = if let Some(value) = arguments.next() {
                value
            } else if let Some(default) = &parameter.default {
                let frame = self.top_frame(scope, path.into(), usize::MAX);
                self.frames.push(frame);
                let value = self.value(default);
                self.frames.pop();
                static_number::static_number(value)
            } else {
                HostValue::unknown(template_argument(name))
            };
            let value = as_argument(value, parameter);
            if !name.is_empty() {
                self.scopes.bind(scope, name, Some(Binding::parameter(value.clone(), parameter)));
            }
            values.push(value);
        }
        (scope, values)
    }
}

fn special_class<'a>(definition: &Definition<'a>) -> Option<&'a Class> {
    match definition.kind {
        DefinitionKind::Class(class) if !class.specialization.is_empty() => Some(class),
        _ => None,
    }
}
