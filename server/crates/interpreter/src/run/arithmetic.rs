//! Operators between values.

use std::{cmp::Ordering, ops::Range};

use layout_algebra::symbolic::{Expression, Integer};
use layoutlens_host_value::{
    call::{Call, Computed},
    open_number,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};
use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind, Opaque};

use crate::{
    python::sequence_operator,
    state::{interpreter::Interpreter, run_time_name::LEAST_INT},
    value::{run_time, unknown::unknown},
};

/// Of which operators nothing is known without numbers.
const NOT_COMPUTED: &str = "this operator is not computed for run-time integers";

/// Functions of Python's own that give `True` or `False`.
const TRUTH_VALUES: &[&str] =
    &["bool", "isinstance", "issubclass", "hasattr", "callable", "any", "all", "is"];

impl Interpreter<'_> {
    /// `left operator right`.
    pub(crate) fn binary(&mut self, expr: &Expr, operator: Op, left: &Expr, right: &Expr) -> Computed {
        if matches!(operator, Op::And | Op::Or) {
            return self.logical(expr, operator, left, right);
        }
        if self.is_loose_macro(left) || self.is_loose_macro(right) {
            return unknown("an operator in a macro is not in parentheses");
        }
        let (of_left, of_right) = match self.operands(operator, left, right) {
            Ok((of_left, of_right)) if self.is_python() => (of_left, of_right),
            Ok((of_left, of_right)) => {
                (truth_beside(of_left.clone(), &of_right), truth_beside(of_right, &of_left))
            }
            Err(computed) => return computed,
        };
        self.forget_after_operator(operator, (left, &of_left), (right, &of_right));
        self.tell_number(operator, [(left, &of_left), (right, &of_right)]);
        if let Some(computed) = self.with_fraction(operator, (left, &of_left), (right, &of_right)) {
            return computed;
        }
        let computed = match self.of_two_sequences(operator, (left, &of_left), (right, &of_right)) {
            Some(computed) => computed,
            None => self.operated(operator, &of_left, &of_right, &expr.range),
        };
        // What is made of lists is a list of its own.
        if matches!(operator, Op::Add | Op::Multiply)
            && [&of_left, &of_right].map(|of| self.may_be_list(of)).contains(&true)
        {
            self.is_a_list(&computed.value);
        }
        self.in_number_types(operator, (left, &of_left), (right, &of_right), computed)
    }

    /// What a library says of an object of its own and a number that is written with a fraction.
    fn with_fraction(
        &self,
        operator: Op,
        (left, of_left): (&Expr, &HostValue),
        (right, of_right): (&Expr, &HostValue),
    ) -> Option<Computed> {
        let is_pair = |object: &HostValue, number: &Expr| {
            matches!(object, HostValue::Object(_)) && is_floating_point(number)
        };
        if !self.is_python() || !is_pair(of_left, right) && !is_pair(of_right, left) {
            return None;
        }
        self.library.binary(operator, of_left, of_right).ok()
    }

    /// What Python's `==` and `!=` give of a list and a tuple with the same elements, which are not equal. Values do not tell
    /// lists from tuples: that is known of what is written as one, and of what no list has ever held.
    fn of_two_sequences(
        &self,
        operator: Op,
        (left, of_left): (&Expr, &HostValue),
        (right, of_right): (&Expr, &HostValue),
    ) -> Option<Computed> {
        let is_comparison = matches!(operator, Op::Equal | Op::NotEqual) && self.is_python();
        if !is_comparison || of_left != of_right || of_left.elements().is_none() {
            return None;
        }
        let is_list = |expr: &Expr| match &expr.kind {
            ExprKind::List(_) | ExprKind::Comprehension { .. } => Some(true),
            ExprKind::Tuple(_) => Some(false),
            _ if !self.may_be_list(of_left) => Some(false),
            _ => None,
        };
        let mut elements = of_left.elements().into_iter().flatten();
        match (is_list(left), is_list(right)) {
            (Some(one), Some(other))
                if one == other && !elements.any(|element| self.may_hold_list(&element)) =>
            {
                None
            }
            (Some(one), Some(other)) if one == other => {
                Some(unknown("whether a list in it is compared with a tuple is not known"))
            }
            (Some(_), Some(_)) => Some(Computed::plain(Value::Bool(operator == Op::NotEqual))),
            _ => Some(unknown("whether a list is compared with a tuple is not known")),
        }
    }

    /// `and`, `or`: Python's give an operand, C++'s a truth value.
    fn logical(&mut self, expr: &Expr, operator: Op, left: &Expr, right: &Expr) -> Computed {
        if !self.is_python() {
            return match self.condition(expr) {
                Some(value) => Computed::plain(Value::Bool(value)),
                None => unknown("whether this holds is not known"),
            };
        }
        let value = self.evaluate(left);
        match (operator, self.truth(&value.value)) {
            (Op::And, Some(false)) | (Op::Or, Some(true)) => value,
            (_, Some(_)) => self.evaluate(right),
            (_, None) => {
                let other = self.perhaps(|this| this.evaluate(right));
                match (operator, self.truth(&other.value)) {
                    (Op::And, Some(false)) | (Op::Or, Some(true))
                        if matches!(other.value, HostValue::Value(Value::Bool(_)))
                            && self.gives_truth(left) =>
                    {
                        other
                    }
                    _ => unknown("whether this holds is not known"),
                }
            }
        }
    }

    /// Whether an expression gives `True` or `False` and nothing else: it is no operand that `and` and `or` hand on.
    fn gives_truth(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Bool(_) | ExprKind::Not(_) => true,
            ExprKind::Binary { operator: Op::And | Op::Or, left, right } => {
                self.gives_truth(left) && self.gives_truth(right)
            }
            ExprKind::Binary { operator, .. } => matches!(
                operator,
                Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual
            ),
            ExprKind::Invoke { callee, .. } => match &callee.kind {
                ExprKind::Name(name) => {
                    TRUTH_VALUES.contains(&name.as_str()) && self.look_up(self.scope(), name).is_none()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The result of an operator on two values.
    pub(crate) fn operated(
        &mut self,
        operator: Op,
        left: &HostValue,
        right: &HostValue,
        range: &Range<usize>,
    ) -> Computed {
        self.tell_comparison(operator, left, right);
        if let Some(reason) = left.unknown_reason().or(right.unknown_reason()) {
            return unknown(reason);
        }
        if self.is_python()
            && let Some(value) = sequence_operator::operated(operator, left, right)
        {
            return Computed::plain(value);
        }
        if self.is_python()
            && operator == Op::BitOr
            && let Some(joined) = self.joined(left, right)
        {
            return Computed::plain(joined);
        }
        if !self.is_python() && operator == Op::Subtract && may_wrap_around(left, right) {
            return unknown("a difference below zero, which wraps around if its type is unsigned");
        }
        if let Some(same) = plainly_same(left, right) {
            match operator {
                Op::Equal => return Computed::plain(Value::Bool(same)),
                Op::NotEqual => return Computed::plain(Value::Bool(!same)),
                _ => {}
            }
        }
        if let (false, Some(a), Some(b)) = (self.is_python(), left.as_integer(), right.as_integer())
            && operator.is_comparison()
            && (a.known().is_none() || b.known().is_none())
        {
            return self.of_order(operator, &a, &b);
        }
        match self.library.binary(operator, left, right) {
            Err(Refusal::Unknown(reason)) => match (left.as_integer(), right.as_integer()) {
                (Some(a), Some(b)) => {
                    let computed = self.of_integers(operator, &a, &b);
                    if computed.value.unknown_reason() == Some(NOT_COMPUTED) {
                        self.tell_needed([left, right]);
                    }
                    match self.is_python() && is_some_number(operator, &a, &b, &computed) {
                        true => Computed::plain(self.open_number("known at run time only", LEAST_INT)),
                        false => computed,
                    }
                }
                _ => unknown(reason),
            },
            outcome => {
                let call =
                    Call { name: "", receiver: None, template: &[], arguments: &[], range: range.clone() };
                self.outcome(outcome, &call)
            }
        }
    }

    /// An operator on integers, as the language has it.
    fn of_integers(&self, operator: Op, left: &Integer, right: &Integer) -> Computed {
        let result = match operator {
            Op::Add => left.plus(right),
            Op::Subtract => left.minus(right),
            Op::Multiply => left.times(right),
            Op::Divide | Op::DivideDown if !self.is_python() || are_natural(left, right) => {
                left.quotient(right)
            }
            Op::Remainder if !self.is_python() || are_natural(left, right) => left.remainder(right),
            _ if operator.is_comparison() => return self.of_order(operator, left, right),
            _ => return of_numbers(operator, left, right),
        };
        match result {
            Ok(integer) => Computed::plain(HostValue::integer(&integer)),
            Err(error) => unknown(error.to_string()),
        }
    }

    /// A comparison of integers.
    fn of_order(&self, operator: Op, left: &Integer, right: &Integer) -> Computed {
        let order = match (left.known(), right.known()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ if self.is_python() => open_number::compare(left, right),
            _ => order_in_cpp(left, right),
        };
        match order.and_then(|order| operator.of_order(order)) {
            Some(holds) => Computed::plain(Value::Bool(holds)),
            None => unknown("which of the two is larger is not known"),
        }
    }
}

/// How two integers of C++ compare of which at least one goes by a name. That a parameter is at least 1 is taken for granted
/// where it is a size, but decides no comparison; and what may be below zero is a large number in an unsigned type.
fn order_in_cpp(left: &Integer, right: &Integer) -> Option<Ordering> {
    if left.expression() == right.expression() {
        return Some(Ordering::Equal);
    }
    let (left, right) = (open_number::unassumed(left)?, open_number::unassumed(right)?);
    let below_zero = Expression::constant(-1);
    let is_natural = |of: &Expression| of.compare(&below_zero) == Some(Ordering::Greater);
    (is_natural(&left) && is_natural(&right)).then(|| left.compare(&right))?
}

/// `0.5`, `-0.5`.
fn is_floating_point(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Opaque(Opaque::FloatingPoint) => true,
        ExprKind::Negate(inner) => matches!(inner.kind, ExprKind::Opaque(Opaque::FloatingPoint)),
        _ => false,
    }
}

/// Whether this is a difference below zero of two numbers that are not: the types of variables are not kept, and in an
/// unsigned one it is a large number. A static integer, `Int<3>{} - Int<5>{}`, has its sign.
fn may_wrap_around(left: &HostValue, right: &HostValue) -> bool {
    let (Some(left), Some(right)) = (left.as_integer(), right.as_integer()) else { return false };
    let is_static = |integer: &Integer| matches!(integer, Integer::Static(_));
    match (left.known(), right.known()) {
        (Some(a), Some(b)) => a >= 0 && b > a && !(is_static(&left) && is_static(&right)),
        _ => false,
    }
}

/// A truth value beside a number, which an operator takes for 0 or 1.
fn truth_beside(value: HostValue, other: &HostValue) -> HostValue {
    match value {
        HostValue::Value(Value::Bool(truth)) if other.as_integer().is_some() => {
            HostValue::run_time_int(i64::from(truth))
        }
        value => value,
    }
}

/// Whether truncation and rounding down are the same for the two.
fn are_natural(left: &Integer, right: &Integer) -> bool {
    let is_natural = |integer: &Integer| match integer.known() {
        Some(number) => number >= 0,
        None => run_time::least(integer) >= 0,
    };
    is_natural(left) && is_natural(right)
}

/// Operators that are computed for numbers only.
fn of_numbers(operator: Op, left: &Integer, right: &Integer) -> Computed {
    let (Some(a), Some(b)) = (left.known(), right.known()) else {
        return unknown(NOT_COMPUTED);
    };
    let shift = u32::try_from(b).ok();
    let result = match operator {
        Op::DivideDown | Op::Divide if b > 0 => Some(a.div_euclid(b)),
        Op::Remainder if b > 0 => Some(a.rem_euclid(b)),
        Op::ShiftLeft => {
            shift.and_then(|shift| 2_i64.checked_pow(shift)).and_then(|factor| a.checked_mul(factor))
        }
        Op::ShiftRight => shift.and_then(|shift| a.checked_shr(shift)),
        Op::BitAnd => Some(a & b),
        Op::BitOr => Some(a | b),
        Op::BitXor => Some(a ^ b),
        Op::Power => shift.and_then(|power| a.checked_pow(power)),
        _ => None,
    };
    match result {
        Some(result) if left.is_static() && right.is_static() => {
            Computed::plain(HostValue::static_int(result))
        }
        Some(result) => Computed::plain(HostValue::run_time_int(result)),
        None => unknown("this operator is not computed"),
    }
}

/// Whether a quotient, a remainder or what is made of bits is a number of which no more is known.
fn is_some_number(operator: Op, left: &Integer, right: &Integer, computed: &Computed) -> bool {
    let is_of_run_time = !left.is_static() || !right.is_static();
    // What is made of the bits of a number that may be of compile time is another one for each that is supposed.
    let is_of_bits = matches!(operator, Op::BitAnd | Op::BitOr | Op::BitXor | Op::ShiftLeft | Op::ShiftRight)
        && !open_number::is_open(left)
        && !open_number::is_open(right);
    (is_of_bits || matches!(operator, Op::DivideDown | Op::Remainder) && right.known() != Some(0))
        && computed.value.unknown_reason().is_some()
        && is_of_run_time
}

/// Whether two values that are no numbers are the same, when that is certain.
fn plainly_same(left: &HostValue, right: &HostValue) -> Option<bool> {
    use HostValue as V;
    match (left, right) {
        (V::Nothing, V::Nothing) => Some(true),
        (V::Nothing, V::Pointer(_) | V::Object(_)) | (V::Pointer(_) | V::Object(_), V::Nothing) => None,
        (V::Nothing, _) | (_, V::Nothing) => Some(false),
        (V::Text(a), V::Text(b)) => Some(a == b),
        (V::Value(Value::Bool(a)), V::Value(Value::Bool(b))) => Some(a == b),
        (V::Type(a), V::Type(b)) if a == b => Some(true),
        _ => None,
    }
}
