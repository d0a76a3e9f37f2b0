//! Conditions, and values that depend on them.

use super::{Lowering, expression::common, value::Value};
use crate::{
    RunError,
    emulator::{
        program::{Operand, Step},
        source::{Binary, Expression, Scalar, Statement, unknown},
    },
};

impl Lowering<'_> {
    pub(super) fn logical(
        &mut self,
        or: bool,
        left: &Expression,
        right: &Expression,
    ) -> Result<Value, RunError> {
        let left = self.condition(left)?;
        let decided = u64::from(or);
        if left == Operand::Constant(decided) {
            return Ok(Value::Number(left, Scalar::Bool));
        }
        // Both sides are computed, which is as if only one were: neither writes.
        if !self.is_pure(right) {
            return Err(unknown("a condition that does more than compare"));
        }
        let right = self.condition(right)?;
        let both = match (left, right) {
            (Operand::Constant(_), right) => right,
            (left, Operand::Constant(known)) if known != decided => left,
            (_, known @ Operand::Constant(_)) => known,
            (a, b) => {
                let operator = if or { Binary::Or } else { Binary::And };
                let to = self.allocate(1);
                self.emit(Step::Binary { operator, ty: Scalar::U32, to, a, b })?;
                Operand::Register(to)
            }
        };
        Ok(Value::Number(both, Scalar::Bool))
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
    ) -> Result<Value, RunError> {
        let condition = self.condition(condition)?;
        if let Operand::Constant(known) = condition {
            return self.value(if known != 0 { then } else { otherwise });
        }
        if self.is_pure(then) && self.is_pure(otherwise) {
            let (a, b) = (self.value(then)?, self.value(otherwise)?);
            let to = self.allocate(1);
            return match (a, b) {
                (Value::Number(a, of_a), Value::Number(b, of_b)) => {
                    let ty = if of_a == of_b { of_a } else { common(of_a, of_b) };
                    let (a, b) = (self.number_as(a, of_a, ty)?, self.number_as(b, of_b, ty)?);
                    self.emit(Step::Select { to, condition, a, b })?;
                    Ok(Value::Number(Operand::Register(to), ty))
                }
                (Value::Pointer(a, ty), Value::Pointer(b, _)) => {
                    self.emit(Step::Select { to, condition, a, b })?;
                    Ok(Value::Pointer(Operand::Register(to), ty))
                }
                (a, b) => Err(unknown(format!("either {a:?} or {b:?}"))),
            };
        }
        // Only the lanes that want a value read it.
        let to = self.allocate(1);
        let branch = self.emit(Step::If { condition, otherwise: 0 })?;
        let (a, ty) = self.number(then)?;
        self.emit(Step::Assign { to, from: a })?;
        let other = self.emit(Step::Else { end: 0 })?;
        let (b, of_b) = self.number(otherwise)?;
        let b = self.number_as(b, of_b, ty)?;
        self.emit(Step::Assign { to, from: b })?;
        let end = self.emit(Step::EndIf)?;
        self.replace(branch, Step::If { condition, otherwise: other });
        self.replace(other, Step::Else { end });
        Ok(Value::Number(Operand::Register(to), ty))
    }

    /// Whether an expression neither reads memory nor changes anything.
    fn is_pure(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Integer(..)
            | Expression::Float(..)
            | Expression::Name(_)
            | Expression::Member(..) => true,
            Expression::Negated(a)
            | Expression::Not(a)
            | Expression::Complement(a)
            | Expression::Cast(_, a) => self.is_pure(a),
            Expression::Binary(_, a, b) | Expression::Logical(_, a, b) => self.is_pure(a) && self.is_pure(b),
            Expression::Conditional(a, b, c) => [a, b, c].into_iter().all(|part| self.is_pure(part)),
            Expression::Call(name, _, arguments) => {
                let of_function = self.unit.functions.get(name).is_some_and(|function| {
                    function.body.iter().all(|statement| match statement {
                        Statement::Return(Some(value)) => self.is_pure(value),
                        Statement::Declaration(_, declarators) => declarators.iter().all(|declarator| {
                            declarator.value.as_ref().is_none_or(|value| self.is_pure(value))
                        }),
                        _ => false,
                    })
                });
                (of_function || ["min", "max"].contains(&name.as_str()))
                    && arguments.iter().all(|argument| self.is_pure(argument))
            }
            Expression::Dereferenced(_)
            | Expression::AddressOf(_)
            | Expression::Assigned(..)
            | Expression::Index(..)
            | Expression::Stepped(..)
            | Expression::List(_) => false,
        }
    }
}
