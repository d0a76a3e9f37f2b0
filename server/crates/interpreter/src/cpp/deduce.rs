//! Template arguments: given, deduced from the arguments' types, or the defaults.

use std::collections::BTreeMap;

use layoutlens_host_value::{
    type_rules::TypeRules,
    types::{HostType, type_of, without_reference},
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, TemplateParameter},
};

use crate::{
    code::declared_name::template_name,
    cpp::specialization::is_without_arguments,
    state::{given::Given, interpreter::Interpreter, scope::Binding},
    suppose::cpp::{reason::template_argument, uses::Uses},
    value::static_number,
};

/// The arguments of a call, one for each parameter.
#[derive(Debug)]
pub(crate) struct Bound {
    /// `None` where the default holds.
    pub(crate) given: Vec<Option<Given>>,
}

/// What is deduced so far, by the template parameter's name.
type Deduced = BTreeMap<String, HostValue>;

impl Interpreter<'_> {
    /// A value for each template parameter, in order. Defaults see the parameters before them.
    pub(crate) fn template_arguments(
        &mut self,
        parameters: &[TemplateParameter],
        explicit: &[HostValue],
        function: &Function,
        given: &[Option<Given>],
        is_root: bool,
    ) -> Vec<HostValue> {
        let mut deduced = Deduced::new();
        for (parameter, given) in function.parameters.iter().zip(given) {
            if let (Some(declared), Some(given)) = (&parameter.declared_type, given) {
                deduce(
                    self.outside.libraries.types,
                    parameters,
                    declared,
                    parameter.is_pointer,
                    &given.argument.value,
                    &mut deduced,
                );
                let ExprKind::Name(name) = &declared.kind else { continue };
                if (!parameter.is_reference || parameter.is_constant)
                    && let Some(of) = deduced.remove(name)
                {
                    deduced.insert(name.clone(), without_reference(of));
                }
            }
        }
        let scope = self.scope();
        let mut explicit = explicit.iter();
        let mut all = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let name = parameter.name.as_ref().map(|name| name.text.as_str()).unwrap_or_default();
            let value = if parameter.is_pack {
                let pack = deduced_pack(name, function, given).or_else(|| deduced.remove(name));
                match (explicit.len(), pack) {
                    (0, Some(pack)) => pack,
                    (0, None) => HostValue::unknown("a pack of types is not deduced"),
                    // What is not given may be deduced behind it.
                    (_, Some(pack)) if pack.elements().is_some_and(|all| all.len() > explicit.len()) => {
                        HostValue::unknown("a pack of types is not deduced")
                    }
                    _ => HostValue::tuple(explicit.by_ref().cloned().collect()),
                }
            } else if let Some(value) = explicit.next() {
                value.clone()
            } else if let Some(value) = deduced.remove(name) {
                value
            } else if let Some(default) = &parameter.default {
                let default = static_number::static_number(self.value(default));
                if is_root && self.is_of_root() {
                    self.supposed_default(parameter, default, &Uses::Function(function))
                } else {
                    default
                }
            } else {
                let supposed = match is_root {
                    true => self.supposed_template(parameter, &Uses::Function(function)),
                    false => None,
                };
                supposed.unwrap_or_else(|| self.open_path(template_argument(name), name))
            };
            if !name.is_empty() {
                self.bind(scope, name, Binding::parameter(value.clone(), parameter));
            }
            all.push(value);
        }
        all
    }
}

/// The types of the arguments of `Ts... xs`.
fn deduced_pack(name: &str, function: &Function, given: &[Option<Given>]) -> Option<HostValue> {
    let is_of_pack = |declared: &Expr| match &declared.kind {
        ExprKind::Name(own) => own == name,
        ExprKind::Expand(inner) => matches!(&inner.kind, ExprKind::Name(own) if own == name),
        _ => false,
    };
    let mut pairs = function.parameters.iter().zip(given);
    let (_, given) = pairs.find(|(parameter, _)| {
        parameter.is_pack && parameter.declared_type.as_ref().is_some_and(is_of_pack)
    })?;
    let elements = given.as_ref()?.argument.value.elements()?;
    Some(HostValue::tuple(elements.iter().map(type_of).collect()))
}

/// Finds what the template parameters in a parameter's type stand for.
pub(crate) fn deduce(
    types: &TypeRules,
    parameters: &[TemplateParameter],
    declared: &Expr,
    is_pointer: bool,
    value: &HostValue,
    found: &mut Deduced,
) {
    let is_parameter = |name: &str| {
        parameters.iter().any(|parameter| parameter.name.as_ref().is_some_and(|own| own.text == name))
    };
    match &declared.kind {
        ExprKind::Name(name) if is_parameter(name) => {
            let value = match (is_pointer, value) {
                (false, _) => type_of(value),
                (true, HostValue::Pointer(pointer)) => pointer.element.clone(),
                (true, _) => HostValue::unknown(
                    value.unknown_reason().unwrap_or("the type that a pointer points to is not known"),
                ),
            };
            // Two parameters that disagree would not compile; a known one says more than an unknown one.
            let known = found.entry(name.clone()).or_insert_with(|| value.clone());
            if known.unknown_reason().is_some() {
                *known = value;
            }
        }
        ExprKind::Specialize { base, arguments } => {
            let parts = match &base.kind {
                ExprKind::Name(name) if is_parameter(name) => {
                    let Some((template, parts)) = (types.template_of)(value) else { return };
                    found.entry(name.clone()).or_insert(template);
                    Some(parts)
                }
                _ => parts_of(types, template_name(declared).unwrap_or_default(), value),
            };
            // A pack of none is a fact of its own: it takes a type of which all arguments are known.
            let Some(parts) = parts else { return };
            let mut parts = parts.into_iter();
            for argument in arguments {
                match &argument.kind {
                    ExprKind::Expand(pack) => {
                        if let ExprKind::Name(name) = &pack.kind {
                            let rest = HostValue::tuple(parts.by_ref().collect());
                            found.entry(name.clone()).or_insert(rest);
                        }
                    }
                    _ => {
                        let Some(part) = parts.next() else { break };
                        deduce_part(types, parameters, argument, part, found);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Finds template parameters in an argument of a type; `part` is the type or static integer that stands there.
fn deduce_part(
    types: &TypeRules,
    parameters: &[TemplateParameter],
    argument: &Expr,
    part: HostValue,
    found: &mut Deduced,
) {
    match &argument.kind {
        ExprKind::Name(name)
            if parameters.iter().any(|own| own.name.as_ref().is_some_and(|own| own.text == *name)) =>
        {
            found.entry(name.clone()).or_insert(part);
        }
        ExprKind::Specialize { .. } => {
            if let HostValue::Type(inner) = &part
                && let HostType::Of(value) = &**inner
            {
                deduce(types, parameters, argument, false, value, found);
            }
        }
        _ => {}
    }
}

/// The template arguments that the type of a value has; `None` where none of them is known.
pub(crate) fn parts_of(types: &TypeRules, template: &str, value: &HostValue) -> Option<Vec<HostValue>> {
    match value {
        HostValue::Instance(instance) if instance.class.class.name.text == template => {
            let class = &instance.class;
            (!is_without_arguments(class)).then(|| class.arguments.to_vec())
        }
        _ => {
            let parts = (types.arguments_of)(template, value);
            let is_empty_tuple = || value.elements().is_some_and(|elements| elements.is_empty());
            (!parts.is_empty() || is_empty_tuple()).then_some(parts)
        }
    }
}
