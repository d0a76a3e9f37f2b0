//! Operators between values: static integers stay static, what meets a run-time integer is one.

use std::sync::Arc;

use layout_algebra::{
    IntTuple, Stride,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::{
    call::{Computed, Outcome},
    in_warp::may_differ_in_warp,
    invariant,
    library::unknown,
    tensor::{Beginning, Pointer},
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value, symbolic, value::Leaf};
use layoutlens_syntax::BinaryOperator;

use crate::cute::operand::instance;

/// The operator on two values; `None` where it is not one of numbers, tuples, layouts or pointers.
pub(super) fn binary(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    if matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
        return Some(logical(operator == BinaryOperator::And, left, right));
    }
    let unknown_reason = left.unknown_reason().or(right.unknown_reason());
    if let Some(reason) = unknown_reason {
        return Some(unknown(reason));
    }
    if let (Some(left), Some(right)) = (number(left), number(right)) {
        return Some(of_numbers(operator, &left, &right));
    }
    of_coordinates(operator, left, right)
        .or_else(|| moved(operator, left, right))
        .or_else(|| equality(operator, left, right))
}

/// The integer, of a truth value too.
fn number(value: &HostValue) -> Option<Integer> {
    match value {
        HostValue::Value(Value::Bool(truth)) => {
            Some(Integer::Dynamic(Expression::constant(i64::from(*truth))))
        }
        value => value.as_integer(),
    }
}

fn plain(value: Result<Integer, layout_algebra::Error>) -> Outcome {
    match value {
        Ok(integer) => Ok(Computed::plain(HostValue::integer(&integer))),
        Err(error) => unknown(error.to_string()),
    }
}

fn truth(truth: bool) -> Outcome {
    Ok(Computed::plain(Value::Bool(truth)))
}

/// `&&` and `||`: one side may decide.
fn logical(is_and: bool, left: &HostValue, right: &HostValue) -> Outcome {
    let known = |value: &HostValue| number(value)?.known().map(|number| number != 0);
    match (known(left), known(right)) {
        (Some(decides), _) | (_, Some(decides)) if decides != is_and => truth(decides),
        (Some(_), Some(other)) => truth(other),
        _ => {
            let reason = left.unknown_reason().or(right.unknown_reason());
            unknown(reason.unwrap_or("a condition on run-time values is not decided"))
        }
    }
}

fn of_numbers(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    use BinaryOperator as B;
    match operator {
        B::Add => plain(left.plus(right)),
        B::Subtract => plain(left.minus(right)),
        B::Multiply => plain(left.times(right)),
        B::Divide | B::DivideDown => plain(left.quotient(right)),
        B::Remainder => plain(left.remainder(right)),
        B::ShiftLeft | B::ShiftRight | B::BitAnd | B::BitOr | B::BitXor => of_bits(operator, left, right),
        operator if operator.is_comparison() => compared(operator, left, right),
        _ => unknown("this operator is not computed"),
    }
}

fn compared(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    let Some(order) = left.expression().compare(&right.expression()) else {
        return decided_by_bounds(operator, left, right);
    };
    operator.of_order(order).map_or_else(|| unknown("this operator compares nothing"), truth)
}

/// A comparison of which one answer is proved although the order is not known: `threadIdx.x >= 0`.
fn decided_by_bounds(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    use BinaryOperator as B;
    let (a, b) = (left.expression(), right.expression());
    match operator {
        B::GreaterEqual if a.is_at_least(&b) => truth(true),
        B::LessEqual if b.is_at_least(&a) => truth(true),
        B::Less if a.is_at_least(&b) => truth(false),
        B::Greater if b.is_at_least(&a) => truth(false),
        _ => unknown(format!("how {left} and {right} compare is known at run time only")),
    }
}

/// Bits of natural numbers.
fn of_bits(operator: BinaryOperator, left: &Integer, right: &Integer) -> Outcome {
    use BinaryOperator as B;
    if let (Some(a), Some(b)) = (left.known(), right.known()) {
        let shift = u32::try_from(b).ok().filter(|shift| *shift < 63);
        let bits = match operator {
            B::BitAnd => Some(a & b),
            B::BitOr => Some(a | b),
            B::BitXor => Some(a ^ b),
            B::ShiftLeft => shift.and_then(|shift| a.checked_mul(1 << shift)),
            B::ShiftRight => shift.map(|shift| a >> shift),
            _ => return invariant!(unknown("this operator is not computed"), "{operator:?} of bits"),
        };
        let Some(bits) = bits else { return unknown("a shift does not fit in 64 bits") };
        let is_static = left.is_static() && right.is_static();
        let bits = if is_static { Integer::Static(bits) } else { Expression::constant(bits).into() };
        return plain(Ok(bits));
    }
    let is_natural = left.expression().is_natural();
    let power = right.known().and_then(|shift| u32::try_from(shift).ok()).filter(|shift| *shift < 62);
    match (operator, power) {
        (B::ShiftLeft, Some(shift)) => plain(left.times(&Integer::Static(1 << shift))),
        (B::ShiftRight, Some(shift)) if is_natural => plain(left.quotient(&Integer::Static(1 << shift))),
        (B::BitAnd, _) if is_natural && let Some(mask) = right.known().filter(|mask| is_mask(*mask)) => {
            plain(left.remainder(&Integer::Static(mask + 1)))
        }
        _ => unknown("the bits of a run-time integer are not computed"),
    }
}

/// Whether the lowest bits are set, and no others: `n & mask` is then `n % (mask + 1)`.
fn is_mask(number: i64) -> bool {
    number > 0 && number < i64::MAX && (number + 1).count_ones() == 1
}

/// `E<0>{} * Int<4>{}`.
fn of_coordinates(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let coordinate = |value: &HostValue| match value {
        HostValue::Value(Value::Tuple(IntTuple::Int(Leaf::Coordinate(coordinate)))) => {
            Some(coordinate.clone())
        }
        _ => None,
    };
    let (coordinate, number) = match (coordinate(left), coordinate(right)) {
        (Some(coordinate), None) => (coordinate, right.as_integer()?),
        (None, Some(coordinate)) => (coordinate, left.as_integer()?),
        _ => return None,
    };
    if operator != BinaryOperator::Multiply {
        return None;
    }
    let scaled = match number {
        Integer::Static(number) => coordinate.times(number),
        Integer::Dynamic(_) => None,
    };
    Some(match scaled {
        Some(scaled) => Ok(Computed::plain(Value::Tuple(IntTuple::Int(Leaf::Coordinate(scaled))))),
        None => unknown("a coordinate stride of a run-time scale is not computed"),
    })
}

/// `pointer + n`: the same memory from another place on.
pub fn moved(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let (pointer, by) = match (left, right) {
        (HostValue::Pointer(pointer), by) => (pointer, by),
        (by, HostValue::Pointer(pointer)) if operator == BinaryOperator::Add => (pointer, by),
        _ => return None,
    };
    let is_move =
        matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract) && by.as_integer().is_some();
    let may_differ = pointer.beginning.may_differ || may_differ_in_warp(by);
    let moved = Pointer { offset: None, beginning: Beginning { may_differ }, ..Pointer::clone(pointer) };
    is_move.then(|| Ok(Computed::plain(HostValue::Pointer(Arc::new(moved)))))
}

/// `==` and `!=` of tuples and layouts.
fn equality(operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Option<Outcome> {
    let wanted = match operator {
        BinaryOperator::Equal => true,
        BinaryOperator::NotEqual => false,
        _ => return None,
    };
    Some(match equal(left, right) {
        Ok(equal) => truth(equal == wanted),
        Err(refusal) => Err(refusal),
    })
}

/// Whether two values are equal, staticness aside.
pub(crate) fn equal(left: &HostValue, right: &HostValue) -> Result<bool, Refusal> {
    let (left, right) = (instance(left), instance(right));
    let undecided = || unknown("whether these are equal is not known");
    match (left, right) {
        (HostValue::Value(Value::Hardware(left)), HostValue::Value(Value::Hardware(right))) => {
            match (&**left, &**right) {
                (Hardware::Major(left), Hardware::Major(right)) => Ok(left == right),
                _ => undecided(),
            }
        }
        (HostValue::Value(left), HostValue::Value(right)) => {
            let is_compared =
                |value: &Value| value.is_layout() || matches!(value, Value::Tuple(_) | Value::Bool(_));
            if !is_compared(left) || !is_compared(right) {
                return undecided();
            }
            match symbolic::equal(left, right) {
                Some(equal) => Ok(equal),
                None if symbolic::has_names(left) || symbolic::has_names(right) => undecided(),
                None => Ok(left == right),
            }
        }
        _ => undecided(),
    }
}
