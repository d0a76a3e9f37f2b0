//! Python's operators and functions on integers, tuples and constants.

use layout_algebra::symbolic::{Expression, Integer};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::unknown,
    open_number,
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value, literal, symbolic};
use layoutlens_syntax::BinaryOperator;

use crate::dsl::{operand::integer, standard};
use layoutlens_library_cute::family::Family;

/// The names of this family.
pub(super) const FAMILY: Family = Family { binary, ..Family::NONE };

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("cutlass.const_expr", same),
    ("cutlass.cute.assume", same),
    ("cutlass.cute.static", same),
    ("cutlass.min", |call| extreme(call, |a, b| if a < b { a } else { b })),
    ("cutlass.max", |call| extreme(call, |a, b| if a > b { a } else { b })),
];

/// A function that gives what it is given: it tells the compiler something that no layout depends on.
fn same(call: &Call<'_>) -> Outcome {
    match call.argument(0) {
        Some(value) => Ok(Computed::plain(value.clone())),
        None => unknown(format!("{} of nothing", call.name)),
    }
}

/// `cutlass.min(a, b)`, of known numbers.
fn extreme(call: &Call<'_>, better: fn(i64, i64) -> i64) -> Outcome {
    let integers: Option<Vec<Integer>> = call.positional().into_iter().map(HostValue::as_integer).collect();
    let is_static = integers.iter().flatten().all(Integer::is_static);
    let numbers: Option<Vec<i64>> = integers.iter().flatten().map(Integer::known).collect();
    match numbers.filter(|_| integers.is_some()).and_then(|numbers| numbers.into_iter().reduce(better)) {
        Some(number) if is_static => Ok(Computed::plain(HostValue::static_int(number))),
        Some(number) => Ok(Computed::plain(HostValue::run_time_int(number))),
        None => unknown(format!("{} of run-time values is not computed", call.name)),
    }
}

/// The operator on two values; `None` where it is not one of Python's constants.
fn binary(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    if matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
        return Some(logical(operator == BinaryOperator::And, left, right));
    }
    if let Some(reason) = left.unknown_reason().or(right.unknown_reason()) {
        return Some(unknown(reason));
    }
    if let (Some(a), Some(b)) = (number(left), number(right)) {
        return Some(of_numbers(operator, &a, &b));
    }
    if let Some(holds) = of_fractions(operator, left, right) {
        return Some(Ok(Computed::plain(Value::Bool(holds))));
    }
    match operator {
        BinaryOperator::Equal => Some(equal(left, right).map(|equal| Computed::plain(Value::Bool(equal)))),
        BinaryOperator::NotEqual => {
            Some(equal(left, right).map(|equal| Computed::plain(Value::Bool(!equal))))
        }
        BinaryOperator::Add => {
            let mut elements = left.elements()?;
            elements.extend(right.elements()?);
            Some(Ok(Computed::plain(HostValue::tuple(elements))))
        }
        BinaryOperator::Multiply => scaled(left, right).or_else(|| scaled(right, left)),
        _ => None,
    }
}

/// A comparison of `a / b` with a number, or with another quotient.
fn of_fractions(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<bool> {
    if !operator.is_comparison() {
        return None;
    }
    let parts = |value: &HostValue| {
        standard::fraction_parts(value).or_else(|| value.known_int().map(|number| (number, 1)))
    };
    let ((a, b), (c, d)) = (parts(left)?, parts(right)?);
    // Python compares the nearest numbers with a fraction: of such integers two that differ are not as near.
    let is_small = |number: i64| number.unsigned_abs() < 1 << 24;
    if ![a, b, c, d].into_iter().all(is_small) || b <= 0 || d <= 0 {
        return None;
    }
    operator.of_order((a * d).cmp(&(c * b)))
}

/// The integer, of a truth value too.
fn number(value: &HostValue) -> Option<Integer> {
    match value {
        HostValue::Value(Value::Bool(truth)) => Some(Integer::Static(i64::from(*truth))),
        value => value.as_integer(),
    }
}

fn logical(is_and: bool, left: &HostValue, right: &HostValue) -> Outcome {
    match truth(left) {
        Some(decides) if decides != is_and => Ok(Computed::plain(left.clone())),
        Some(_) => Ok(Computed::plain(right.clone())),
        None => match (left, truth(right)) {
            (HostValue::Value(Value::Bool(_)), _) | (_, None) => unknown(reason(left)),
            // Whatever the left operand is, the condition is decided.
            (_, Some(decides)) if decides != is_and => Ok(Computed::plain(Value::Bool(decides))),
            _ => unknown(reason(left)),
        },
    }
}

fn reason(value: &HostValue) -> String {
    value.unknown_reason().unwrap_or("whether a run-time value is true is not known").to_owned()
}

/// Whether Python takes the value for true.
pub(super) fn truth(value: &HostValue) -> Option<bool> {
    match value {
        HostValue::Value(Value::Bool(truth)) => Some(*truth),
        HostValue::Nothing => Some(false),
        HostValue::Text(text) => Some(!text.is_empty()),
        HostValue::Type(_) | HostValue::Callable(_) | HostValue::Module(_) => Some(true),
        value => match (value.as_integer(), value.elements()) {
            (Some(integer), _) => integer.known().map(|number| number != 0),
            (_, Some(elements)) => Some(!elements.is_empty()),
            _ => None,
        },
    }
}

fn of_numbers(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    use BinaryOperator as B;
    if operator.is_comparison() {
        return compared(operator, left, right);
    }
    if operator == B::Divide {
        return Ok(Computed::plain(standard::fraction(
            &HostValue::integer(left),
            &HostValue::integer(right),
        )));
    }
    if let (Some(a), Some(b)) = (left.known(), right.known()) {
        let Some(known) = known(operator, a, b) else {
            return unknown(format!("{left} and {right} have no integer under this operator"));
        };
        let is_static = left.is_static() && right.is_static();
        let known = if is_static { Integer::Static(known) } else { Expression::constant(known).into() };
        return Ok(integer(&known));
    }
    let natural = || left.expression().is_natural() && right.expression().is_natural();
    let result = match operator {
        B::Add => left.plus(right),
        B::Subtract => left.minus(right),
        B::Multiply => left.times(right),
        // Python rounds down and C++ to zero: for what is not negative, that is the same.
        B::DivideDown if natural() => left.quotient(right),
        B::Remainder if natural() => left.remainder(right),
        _ => return unknown("this operator on run-time integers is not computed"),
    };
    match result {
        Ok(result) => Ok(integer(&result)),
        Err(error) => unknown(error.to_string()),
    }
}

/// Python's operators on numbers; `None` where the result is no integer of 64 bits.
fn known(operator: BinaryOperator, a: i64, b: i64) -> Option<i64> {
    use BinaryOperator as B;
    let shift = || u32::try_from(b).ok().filter(|shift| *shift < 63);
    match operator {
        B::Add => a.checked_add(b),
        B::Subtract => a.checked_sub(b),
        B::Multiply => a.checked_mul(b),
        B::DivideDown => {
            let quotient = a.checked_div(b)?;
            let rounds_up = a.checked_rem(b)? != 0 && (a < 0) != (b < 0);
            Some(if rounds_up { quotient - 1 } else { quotient })
        }
        B::Remainder => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
        }
        B::Power => u32::try_from(b).ok().and_then(|exponent| a.checked_pow(exponent)),
        B::ShiftLeft => a.checked_mul(1_i64.checked_shl(shift()?)?),
        B::ShiftRight => a.checked_shr(shift()?),
        B::BitAnd => Some(a & b),
        B::BitOr => Some(a | b),
        B::BitXor => Some(a ^ b),
        _ => None,
    }
}

fn compared(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    let Some(order) = open_number::compare(left, right) else {
        return unknown(format!("how {left} and {right} compare is known at run time only"));
    };
    match operator.of_order(order) {
        Some(holds) => Ok(Computed::plain(Value::Bool(holds))),
        None => unknown("this operator compares nothing"),
    }
}

/// Whether two constants are equal.
pub(super) fn equal(left: &HostValue, right: &HostValue) -> Result<bool, Refusal> {
    if let (Some(a), Some(b)) = (left.elements(), right.elements()) {
        if a.len() != b.len() {
            return Ok(false);
        }
        for (a, b) in a.iter().zip(&b) {
            if !equal(a, b)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let Some(reason) = left.unknown_reason().or(right.unknown_reason()) {
        return unknown(reason);
    }
    if let (Some(a), Some(b)) = (number(left), number(right)) {
        return match open_number::compare(&a, &b) {
            Some(order) => Ok(order.is_eq()),
            None => unknown(format!("how {a} and {b} compare is known at run time only")),
        };
    }
    match (left, right) {
        (HostValue::Text(a), HostValue::Text(b)) => Ok(a == b),
        (HostValue::Nothing, HostValue::Nothing) => Ok(true),
        // `None` is equal to nothing else.
        (HostValue::Nothing, _) | (_, HostValue::Nothing) => Ok(false),
        (HostValue::Type(a), HostValue::Type(b)) => match (a.as_ref(), b.as_ref()) {
            (HostType::Named(a), HostType::Named(b)) => Ok(a == b),
            _ => unknown("whether these types are equal is not known"),
        },
        // Members of an enumeration are told apart by their names.
        (HostValue::Object(a), HostValue::Object(b)) if a.kind == b.kind && a.fields.contains_key("name") => {
            Ok(a == b)
        }
        (HostValue::Value(a), HostValue::Value(b)) if a.is_layout() && b.is_layout() => {
            match symbolic::equal(a, b) {
                Some(equal) => Ok(equal),
                None if symbolic::has_names(a) || symbolic::has_names(b) => {
                    unknown("whether these layouts are equal is known at run time only")
                }
                None => Ok(a == b),
            }
        }
        _ => unknown("whether these are equal is not known"),
    }
}

/// `8 * cute.E(1)`, `(None,) * 3`.
fn scaled(number: &HostValue, scaled: &HostValue) -> Option<Outcome> {
    let count = number.as_integer()?;
    if let Some(elements) = scaled.elements() {
        let Some(count) = count.known().and_then(|count| usize::try_from(count).ok()) else {
            return Some(unknown("how often the tuple is repeated is not known"));
        };
        if count.saturating_mul(elements.len()) > MAX_ELEMENTS {
            return Some(unknown("the tuple is too long"));
        }
        let repeated = elements.iter().cycle().take(count * elements.len()).cloned().collect();
        return Some(Ok(Computed::plain(HostValue::tuple(repeated))));
    }
    let HostValue::Value(stride) = scaled else { return None };
    let HostValue::Value(number) = number else { return None };
    let scaled = literal::scaled_basis(number, stride)?;
    Some(scaled.map(Computed::plain))
}

/// The most elements of a tuple that is repeated.
const MAX_ELEMENTS: usize = 4096;
