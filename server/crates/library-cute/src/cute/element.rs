//! Types of elements and numbers: `half_t`, `float`, `sizeof_bits`, casts.

use std::sync::Arc;

use layout_algebra::{
    atom::element::ElementType,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, PlainFunction, Runner},
    library::unknown,
    object::ClassValue,
    tensor::{Beginning, Pointer},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::{
    cute::{
        array,
        operand::{self, argument, bare, template_type, type_of},
        spelling,
    },
    family::{Family, find},
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, bare(name)).or_else(|| find(ASKING, bare(name))),
    named: |name| Some(HostValue::Type(Arc::new(HostType::Named(number_type(bare(name))?.name.to_owned())))),
    specialized,
    construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] =
    &[("sizeof", size_of), ("bit_cast", |_| unknown("the bits of a value are not computed"))];

/// Functions that ask whoever runs the program.
const ASKING: &[(&str, AskingFunction)] =
    &[("static_cast", cast), ("reinterpret_cast", cast), ("const_cast", cast)];

/// A type of numbers: elements of tensors and the integers of C++.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberType {
    /// One name for all spellings of the type.
    pub(super) name: &'static str,
    /// CuTe's `sizeof_bits`.
    pub(crate) bits: i64,
    /// Whether it is an integer of C++.
    pub(super) is_integer: bool,
}

/// Integers as words of C++: name, bits, other spellings. Where the algebra's table of element types knows one, too, they
/// agree. `long` and `long long` have 64 bits where CUDA's kernels are compiled for Linux.
const INTEGERS: &[(&str, i64, &[&str])] = &[
    ("int8_t", 8, &["signed char"]),
    ("uint8_t", 8, &["unsigned char"]),
    ("char", 8, &[]),
    ("int16_t", 16, &["short", "short int"]),
    ("uint16_t", 16, &["unsigned short", "unsigned short int"]),
    ("int", 32, &["int32_t", "signed", "signed int"]),
    ("uint32_t", 32, &["unsigned", "unsigned int", "uint"]),
    ("int64_t", 64, &["long", "long int", "ptrdiff_t", "ssize_t", "intptr_t"]),
    ("long long", 64, &["long long int"]),
    ("uint64_t", 64, &["unsigned long", "unsigned long int", "size_t", "uintptr_t"]),
    ("unsigned long long", 64, &["unsigned long long int"]),
    // A byte, of which CUTLASS counts the bit (`cutlass/numeric_size.h`).
    ("bool", 1, &[]),
];

/// The type of this name.
pub(super) fn number_type(name: &str) -> Option<NumberType> {
    let name = bare(name);
    let known = INTEGERS.iter().find(|(own, _, others)| *own == name || others.contains(&name));
    if let Some(&(name, bits, _)) = known {
        return Some(NumberType { name, bits, is_integer: true });
    }
    // CUDA's own types are others than those of CUTLASS.
    let own = match name {
        "half" | "__half" => Some("__half"),
        "nv_bfloat16" | "__nv_bfloat16" => Some("__nv_bfloat16"),
        "half2" | "__half2" => Some("half2"),
        "nv_bfloat162" | "__nv_bfloat162" => Some("nv_bfloat162"),
        // CuTe's names of CUTLASS's types (`cute/numeric/int.hpp`).
        "int4_t" => Some("int4b_t"),
        "uint4_t" => Some("uint4b_t"),
        "uint1_t" => Some("uint1b_t"),
        _ => None,
    };
    // The algebra reads the short names of the annotation language too, which are no types of C++.
    let element = ElementType::find(name)?;
    let name = own.or((element.name == name).then_some(element.name))?;
    Some(NumberType { name, bits: element.bits, is_integer: false })
}

/// CuTe's `sizeof_bits` of a type.
pub(super) fn bits_of(host_type: &HostValue) -> Result<i64, Refusal> {
    if let Some(reason) = host_type.unknown_reason() {
        return unknown(reason);
    }
    match type_of(host_type) {
        Some(HostType::Named(name)) => match number_type(name) {
            Some(number) => Ok(number.bits),
            None => unknown(format!("the size of `{name}` is not known")),
        },
        Some(HostType::Of(HostValue::Pointer(_))) => Ok(64),
        Some(HostType::Specialized { name, arguments }) if name == ARRAY => match arguments.as_slice() {
            [element, length] => {
                let bits = bits_of(element)?.checked_mul(operand::template_number(length)?);
                bits.map_or_else(|| unknown("an array of more bits than can be counted"), Ok)
            }
            _ => unknown("the size of this type is not known"),
        },
        Some(HostType::Specialized { name, arguments }) => {
            if let Some(bits) = array::bits(name, arguments) {
                return bits;
            }
            match spelling::type_name(host_type).and_then(|name| ElementType::find(&name)) {
                Some(array) => Ok(array.bits),
                None => unknown("the size of this type is not known"),
            }
        }
        Some(HostType::Of(HostValue::Value(Value::ElementType(name)))) => match number_type(name) {
            Some(number) => Ok(number.bits),
            None => unknown(format!("the size of `{name}` is not known")),
        },
        _ => unknown("the size of this type is not known"),
    }
}

/// The name of the type `T[n]`, with `T` and `n` for its arguments.
const ARRAY: &str = "[]";

/// `element[length]`.
pub(super) fn array_of(element: HostValue, length: i64) -> HostType {
    HostType::Specialized { name: ARRAY.to_owned(), arguments: vec![element, HostValue::static_int(length)] }
}

/// Element and length of `T[n]`.
pub(super) fn parts_of_array(of: &HostValue) -> Option<(&HostValue, &HostValue)> {
    match type_of(of)? {
        HostType::Specialized { name, arguments } if name == ARRAY => match arguments.as_slice() {
            [element, length] => Some((element, length)),
            _ => None,
        },
        _ => None,
    }
}

/// Bytes of a type of so many bits.
fn bytes(bits: i64) -> i64 {
    (bits + 7) / 8
}

fn size_of(call: &Call<'_>) -> Outcome {
    bytes_of(argument(call, 0)?).map(|bytes| Computed::plain(HostValue::run_time_int(bytes)))
}

/// `sizeof` of a type: an element of an array takes whole bytes.
fn bytes_of(host_type: &HostValue) -> Result<i64, Refusal> {
    match type_of(host_type) {
        Some(HostType::Specialized { name, arguments }) if name == ARRAY => match arguments.as_slice() {
            [element, length] => {
                let all = bytes_of(element)?.checked_mul(operand::template_number(length)?);
                all.map_or_else(|| unknown("an array of more bytes than can be counted"), Ok)
            }
            _ => unknown("the size of this type is not known"),
        },
        _ => bits_of(host_type).map(bytes),
    }
}

fn specialized(name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
    let as_type = |value: HostValue| HostValue::Type(Arc::new(HostType::Of(value)));
    let bits = || bits_of(arguments.first().unwrap_or(&HostValue::Nothing));
    Some(match (bare(name), arguments) {
        ("sizeof_bits_v", [_]) => bits().map(HostValue::run_time_int),
        ("sizeof_bits", [_]) => bits().map(|bits| as_type(HostValue::static_int(bits))),
        ("sizeof_bytes_v", [_]) => bits().map(|bits| HostValue::run_time_int(bytes(bits))),
        ("sizeof_bytes", [_]) => bits().map(|bits| as_type(HostValue::static_int(bytes(bits)))),
        ("*", [element]) => Ok(as_type(pointer_to(element.clone()))),
        ("complex", [element]) => match type_of(element) {
            Some(HostType::Named(part)) => {
                let number = number_type(&format!("complex<{part}>"))?;
                Ok(HostValue::Type(Arc::new(HostType::Named(number.name.to_owned()))))
            }
            _ => return None,
        },
        ("uint_byte_t", [bytes]) => operand::template_number(bytes).and_then(|bytes| {
            match number_type(&format!("uint{}_t", bytes.saturating_mul(8))) {
                Some(number) => Ok(HostValue::Type(Arc::new(HostType::Named(number.name.to_owned())))),
                None => unknown(format!("there is no integer of {bytes} bytes")),
            }
        }),
        ("uint_bit_t" | "int_bit_t", [bits]) => {
            let signed = if bare(name) == "int_bit_t" { "int" } else { "uint" };
            let suffix = |bits: i64| if bits < 8 { "b_t" } else { "_t" };
            let named = |bits: i64| match number_type(&format!("{signed}{bits}{}", suffix(bits))) {
                Some(number) => Ok(HostValue::Type(Arc::new(HostType::Named(number.name.to_owned())))),
                None => unknown(format!("there is no integer of {bits} bits")),
            };
            operand::template_number(bits).and_then(named)
        }
        _ => return None,
    })
}

/// A raw pointer to elements of this type.
pub(super) fn pointer_to(element: HostValue) -> HostValue {
    HostValue::Pointer(Arc::new(Pointer {
        space: None,
        element,
        swizzle: None,
        offset: None,
        beginning: Beginning::default(),
    }))
}

/// `int(x)`, `size_t{x}`, `float()`.
fn construct(constructed: &HostType, call: &Call<'_>) -> Option<Outcome> {
    let HostType::Named(name) = constructed else { return None };
    let number = number_type(name)?;
    Some(match call.argument(0) {
        Some(value) => converted(value, number).map(Computed::plain),
        None if number.is_integer => Ok(Computed::plain(HostValue::run_time_int(0))),
        None => Ok(Computed::plain(no_integer(number))),
    })
}

/// A number of a type that has more than integers.
fn no_integer(number: NumberType) -> HostValue {
    HostValue::typed(number.name, format!("a `{}` is no integer", number.name))
}

/// The value as a run-time number of this type.
fn converted(value: &HostValue, number: NumberType) -> Result<HostValue, Refusal> {
    if !number.is_integer {
        return Ok(no_integer(number));
    }
    if let Some(reason) = value.unknown_reason() {
        return unknown(reason);
    }
    let given = match value {
        HostValue::Value(Value::Bool(truth)) => Integer::Static(i64::from(*truth)),
        _ => match value.as_integer() {
            Some(given) => given,
            None => return unknown(format!("this value as a `{}` is not computed", number.name)),
        },
    };
    if number.name == "bool" {
        return match given.known() {
            Some(given) => Ok(HostValue::Value(Value::Bool(given != 0))),
            None => unknown("whether a run-time number is 0 is not known"),
        };
    }
    let held = match given.known() {
        Some(number_given) => held(number_given, number).map(Expression::constant),
        None => (number.bits >= 32).then(|| given.expression()),
    };
    match held {
        Some(held) => Ok(HostValue::integer(&Integer::Dynamic(held))),
        None => unknown(format!("{given} as a `{}` is not computed", number.name)),
    }
}

/// The number that a type of words holds when it is given one; `None` where types that a value is handed on to without its own
/// hold another.
fn held(given: i64, number: NumberType) -> Option<i64> {
    if number.bits == 64 {
        return Some(given);
    }
    let size = 1_i128.checked_shl(u32::try_from(number.bits).ok()?)?;
    let wrapped = i128::from(given).rem_euclid(size);
    let is_signed = number.name == "int";
    let held = if is_signed && wrapped >= size / 2 { wrapped - size } else { wrapped };
    let least = if is_signed { i128::from(i32::MIN) } else { 0 };
    let most = if number.bits < 32 { i128::from(i8::MAX) } else { i128::from(i32::MAX) };
    i64::try_from(held).ok().filter(|_| (least..=most).contains(&held))
}

/// An object that is cast to one of its classes.
fn as_class(runner: &mut dyn Runner, object: &HostValue, class: &ClassValue) -> Outcome {
    match runner.cast_to_class(object, class) {
        Some(value) => Ok(Computed::plain(value)),
        None => unknown("this cast is not computed"),
    }
}

fn cast(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (target, value) = (template_type(call, 0)?, argument(call, 0)?);
    match (type_of(target), value) {
        (Some(HostType::Named(_)), HostValue::Value(_)) => {
            let Some(host_type) = type_of(target) else { return unknown("this cast is not computed") };
            construct(host_type, call).unwrap_or_else(|| unknown("this cast is not computed"))
        }
        // A class that knows what derives from it: the object is of that very class.
        (Some(HostType::Of(HostValue::Pointer(pointer))), HostValue::Instance(_)) => {
            match type_of(&pointer.element) {
                Some(HostType::Class(class)) => as_class(runner, value, class),
                _ => unknown("this cast is not computed"),
            }
        }
        (Some(HostType::Class(class)), HostValue::Instance(given)) if *class == given.class => {
            Ok(Computed::plain(value.clone()))
        }
        (Some(HostType::Named(name)), HostValue::Object(given)) if *name == given.kind => {
            Ok(Computed::plain(value.clone()))
        }
        (Some(HostType::Of(HostValue::Pointer(pointer))), HostValue::Pointer(given)) => {
            let pointer = Pointer { element: pointer.element.clone(), ..Pointer::clone(given) };
            Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
        }
        // The type tells what it points to, and not where.
        (Some(HostType::Of(HostValue::Pointer(pointer))), _) => {
            let beginning = Beginning { may_differ: true };
            let pointer = Pointer { offset: None, beginning, ..Pointer::clone(pointer) };
            Ok(Computed::plain(HostValue::Pointer(Arc::new(pointer))))
        }
        (Some(HostType::Of(wanted)), given) if wanted == given => Ok(Computed::plain(given.clone())),
        (Some(HostType::Of(wanted)), given) => match (wanted.as_integer(), given.as_integer()) {
            // A static integer has one value; the type of a run-time integer takes any.
            (Some(wanted), Some(_)) if wanted.is_static() => Ok(Computed::plain(HostValue::integer(&wanted))),
            (Some(_), Some(given)) => {
                Ok(Computed::plain(HostValue::integer(&Integer::Dynamic(given.expression()))))
            }
            _ => unknown("this cast is not computed"),
        },
        _ => unknown("this cast is not computed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_cpp_are_as_wide_as_the_element_types_of_their_names() {
        for (name, bits, others) in INTEGERS {
            for known in [name].into_iter().chain(*others).filter_map(|name| ElementType::find(name)) {
                assert_eq!(known.bits, *bits, "{name}");
            }
        }
    }
}
