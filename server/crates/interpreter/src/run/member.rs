//! Members: `a.b`, `T::b`, `a[i]`.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed},
    function::Callable,
    object::{ClassValue, Object},
    types::HostType,
    value::{HostValue, SLICE},
};
use layoutlens_operation::Refusal;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Declaration, Item, StatementKind},
};

use crate::{
    code::{attribute::has_attribute, python_name::SUPER},
    python::{builtin, command_line, dictionary, slice, text},
    state::{interpreter::Interpreter, scope::Place},
    value::{class_of, unknown::unknown},
};

/// Why a member of a class of the program is not known that neither it nor what it inherits from has.
pub(crate) fn not_known(name: &str, class: &str) -> String {
    format!("`{name}` of `{class}` is not known")
}

/// Why there is no element.
const PAST_END: &str = "the index is past the end";

impl Interpreter<'_> {
    /// `base.name`, or `base::name`.
    pub(crate) fn member(&mut self, base: &HostValue, name: &str) -> HostValue {
        if let HostValue::Instance(instance) = base
            && self.is_written_implicitly(&instance.class, name)
            && !self.has_getter(&instance.class, name)
            && !self.supposes_nothing_unnamed()
        {
            return HostValue::unknown(format!(
                "an operator or a method of `{}` that Python calls may assign `{name}`",
                instance.class.class.name.text
            ));
        }
        if self.is_python()
            && let Some(hidden) = self.hidden_attribute(base, name)
        {
            if let Some(field) = self.field(base, name) {
                self.tell_hidden(&hidden, &field);
            }
            return hidden;
        }
        if self.is_python() && self.is_private_elsewhere(base, name) {
            return HostValue::unknown(format!("`{name}` is another one in each class"));
        }
        if self.is_python() && self.hands_out(base, name) {
            return HostValue::unknown("what an object is made of is not followed");
        }
        if let Some(found) = self.field(base, name)
            && !self.has_getter_of(base, name)
            && !self.covers_field(base, name)
        {
            return self.supposed_field(found, name);
        }
        match base {
            HostValue::Object(object) if object.kind == SUPER => {
                return self.member_of_bases(object, name);
            }
            HostValue::Instance(instance) => {
                let class = instance.class.clone();
                if self.is_python() && name == "__class__" {
                    return HostValue::Callable(Arc::new(Callable::Class(class)));
                }
                let whole = match self.dispatched(instance, name) {
                    Ok(whole) => whole,
                    Err(reason) => return reason,
                };
                if let Some(found) = self.class_member(&whole.class, name) {
                    return self.bound_to(found, &HostValue::Instance(whole));
                }
                if let Some(method) = builtin::record_method(base, name) {
                    return method;
                }
                return HostValue::unknown(not_known(name, &class.class.name.text));
            }
            HostValue::Type(class) => {
                let class = match &**class {
                    HostType::Class(class) => Some(class),
                    HostType::Of(HostValue::Instance(object)) if !self.is_python() => Some(&object.class),
                    _ => None,
                };
                if let Some(class) = class {
                    if let Some(found) = self.member_of_own_base(class, name) {
                        return found;
                    }
                    return self
                        .class_member(class, name)
                        .unwrap_or_else(|| HostValue::unknown(not_known(name, &class.class.name.text)));
                }
            }
            HostValue::Callable(callable) => {
                if let Callable::Class(class) = &**callable
                    && let Some(found) = self.class_member(class, name)
                {
                    return of_class(found, base);
                }
            }
            HostValue::Object(object) if self.is_python() && object.class.is_some() => {
                if let Some(class) = &object.class
                    && let Some(found) = self.class_member(class, name)
                {
                    return self.bound_to(found, base);
                }
            }
            HostValue::Module(path) => return self.module_member(path, name),
            _ => {}
        }
        if let Some(option) = self.option_of_command_line(base, name) {
            return option;
        }
        if self.is_python()
            && let Some(method) = dictionary::method(base, name)
                .or_else(|| text::method(base, name))
                .or_else(|| command_line::method(base, name))
        {
            return method;
        }
        if let Some(value) = self.library.member(base, name) {
            return self.with_own_number(value);
        }
        if let Some(function) = self.library.method(base, name) {
            return HostValue::Callable(Arc::new(Callable::Library {
                name: name.to_owned(),
                function: function.into(),
                template: Vec::new(),
                receiver: Some(base.clone()),
            }));
        }
        match base.unknown_reason() {
            // A member of an `IntEnum` is held as its number.
            None if self.is_python() && name == "value" && is_static_number(base) => base.clone(),
            Some(reason) => self.supposed_member(reason, name).unwrap_or_else(|| HostValue::unknown(reason)),
            None => self.member_not_computed(base, name),
        }
    }

    /// Why an attribute of an object or class of the program is not certain, whatever was seen of it.
    fn hidden_attribute(&mut self, base: &HostValue, name: &str) -> Option<HostValue> {
        let class = match base {
            HostValue::Instance(instance) => instance.class.clone(),
            HostValue::Callable(callable) => match &**callable {
                Callable::Class(class) => class.clone(),
                _ => return None,
            },
            _ => return None,
        };
        if let Some(reason) = self.vague_object(base).or_else(|| self.vague_class(&class)) {
            return Some(HostValue::unknown(reason));
        }
        if self.is_descriptor(&class, name) || self.may_be_descriptor(base, name) {
            return Some(HostValue::unknown(format!("what computes `{name}` is not followed")));
        }
        self.implicit_attribute(name)
    }

    /// Whether a class has something under a name that says itself what is read and written.
    fn is_descriptor(&mut self, class: &ClassValue, name: &str) -> bool {
        let has_own = self.has_member(class, name);
        if !has_own && (class.class.bases.is_empty() || !self.is_computed_somewhere(name)) {
            return false;
        }
        let is_property_of = |class: &ClassValue| {
            class.class.members.iter().any(|member| {
                matches!(member, Item::Statement(statement) if matches!(&statement.kind,
                StatementKind::Declare(declaration)
                    if declaration.names.iter().any(|own| own.text == name)
                        && matches!(declaration.value.as_ref().map(|value| &value.kind),
                            Some(ExprKind::Invoke { callee, .. })
                                if matches!(&callee.kind, ExprKind::Name(name) if name == "property"))))
            })
        };
        let is_property = match has_own {
            true => is_property_of(class),
            false => self.find_in_bases(class, |_, class| is_property_of(class).then_some(())).is_some(),
        };
        is_property
            || match self.class_member(class, name) {
                Some(HostValue::Instance(held)) => ["__get__", "__set__"]
                    .iter()
                    .any(|method| self.class_member(&held.class.clone(), method).is_some()),
                _ => false,
            }
    }

    /// Whether an object has a field of a name under which its class has what a call gave that is not known: `x = Field()`
    /// may be a descriptor, which says itself what is read. Fields that are declared with their type are left out.
    fn may_be_descriptor(&mut self, base: &HostValue, name: &str) -> bool {
        let HostValue::Instance(instance) = base else { return false };
        let class = instance.class.clone();
        let is_made_by_call = |declaration: &Declaration| {
            declaration.declared_type.is_none()
                && declaration.names.iter().any(|own| own.text == name)
                && matches!(
                    declaration.value.as_ref().map(|value| &value.kind),
                    Some(ExprKind::Invoke { .. })
                )
        };
        self.instances.of(instance.id).contains_key(name)
            && class.class.members.iter().any(|member| {
                matches!(member, Item::Statement(statement) if matches!(&statement.kind,
                    StatementKind::Declare(declaration) if is_made_by_call(declaration)))
            })
            && self.class_member(&class, name).is_some_and(|held| held.unknown_reason().is_some())
    }

    /// A number that is another one each time that it is asked for, which the library calls `?`.
    fn with_own_number(&mut self, value: HostValue) -> HostValue {
        let names = value.as_integer().map(|integer| integer.expression().names()).unwrap_or_default();
        match names.first() {
            Some(name) if *name.text == *"?" => HostValue::integer(&self.names.nameless(name.least)),
            _ => value,
        }
    }

    /// `super().name`: what the bases of the class at hand have, bound to the object at hand.
    fn member_of_bases(&mut self, of: &Object, name: &str) -> HostValue {
        if let Some(object) = of.fields.get("object")
            && self.has_several_bases(object)
        {
            self.escape(&object.clone());
            return HostValue::unknown(
                "which class comes next is another question for each class with several bases",
            );
        }
        let found = of.class.clone().and_then(|class| self.of_bases(&class, name));
        match (found, of.fields.get("object")) {
            (Some(found), Some(object)) => self.bound_to(found, object),
            _ => HostValue::unknown(format!("`{name}` of the bases is not known")),
        }
    }

    /// Whether a name is private to the class that uses it, `__x`, and the object has one of several classes.
    fn is_private_elsewhere(&self, object: &HostValue, name: &str) -> bool {
        let is_private = name.starts_with("__") && !name.ends_with("__");
        is_private
            && match object {
                HostValue::Instance(instance) => !instance.class.class.bases.is_empty(),
                object => class_of::class_of(object).is_some_and(|class| !class.class.bases.is_empty()),
            }
    }

    /// Whether an object's class, or one that it inherits from, has several bases.
    pub(crate) fn has_several_bases(&mut self, object: &HostValue) -> bool {
        let class = match object {
            HostValue::Instance(instance) => Some(instance.class.clone()),
            object => class_of::class_of(object).cloned(),
        };
        class.is_some_and(|class| {
            self.find_in_bases(&class, |_, of| (of.class.bases.len() > 1).then_some(())).is_some()
        })
    }

    fn has_getter_of(&mut self, base: &HostValue, name: &str) -> bool {
        match base {
            HostValue::Instance(instance) => self.has_getter(&instance.class, name),
            _ => false,
        }
    }

    /// Whether a name of a class is computed: `@property`.
    pub(crate) fn has_getter(&mut self, class: &ClassValue, name: &str) -> bool {
        if !self.is_python() || !self.is_computed_somewhere(name) {
            return false;
        }
        let is_own = class.class.members.iter().any(|member| {
            matches!(member, Item::Function(function)
                if function.name.text == name && is_of_property(&function.attributes))
        });
        is_own
            || !class.class.bases.is_empty()
                && matches!(self.class_member(class, name), Some(HostValue::Callable(callable))
                    if matches!(&*callable, Callable::Functions { overloads, .. }
                        if overloads.iter().any(|function| is_of_property(&function.attributes))))
    }

    /// A field that an object has.
    pub(crate) fn field(&mut self, object: &HostValue, name: &str) -> Option<HostValue> {
        match object {
            HostValue::Instance(instance) => {
                self.suppose_object(object);
                self.touch(&Place::Field(instance.id, name.into()));
                self.instances.of(instance.id).get(name).cloned()
            }
            HostValue::Object(object) => object.fields.get(name).cloned(),
            _ => None,
        }
    }

    /// A method that another method of the same object calls by its name.
    pub(crate) fn method(&mut self, object: &HostValue, name: &str) -> Option<HostValue> {
        let HostValue::Instance(instance) = object else { return None };
        let whole = match self.dispatched(instance, name) {
            Ok(whole) => whole,
            Err(reason) => return Some(reason),
        };
        match self.class_member(&whole.class, name)? {
            found @ HostValue::Callable(_) => Some(self.bound_to(found, &HostValue::Instance(whole))),
            _ => None,
        }
    }

    /// A function that is found in a class, as a method of an object.
    pub(crate) fn bound_to(&mut self, found: HostValue, object: &HostValue) -> HostValue {
        let HostValue::Callable(callable) = &found else { return found };
        let Callable::Functions { overloads, template, scope, receiver: None } = &**callable else {
            return found;
        };
        let is_static = overloads.iter().any(|function| has_attribute(&function.attributes, "staticmethod"));
        if is_static {
            return found;
        }
        if is_classmethod(&found)
            && let HostValue::Instance(instance) = object
        {
            let class = HostValue::Callable(Arc::new(Callable::Class(instance.class.clone())));
            return of_class(found, &class);
        }
        let getters: Vec<_> =
            overloads.iter().filter(|function| is_getter(&function.attributes)).cloned().collect();
        let is_property = self.is_python() && !getters.is_empty();
        if self.is_python()
            && !is_property
            && overloads.iter().any(|function| is_setter(&function.attributes))
        {
            return HostValue::unknown("what computes it is not followed");
        }
        let method = HostValue::Callable(Arc::new(Callable::Functions {
            // The functions that set a property share its name.
            overloads: if is_property { getters } else { overloads.clone() },
            template: template.clone(),
            scope: *scope,
            receiver: Some(object.clone()),
        }));
        match is_property {
            true if overloads
                .iter()
                .any(|function| has_attribute(&function.attributes, "cached_property")) =>
            {
                self.forget_changes_of("it is computed once", |this| this.call(&method, Vec::new(), 0..0));
                HostValue::unknown("what was computed the first time is kept")
            }
            true => self.call(&method, Vec::new(), 0..0).value,
            false => method,
        }
    }

    /// `base[indices]`.
    pub(crate) fn index(&mut self, expr: &Expr, indexed: &Expr, indices: &[Expr]) -> Computed {
        let base = self.value(indexed);
        let values: Vec<HostValue> = match self.elements(indices) {
            Ok(values) => values,
            Err(reason) => return unknown(reason),
        };
        if self.is_python()
            && let Some(value) = self.entry(&base, &values)
        {
            return Computed::plain(value);
        }
        self.forget_after_member(&base, "operator[]", &[]);
        let base = self.opened(base);
        if let (Some(elements), [index]) = (base.elements(), values.as_slice()) {
            let element = self.element(&elements, index);
            // A part of a list is a list of its own.
            if matches!(index, HostValue::Object(slice) if slice.kind == SLICE) && self.may_be_list(&base) {
                self.is_a_list(&element);
            }
            if element.unknown_reason() == Some(PAST_END) && self.is_python() {
                self.refuses_here(std::slice::from_ref(&base), None, true);
            }
            return Computed::plain(element);
        }
        if let Some(reason) = base.unknown_reason() {
            self.tell_index(indexed, &base, &values);
            return unknown(reason);
        }
        if let HostValue::Pointer(pointer) = &base
            && let Some(tuple) = self.some_tuple_in_memory(&pointer.element)
        {
            return Computed::plain(tuple);
        }
        let values = self.supposed_indices(&base, indices, values);
        let count = values.len();
        let arguments: Vec<CallArgument> = values
            .into_iter()
            .enumerate()
            .map(|(place, value)| {
                // One `*xs` stands for several.
                let index = indices.get(place).filter(|_| count == indices.len());
                CallArgument { keyword: None, value, range: index.unwrap_or(expr).range.clone() }
            })
            .collect();
        let call = Call {
            name: "[]",
            receiver: None,
            template: &[],
            arguments: &arguments,
            range: expr.range.clone(),
        };
        let outcome = self.library.apply(&base, &call);
        if let Err(Refusal::Ranks(_)) = &outcome
            && self.is_python()
        {
            let all = [base].into_iter().chain(arguments.iter().map(|argument| argument.value.clone()));
            self.refuses_here(&all.collect::<Vec<_>>(), None, false);
        }
        let outcome = match outcome {
            Ok(computed) => Ok(Computed { value: self.with_own_number(computed.value), ..computed }),
            refused => refused,
        };
        self.outcome(outcome, &call)
    }

    /// An element of a tuple, counted from its end when the index is negative, or a slice of it.
    fn element(&self, elements: &[HostValue], index: &HostValue) -> HostValue {
        if let HostValue::Object(object) = index
            && object.kind == SLICE
        {
            return slice::sliced(elements, object);
        }
        if *index == HostValue::keep() {
            return HostValue::tuple(elements.to_vec());
        }
        let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
        let Some(index) = index.known_int() else {
            return HostValue::unknown("the index is not known");
        };
        let index = if index < 0 && self.is_python() { index + length } else { index };
        usize::try_from(index)
            .ok()
            .and_then(|index| elements.get(index).cloned())
            .unwrap_or_else(|| HostValue::unknown(PAST_END))
    }
}

/// Whether a function computes a property: `@property`, `@cached_property`.
fn is_getter(attributes: &[Expr]) -> bool {
    ["property", "cached_property"].iter().any(|name| has_attribute(attributes, name))
}

/// Whether a function computes a property, or is called where one is assigned or deleted: `@size.setter`.
fn is_of_property(attributes: &[Expr]) -> bool {
    is_getter(attributes) || is_setter(attributes)
}

/// Whether a function is called where a property is assigned or deleted.
fn is_setter(attributes: &[Expr]) -> bool {
    ["setter", "deleter", "getter"].iter().any(|name| has_attribute(attributes, name))
}

fn is_static_number(value: &HostValue) -> bool {
    value.as_integer().is_some_and(|integer| integer.is_static())
}

fn is_classmethod(found: &HostValue) -> bool {
    matches!(found, HostValue::Callable(callable) if matches!(&**callable,
        Callable::Functions { overloads, .. }
            if overloads.iter().any(|function| has_attribute(&function.attributes, "classmethod"))))
}

/// A function of a Python class that is found by the class's name: a class method is given the class.
fn of_class(found: HostValue, class: &HostValue) -> HostValue {
    let HostValue::Callable(callable) = &found else { return found };
    let Callable::Functions { overloads, template, scope, receiver: None } = &**callable else {
        return found;
    };
    if !is_classmethod(&found) {
        return found;
    }
    HostValue::Callable(Arc::new(Callable::Functions {
        overloads: overloads.clone(),
        template: template.clone(),
        scope: *scope,
        receiver: Some(class.clone()),
    }))
}
