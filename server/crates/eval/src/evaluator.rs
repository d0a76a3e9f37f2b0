//! Evaluates one expression tree: every node gets a value, problems are collected, nothing fails.

use std::ops::Range;

use layout_algebra::IntTuple;
use layoutlens_host_value::{problem::Problem, verdict};
use layoutlens_operation::{
    self, Code, Evaluated, Operation, Refusal, Value, element_type, literal,
    size::{Size, SizeError, SizeOperator},
    symbolic,
    value::Leaf,
};
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind};

use crate::{
    environment::{Environment, Lookup},
    nearest_fix,
    node::{Node, Reference},
    template::untemplated,
};

/// Where an expression stands, which decides what an unbound name in it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// An operand: an unbound name is a mistake.
    Operand,
    /// A size, stride or coordinate: an unbound name stays symbolic.
    Size,
}

/// Evaluates the expressions of one statement.
pub(crate) struct Evaluator<'e> {
    pub(crate) environment: &'e Environment<'e>,
    pub(crate) scope: usize,
    pub(crate) problems: Vec<Problem>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) references: Vec<Reference>,
    /// Whether the expression at hand was made of a layout of one thread's values so far.
    is_of_one_thread: bool,
    /// Of which thread the expression at hand is so far, where it depends on that.
    pub(crate) thread: Option<String>,
}

impl<'e> Evaluator<'e> {
    pub(crate) fn new(environment: &'e Environment<'e>, scope: usize) -> Self {
        Self {
            environment,
            scope,
            problems: Vec::new(),
            nodes: Vec::new(),
            references: Vec::new(),
            is_of_one_thread: false,
            thread: None,
        }
    }

    /// The value of an operand.
    pub(crate) fn operand(&mut self, expr: &Expr) -> Evaluated {
        self.evaluate(expr, Position::Operand)
    }

    pub(crate) fn evaluate(&mut self, expr: &Expr, position: Position) -> Evaluated {
        let outside = std::mem::take(&mut self.is_of_one_thread);
        let thread_outside = self.thread.take();
        let mut evaluated = self.evaluate_kind(expr, position);
        // A number that is asked of such a layout says nothing about threads.
        evaluated.is_of_one_thread =
            (evaluated.is_of_one_thread || self.is_of_one_thread) && evaluated.value.is_layout();
        self.is_of_one_thread = outside || evaluated.is_of_one_thread;
        evaluated.thread = evaluated.thread.take().or(self.thread.take());
        self.thread = thread_outside.or_else(|| evaluated.thread.clone());
        if worth_a_hover(&expr.kind, &evaluated.value) {
            self.nodes.push(Node { range: expr.range.clone(), evaluated: evaluated.clone() });
        }
        evaluated
    }

    fn evaluate_kind(&mut self, expr: &Expr, position: Position) -> Evaluated {
        match &expr.kind {
            ExprKind::Int(value) => Value::int(*value).into(),
            ExprKind::Name(name) => self.name(name, &expr.range, position),
            ExprKind::Keep => leaf(Leaf::Keep),
            ExprKind::Any | ExprKind::AnyMultiple(_) => leaf(Leaf::Any),
            ExprKind::Xor(bits) => leaf(Leaf::Xor(*bits)),
            ExprKind::Tuple(elements) => self.tuple(expr, elements),
            ExprKind::Tiler(elements) => self.tiler(elements),
            ExprKind::Layout { shape, stride } => self.layout(expr, shape, stride),
            ExprKind::Basis { value, path } => self.basis(expr, value, path),
            ExprKind::Fraction { numerator, denominator, path } => {
                match literal::fractional_basis(*numerator, *denominator, path) {
                    Ok(value) => value.into(),
                    Err(refusal) => self.refused(refusal, expr, std::slice::from_ref(expr)),
                }
            }
            ExprKind::Swizzle { bits, base, shift } => {
                let swizzle = layout_algebra::Swizzle::new(*bits, *base, *shift);
                self.algebra(swizzle.map(Value::Swizzle), expr.range.clone())
            }
            ExprKind::Composed { swizzle, offset, layout } => self.composed(expr, swizzle, offset, layout),
            // Bound by a statement, it is that name: `let size = ..` is warned of, and means what it says. Host code's
            // names do not hide operations. An alias and `cute::size` are longer or shorter than the operation's name.
            ExprKind::Call { function, template, arguments }
                if template.is_empty()
                    && function.range.len() == function.text.len()
                    && self.is_bound(&function.text, &function.range) =>
            {
                let kind = ExprKind::Name(function.text.clone());
                self.apply(expr, &Expr { kind, range: function.range.clone() }, arguments)
            }
            ExprKind::Call { function, template, arguments } => match Operation::named(&function.text) {
                Some(operation) => self.call(operation, expr, template, arguments),
                None => self.unknown_name(&function.text, &function.range),
            },
            ExprKind::Apply { callee, coordinate } => self.apply(expr, callee, coordinate),
            ExprKind::Negate(operand) => {
                let value = self.evaluate(operand, Position::Size).value;
                self.arithmetic(expr, SizeOperator::Subtract, &Value::int(0), &value)
            }
            ExprKind::Binary { operator, left, right } => self.binary(expr, *operator, left, right, position),
            ExprKind::Error => Value::unknown("the expression could not be read").into(),
            // The grammar of annotations makes none of these.
            ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Member { .. }
            | ExprKind::Specialize { .. }
            | ExprKind::Construct { .. }
            | ExprKind::Invoke { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Index { .. }
            | ExprKind::TypeOf(_)
            | ExprKind::Conditional { .. }
            | ExprKind::Comma(_)
            | ExprKind::List(_)
            | ExprKind::Dictionary(_)
            | ExprKind::Set(_)
            | ExprKind::Comprehension { .. }
            | ExprKind::Not(_)
            | ExprKind::Lambda(_)
            | ExprKind::Expand(_)
            | ExprKind::Designated { .. }
            | ExprKind::Fold { .. }
            | ExprKind::Opaque(_) => Value::unknown("this form belongs to host code").into(),
        }
    }

    fn name(&mut self, name: &str, range: &Range<usize>, position: Position) -> Evaluated {
        let lookup = self.environment.look_up(name, self.scope, range.start);
        if let (Lookup::Host(_) | Lookup::Unbound, Some(element)) = (&lookup, element_type::find(name)) {
            return Value::ElementType(element.name.to_owned()).into();
        }
        if let (Lookup::Host(_) | Lookup::Unbound, Some(hardware)) = (&lookup, crate::hardware::named(name)) {
            return self.algebra(hardware, range.clone());
        }
        match lookup {
            Lookup::Bound(binding) => {
                let definition = binding.definition.clone();
                let value = binding.value.clone();
                self.references.push(Reference { range: range.clone(), definition });
                value
            }
            Lookup::Elsewhere(definition) if position == Position::Operand => {
                self.references.push(Reference { range: range.clone(), definition: definition.clone() });
                let message = format!(
                    "`{name}` is not bound here: a statement sees the names bound above it in the same scope"
                );
                let problem = Problem::new(range.clone(), Code::UnknownName, message)
                    .with_related(definition, format!("`{name}` is bound here"));
                self.problems.push(problem);
                Value::unknown(format!("`{name}` is not bound here")).into()
            }
            Lookup::Host(Some(variable)) => {
                let value = variable.value_for_statements();
                self.references.push(Reference { range: range.clone(), definition: variable.range.clone() });
                match value {
                    Err(_) if position == Position::Size => leaf(Leaf::Size(Size::name(name))),
                    Err(reason) => Value::unknown(reason).into(),
                    Ok(value) => value,
                }
            }
            Lookup::Host(None) if position == Position::Operand => Value::unknown(format!(
                "`{name}` is a name of the host code whose value is not known here; bind it with \
                 `cute: let {name} = ...` or `cute: with {name} = ...`"
            ))
            .into(),
            Lookup::Unbound if position == Position::Operand => self.unknown_name(name, range),
            _ => leaf(Leaf::Size(Size::name(name))),
        }
    }

    fn unknown_name(&mut self, name: &str, range: &Range<usize>) -> Evaluated {
        let operation = layoutlens_syntax::operation::canonical_name(name).unwrap_or(name);
        if Operation::named(operation).is_some() {
            let message = format!("`{name}` is an operation and needs its arguments, as in `{name}(A)`");
            self.problems.push(Problem::new(range.clone(), Code::UnknownName, message.clone()));
            return Value::unknown(message).into();
        }
        let nearest = self.environment.nearest(name, self.scope).map(str::to_owned);
        let mut message = format!("nothing binds `{name}`");
        match &nearest {
            Some(nearest) => message.push_str(&format!("; did you mean `{nearest}`?")),
            None if name.contains([':', '.']) => message.push_str(
                "; it belongs to the code, whose values are not read yet: bind its value to a plain name with `cute: let`",
            ),
            None => message
                .push_str(&format!("; bind it with `cute: let {name} = ...` or `cute: with {name} = ...`")),
        }
        let mut problem = Problem::new(range.clone(), Code::UnknownName, message);
        if let Some(nearest) = nearest {
            problem = problem.with_fix(format!("use `{nearest}`"), range.clone(), nearest);
        }
        self.problems.push(problem);
        Value::unknown(format!("nothing binds `{name}`")).into()
    }

    /// Parentheses: a tuple of integers, a concatenation of layouts, or grouping around one operand.
    fn tuple(&mut self, expr: &Expr, elements: &[Expr]) -> Evaluated {
        // A name alone in parentheses may be a layout or an integer, so an unbound one is judged as an operand would be
        // only where it cannot be a size.
        let evaluated: Vec<_> =
            elements.iter().map(|element| self.evaluate(element, Position::Size)).collect();
        if let ([one], [element]) = (evaluated.as_slice(), elements)
            && groups(element, &one.value)
        {
            return one.clone();
        }
        let values = evaluated.into_iter().map(|evaluated| evaluated.value).collect();
        match literal::tuple(values) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, expr, elements),
        }
    }

    fn tiler(&mut self, elements: &[Expr]) -> Evaluated {
        let values: Vec<_> =
            elements.iter().map(|element| self.evaluate(element, Position::Size).value).collect();
        if values.iter().any(symbolic::has_names)
            && let Some(modes) = values.iter().map(symbolic::tiler_of).collect()
        {
            return Value::SymbolicTiler(modes).into();
        }
        let mut modes = Vec::new();
        for (value, element) in values.iter().zip(elements) {
            match literal::tiler_mode(value) {
                Ok(mode) => modes.push(mode),
                Err(refusal) => return self.refused(refusal, element, std::slice::from_ref(element)),
            }
        }
        Value::Tiler(modes).into()
    }

    fn layout(&mut self, expr: &Expr, shape: &Expr, stride: &Expr) -> Evaluated {
        let shape_value = self.evaluate(shape, Position::Size).value;
        let stride_value = self.evaluate(stride, Position::Size).value;
        match literal::layout(&shape_value, &stride_value) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, expr, std::slice::from_ref(expr)),
        }
    }

    fn basis(&mut self, expr: &Expr, value: &Expr, path: &[i64]) -> Evaluated {
        let value = self.evaluate(value, Position::Size).value;
        match literal::basis(&value, path) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, expr, std::slice::from_ref(expr)),
        }
    }

    fn composed(&mut self, expr: &Expr, swizzle: &Expr, offset: &Expr, layout: &Expr) -> Evaluated {
        // One literal: a hover on any part of it is about the whole.
        let outside = self.nodes.len();
        let parts = [
            self.operand(swizzle).value,
            self.evaluate(offset, Position::Size).value,
            self.operand(layout).value,
        ];
        self.nodes.truncate(outside);
        let [swizzle, offset, layout] = &parts;
        match literal::composed(swizzle, offset, layout) {
            Ok(value) => value.into(),
            Err(refusal) => self.refused(refusal, expr, std::slice::from_ref(expr)),
        }
    }

    fn call(
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
    fn operate(
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
    fn informed<V: AsMut<[Value]>>(&self, mut values: V) -> V {
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
    fn is_bound(&self, name: &str, range: &Range<usize>) -> bool {
        matches!(self.environment.look_up(name, self.scope, range.start), Lookup::Bound(_))
    }

    fn apply(&mut self, expr: &Expr, callee: &Expr, coordinate: &[Expr]) -> Evaluated {
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

    fn binary(
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

    fn arithmetic(&mut self, expr: &Expr, operator: SizeOperator, left: &Value, right: &Value) -> Evaluated {
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

    fn algebra(&mut self, result: Result<Value, layout_algebra::Error>, range: Range<usize>) -> Evaluated {
        match result {
            Ok(value) => value.into(),
            Err(error) => self.refuse(range, Code::of(&error), error.to_string()),
        }
    }

    /// A problem, and the unknown value that follows from it.
    fn refuse(&mut self, range: Range<usize>, code: Code, message: String) -> Evaluated {
        let reason = message.clone();
        self.problems.push(Problem::new(range, code, message));
        Value::unknown(reason).into()
    }

    fn refused(&mut self, refusal: Refusal, expr: &Expr, operands: &[Expr]) -> Evaluated {
        let operand_range = |index: usize| {
            operands.get(index).map_or_else(|| expr.range.clone(), |operand| operand.range.clone())
        };
        match refusal {
            Refusal::Unknown(reason) | Refusal::Ranks(reason) => Value::unknown(reason).into(),
            Refusal::Algebra(error) => {
                let (code, why) = (Code::of(&error), error.why());
                // The squiggle stands under the operand that does not fit, which is the last one.
                let range = match operands {
                    [_, .., last] => last.range.clone(),
                    _ => expr.range.clone(),
                };
                let nearest = error.numbers_that_work();
                let mut evaluated = self.refuse(range, code, error.to_string());
                if let Some(problem) = self.problems.last_mut() {
                    problem.numbers = nearest.below.into_iter().chain(nearest.above).collect();
                }
                evaluated.refused = Some(why);
                evaluated
            }
            Refusal::Kind { argument, message } => {
                self.refuse(operand_range(argument), Code::WrongKind, message)
            }
            Refusal::Problem { argument, code, message } => {
                self.refuse(operand_range(argument), code, message)
            }
        }
    }
}

fn leaf(leaf: Leaf) -> Evaluated {
    Value::Tuple(IntTuple::Int(leaf)).into()
}

/// Whether the parentheses around `element` only group: it is an operator expression, a call or a layout.
fn groups(element: &Expr, value: &Value) -> bool {
    let operator = matches!(
        element.kind,
        ExprKind::Binary { .. } | ExprKind::Call { .. } | ExprKind::Apply { .. } | ExprKind::Layout { .. }
    );
    operator || !matches!(value, Value::Tuple(_))
}

/// Whether hovering a node by itself says more than its text. A tuple of integers does not: what is around it, the
/// literal or the call, does.
fn worth_a_hover(kind: &ExprKind, value: &Value) -> bool {
    let plain_tuple = matches!((kind, value), (ExprKind::Tuple(_), Value::Tuple(_)));
    let unbound = matches!(value, Value::Tuple(IntTuple::Int(Leaf::Size(Size::Symbolic(_)))));
    let plain = matches!(
        kind,
        ExprKind::Int(_)
            | ExprKind::Keep
            | ExprKind::Any
            | ExprKind::AnyMultiple(_)
            | ExprKind::Xor(_)
            | ExprKind::Basis { .. }
            | ExprKind::Fraction { .. }
            | ExprKind::Negate(_)
            | ExprKind::Error
    );
    !plain && !plain_tuple && !unbound
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
