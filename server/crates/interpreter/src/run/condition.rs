//! Conditions: what is certainly true or false.

use layoutlens_host_value::{function::Callable, types::HostType, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind, program::Argument};

use crate::{state::interpreter::Interpreter, value::dictionary};

impl Interpreter<'_> {
    /// Whether a condition holds, when that is certain.
    pub(crate) fn condition(&mut self, condition: &Expr) -> Option<bool> {
        self.condition_in_this_run(condition).filter(|_| !self.opens_conditions)
    }

    /// Does `work` as if every condition in it may hold or not: no write is left out because of a value that a later round
    /// changes.
    pub(crate) fn with_open_conditions<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.opens_conditions, true);
        let result = work(self);
        self.opens_conditions = outer;
        result
    }

    fn condition_in_this_run(&mut self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Binary { left, right, .. }
                if self.is_loose_macro(left) || self.is_loose_macro(right) =>
            {
                None
            }
            ExprKind::Not(inner) if self.is_loose_macro(inner) => None,
            ExprKind::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left, right }
                if self.is_object(left) || self.is_object(right) =>
            {
                // An operator of its class evaluates both and gives what it likes.
                self.forget_changes_of("an operator of a class may be called", |this| {
                    (this.condition(left), this.condition(right))
                });
                None
            }
            ExprKind::Binary { operator: BinaryOperator::And, left, right } => match self.condition(left) {
                Some(false) => Some(false),
                Some(true) => self.condition(right),
                None => self.perhaps(|this| this.condition(right)).filter(|right| !right),
            },
            ExprKind::Binary { operator: BinaryOperator::Or, left, right } => match self.condition(left) {
                Some(true) => Some(true),
                Some(false) => self.condition(right),
                None => self.perhaps(|this| this.condition(right)).filter(|right| *right),
            },
            ExprKind::Not(inner) => self.condition(inner).map(|value| !value),
            // Whether it holds may be known of what `or` gives, though not which operand that is.
            ExprKind::Invoke { callee, arguments }
                if let [Argument { value, keyword: None }] = arguments.as_slice()
                    && is_choice(value)
                    && self.asks_whether(callee) =>
            {
                self.condition(value)
            }
            _ => {
                let value = self.value(condition);
                self.forget_after_conversion(&value);
                self.truth(&value)
            }
        }
    }

    /// Whether a call of this is true exactly where its argument is: `bool(x)`, `const_expr(x)`.
    fn asks_whether(&mut self, callee: &Expr) -> bool {
        self.is_python()
            && matches!(&callee.kind, ExprKind::Name(_) | ExprKind::Member { .. })
            && matches!(self.value(callee), HostValue::Callable(callable)
                if matches!(&*callable, Callable::Library { name, .. }
                    if matches!(name.as_str(), "bool" | "cutlass.const_expr")))
    }

    /// What a value is as a condition.
    pub(crate) fn truth(&self, value: &HostValue) -> Option<bool> {
        match value {
            HostValue::Value(Value::Bool(value)) => Some(*value),
            HostValue::Nothing => Some(false),
            HostValue::Type(of) => match (&**of, of.truth()) {
                (HostType::Of(value), _) | (_, Some(value)) if !self.is_python() => self.truth(value),
                _ => None,
            },
            HostValue::Text(text) if self.is_python() => Some(!text.is_empty()),
            HostValue::Object(_) if let Some(entries) = dictionary::entries(value) => {
                Some(!entries.is_empty())
            }
            _ => match (value.known_int(), value.elements()) {
                (Some(number), _) => Some(number != 0),
                (None, Some(elements)) if self.is_python() => Some(!elements.is_empty()),
                _ => None,
            },
        }
    }
}

/// Whether an expression is one of two operands.
fn is_choice(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary { operator: BinaryOperator::And | BinaryOperator::Or, .. })
}
