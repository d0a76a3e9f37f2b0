//! What a number has to be a multiple of: code that raises where `tile_k % inst_k != 0` says so itself.

use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{code::walk, state::interpreter::Interpreter, suppose::picks::Multiple};

impl Interpreter<'_> {
    /// The numbers in a condition of Python that are no multiples of what it divides them by.
    pub(crate) fn multiples_wanted(&mut self, condition: &Expr) -> Vec<Multiple> {
        if !self.is_python() || !self.suppositions.is_open {
            return Vec::new();
        }
        let mut remainders = Vec::new();
        walk::expression(condition, &mut |expr: &Expr| {
            if let ExprKind::Binary {
                operator: BinaryOperator::Equal | BinaryOperator::NotEqual,
                left,
                right,
            } = &expr.kind
                && matches!(right.kind, ExprKind::Int(0))
                && let ExprKind::Binary { operator: BinaryOperator::Remainder, left, right } = &left.kind
                && let Some(name) = last_name(left)
            {
                remainders.push((name.to_owned(), &**left, &**right));
            }
        });
        let mut wanted = Vec::new();
        for (name, number, divisor) in remainders {
            let values = (self.pure_value(number).known_int(), self.pure_value(divisor).known_int());
            if let (Some(number @ 0..), Some(divisor @ 1..)) = values
                && number % divisor != 0
                && let Some(multiple) = (number / divisor).checked_add(1).and_then(|n| n.checked_mul(divisor))
            {
                wanted.push((name, multiple));
            }
        }
        wanted
    }
}

/// `k` of `k` and of `self.k`.
fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        _ => None,
    }
}
