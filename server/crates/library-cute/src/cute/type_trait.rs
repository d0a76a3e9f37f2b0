//! Questions about types: `is_same_v`, `conditional_t`, `is_static`.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, PlainFunction, Runner},
    library::unknown,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value, symbolic};

use crate::{
    cute::{
        element::{number_type, parts_of_array},
        integer::type_with,
        operand::{argument, bare, instance, of_type, template_number, template_type, type_of},
        policy, spelling,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, bare(name)).or_else(|| find(ASKING, bare(name))),
    specialized,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[("move", same), ("as_const", same), ("declval", declval)];

/// `declval<T>()`: something of this type.
fn declval(call: &Call<'_>) -> Outcome {
    let of = template_type(call, 0)?;
    match of_type(of) {
        Some(value) => Ok(Computed::plain(value.clone())),
        None => unknown("an object of this type is not computed"),
    }
}

/// Functions that ask whoever runs the program.
const ASKING: &[(&str, AskingFunction)] = &[("forward", forwarded)];

fn same(call: &Call<'_>) -> Outcome {
    Ok(Computed::plain(argument(call, 0)?.clone()))
}

/// `forward<T>(x)`: an object is that of `T`, which may be one of its bases.
fn forwarded(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let given = argument(call, 0)?;
    if !matches!(given, HostValue::Instance(_)) {
        return same(call);
    }
    let class = match type_of(template_type(call, 0)?) {
        Some(HostType::Class(class)) => class,
        Some(HostType::Of(HostValue::Instance(object))) => &object.class,
        _ => return unknown("as what the object is passed on is not known"),
    };
    match runner.cast_to_class(given, class) {
        Some(value) => Ok(Computed::plain(value)),
        None => unknown("as what the object is passed on is not known"),
    }
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    // CuTe's static integers are integral to CuTe alone.
    let is_of_std = name.trim_start_matches("::").starts_with("std::");
    let name = bare(name);
    if let Some(chosen) = type_of_types(name, arguments) {
        return Some(chosen);
    }
    let (question, is_variable) = match name.strip_suffix("_v") {
        Some(question) => (question, true),
        None => (name, false),
    };
    let is_static_integer = matches!(arguments, [of]
        if instance(of).as_integer().is_some_and(|integer| integer.is_static()));
    let is_truth = matches!(arguments, [of] if matches!(of_type(of), Some(HostValue::Value(Value::Bool(_)))));
    let holds = match is_of_std && question == "is_integral" {
        true if is_static_integer => Ok(false),
        // `bool` is, `true_type` is not.
        true if is_truth => unknown("whether a truth value is static is not known"),
        _ => answer(question, arguments)?,
    };
    Some(holds.map(|holds| {
        let holds = HostValue::Value(Value::Bool(holds));
        if is_variable { holds } else { type_with(holds) }
    }))
}

/// Templates whose member `type` is a type made from types; `NAME_t` is that type itself.
const TRAITS_OF_TYPES: [&str; 14] = [
    "conditional",
    "remove_cvref",
    "remove_cv",
    "remove_const",
    "remove_reference",
    "decay",
    "add_const",
    "type_identity",
    "remove_volatile",
    "remove_extent",
    "remove_all_extents",
    "remove_pointer",
    "iter_value",
    "iter_element",
];

/// Whether `NAME<..>::type` is the type that the template is computed as here.
pub fn gives_type(name: &str) -> bool {
    TRAITS_OF_TYPES.contains(&bare(name))
}

/// Types made from types.
fn type_of_types(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let name = name.strip_suffix("_t").unwrap_or(name);
    Some(match (name, arguments) {
        ("conditional", [condition, then, otherwise]) => {
            template_number(condition).map(|holds| if holds != 0 { then } else { otherwise }.clone())
        }
        (
            "remove_cvref" | "remove_cv" | "remove_const" | "remove_reference" | "decay" | "add_const"
            | "type_identity" | "remove_volatile",
            [inner],
        ) => Ok(inner.clone()),
        ("remove_extent" | "remove_all_extents", [of]) => match (parts_of_array(of), of.unknown_reason()) {
            (Some((element, _)), _) => Ok(element.clone()),
            (None, Some(reason)) => unknown(reason),
            (None, None) => Ok(of.clone()),
        },
        // Of types of 6 bits CUTLASS has one of 8 bits that holds them.
        ("detail::get_unpacked_element_type", [element]) => match spelling::type_name(element).as_deref() {
            None | Some("float_e2m3_t" | "float_e3m2_t") => {
                unknown("what the element is unpacked to is not known")
            }
            Some(_) => Ok(element.clone()),
        },
        ("remove_pointer" | "iter_value" | "iter_element", [pointer]) => match instance(pointer) {
            HostValue::Pointer(pointer) => Ok(pointer.element.clone()),
            // What is no pointer stays what it is.
            _ if name == "remove_pointer" => match pointer.unknown_reason() {
                Some(reason) => unknown(reason),
                None => Ok(pointer.clone()),
            },
            _ => unknown("this is no pointer"),
        },
        _ => return None,
    })
}

/// Whether it holds; `None` where the question is none that is understood.
fn answer(question: &str, arguments: &[HostValue]) -> Option<Result<bool, Refusal>> {
    if let [left, right] = arguments
        && question == "is_same"
    {
        return Some(is_same(left, right));
    }
    if let [number, value] = arguments
        && question == "is_constant"
    {
        return Some(template_number(number).and_then(|number| is_constant(number, instance(value))));
    }
    let [of] = arguments else { return None };
    let holds = match question {
        "is_static" => return Some(is_static(of)),
        "is_layout" => |value: &HostValue| matches!(value, HostValue::Value(value) if value.is_layout()),
        "is_composed_layout" => |value: &HostValue| {
            matches!(
                value,
                HostValue::Value(Value::Composed(_) | Value::Chain(_) | Value::Smem(_) | Value::Swizzled(_))
            )
        },
        "is_void" => |_: &HostValue| false,
        "is_tensor" => |value: &HostValue| matches!(value, HostValue::Tensor(_)),
        "is_tuple" => |value: &HostValue| value.elements().is_some(),
        "is_integral" => |value: &HostValue| {
            value.as_integer().is_some() || matches!(value, HostValue::Value(Value::Bool(_)))
        },
        "is_underscore" => |value: &HostValue| *value == HostValue::keep(),
        "is_gmem" | "is_smem" | "is_rmem" | "is_tmem" => return Some(is_in(question, of)),
        _ => return None,
    };
    if let Some(reason) = of.unknown_reason() {
        return Some(unknown(reason));
    }
    // `array` is a tuple for CuTe, others are not.
    if question == "is_tuple" && matches!(of_type(of), Some(HostValue::Object(_) | HostValue::Instance(_))) {
        return Some(unknown("whether an object is a tuple is not known"));
    }
    Some(match (of_type(of), type_of(of)) {
        (Some(value), _) => match value.unknown_reason() {
            Some(reason) => unknown(reason),
            None => Ok(holds(value)),
        },
        (None, Some(HostType::Named(name))) => match (question, number_type(name)) {
            ("is_integral", Some(number)) => Ok(number.is_integer),
            ("is_void", None) if name == "void" => Ok(true),
            (_, Some(_)) => Ok(false),
            _ => unknown(format!("nothing is known of the type `{name}`")),
        },
        _ => unknown("nothing is known of this type"),
    })
}

fn is_in(question: &str, of: &HostValue) -> Result<bool, Refusal> {
    let space = match instance(of) {
        HostValue::Tensor(tensor) => tensor.space,
        HostValue::Pointer(pointer) => pointer.space,
        _ => None,
    };
    match space {
        Some(space) => Ok(question.ends_with(space.name())),
        None => unknown("where this memory is is not known"),
    }
}

/// Whether the type alone tells the value.
fn is_static(of: &HostValue) -> Result<bool, Refusal> {
    if type_of(of).is_some_and(|of| of.truth().is_some()) {
        return Ok(true);
    }
    let value = instance(of);
    if let Some(reason) = value.unknown_reason() {
        return unknown(reason);
    }
    match value {
        HostValue::Value(Value::Bool(_)) => unknown("whether a truth value is static is not known"),
        HostValue::Value(value) => Ok(!symbolic::has_names(value)),
        HostValue::Tuple(elements) => {
            elements.iter().try_fold(true, |all, element| Ok(all && is_static(element)?))
        }
        _ => unknown("whether this type is static is not known"),
    }
}

/// Whether two types are one; unknown where their names do not tell.
pub fn is_same(left: &HostValue, right: &HostValue) -> Result<bool, Refusal> {
    if let Some(reason) = left.unknown_reason().or(right.unknown_reason()) {
        return unknown(reason);
    }
    if let Some(same) = is_same_choice(left, right).or_else(|| is_same_choice(right, left)) {
        return Ok(same);
    }
    let undecided = || unknown("whether these types are the same is not known");
    match (type_of(left), type_of(right)) {
        (Some(left), Some(right)) if left.truth().is_some() || right.truth().is_some() => {
            match (left.truth(), right.truth(), left, right) {
                (Some(left), Some(right), ..) => Ok(left == right),
                // What is no truth value is no `true_type`; what is one may be a `bool`.
                (_, _, HostType::Named(name), _) | (_, _, _, HostType::Named(name)) => {
                    if number_type(name).is_some() { Ok(false) } else { undecided() }
                }
                (_, _, HostType::Of(value), _) | (_, _, _, HostType::Of(value)) => {
                    if is_value(value) {
                        Ok(false)
                    } else {
                        undecided()
                    }
                }
                _ => undecided(),
            }
        }
        (Some(HostType::Named(left)), Some(HostType::Named(right))) => {
            match (number_type(left), number_type(right)) {
                (Some(left), Some(right)) => Ok(left == right),
                _ if left == right => Ok(true),
                _ if is_void_or_number(left) && is_void_or_number(right) => Ok(false),
                _ => undecided(),
            }
        }
        (Some(HostType::Of(left)), Some(HostType::Of(right))) => match (is_value(left), is_value(right)) {
            (true, true) => Ok(left == right),
            _ => undecided(),
        },
        (Some(HostType::Of(value)), Some(HostType::Named(name)))
        | (Some(HostType::Named(name)), Some(HostType::Of(value))) => {
            // A static integer, a layout or a tuple is no type of numbers.
            if is_value(value) && is_void_or_number(name) { Ok(false) } else { undecided() }
        }
        (Some(left), Some(right)) if left == right => Ok(true),
        _ => undecided(),
    }
}

/// Whether a type of CUTLASS that only chooses is the other one; `None` where that is not certain, or it is none.
fn is_same_choice(left: &HostValue, right: &HostValue) -> Option<bool> {
    let choice = policy::choice(left)?;
    match type_of(right)? {
        HostType::Named(_) if policy::choice(right).is_some() => Some(policy::choice(right) == Some(choice)),
        HostType::Named(name) => number_type(name).map(|_| false),
        HostType::Of(value) => is_value(value).then_some(false),
        HostType::Specialized { .. } | HostType::Class(_) => Some(false),
    }
}

/// Whether a name is that of a type of its own in every program.
fn is_void_or_number(name: &str) -> bool {
    name == "void" || number_type(name).is_some()
}

/// Whether the value is all that its type says, and its type all that it says.
fn is_value(value: &HostValue) -> bool {
    match value {
        // A truth value may be one of a type or of run time.
        HostValue::Value(Value::Unknown(_) | Value::Bool(_)) => false,
        HostValue::Value(value) => !symbolic::has_names(value),
        HostValue::Tuple(elements) => elements.iter().all(is_value),
        HostValue::Object(object) => object.class.is_none() && object.fields.is_empty(),
        _ => false,
    }
}

/// `is_constant<4, T>`: whether T is the static integer 4.
fn is_constant(number: i64, value: &HostValue) -> Result<bool, Refusal> {
    match (value.unknown_reason(), value.as_integer()) {
        (Some(reason), _) => unknown(reason),
        (None, Some(integer)) => Ok(integer.is_constant(number)),
        _ => unknown("this is no integer"),
    }
}
