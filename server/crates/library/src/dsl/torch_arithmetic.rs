//! Arithmetic of PyTorch's tensors, element by element: `torch.randn(m, k) * 0.5`, `-t`, `t.exp()`. Of the elements nothing is
//! said; sizes, strides and the type of the elements stay as they are.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, PlainFunction},
    library::unknown,
    value::HostValue,
};
use layoutlens_library_cute::family::{Family, find};
use layoutlens_operation::Refusal;
use layoutlens_syntax::{BinaryOperator, Opaque};

use crate::dsl::{
    element::{BOOLEAN, number_type},
    operand::receiver,
    runtime::{is_torch_tensor, of_element_type, parts, torch_tensor},
    standard::fraction_parts,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { method, binary, ..Family::NONE };

/// Methods whose result lies where their receiver does, and has floating-point elements where that has.
const METHODS: &[(&str, PlainFunction)] = &[
    ("neg", alone),
    ("exp", alone),
    ("log", alone),
    ("sqrt", alone),
    ("rsqrt", alone),
    ("square", alone),
    ("relu", alone),
    ("sigmoid", alone),
    ("tanh", alone),
    ("round", alone),
    ("floor", alone),
    ("ceil", alone),
    ("trunc", alone),
    ("sign", alone),
    ("add", |call| with_other(call, BinaryOperator::Add)),
    ("sub", |call| with_other(call, BinaryOperator::Subtract)),
    ("subtract", |call| with_other(call, BinaryOperator::Subtract)),
    ("mul", |call| with_other(call, BinaryOperator::Multiply)),
    ("multiply", |call| with_other(call, BinaryOperator::Multiply)),
    ("div", |call| with_other(call, BinaryOperator::Divide)),
    ("divide", |call| with_other(call, BinaryOperator::Divide)),
];

/// What another operand is.
enum Other {
    Integer,
    Fraction,
    /// A tensor of the same sizes, strides and type.
    Alike,
}

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    find(METHODS, name).filter(|_| is_torch_tensor(receiver))
}

fn alone(call: &Call<'_>) -> Outcome {
    if !call.arguments.is_empty() {
        return unknown(format!("`{}` of a tensor of PyTorch with arguments is not computed", call.name));
    }
    let (sizes, strides, dtype) = parts(receiver(call)?)?;
    computed(&sizes, &strides, of_floating_point(&dtype))
}

/// `t.add(0.5)`, which is `t + 0.5`.
fn with_other(call: &Call<'_>, operator: BinaryOperator) -> Outcome {
    let not_computed = || unknown(format!("`{}` of this tensor of PyTorch is not computed", call.name));
    let [other] = call.arguments else { return not_computed() };
    match binary(operator, receiver(call)?, &other.value) {
        Some(outcome) if other.keyword.is_none() => outcome,
        _ => not_computed(),
    }
}

fn binary(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let (tensor, other) = match (is_torch_tensor(left), is_torch_tensor(right)) {
        (true, true) => (left, (left == right).then_some(Other::Alike)),
        (true, false) => (left, number(right)),
        (false, true) => (right, number(left)),
        (false, false) => return None,
    };
    let is_arithmetic = matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide
    );
    let other = other.filter(|_| is_arithmetic)?;
    Some(parts(tensor).and_then(|(sizes, strides, dtype)| {
        // A tensor of integers stays one unless it is divided, or meets a fraction; one of truth values meets none.
        let is_of_truths = number_type(&of_element_type(&dtype)) == Some(BOOLEAN);
        let is_closed =
            !matches!(other, Other::Fraction) && operator != BinaryOperator::Divide && !is_of_truths;
        computed(&sizes, &strides, if is_closed { dtype } else { of_floating_point(&dtype) })
    }))
}

/// What a value is that is certainly no tensor.
fn number(value: &HostValue) -> Option<Other> {
    if value.as_integer().is_some() {
        return Some(Other::Integer);
    }
    let is_literal = value.unknown_reason() == Some(Opaque::FloatingPoint.to_string().as_str());
    (is_literal || fraction_parts(value).is_some()).then_some(Other::Fraction)
}

/// The type of floating-point elements, which arithmetic keeps; of integers others come.
fn of_floating_point(dtype: &HostValue) -> HostValue {
    match number_type(&of_element_type(dtype)).is_some_and(|number| number.name.contains("Float")) {
        true => dtype.clone(),
        false => HostValue::unknown("the type of the elements is not known"),
    }
}

fn computed(sizes: &[HostValue], strides: &[HostValue], dtype: HostValue) -> Outcome {
    stays_in_place(sizes, strides)?;
    let (sizes, strides) = (HostValue::tuple(sizes.to_vec()), HostValue::tuple(strides.to_vec()));
    Ok(Computed::plain(torch_tensor(sizes, strides, dtype)))
}

/// Refuses tensors with gaps and such whose elements lie in one place, `t.expand(4, -1)`: what is made of them lies otherwise.
pub(super) fn stays_in_place(sizes: &[HostValue], strides: &[HostValue]) -> Result<(), Refusal> {
    let not_known = || Refusal::Unknown("where this tensor lies is not known".to_owned());
    let mut rest: Vec<(&HostValue, &HostValue)> =
        sizes.iter().zip(strides).filter(|(size, _)| size.known_int() != Some(1)).collect();
    let mut next = Integer::Static(1);
    while !rest.is_empty() {
        let stride = HostValue::integer(&next);
        let at = rest.iter().position(|(_, own)| **own == stride).ok_or_else(not_known)?;
        let size = rest.remove(at).0.as_integer().ok_or_else(not_known)?;
        next = next.times(&size).map_err(|_| not_known())?;
    }
    Ok(())
}
