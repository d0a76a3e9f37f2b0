//! Sequences of integers as types, `make_seq<3>`, `std::index_sequence<0, 1>` (`cute/numeric/integer_sequence.hpp`): what a
//! template takes apart, `template <size_t... I> f(index_sequence<I...>)`.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::unknown,
    object::Object,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::{
    cute::{
        integer::type_with,
        operand::{bare, template_number, type_of},
    },
    family::Family,
};

/// The names of this family.
pub(in crate::cute) const FAMILY: Family = Family { specialized, construct, ..Family::NONE };

/// What an object of such a type is.
const KIND: &str = "integer_sequence";

/// Where its integers are.
const ELEMENTS: &str = "elements";

/// The most integers that a sequence is made of.
const MAX_ELEMENTS: i64 = 4096;

/// Templates whose arguments are the integers.
const OF_INTEGERS: [&str; 3] = ["index_sequence", "int_sequence", "seq"];

/// Templates that count up to their argument.
const COUNTED: [&str; 3] = ["make_index_sequence", "make_int_sequence", "make_seq"];

/// Templates that count from their first argument to their second.
const RANGES: [&str; 2] = ["make_range", "make_int_range"];

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = bare(name);
    Some(match arguments {
        _ if OF_INTEGERS.contains(&name) => {
            arguments.iter().map(template_number).collect::<Result<_, _>>().map(sequence)
        }
        [count] if COUNTED.contains(&name) => template_number(count).and_then(|count| counted(0, count)),
        [first, last] if RANGES.contains(&name) => {
            template_number(first).and_then(|first| counted(first, template_number(last)?))
        }
        [tuple] if name == "tuple_seq" => match type_of(tuple) {
            Some(HostType::Of(of)) if of.elements().is_some() => {
                counted(0, i64::try_from(of.elements().map_or(0, |all| all.len())).unwrap_or(i64::MAX))
            }
            _ => unknown("how many elements the tuple has is not known"),
        },
        _ => return None,
    })
}

fn counted(from: i64, to: i64) -> Result<HostValue, Refusal> {
    match to.checked_sub(from) {
        Some(0..=MAX_ELEMENTS) => Ok(sequence((from..to).collect())),
        _ => unknown(format!("a sequence of integers has 0 to {MAX_ELEMENTS} here")),
    }
}

fn sequence(numbers: Vec<i64>) -> HostValue {
    let elements = HostValue::tuple(numbers.into_iter().map(HostValue::static_int).collect());
    let fields = BTreeMap::from([(ELEMENTS.to_owned(), elements)]);
    type_with(HostValue::Object(Arc::new(Object { class: None, kind: KIND.to_owned(), fields })))
}

fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    match constructed {
        HostType::Of(value) if integers(value).is_some() && call.arguments.is_empty() => {
            Some(Ok(Computed::plain(value.clone())))
        }
        _ => None,
    }
}

/// The integers of a sequence.
fn integers(value: &HostValue) -> Option<Vec<HostValue>> {
    match value {
        HostValue::Object(object) if object.kind == KIND => object.fields.get(ELEMENTS)?.elements(),
        _ => None,
    }
}

/// The arguments of the template that a sequence is of; `None` for other templates and values.
pub(in crate::cute) fn arguments_of(template: &str, value: &HostValue) -> Option<Vec<HostValue>> {
    integers(value).filter(|_| OF_INTEGERS.contains(&template))
}
