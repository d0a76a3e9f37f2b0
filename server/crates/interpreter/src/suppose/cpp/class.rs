//! Classes of which nothing says with which template arguments, and objects of which nothing says what they hold.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{object::ClassValue, scope::ScopeId, types::HostType, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::program::Class;

use crate::{
    cpp::declared_fields::DeclaredField,
    run::convert::pointer_to,
    state::{
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    suppose::cpp::{reason, uses::Uses},
    value::static_number::{integer_least, is_static, static_number},
};

/// How deep objects in objects are supposed.
const MAX_DEPTH: usize = 3;

impl Interpreter<'_> {
    /// A class template, or a specialisation of one, with template arguments that are supposed.
    pub(crate) fn supposed_class(&mut self, class: &Class, scope: ScopeId) -> Option<ClassValue> {
        if class.template.is_empty() || !self.supposes_templates() {
            return None;
        }
        let file = self.scopes.file_of(scope);
        let bound = self.scopes.open(Some(scope), ScopeKind::Block, file);
        let frame = self.top_frame(bound, class.path.clone(), usize::MAX);
        self.frames.push(frame);
        let uses = Uses::Class(class);
        let mut template = BTreeMap::new();
        let mut arguments = Vec::new();
        for parameter in &class.template {
            let name = parameter.name.as_ref().map_or("", |name| name.text.as_str());
            let value = match &parameter.default {
                Some(default) => {
                    let default = static_number(self.value(default));
                    self.supposed_default(parameter, default, &uses)
                }
                None if parameter.is_pack => HostValue::tuple(Vec::new()),
                None => match self.supposed_template(parameter, &uses) {
                    Some(supposed) => supposed,
                    None => self.open_path(reason::template_argument(name), name),
                },
            };
            if !name.is_empty() {
                self.scopes.bind(bound, name, Some(Binding::parameter(value.clone(), parameter)));
                template.insert(name.to_owned(), value.clone());
            }
            arguments.push(value);
        }
        if !class.specialization.is_empty() {
            arguments = class.specialization.iter().map(|pattern| self.value(pattern)).collect();
        }
        self.frames.pop();
        Some(ClassValue {
            class: self.shared.class(class),
            template: Arc::new(template),
            arguments: arguments.into(),
            scope: self.scopes.captured(scope),
            annotations: Arc::default(),
        })
    }

    /// An object of a class of the program whose fields are what their types say.
    pub(crate) fn object_of_types(&mut self, class: &ClassValue, path: &str) -> HostValue {
        self.object_to_depth(class, path, MAX_DEPTH)
    }

    fn object_to_depth(&mut self, class: &ClassValue, path: &str, depth: usize) -> HostValue {
        self.object_by_types(class, &mut |this, DeclaredField { name, of, is_pointer }| {
            let path = format!("{path}.{name}");
            match is_pointer {
                true => this.supposed_behind(of, &path, depth),
                false => this.of_run_time(of, &path, depth),
            }
        })
    }

    /// A pointer: what it points to, as everywhere, where that is an object of a class of the program, a tiled copy or the
    /// like; else memory, which may hold several: `Stride<_1, int> strides[2]`.
    fn supposed_behind(&mut self, of: &HostValue, path: &str, depth: usize) -> HostValue {
        let is_object = |of: &HostType| match of {
            HostType::Class(_) => true,
            HostType::Of(value) => matches!(value, HostValue::Value(Value::Hardware(_))) && is_static(value),
            _ => false,
        };
        match of {
            HostValue::Type(of_type) if is_object(of_type) => self.of_run_time(of, path, depth),
            HostValue::Type(of_type) => pointer_to(of_type),
            _ => self.open_path(format!("where `{path}` points is not known"), path),
        }
    }

    /// An object of a type whose numbers of run time are any.
    fn of_run_time(&mut self, of: &HostValue, path: &str, depth: usize) -> HostValue {
        let not_known = || format!("`{path}` is not known");
        let HostValue::Type(host_type) = of else {
            let reason = if self.is_of_storage(of) { reason::storage(path) } else { not_known() };
            return self.open_path(reason, path);
        };
        match &**host_type {
            HostType::Of(value) if is_static(value) => value.clone(),
            HostType::Of(value) if value.elements().is_some() => self.with_any_numbers(value, Some(path)),
            HostType::Of(value) => match value.unknown_reason() {
                Some(_) => self.open_path(not_known(), path),
                None => value.clone(),
            },
            HostType::Named(name) if integer_least(name).is_some() => {
                HostValue::integer(&self.names.of_path(path, 0))
            }
            HostType::Class(class) => match depth.checked_sub(1) {
                Some(depth) => self.object_to_depth(&class.clone(), path, depth),
                None => HostValue::unknown(not_known()),
            },
            _ => self.open_path(not_known(), path),
        }
    }

    /// A tuple whose numbers of run time are any: they go by their places in what has this path, if that is known.
    pub(crate) fn with_any_numbers(&mut self, value: &HostValue, path: Option<&str>) -> HostValue {
        match value.elements() {
            Some(elements) => {
                let elements = elements.iter().enumerate().map(|(place, element)| {
                    self.with_any_numbers(element, path.map(|path| format!("{path}.{place}")).as_deref())
                });
                HostValue::tuple(elements.collect())
            }
            None if is_static(value) && value.unknown_reason().is_none() => value.clone(),
            None => match path {
                Some(path) => HostValue::integer(&self.names.of_path(path, 1)),
                None => self.nameless_size(),
            },
        }
    }

    /// A tuple whose zeros of run time are any number.
    pub(crate) fn with_any_for_zeros(&mut self, value: HostValue) -> HostValue {
        if !holds_zero(&value) {
            return value;
        }
        match value.elements() {
            Some(elements) => {
                let elements = elements.into_iter().map(|element| self.with_any_for_zeros(element));
                HostValue::tuple(elements.collect())
            }
            None => self.nameless_size(),
        }
    }

    /// A tuple whose integers of run time, of which the type says no more, are any.
    pub(crate) fn with_open_numbers(&mut self, value: HostValue) -> HostValue {
        let is_open = self.outside.libraries.types.is_open_number;
        match &value {
            HostValue::Tuple(elements) => {
                let elements = elements.iter().map(|element| match is_open(element) {
                    true => self.nameless_size(),
                    false => self.with_open_numbers(element.clone()),
                });
                HostValue::tuple(elements.collect())
            }
            _ => value,
        }
    }
}

/// Whether a value is a zero of run time, or a tuple that holds one.
fn holds_zero(value: &HostValue) -> bool {
    match value.elements() {
        Some(elements) => elements.iter().any(holds_zero),
        None => value.as_integer().is_some_and(|zero| !zero.is_static() && zero.known() == Some(0)),
    }
}
