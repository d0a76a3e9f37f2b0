//! Tuples: `make_shape`, `Shape<..>`, `get`, `select`, `take`.

pub(super) mod element;
mod functions;
pub(super) mod transform;

use layoutlens_host_value::{
    call::{Call, Computed, Outcome},
    library::unknown,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value, symbolic};

use crate::{
    cute::{
        integer::{named_type, type_with},
        operand::{bare, instance, template_number, type_of},
    },
    family::{Family, find, names},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(functions::FUNCTIONS, bare(name)).or_else(|| find(transform::ASKING, bare(name))),
    function_names: || names(functions::FUNCTIONS).chain(names(transform::ASKING)).collect(),
    specialized,
    construct,
    ..Family::NONE
};

/// CuTe's names for tuples by what they are used for.
fn is_tuple_template(name: &str) -> bool {
    matches!(name, "Shape" | "Stride" | "Coord" | "Tile" | "Step" | "tuple" | "pair" | "IntTuple")
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = bare(name);
    if is_tuple_template(name) {
        return Some(Ok(type_with(HostValue::tuple(arguments.iter().map(element_of).collect()))));
    }
    Some(match (name, arguments) {
        ("tuple_size", [tuple]) => rank_of(tuple).map(|rank| type_with(HostValue::static_int(rank))),
        ("tuple_size_v", [tuple]) => rank_of(tuple).map(HostValue::run_time_int),
        ("tuple_element" | "tuple_element_t", [index, tuple]) => element_type(index, tuple),
        _ => return None,
    })
}

/// What reasons end with that are none for what a type decides: the number is one of run time.
const OPEN: &str = "leaves the number open";

/// An integer of run time of a type that is written.
pub(super) fn of_run_time(name: &str) -> HostValue {
    HostValue::unknown(format!("the type `{name}` {OPEN}"))
}

/// Whether a function of this name gives a tuple that holds one number in each leaf.
pub fn repeats_number(function: &str) -> bool {
    bare(function) == "repeat_like"
}

/// Whether a function of this name makes a tuple of what it is given.
pub fn makes_tuple(function: &str) -> bool {
    matches!(bare(function), "make_shape" | "make_stride" | "make_coord" | "make_tuple")
}

/// Whether an element of a tuple's type is certainly an integer of run time.
pub fn is_of_run_time(element: &HostValue) -> bool {
    match element.unknown_reason() {
        Some(reason) => reason.ends_with(OPEN),
        None => element.as_integer().is_some_and(|integer| !integer.is_static()),
    }
}

/// The type of an element that is one of run time, as it is written in the tuple's type: `int64_t`.
pub fn type_of_run_time(element: &HostValue) -> Option<&str> {
    element.unknown_reason()?.strip_suffix(OPEN)?.strip_prefix("the type `")?.strip_suffix("` ")
}

/// An element of a tuple of this type: unknown where only the program knows it.
fn element_of(argument: &HostValue) -> HostValue {
    if argument.unknown_reason().is_some() {
        return argument.clone();
    }
    match type_of(argument) {
        Some(HostType::Of(value)) => value.clone(),
        Some(HostType::Named(name)) => of_run_time(name),
        _ => HostValue::unknown("an element of the tuple is of a type that is not known"),
    }
}

fn elements(tuple: &HostValue) -> Result<Vec<HostValue>, Refusal> {
    match (tuple.unknown_reason(), instance(tuple).elements()) {
        (Some(reason), _) => unknown(reason),
        (None, Some(elements)) => Ok(elements),
        _ => unknown("this is no tuple"),
    }
}

fn rank_of(tuple: &HostValue) -> Result<i64, Refusal> {
    Ok(i64::try_from(elements(tuple)?.len()).unwrap_or(i64::MAX))
}

fn element_type(index: &HostValue, tuple: &HostValue) -> Result<HostValue, Refusal> {
    let index = usize::try_from(template_number(index)?).ok();
    let elements = elements(tuple)?;
    match index.and_then(|index| elements.get(index)) {
        Some(element) => match element.unknown_reason() {
            Some(reason) => match type_of_run_time(element) {
                Some(name) => Ok(named_type(name)),
                None => unknown(reason),
            },
            None => Ok(type_with(element.clone())),
        },
        None => unknown("a tuple of fewer elements"),
    }
}

/// `Shape<_8,_4>{}`, `Shape<int,_4>{m, {}}`, `Stride<int,_1>(stride)`; `tuple{4, _2{}}`, whose template arguments are deduced.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let tuple = match constructed {
        HostType::Of(tuple) => tuple,
        HostType::Named(name) if bare(name) == "tuple" => return Some(deduced(call)),
        _ => return None,
    };
    let parts = tuple.elements()?;
    let given = call.positional();
    let made = match given.as_slice() {
        [] => default_of(tuple),
        [whole] if whole.elements().is_some_and(|elements| elements.len() == parts.len()) => {
            converted(tuple, whole)
        }
        given => HostValue::tuple(
            parts
                .iter()
                .enumerate()
                .map(|(index, part)| {
                    given.get(index).map_or_else(|| default_of(part), |given| converted(part, given))
                })
                .collect(),
        ),
    };
    let is_too_long = given.len() > parts.len();
    Some(if is_too_long { unknown("more values than the type has") } else { Ok(Computed::plain(made)) })
}

/// A tuple of what is given; of one tuple, a copy.
fn deduced(call: &Call<'_>) -> Outcome {
    match call.positional().as_slice() {
        [copied] if copied.elements().is_some() => Ok(Computed::plain((*copied).clone())),
        _ => functions::make_tuple(call),
    }
}

/// What is left of a value of this type when nothing is given for it: its static parts; the rest is not set.
pub(super) fn default_of(value: &HostValue) -> HostValue {
    if let Some(elements) = value.elements() {
        return HostValue::tuple(elements.iter().map(default_of).collect());
    }
    match value.as_integer() {
        Some(integer) if !integer.is_static() => {
            HostValue::unknown("a run-time part of the type that nothing sets")
        }
        _ => match value {
            HostValue::Value(part) if !symbolic::has_names(part) => value.clone(),
            HostValue::Object(_) | HostValue::Type(_) => value.clone(),
            _ => HostValue::unknown("a part of the type that nothing sets"),
        },
    }
}

/// The given value as one of this type: what is static in the type stays.
fn converted(part: &HostValue, given: &HostValue) -> HostValue {
    let is_static = match part {
        HostValue::Value(Value::Tuple(layout_algebra::IntTuple::Int(_))) => {
            part.as_integer().is_none_or(|integer| integer.is_static())
        }
        HostValue::Value(value) => value.unknown_reason().is_none() && !matches!(value, Value::Tuple(_)),
        _ => false,
    };
    if is_static {
        return part.clone();
    }
    // It may be a static part, which no number changes.
    if let Some(reason) = part.unknown_reason().filter(|_| !is_of_run_time(part)) {
        return HostValue::unknown(reason);
    }
    match (part.elements(), given.elements()) {
        (Some(parts), Some(given)) if parts.len() == given.len() => {
            HostValue::tuple(parts.iter().zip(&given).map(|(part, given)| converted(part, given)).collect())
        }
        (Some(_), _) => HostValue::unknown("this conversion of tuples is not computed"),
        (None, _) => match given {
            HostValue::Instance(object) if !object.class.class.bases.is_empty() => {
                HostValue::unknown("which part of an object the tuple takes is not known")
            }
            given => run_time(given),
        },
    }
}

/// The value in a variable of a run-time type: `int` takes a static integer as a number.
fn run_time(given: &HostValue) -> HostValue {
    match given.as_integer() {
        Some(integer) => {
            HostValue::integer(&layout_algebra::symbolic::Integer::Dynamic(integer.expression()))
        }
        None => given.clone(),
    }
}
