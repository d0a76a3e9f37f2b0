//! Calls: an operation on its operands, a layout at a coordinate.

use layoutlens_host_value::verdict;
use layoutlens_operation::{Code, Evaluated, Operation, Refusal, Value, literal, symbolic};
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    environment::Lookup,
    evaluator::{Evaluator, Position},
    nearest_fix,
    template::untemplated,
};

impl Evaluator<'_> {
    pub(crate) fn call(
        &mut self,
        operation: Operation,
        expr: &Expr,
        template: &[Expr],
        arguments: &[Expr],
    ) -> Evaluated {
        let Some((operation, operands)) = untemplated(operation, template, arguments) else {
            let message =
                format!("{operation} takes no such template arguments: `{}`", operation.signature());
            return self.refuse(expr.range.clone(), Code::ArgumentCount, message);
        };
        let mut values = Vec::with_capacity(operands.len());
        for (index, operand) in operands.iter().enumerate() {
            let position = if operation.takes_size(index) { Position::Size } else { Position::Operand };
            let evaluated = self.evaluate(operand, position);
            if index == 0 && evaluated.is_of_one_thread && operation.is_about_lanes() {
                self.is_of_one_thread = false;
                let what = match &operand.kind {
                    ExprKind::Name(name) => format!("`{name}`"),
                    _ => "this layout".to_owned(),
                };
                let message = format!(
                    "{operation} is about the threads of a warp, and {what} counts the values of one thread; give a \
                     layout from threads to offsets, such as `TV(_,0)` of a thread-value layout"
                );
                return self.refuse(operand.range.clone(), Code::WrongKind, message);
            }
            values.push(evaluated.value);
        }
        let evaluated = self.operate(operation, expr, values, &operands.iter().collect::<Vec<_>>());
        match operation.cuts_for_one_thread() {
            true => Evaluated { is_of_one_thread: true, ..evaluated },
            false => evaluated,
        }
    }

    /// Runs an operation on evaluated operands and turns what it says into a value and problems.
    pub(crate) fn operate(
        &mut self,
        operation: Operation,
        expr: &Expr,
        values: Vec<Value>,
        operands: &[&Expr],
    ) -> Evaluated {
        if !operation.arity().contains(&values.len()) {
            let message = format!(
                "{operation} takes {}, not {}: `{}`",
                operation.arity_text(),
                values.len(),
                operation.signature()
            );
            return self.refuse(expr.range.clone(), Code::ArgumentCount, message);
        }
        let values = self.informed(values);
        match self.run(operation, &values) {
            Ok(evaluated) => {
                self.problems.extend(verdict::problem(
                    operation,
                    &evaluated,
                    &values,
                    expr,
                    operands.last().copied(),
                ));
                evaluated
            }
            Err(refusal) => {
                let fixes = match (&refusal, operands.last()) {
                    (Refusal::Algebra(error), Some(last)) => {
                        nearest_fix::replacements(operation, error, &values, last)
                    }
                    _ => Vec::new(),
                };
                let owned: Vec<Expr> = operands.iter().map(|operand| (*operand).clone()).collect();
                let evaluated = self.refused(refusal, expr, &owned);
                // The refusal pushed its problem last; one that is merely unknown pushes none and has no fixes.
                if !fixes.is_empty()
                    && let Some(problem) = self.problems.last_mut()
                {
                    problem.fixes = fixes;
                }
                evaluated
            }
        }
    }

    /// The values with what is stated of their names.
    pub(crate) fn informed<V: AsMut<[Value]>>(&self, mut values: V) -> V {
        for value in values.as_mut() {
            if symbolic::has_names(value) {
                let facts = self.environment.facts(&symbolic::names(value), self.scope);
                symbolic::inform(value, &facts);
            }
        }
        values
    }

    /// Runs an operation, and notes which facts about names its result depends on.
    fn run(&self, operation: Operation, values: &[Value]) -> Result<Evaluated, Refusal> {
        let mut evaluated = operation.run(values)?;
        for (name, divisor) in symbolic::divisors(values) {
            let uninformed: Vec<Value> =
                values.iter().map(|value| symbolic::without_fact(value, &name)).collect();
            let without = operation.run(&uninformed);
            let is_same = without.is_ok_and(|without| {
                without.value.to_string() == evaluated.value.to_string()
                    && without.rounds_up_unless == evaluated.rounds_up_unless
            });
            if !is_same {
                evaluated.notes.push(format!("holds because {name} % {divisor} == 0"));
            }
        }
        Ok(evaluated)
    }

    /// Whether a statement above binds the name.
    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.environment.bound(name, self.scope).is_some()
    }

    pub(crate) fn apply(&mut self, expr: &Expr, callee: &Expr, coordinate: &[Expr]) -> Evaluated {
        if let ExprKind::Name(name) = &callee.kind
            && let Some(operation) = Operation::named(name)
            && !matches!(
                self.environment.look_up(name, self.scope, callee.range.start),
                Lookup::Bound(_) | Lookup::Host(Some(_))
            )
        {
            return self.call(operation, expr, &[], coordinate);
        }
        if let (ExprKind::Swizzle { .. }, [offset]) = (&callee.kind, coordinate) {
            return self.call(Operation::SwizzleApply, expr, &[], &[callee.clone(), offset.clone()]);
        }
        let callee_value = self.operand(callee).value;
        let coordinates: Vec<_> =
            coordinate.iter().map(|part| self.evaluate(part, Position::Size).value).collect();
        match literal::coordinate(coordinates) {
            Ok(coordinate_value) => {
                let [callee_value, coordinate_value] = self.informed([callee_value, coordinate_value]);
                let applied = layoutlens_operation::apply(&callee_value, &coordinate_value);
                match applied {
                    Ok(evaluated) => evaluated,
                    Err(refusal) => self.refused(refusal, expr, &[callee.clone(), expr.clone()]),
                }
            }
            Err(refusal) => self.refused(refusal, expr, coordinate),
        }
    }
}
