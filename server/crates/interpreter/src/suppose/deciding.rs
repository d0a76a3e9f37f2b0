//! Which part of a condition decides it. Where a program does not go on if `m not in (64,) or n not in (128, 256)`, it is `m`
//! alone that has to be another number where that is none of the first.

use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::state::interpreter::Interpreter;

/// Adds the parts of a condition that may decide it alone.
pub(super) fn parts<'e>(condition: &'e Expr, all: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Not(inner) => {
            all.push(inner);
            parts(inner, all);
        }
        ExprKind::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right } => {
            for part in [left, right] {
                all.push(part);
                parts(part, all);
            }
        }
        _ => {}
    }
}

impl Interpreter<'_> {
    /// Of `a or b` that holds the first that does, of `a and b` that does not the first that does not.
    pub(super) fn deciding_part<'e>(&mut self, condition: &'e Expr, holds: bool) -> &'e Expr {
        if !self.is_python() || !self.suppositions.is_supposing {
            return condition;
        }
        match &condition.kind {
            ExprKind::Not(inner) => self.deciding_part(inner, !holds),
            ExprKind::Binary {
                operator: operator @ (BinaryOperator::And | BinaryOperator::Or),
                left,
                right,
            } if (*operator == BinaryOperator::Or) == holds => {
                let value = self.pure_value(left);
                match self.truth(&value) {
                    Some(truth) if truth == holds => self.deciding_part(left, holds),
                    Some(_) => self.deciding_part(right, holds),
                    None => condition,
                }
            }
            _ => condition,
        }
    }
}
