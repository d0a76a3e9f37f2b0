//! The types in which functions and tuples of the library take numbers: `max(-1, 5u)`, `max<float>(7, 5)`, `tuple<float>(7)`.

use layoutlens_host_value::{function::Callable, types::HostType, value::HostValue};
use layoutlens_syntax::program::Argument;

use crate::{
    code::path::last_part,
    run::number_type::is_known_negative,
    state::{
        given::Given,
        interpreter::Interpreter,
        number_type::{INT, NumberType},
    },
};

impl Interpreter<'_> {
    /// Converts the arguments of a function of the library that computes a number of numbers to the type in which it does.
    pub(crate) fn in_type_of_function(
        &mut self,
        target: &HostValue,
        arguments: &[Argument],
        given: &mut [Given],
    ) {
        let HostValue::Callable(callable) = target else { return };
        let Callable::Library { name, template, .. } = &**callable else { return };
        if self.is_python() || !(self.outside.libraries.types.computes_number)(name) {
            return;
        }
        if !template.is_empty() {
            self.in_written_types(template, given);
        }
        let is_negative = |given: &Given| is_known_negative(&given.argument.value);
        if given.len() < 2 || arguments.len() != given.len() || !given.iter().any(is_negative) {
            return;
        }
        if given
            .iter()
            .all(|given| given.argument.value.as_integer().is_some_and(|number| number.is_static()))
        {
            return;
        }
        let common = match template.as_slice() {
            [] => self.common_number_type(arguments, given),
            [of] => number_type_of(of),
            _ => None,
        };
        if common.is_none() && given.iter().all(is_negative) {
            return;
        }
        for given in given.iter_mut().filter(|given| given.argument.value.known_int().is_some()) {
            let value = std::mem::replace(&mut given.argument.value, HostValue::keep());
            given.argument.value = match common {
                Some(of) if of.is_signed || is_choice(name) => self.held_as(common, value),
                Some(_) => HostValue::unknown("a number below zero wraps around in an unsigned type"),
                None => HostValue::unknown("a negative number beside one whose type is not known"),
            };
        }
    }

    /// Each argument as the parameter holds it whose type is written: `max<float>(7, 5)`.
    fn in_written_types(&mut self, template: &[HostValue], given: &mut [Given]) {
        for (index, given) in given.iter_mut().enumerate() {
            // One type is that of all, as those of `std` have it; static numbers are no arguments of a written type.
            let Some(of) = template.get(index).or(template.last()) else { return };
            if given.argument.value.as_integer().is_none_or(|number| number.is_static() && is_static(of)) {
                continue;
            }
            let value = std::mem::replace(&mut given.argument.value, HostValue::keep());
            given.argument.value = match number_type_of(of) {
                Some(of) => self.held_as(Some(of), value),
                None => HostValue::unknown("a number as one of a type that is not known"),
            };
        }
    }

    /// The type in which an operator computes with all of these.
    fn common_number_type(&mut self, arguments: &[Argument], given: &[Given]) -> Option<NumberType> {
        let mut common: Option<NumberType> = None;
        for (argument, given) in arguments.iter().zip(given) {
            let is_static = given.argument.value.as_integer().is_some_and(|number| number.is_static());
            let own = match self.number_type_of(&argument.value) {
                None if is_static => INT,
                own => own?,
            };
            common = Some(common.map_or(own, |common| common.of_either(own)));
        }
        common
    }

    /// The leaves of a tuple as the type that it is made of has them: `Coord<float>` holds no integer.
    pub(crate) fn in_types_of_leaves(&mut self, of: &HostValue, made: HostValue) -> HostValue {
        if let Some(name) = (self.outside.libraries.types.type_of_open_number)(of) {
            return match NumberType::named(name) {
                None => made,
                of => self.held_as(of, made),
            };
        }
        let (Some(parts), Some(elements)) = (of.elements(), made.elements()) else { return made };
        if parts.len() != elements.len() {
            return made;
        }
        let elements = parts.iter().zip(elements);
        HostValue::tuple(elements.map(|(of, made)| self.in_types_of_leaves(of, made)).collect())
    }
}

/// Whether a function gives one of its arguments, so that nothing that it computes wraps around.
fn is_choice(function: &str) -> bool {
    matches!(last_part(function), "min" | "max")
}

/// The integer type that a template argument is.
fn number_type_of(of: &HostValue) -> Option<NumberType> {
    match of {
        HostValue::Type(of) => match &**of {
            HostType::Named(name) => NumberType::named(name),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a type is that of a static number.
fn is_static(of: &HostValue) -> bool {
    matches!(of, HostValue::Type(of) if matches!(&**of,
        HostType::Of(value) if value.as_integer().is_some_and(|number| number.is_static())))
}
