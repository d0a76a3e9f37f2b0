//! Arguments of CuTe's functions as operands of the algebra.

use layout_algebra::{IntTuple, TilerMode, symbolic::SymbolicTiler};
use layoutlens_host_value::{
    call::Call, library::unknown, tensor::Tensor, types::HostType, value::HostValue,
};
use layoutlens_operation::{Refusal, Value, literal, size::Size, symbolic, value::Leaf};

/// The name without the namespaces that CuTe's own names are found in.
pub(super) fn bare(name: &str) -> &str {
    ["::", "cute::", "cutlass::", "platform::", "cuda::std::", "std::"]
        .iter()
        .fold(name, |name, namespace| name.strip_prefix(namespace).unwrap_or(name))
}

/// The value as an operand: the layout of a tensor, a tile with layouts as a tiler, a major as its name.
pub(super) fn operand(value: &HostValue) -> Result<Value, Refusal> {
    match value {
        HostValue::Value(Value::Unknown(reason)) => unknown(reason.reason.clone()),
        HostValue::Value(value) => Ok(value.clone()),
        HostValue::Tensor(tensor) => operand(&HostValue::Value(tensor.layout.clone())),
        HostValue::Tuple(elements) => tiler(elements),
        HostValue::Typed(typed) => unknown(typed.reason.clone()),
        HostValue::Object(object) if is_major(&object.kind) => {
            Ok(Value::Tuple(IntTuple::Int(Leaf::Size(Size::name(&object.kind)))))
        }
        _ => unknown(format!("{} is no operand of the layout algebra", kind(value))),
    }
}

/// The operands of a call, in order.
pub(super) fn operands(call: &Call<'_>) -> Result<Vec<Value>, Refusal> {
    call.positional().into_iter().map(operand).collect()
}

/// `LayoutLeft` and its kind, which stand where a stride may stand.
pub(super) fn is_major(name: &str) -> bool {
    matches!(name, "LayoutLeft" | "LayoutRight" | "GenColMajor" | "GenRowMajor")
}

/// What kind of thing this is, with its article.
pub(super) fn kind(value: &HostValue) -> &'static str {
    match value {
        HostValue::Value(value) => value.kind(),
        HostValue::Tuple(_) => "a tuple",
        HostValue::Text(_) => "a string",
        HostValue::Pointer(_) => "a pointer",
        HostValue::Tensor(_) => "a tensor",
        HostValue::Type(_) => "a type",
        HostValue::Object(_) | HostValue::Instance(_) => "an object",
        HostValue::Callable(_) => "a function",
        HostValue::ThreadSlice(_) => "the slice of a thread",
        HostValue::Module(_) => "a module",
        HostValue::Nothing => "no value",
        HostValue::Typed(_) => "what is known by its type alone",
    }
}

/// `make_tile(layout, _8{})`: a by-mode tiler.
fn tiler(elements: &[HostValue]) -> Result<Value, Refusal> {
    let part = |element: &HostValue| match element {
        HostValue::Object(object) if is_major(&object.kind) => {
            unknown("an order of modes is no mode of a tile")
        }
        element => operand(element),
    };
    let elements: Vec<Value> = elements.iter().map(part).collect::<Result<_, _>>()?;
    if elements.iter().any(symbolic::has_names) {
        let modes: Option<Vec<SymbolicTiler>> = elements.iter().map(symbolic::tiler_of).collect();
        return match modes {
            Some(modes) => Ok(Value::SymbolicTiler(modes)),
            None => unknown("this tile is not computed"),
        };
    }
    let modes: Result<Vec<TilerMode>, Refusal> = elements.iter().map(literal::tiler_mode).collect();
    match modes {
        Ok(modes) => Ok(Value::Tiler(modes)),
        Err(Refusal::Kind { message, .. }) => unknown(message),
        Err(refusal) => Err(refusal),
    }
}

/// The type that this value is, or what stands for it.
pub(super) fn type_of(value: &HostValue) -> Option<&HostType> {
    match value {
        HostValue::Type(host_type) => Some(host_type),
        _ => None,
    }
}

/// The value whose type this is: `8` for `Int<8>`.
pub(super) fn of_type(value: &HostValue) -> Option<&HostValue> {
    match type_of(value)? {
        HostType::Of(value) => Some(value),
        of => of.truth(),
    }
}

/// The value itself, or the value whose type it is: `Int<8>{}` and `Int<8>`.
pub(super) fn instance(value: &HostValue) -> &HostValue {
    of_type(value).unwrap_or(value)
}

/// An argument of a template as a number: `0` in `size<0>`.
pub(super) fn template_number(value: &HostValue) -> Result<i64, Refusal> {
    if let Some(reason) = value.unknown_reason() {
        return unknown(reason);
    }
    match instance(value) {
        HostValue::Value(Value::Bool(truth)) => Ok(i64::from(*truth)),
        value => match value.known_int() {
            Some(number) => Ok(number),
            None => unknown("an argument of the template is not known as a number"),
        },
    }
}

/// The arguments of the template as numbers: `0, 1` in `shape<0,1>(x)`.
pub(super) fn template_numbers(call: &Call<'_>) -> Result<Vec<i64>, Refusal> {
    call.template.iter().map(template_number).collect()
}

/// The argument at `index`; calls with too few arguments are not understood.
pub(super) fn argument<'a>(call: &Call<'a>, index: usize) -> Result<&'a HostValue, Refusal> {
    match call.argument(index) {
        Some(value) => Ok(value),
        None => unknown(format!("{} has fewer arguments than are understood", call.name)),
    }
}

/// The type at `index` of the template's arguments, or why it is not known.
pub(super) fn template_type<'a>(call: &Call<'a>, index: usize) -> Result<&'a HostValue, Refusal> {
    match call.template.get(index) {
        Some(value) => match value.unknown_reason() {
            Some(reason) => unknown(reason),
            None => Ok(value),
        },
        None => unknown(format!("{} has fewer template arguments than are understood", call.name)),
    }
}

/// The tensor at `index`, or why there is none.
pub(super) fn tensor<'a>(call: &Call<'a>, index: usize) -> Result<&'a Tensor, Refusal> {
    match argument(call, index)? {
        HostValue::Tensor(tensor) => Ok(tensor),
        other => match other.unknown_reason() {
            Some(reason) => unknown(reason),
            None => unknown(format!("{} of {} is not computed", call.name, kind(other))),
        },
    }
}
