//! Operators: arithmetic of sizes, comparisons, and those that are operations of layouts.

use layout_algebra::IntTuple;
use layoutlens_operation::{
    Code, Evaluated, Operation, Value, literal,
    size::{Size, SizeError, SizeOperator},
    value::Leaf,
};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::evaluator::{Evaluator, Position, leaf};

impl Evaluator<'_> {
    pub(crate) fn binary(
        &mut self,
        expr: &Expr,
        operator: BinaryOperator,
        left: &Expr,
        right: &Expr,
        position: Position,
    ) -> Evaluated {
        use BinaryOperator as Op;
        let arithmetic = match operator {
            Op::Multiply => Some(SizeOperator::Multiply),
            Op::Divide => Some(SizeOperator::Divide),
            Op::Remainder => Some(SizeOperator::Remainder),
            Op::Add => Some(SizeOperator::Add),
            Op::Subtract => Some(SizeOperator::Subtract),
            _ => None,
        };
        if let Some(arithmetic) = arithmetic {
            let left = self.evaluate(left, Position::Size).value;
            let right = self.evaluate(right, Position::Size).value;
            return self.arithmetic(expr, arithmetic, &left, &right);
        }
        let operation = match operator {
            Op::LogicalDivide => Operation::LogicalDivide,
            Op::LogicalProduct => Operation::LogicalProduct,
            Op::Compose => Operation::Composition,
            _ => return self.comparison(operator, left, right, position),
        };
        let left_value = self.operand(left).value;
        if operator == Op::Compose
            && (matches!(left_value, Value::Swizzle(_)) || ends_with_offset_and_swizzle(right))
            && let Some(composed) = self.composed_with_computed_offset(expr, &left_value, right)
        {
            return composed;
        }
        let values = vec![left_value, self.operand(right).value];
        self.operate(operation, expr, values, &[left, right])
    }

    /// `Sw<B,M,S> o offset o layout` whose swizzle or offset is a name or an expression, and `layout o offset o Sw<B,M,S>`:
    /// they are read as two compositions.
    fn composed_with_computed_offset(
        &mut self,
        expr: &Expr,
        swizzle: &Value,
        right: &Expr,
    ) -> Option<Evaluated> {
        let ExprKind::Binary { operator: BinaryOperator::Compose, left: offset, right: layout } = &right.kind
        else {
            return None;
        };
        let before = (self.problems.len(), self.nodes.len(), self.references.len());
        let offset_value = self.evaluate(offset, Position::Size).value;
        if !matches!(offset_value, Value::Tuple(IntTuple::Int(Leaf::Size(_)))) {
            self.problems.truncate(before.0);
            self.nodes.truncate(before.1);
            self.references.truncate(before.2);
            return None;
        }
        let layout_value = self.operand(layout).value;
        Some(match literal::composed(swizzle, &offset_value, &layout_value) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, expr, std::slice::from_ref(expr)),
        })
    }

    fn comparison(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr, _: Position) -> Evaluated {
        let left_value = self.operand(left).value;
        let right_value = self.operand(right).value;
        let [left_value, right_value] = self.informed([left_value, right_value]);
        match crate::comparison::compare(operator, &left_value, &right_value) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, left, &[left.clone(), right.clone()]),
        }
    }

    pub(crate) fn arithmetic(
        &mut self,
        expr: &Expr,
        operator: SizeOperator,
        left: &Value,
        right: &Value,
    ) -> Evaluated {
        for value in [left, right] {
            if let Value::Unknown(unknown) = value {
                return Value::Unknown(unknown.clone()).into();
            }
        }
        let [left, right] = &self.informed([left.clone(), right.clone()]);
        if operator == SizeOperator::Multiply
            && let Some(scaled) =
                literal::scaled_basis(left, right).or_else(|| literal::scaled_basis(right, left))
        {
            return match scaled {
                Ok(value) => value.into(),
                Err(refusal) => self.refused(refusal, expr, &[]),
            };
        }
        let (Value::Tuple(IntTuple::Int(Leaf::Size(a))), Value::Tuple(IntTuple::Int(Leaf::Size(b)))) =
            (left, right)
        else {
            let wrong = if matches!(left, Value::Tuple(IntTuple::Int(Leaf::Size(_)))) { right } else { left };
            let message = format!(
                "arithmetic is on integers, and this is {}: `{wrong}`; layouts have `⊘`, `⊗` and `o`",
                wrong.kind()
            );
            return self.refuse(expr.range.clone(), Code::WrongKind, message);
        };
        match Size::combine(operator, a, b) {
            Ok(size) => leaf(Leaf::Size(size)),
            Err(SizeError::Overflow) => {
                let message = "the result does not fit in 64 bits".to_owned();
                self.refuse(expr.range.clone(), Code::Overflow, message)
            }
            Err(SizeError::TooLong) => {
                Value::unknown("the expression of names is too long to compute with").into()
            }
            Err(SizeError::ZeroDivisor) => {
                self.refuse(expr.range.clone(), Code::InexactDivision, "division by zero".to_owned())
            }
            Err(SizeError::Inexact { left, right }) => {
                let message = format!(
                    "{right} does not divide {left} (remainder {}); `/` is exact, `ceil_div({left},{right})` rounds up",
                    left % right
                );
                self.refuse(expr.range.clone(), Code::InexactDivision, message)
            }
        }
    }
}

/// Whether this is `offset o Sw<B,M,S>`, the end of an inverse as it is printed.
fn ends_with_offset_and_swizzle(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { operator: BinaryOperator::Compose, right, .. } => {
            matches!(right.kind, ExprKind::Swizzle { .. })
        }
        _ => false,
    }
}
