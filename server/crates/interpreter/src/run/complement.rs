//! The bitwise complement of C++, `~x`, and what is left of a number without some bits: `x & ~(alignment - 1)`.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{call::Computed, value::HostValue};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    state::interpreter::Interpreter,
    value::{run_time, unknown::unknown},
};

impl Interpreter<'_> {
    /// `~operand`, where the type in which it is computed is known.
    pub(crate) fn complement(&mut self, operand: &Expr) -> Computed {
        if self.is_loose_macro(operand) {
            return unknown("an operator in a macro is not in parentheses");
        }
        let value = self.value(operand);
        self.complement_of(operand, &value)
    }

    fn complement_of(&mut self, operand: &Expr, value: &HostValue) -> Computed {
        self.forget_after_unary("operator~", operand, value);
        if let Some(reason) = value.unknown_reason() {
            return unknown(reason);
        }
        let Some((integer, number)) = value.as_integer().and_then(|of| Some((of.clone(), of.known()?)))
        else {
            return unknown("a bitwise complement is computed of numbers that are known");
        };
        // An enumerator and an `integral_constant` may be of an unsigned type.
        let of = if integer.is_static() { None } else { self.number_type_of(operand) };
        match of.map(|of| of.promoted()) {
            Some(of) => match of.holds(i128::from(!number)) {
                Some(held) => Computed::plain(HostValue::run_time_int(held)),
                None => unknown("a number that is larger than what is computed here"),
            },
            None => unknown("the complement of a number whose type is not known"),
        }
    }

    /// Values of both sides of an operator, from left to right; or what it gives where it takes bits away from a number,
    /// `left & ~right` and `~left & right`.
    pub(crate) fn operands(
        &mut self,
        operator: BinaryOperator,
        left: &Expr,
        right: &Expr,
    ) -> Result<(HostValue, HostValue), Computed> {
        let sides = match operator {
            BinaryOperator::BitAnd if !self.is_python() => {
                (self.complemented(left), self.complemented(right))
            }
            _ => (None, None),
        };
        let of_left = self.value(sides.0.unwrap_or(left));
        let of_right = self.value(sides.1.unwrap_or(right));
        let rest = match sides {
            (None, Some(_)) => without_bits(&of_left, &of_right),
            (Some(_), None) => without_bits(&of_right, &of_left),
            _ => None,
        };
        if let Some(rest) = rest {
            return Err(Computed::plain(rest));
        }
        let mut whole = |side: Option<&Expr>, value| match side {
            Some(operand) => self.complement_of(operand, &value).value,
            None => value,
        };
        Ok((whole(sides.0, of_left), whole(sides.1, of_right)))
    }

    /// What `~` stands in front of.
    fn complemented<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let ExprKind::Invoke { callee, arguments } = &expr.kind else { return None };
        match (&callee.kind, arguments.as_slice()) {
            (ExprKind::Name(name), [operand]) if name == "operator~" => {
                (!self.is_loose_macro(&operand.value)).then_some(&operand.value)
            }
            _ => None,
        }
    }
}

/// `number & ~bits` of numbers that every integer type holds: bits of the complement beyond them do not count, so its
/// type does not either.
fn without_bits(number: &HostValue, bits: &HostValue) -> Option<HostValue> {
    let (number, bits) = (number.as_integer()?, bits.as_integer()?);
    let is_small = |number: i64| (0..=i64::from(i32::MAX)).contains(&number);
    let hidden = bits.known().filter(|bits| is_small(*bits))?;
    match number.known() {
        Some(known) if !is_small(known) => None,
        Some(known) if number.is_static() && bits.is_static() => Some(HostValue::static_int(known & !hidden)),
        Some(known) => Some(HostValue::run_time_int(known & !hidden)),
        // Rounded down to a multiple.
        None if run_time::least(&number) >= 0 && (hidden + 1).count_ones() == 1 => {
            let alignment = Integer::Static(hidden + 1);
            Some(HostValue::integer(&number.quotient(&alignment).ok()?.times(&alignment).ok()?))
        }
        None => None,
    }
}
