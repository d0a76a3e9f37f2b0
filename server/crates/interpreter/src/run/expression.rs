//! Expressions to values.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{call::Computed, types::type_of, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{BinaryOperator, Expr, ExprKind, Language, Opaque};

use crate::{
    code::walk,
    limits::{MAX_ELEMENTS, MAX_NESTING},
    state::interpreter::Interpreter,
    value::unknown::unknown,
};

impl Interpreter<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expr: &Expr) -> HostValue {
        self.evaluate(expr).value
    }

    /// The value of an expression, and what the operation that made it has to say.
    pub(crate) fn evaluate(&mut self, expr: &Expr) -> Computed {
        if self.nesting >= MAX_NESTING {
            return unknown("the code nests too deep to be evaluated");
        }
        if !self.step() {
            return unknown("the file takes more steps than an evaluation has");
        }
        self.nesting += 1;
        let computed = self.evaluate_kind(expr);
        self.nesting -= 1;
        self.record_node(expr, &computed);
        computed
    }

    fn evaluate_kind(&mut self, expr: &Expr) -> Computed {
        if !self.is_python()
            && let Some(computed) = self.expanded(expr)
        {
            return computed;
        }
        let value = match &expr.kind {
            ExprKind::Int(number) => self.number(*number),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Keep => HostValue::keep(),
            ExprKind::Bool(value) => HostValue::Value(Value::Bool(*value)),
            ExprKind::Text(text) => HostValue::Text(text.as_str().into()),
            ExprKind::Tuple(elements) => self.tuple(elements),
            ExprKind::List(elements) => {
                let value = self.tuple(elements);
                self.is_a_list(&value);
                value
            }
            ExprKind::Member { base, name } => {
                let of = self.value(base);
                if name.text == "type" && !self.is_python() && self.is_trait_of_types(base) {
                    return Computed::plain(of);
                }
                self.ask_members_of(walk::first_name(base).unwrap_or_default());
                let found = self.member(&of, &name.text);
                if self.is_python() {
                    self.last_owner = Some(of.clone());
                }
                match self.is_python() && found.unknown_reason().is_some() {
                    true => self.supposed_attribute(base, &of, name, &found).unwrap_or(found),
                    false => found,
                }
            }
            ExprKind::Specialize { base, arguments } => return self.specialize(expr, base, arguments),
            ExprKind::Construct { constructed, arguments } => {
                let computed = self.construct(expr, constructed.as_deref(), arguments);
                // Whatever it holds, the type is the same.
                let is_any = self.typing == Some(self.frames.len()) || self.supposes_templates();
                return match arguments.is_empty() && is_any {
                    true => Computed { value: self.with_open_numbers(computed.value), ..computed },
                    false => computed,
                };
            }
            ExprKind::Invoke { callee, arguments } => {
                let computed = self.invoke(expr, callee, arguments);
                let ExprKind::Name(name) = &callee.kind else { return computed };
                if self.typing != Some(self.frames.len()) {
                    return computed;
                }
                // A zero that stands for any number: `decltype(make_layout(make_shape(0, 0, 0), StrideA{}))`.
                let types = self.outside.libraries.types;
                return match ((types.repeats_number)(name), (types.makes_tuple)(name)) {
                    (true, _) => Computed { value: self.with_any_numbers(&computed.value, None), ..computed },
                    (_, true) => Computed { value: self.with_any_for_zeros(computed.value), ..computed },
                    _ => computed,
                };
            }
            ExprKind::Launch { kernel, configuration, arguments } => {
                return self.launch(expr, kernel, configuration, arguments);
            }
            ExprKind::Index { base, indices } => return self.index(expr, base, indices),
            ExprKind::TypeOf(inner) => {
                let is_call = matches!(inner.kind, ExprKind::Invoke { .. });
                let frames = (is_call && !self.is_python()).then_some(self.frames.len());
                let outer = std::mem::replace(&mut self.typing, frames);
                let value = self.value(inner);
                self.typing = outer;
                match value {
                    value @ HostValue::Type(_) => value,
                    value => type_of(&value),
                }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                return self.conditional(condition, then, otherwise);
            }
            ExprKind::Comma(elements)
                if let [Expr { kind: ExprKind::Expand(pattern), .. }] = elements.as_slice()
                    && !self.is_python() =>
            {
                // `(f(xs), ...)`. What the calls write through the elements of a pack is not followed, and a comma between
                // objects may be an operator.
                if self.expansion_of(pattern).is_ok() {
                    self.forget_after_pattern(pattern);
                }
                return unknown("what the last of several calls gives is not followed");
            }
            ExprKind::Comma(elements) => {
                let mut last = unknown("a list of no expressions");
                let mut before: Option<&Expr> = None;
                for element in elements {
                    let of_before = last.value;
                    last = self.evaluate(element);
                    if let Some(before) = before.replace(element) {
                        self.dropped_by_comma(before, &of_before, &last.value, elements);
                        self.forget_after_comma(before, &of_before, &last.value);
                        if matches!(of_before, HostValue::Instance(_)) && !self.is_python() {
                            last = unknown("a comma behind an object may be an operator of its class");
                        }
                    }
                }
                return last;
            }
            ExprKind::Dictionary(entries) => self.dictionary(entries),
            ExprKind::Set(elements) => self.set(elements),
            ExprKind::Comprehension { element, variables, over, condition } => {
                let value = self.comprehension(element, variables, over, condition.as_deref());
                self.is_a_list(&value);
                value
            }
            ExprKind::Not(inner) if self.is_object(inner) => {
                let operand = self.value(inner);
                self.forget_after_unary("operator!", inner, &operand);
                HostValue::unknown("an operator of the program's own")
            }
            ExprKind::Not(inner) => match self.condition(inner) {
                Some(value) => HostValue::Value(Value::Bool(!value)),
                None => HostValue::unknown("the opposite of what is not known"),
            },
            ExprKind::Lambda(function) => self.lambda(function),
            ExprKind::Negate(inner) if self.is_loose_macro(inner) => {
                HostValue::unknown("an operator in a macro is not in parentheses")
            }
            ExprKind::Negate(inner) => {
                let operand = self.value(inner);
                self.forget_after_unary("operator-", inner, &operand);
                match (&operand, self.is_python()) {
                    // An object of a library, element by element.
                    (HostValue::Object(_), true) => {
                        let negative = HostValue::static_int(-1);
                        return match self.library.binary(BinaryOperator::Multiply, &operand, &negative) {
                            Ok(computed) => computed,
                            Err(_) => Computed::plain(negated(&operand)),
                        };
                    }
                    _ => self.negative_in_type(inner, &operand, negated(&operand)),
                }
            }
            ExprKind::Binary { operator, left, right } => {
                return self.binary(expr, *operator, left, right);
            }
            ExprKind::Fold { operator, pattern, initial, from_left } => {
                return self.fold(expr, *operator, pattern, initial.as_deref(), *from_left);
            }
            ExprKind::Opaque(Opaque::Imported) => self.imported_in_place(&expr.range),
            ExprKind::Opaque(reason) => HostValue::unknown(reason.to_string()),
            ExprKind::Error => HostValue::unknown("this could not be read"),
            // CuTe notation inside a macro.
            _ => return Computed::of((self.outside.notation)(expr).0),
        };
        Computed::plain(value)
    }

    /// A literal: known at run time only in C++, static elsewhere.
    pub(crate) fn number(&self, number: i64) -> HostValue {
        match self.language {
            Language::Cuda => HostValue::run_time_int(number),
            Language::Python | Language::Rust => HostValue::static_int(number),
        }
    }

    fn tuple(&mut self, elements: &[Expr]) -> HostValue {
        match self.elements(elements) {
            Ok(values) => HostValue::tuple(values),
            Err(reason) => HostValue::unknown(reason),
        }
    }

    /// The values of a list of expressions, packs and `*xs` opened.
    pub(crate) fn elements(&mut self, elements: &[Expr]) -> Result<Vec<HostValue>, String> {
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            let ExprKind::Expand(pack) = &element.kind else {
                values.push(self.value(element));
                continue;
            };
            values.extend(self.expansion_of(pack)?);
            if values.len() > MAX_ELEMENTS {
                return Err(format!("the list has more than {MAX_ELEMENTS} elements"));
            }
        }
        Ok(values)
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Computed {
        match self.condition(condition) {
            Some(is_true) => {
                let (taken, other) = if is_true { (then, otherwise) } else { (otherwise, then) };
                let computed = self.evaluate(taken);
                if !self.is_python() && computed.value.as_integer().is_some() && self.is_no_integer(other) {
                    return unknown("the other number has a fraction, and so has this");
                }
                let computed = self.number_of_either(taken, computed, other);
                self.of_common_class(computed, other)
            }
            None => {
                let (then, otherwise) =
                    self.either_of(|this| this.evaluate(then), |this| this.evaluate(otherwise));
                if then.value == otherwise.value {
                    // Where the condition is of run time, so is a number that is chosen by it.
                    return match self.chosen_at_run_time(&then.value) {
                        Some(value) => Computed::plain(value),
                        None => then,
                    };
                }
                Computed::plain(self.either(&then.value, &otherwise.value))
            }
        }
    }

    /// Does `work` as what may not be done at all.
    pub(crate) fn undecided<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.frames.top_mut().undecided += 1;
        let result = work(self);
        self.frames.top_mut().undecided -= 1;
        result
    }

    /// Does `work` as rounds of a loop that may have none.
    pub(crate) fn repeated<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.frames.top_mut().repeated += 1;
        let result = self.undecided(work);
        self.frames.top_mut().repeated -= 1;
        result
    }
}

fn negated(operand: &HostValue) -> HostValue {
    let Some(integer) = operand.as_integer() else {
        return HostValue::unknown(
            operand.unknown_reason().unwrap_or("the negative of this is not computed"),
        );
    };
    let zero = if integer.is_static() { Integer::Static(0) } else { Integer::Dynamic(0.into()) };
    match zero.minus(&integer) {
        Ok(negative) => HostValue::integer(&negative),
        Err(error) => HostValue::unknown(error.to_string()),
    }
}
