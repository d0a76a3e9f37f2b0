//! `isinstance`: whether a value is an object of a class.

use layoutlens_syntax::{Expr, ExprKind};

use super::{
    super::{Call, Callable, ClassValue, Computed, HostValue, library::Outcome},
    Interpreter,
    class::class_of,
};
use crate::{Value, host::library};

/// How far a class is followed to what it inherits from.
const MAX_CLASSES: usize = 16;

/// `isinstance(x, C)`, `isinstance(x, (C, D))`.
pub(super) fn is_instance(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = super::python::first(call)?;
    let Some(class) = call.argument(1) else { return library::unknown("isinstance needs a class") };
    let classes = class.elements().unwrap_or_else(|| vec![class.clone()]);
    let found: Vec<Option<bool>> =
        classes.iter().map(|class| interpreter.is_of_class(value, class)).collect();
    match (found.contains(&Some(true)), found.contains(&None)) {
        (true, _) => Ok(Computed::plain(Value::Bool(true))),
        (false, false) => Ok(Computed::plain(Value::Bool(false))),
        (false, true) => library::unknown("whether the value is of this class is not known"),
    }
}

/// Python's name of the type of a value, where that is certain.
fn builtin_type(value: &HostValue) -> Option<&'static str> {
    match value {
        HostValue::Text(_) => Some("str"),
        HostValue::Value(Value::Bool(_)) => Some("bool"),
        HostValue::Nothing => Some("NoneType"),
        HostValue::Tensor(_) => Some("Tensor"),
        _ if super::dictionary::is_dictionary(value) => Some("dict"),
        _ if super::dictionary::is_set(value) => Some("set"),
        _ if value.layout().is_some() => Some("Layout"),
        _ => value.as_integer().filter(|integer| integer.is_static()).map(|_| "int"),
    }
}

impl Interpreter<'_> {
    /// Whether a value is an object of a class, when that is certain.
    fn is_of_class(&mut self, value: &HostValue, class: &HostValue) -> Option<bool> {
        if let (HostValue::Instance(instance), Some(class)) = (value, class_of(class)) {
            let inherits = self.inherits(&instance.class.clone(), &class.clone(), MAX_CLASSES);
            return inherits.filter(|inherits| *inherits || !is_protocol(class));
        }
        let HostValue::Callable(class) = class else { return None };
        match &**class {
            Callable::Library { name, .. } => {
                if value.elements().is_some() {
                    // A tuple and a list are one here.
                    return ["int", "str", "dict", "bool", "set"].contains(&name.as_str()).then_some(false);
                }
                if ["tuple", "list"].contains(&name.as_str()) && value.as_integer().is_some() {
                    return Some(false);
                }
                let own = builtin_type(value)?;
                let is_known =
                    ["int", "str", "dict", "bool", "set", "tuple", "list"].contains(&name.as_str());
                is_known.then(|| own == name || own == "bool" && name == "int")
            }
            Callable::Class(class) if is_protocol(class) => None,
            Callable::Class(_) => builtin_type(value).map(|_| false),
            _ => None,
        }
    }

    /// Whether a class is another one, or inherits from it.
    fn inherits(&mut self, class: &ClassValue, wanted: &ClassValue, depth: usize) -> Option<bool> {
        if class == wanted {
            return Some(true);
        }
        let depth = depth.checked_sub(1)?;
        let mut is_certain = true;
        for base in self.bases_of(class) {
            match class_of(&base).cloned() {
                Some(base) => match self.inherits(&base, wanted, depth) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => is_certain = false,
                },
                // A class of a module that is not read inherits from nothing here.
                None => is_certain &= matches!(base, HostValue::Module(_)),
            }
        }
        is_certain.then_some(false)
    }
}

/// Whether every object with the members of this class is one of it, whatever it inherits from.
fn is_protocol(class: &ClassValue) -> bool {
    fn is_named(base: &Expr) -> bool {
        match &base.kind {
            ExprKind::Name(name) => name == "Protocol",
            ExprKind::Member { name, .. } => name.text == "Protocol",
            ExprKind::Index { base, .. } => is_named(base),
            _ => false,
        }
    }
    class.class.bases.iter().any(is_named)
}
