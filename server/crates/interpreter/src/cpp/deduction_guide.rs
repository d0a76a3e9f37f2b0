//! Deduction guides: `template <class A> Holder(A) -> Holder<A>;` says which class an object is of that is declared as a
//! `Holder`.

use layoutlens_host_value::{
    object::ClassValue,
    types::{HostType, type_of, without_reference},
    value::HostValue,
};
use layoutlens_syntax::{ExprKind, program::Function};

use crate::{
    code::declared_name::template_name,
    state::{definitions::DefinitionKind, given::Given, interpreter::Interpreter},
};

impl<'a> Interpreter<'a> {
    /// The guides of a class template.
    pub(crate) fn guides_of(&self, class: &ClassValue) -> Vec<&'a Function> {
        let name = &class.class.name.text;
        let path: Vec<&str> = class.class.path.iter().map(String::as_str).collect();
        let found = self.definitions.qualified(&path, name);
        let functions = found.iter().filter(|definition| *definition.path == *class.class.path);
        let functions = functions.filter_map(|definition| match definition.kind {
            DefinitionKind::Function(function) => Some(function),
            _ => None,
        });
        functions
            .filter(|function| {
                let returns = function.returns.as_ref().and_then(template_name);
                function.is_only_declared && returns.is_some_and(|of| of == name)
            })
            .collect()
    }

    /// The class that a guide names for what an object is made of; none of all where guides do not say it of plain types. `None`
    /// where no guide has a say.
    pub(crate) fn guided_class(&mut self, class: &ClassValue, given: &[Given]) -> Option<Option<ClassValue>> {
        if self.is_python() || class.class.template.is_empty() || !class.arguments.is_empty() {
            return None;
        }
        let guides = self.guides_of(class);
        if guides.is_empty() || guides.iter().all(|guide| takes_another_number(guide, given.len())) {
            return None;
        }
        let [guide] = guides.as_slice() else { return Some(None) };
        if !gives_types_as_they_are(guide) || guide.parameters.len() != given.len() || is_copy(class, given) {
            return Some(None);
        }
        let types = given.iter().map(|given| without_reference(type_of(&given.argument.value))).collect();
        Some(match self.specialized_class(class, types) {
            HostValue::Type(of) => match &*of {
                HostType::Class(class) => Some(class.clone()),
                _ => None,
            },
            _ => None,
        })
    }
}

/// Whether a guide is for more or fewer values.
fn takes_another_number(guide: &Function, given: usize) -> bool {
    let is_plain = guide.parameters.iter().all(|parameter| !parameter.is_pack && parameter.default.is_none());
    is_plain && guide.parameters.len() != given
}

/// `(A, B) -> Holder<A, B>` of a `template <class A, class B>`.
fn gives_types_as_they_are(guide: &Function) -> bool {
    let Some(ExprKind::Specialize { arguments, .. }) = guide.returns.as_ref().map(|of| &of.kind) else {
        return false;
    };
    let mut parts = guide.template.iter().zip(&guide.parameters).zip(arguments);
    arguments.len() == guide.template.len()
        && guide.parameters.len() == guide.template.len()
        && parts.all(|((own, parameter), argument)| {
            let is_own = |kind: &ExprKind| {
                matches!((kind, &own.name), (ExprKind::Name(name), Some(own)) if own.text == *name)
            };
            let is_declared = parameter.declared_type.as_ref().is_some_and(|of| is_own(&of.kind));
            let is_value = !parameter.is_pointer && (!parameter.is_reference || parameter.is_constant);
            own.is_type && !own.is_pack && is_declared && is_value && is_own(&argument.kind)
        })
}

/// Whether an object is made of another one of the class.
fn is_copy(class: &ClassValue, given: &[Given]) -> bool {
    let [Given { argument, .. }] = given else { return false };
    match &argument.value {
        HostValue::Instance(of) => of.class.class.name.text == class.class.name.text,
        value => value.unknown_reason().is_some(),
    }
}
