//! `isinstance` and `is`: whether a value is an object of a class, and whether two names stand for one thing.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    function::Callable,
    library,
    object::ClassValue,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    python::builtin,
    state::interpreter::Interpreter,
    value::{class_of::class_of, dictionary},
};

/// How the kind of a member of an enumeration of the program begins.
const ENUMERATION: &str = "enumeration ";

/// How far a class is followed to what it inherits from.
const MAX_CLASSES: usize = 16;

/// Types that are Python's own.
const BUILT_IN: [&str; 7] = ["int", "str", "dict", "bool", "set", "tuple", "list"];

/// `isinstance(x, C)`, `isinstance(x, (C, D))`.
pub(crate) fn is_instance(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = builtin::first(call)?;
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

/// Python's name of the type of a value, or the library's, where that is certain.
fn type_name(value: &HostValue, class_of: fn(&HostValue) -> Option<&'static str>) -> Option<&'static str> {
    match value {
        HostValue::Text(_) => Some("str"),
        HostValue::Value(Value::Bool(_)) => Some("bool"),
        HostValue::Nothing => Some("NoneType"),
        _ if dictionary::is_dictionary(value) => Some("dict"),
        _ if dictionary::is_set(value) => Some("set"),
        _ => class_of(value)
            .or_else(|| value.as_integer().filter(|integer| integer.is_static()).map(|_| "int")),
    }
}

impl Interpreter<'_> {
    fn type_name(&self, value: &HostValue) -> Option<&'static str> {
        type_name(value, self.outside.libraries.types.class_of)
    }

    /// Whether a value is an object of a class, when that is certain.
    fn is_of_class(&mut self, value: &HostValue, class: &HostValue) -> Option<bool> {
        if let (HostValue::Instance(instance), Some(class)) = (value, class_of(class)) {
            let inherits = self.inherits(&instance.class.clone(), &class.clone(), MAX_CLASSES);
            return inherits.filter(|inherits| *inherits || !is_protocol(class));
        }
        if let HostValue::Module(path) = class {
            return (self.outside.libraries.types.is_object_of)(value, path, self.type_name(value));
        }
        let HostValue::Callable(class) = class else { return None };
        match &**class {
            Callable::Library { name, .. } => {
                // A type is no string and no number, but an object of `type`.
                if matches!(value, HostValue::Type(_)) {
                    return BUILT_IN.contains(&name.as_str()).then_some(false);
                }
                if let HostValue::Object(object) = value
                    && object.class.is_none()
                    && name.rsplit('.').next() == Some(object.kind.as_str())
                {
                    return Some(true);
                }
                if value.elements().is_some() {
                    // A tuple and a list are one here.
                    return ["int", "str", "dict", "bool", "set"].contains(&name.as_str()).then_some(false);
                }
                if ["tuple", "list"].contains(&name.as_str()) && value.as_integer().is_some() {
                    return Some(false);
                }
                let own = self.type_name(value)?;
                BUILT_IN.contains(&name.as_str()).then(|| own == name || own == "bool" && name == "int")
            }
            Callable::Class(class) if is_protocol(class) => None,
            Callable::Class(_) => self.type_name(value).map(|_| false),
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
        for base in self.bases_of(class).iter() {
            match class_of(base).cloned() {
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

/// `x is y`, where neither is `None`.
pub(crate) fn is_same(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    use HostValue as V;
    if let (Some(a), Some(b)) = (call.argument(0), call.argument(1))
        && (is_unique(a) || is_unique(b))
    {
        return Ok(interpreter.operated(BinaryOperator::Equal, a, b, &call.range));
    }
    let same = match (call.argument(0), call.argument(1)) {
        (Some(V::Callable(a)), Some(V::Callable(b))) => same_function(a, b),
        (Some(V::Type(a)), Some(V::Type(b))) => match (&**a, &**b) {
            (HostType::Named(a), HostType::Named(b)) => Some(a == b),
            _ => None,
        },
        (Some(V::Instance(a)), Some(V::Instance(b))) if a == b => Some(true),
        (Some(V::Nothing), Some(V::Nothing)) => Some(true),
        (Some(a), Some(b)) => match a.unknown_reason().or(b.unknown_reason()) {
            Some(reason) => {
                interpreter.tell_comparison(BinaryOperator::Equal, a, b);
                return library::unknown(reason);
            }
            None => None,
        },
        _ => None,
    };
    match same {
        Some(same) => Ok(Computed::plain(Value::Bool(same))),
        None => library::unknown("whether these are one object is not known"),
    }
}

/// Whether what is equal to a value is that value: a type of numbers, a member of an enumeration of the program or of the
/// library.
fn is_unique(value: &HostValue) -> bool {
    match value {
        HostValue::Type(of) => matches!(&**of, HostType::Named(_)),
        HostValue::Object(object) => match object.class {
            Some(_) => object.kind.starts_with(ENUMERATION),
            None => object.fields.len() == 1 && matches!(object.fields.get("name"), Some(HostValue::Text(_))),
        },
        _ => false,
    }
}

/// Whether two names stand for one function; one function of the library may have several names.
fn same_function(left: &Callable, right: &Callable) -> Option<bool> {
    let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
    match (left, right) {
        (
            Callable::Library { name: a, receiver: None, template: of_a, .. },
            Callable::Library { name: b, receiver: None, template: of_b, .. },
        ) if of_a.is_empty() && of_b.is_empty() => match a == b {
            true => Some(true),
            false => (last(a) != last(b)).then_some(false),
        },
        (
            Callable::Functions { overloads: a, receiver: None, .. },
            Callable::Functions { overloads: b, receiver: None, .. },
        ) => match (a.as_slice(), b.as_slice()) {
            ([a], [b]) if !Arc::ptr_eq(a, b) => Some(false),
            _ => None,
        },
        _ => None,
    }
}
