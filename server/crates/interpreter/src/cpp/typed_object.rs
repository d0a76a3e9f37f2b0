//! What is certain of an object of which the code gives nothing but its type: what the type fixes. Its numbers are any.

use layoutlens_host_value::{object::ClassValue, types::HostType, value::HostValue};
use layoutlens_syntax::program::UNION;

use crate::{
    code::attribute::has_attribute,
    cpp::declared_fields::DeclaredField,
    run::convert::pointer_to,
    state::{interpreter::Interpreter, run_time_name::LEAST_INT},
    suppose::cpp::reason::field_of_unknown,
    value::static_number::{integer_least, is_static},
};

/// How deep objects in objects are looked at.
const MAX_DEPTH: usize = 3;

impl Interpreter<'_> {
    /// Some object of a type; `None` where that is no tuple, no container and no class of the program. What its type leaves open is unknown
    /// for the reason; its numbers go by where they are in what has this path.
    pub(crate) fn some_object(&mut self, of: &HostType, reason: &str, path: &str) -> Option<HostValue> {
        self.some_to_depth(of, reason, path, MAX_DEPTH)
    }

    /// Some object of a class: that for which a method is run which nothing is seen to call. Its fields go by their names.
    pub(crate) fn some_object_of(&mut self, class: &ClassValue) -> HostValue {
        self.object_by_types(class, &mut |this, field| {
            let reason = field_of_unknown(field.name);
            this.some_field(&field, &reason, field.name, MAX_DEPTH)
        })
    }

    fn some_to_depth(&mut self, of: &HostType, reason: &str, path: &str, depth: usize) -> Option<HostValue> {
        match of {
            HostType::Of(value) if is_static(value) => Some(value.clone()),
            HostType::Of(value) => self.some_tuple(value, Some(path)),
            // Of a template whose arguments nothing gives, these are what is asked for: `Tensor<Engine, Layout> t`.
            HostType::Class(class)
                if class.arguments.iter().any(|argument| argument.unknown_reason().is_some()) =>
            {
                None
            }
            HostType::Class(class) if !has_attribute(&class.class.attributes, UNION) => {
                Some(self.some_instance(class, reason, path, depth.checked_sub(1)?))
            }
            // A container: of what type its elements are.
            HostType::Specialized { .. } => {
                let made = self.construct_type(of, Vec::new(), 0..0).value;
                (self.outside.libraries.types.with_written_elements)(&made)
            }
            _ => None,
        }
    }

    /// What a place in memory holds where its type is a tuple's.
    pub(crate) fn some_tuple_in_memory(&mut self, element: &HostValue) -> Option<HostValue> {
        match element {
            HostValue::Type(of) => match &**of {
                HostType::Of(value) => self.some_tuple(value, None),
                _ => None,
            },
            _ => None,
        }
    }

    /// Some tuple of the type that a tuple stands for: `(?,_1,?)` of `Stride<int64_t, _1, int64_t>`. `None` where an element is
    /// neither fixed by its type nor an integer. Its numbers go by their places in what has this path, if that is known.
    pub(crate) fn some_tuple(&mut self, of: &HostValue, path: Option<&str>) -> Option<HostValue> {
        let elements = of.elements()?;
        let made: Option<Vec<HostValue>> = elements
            .iter()
            .enumerate()
            .map(|(place, element)| {
                self.some_element(element, path.map(|path| format!("{path}.{place}")).as_deref())
            })
            .collect();
        Some(HostValue::tuple(made?))
    }

    fn some_element(&mut self, element: &HostValue, path: Option<&str>) -> Option<HostValue> {
        let least = match (self.outside.libraries.types.type_of_open_number)(element) {
            Some(name) => Some(integer_least(name)?),
            None => element.as_integer().filter(|integer| !integer.is_static()).map(|_| LEAST_INT),
        };
        match least {
            Some(least) => Some(HostValue::integer(&match path {
                Some(path) => self.names.of_path(path, least),
                None => self.names.nameless(least),
            })),
            None if is_static(element) => Some(element.clone()),
            None => self.some_tuple(element, path),
        }
    }

    fn some_instance(&mut self, class: &ClassValue, reason: &str, path: &str, depth: usize) -> HostValue {
        self.object_by_types(class, &mut |this, field| {
            this.some_field(&field, reason, &format!("{path}.{}", field.name), depth)
        })
    }

    /// What a field of an object holds that has this path.
    fn some_field(&mut self, field: &DeclaredField<'_>, reason: &str, path: &str, depth: usize) -> HostValue {
        let value = match field.of {
            HostValue::Type(of) if field.is_pointer => Some(pointer_to(of)),
            HostValue::Type(of) => match &**of {
                HostType::Named(name) if integer_least(name).is_some() => {
                    Some(HostValue::integer(&self.names.of_path(path, LEAST_INT)))
                }
                HostType::Named(name) => Some(HostValue::typed(name, reason)),
                of => self.some_to_depth(of, reason, path, depth),
            },
            _ => None,
        };
        value.unwrap_or_else(|| HostValue::unknown(reason))
    }
}
