//! Evaluates one expression tree: every node gets a value, problems are collected, nothing fails.

use std::ops::Range;

use layout_algebra::IntTuple;
use layoutlens_host_value::problem::Problem;
use layoutlens_operation::{
    Code, Evaluated, Operation, Refusal, Value, element_type, literal,
    size::{Size, SizeOperator},
    symbolic,
    value::Leaf,
};
use layoutlens_syntax::{Expr, ExprKind, SourceScope};

use crate::{
    environment::{Environment, Lookup},
    node::{Node, Reference},
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
    pub(crate) scope: SourceScope,
    pub(crate) problems: Vec<Problem>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) references: Vec<Reference>,
    /// Whether the expression at hand was made of a layout of one thread's values so far.
    pub(crate) is_of_one_thread: bool,
    /// Of which thread the expression at hand is so far, where it depends on that.
    pub(crate) thread: Option<String>,
}

impl<'e> Evaluator<'e> {
    pub(crate) fn new(environment: &'e Environment<'e>, scope: SourceScope) -> Self {
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
                    && self.is_bound(&function.text) =>
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
        if nearest.as_deref() == Some(name) {
            let message =
                format!("`{name}` is bound to a value and is no operation: only these take `<..>(..)`");
            self.problems.push(Problem::new(range.clone(), Code::UnknownName, message.clone()));
            return Value::unknown(message).into();
        }
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
        let shape_value = as_mode(shape, shape_value, &stride_value);
        let stride_value = as_mode(stride, stride_value, &shape_value);
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

    fn algebra(&mut self, result: Result<Value, layout_algebra::Error>, range: Range<usize>) -> Evaluated {
        match result {
            Ok(value) => value.into(),
            Err(error) => self.refuse(range, Code::of(&error), error.to_string()),
        }
    }

    /// A problem, and the unknown value that follows from it.
    pub(crate) fn refuse(&mut self, range: Range<usize>, code: Code, message: String) -> Evaluated {
        let reason = message.clone();
        self.problems.push(Problem::new(range, code, message));
        Value::unknown(reason).into()
    }

    pub(crate) fn refused(&mut self, refusal: Refusal, expr: &Expr, operands: &[Expr]) -> Evaluated {
        let operand_range = |index: usize| {
            operands.get(index).map_or_else(|| expr.range.clone(), |operand| operand.range.clone())
        };
        match refusal {
            Refusal::Unknown(reason) | Refusal::Ranks(reason) | Refusal::Numbers(reason) => {
                Value::unknown(reason).into()
            }
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

pub(crate) fn leaf(leaf: Leaf) -> Evaluated {
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

/// `(M*N):(1)`: the brackets around what is computed group it, but beside a tuple they are those of a mode.
fn as_mode(side: &Expr, value: Value, other: &Value) -> Value {
    let is_tuple = |value: &Value| matches!(value, Value::Tuple(IntTuple::Tuple(_)));
    let is_integer = matches!(value, Value::Tuple(IntTuple::Int(_)));
    let has_brackets = matches!(&side.kind, ExprKind::Tuple(elements) if elements.len() == 1);
    match has_brackets && is_integer && is_tuple(other) {
        true => literal::tuple(vec![value.clone()]).unwrap_or(value),
        false => value,
    }
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
