//! Integer types of C++: what they cut off, where they wrap around, and which type an operator computes in.
//!
//! The type of an expression is read off its form: declared names, fields, literals, casts. Where it is not known, only
//! what every type gives is certain.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::Computed, function::Callable, object::ClassValue, types::HostType, value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind, Opaque, program::DeclarationKind};

use crate::{
    code::member::{Member, each_member},
    state::{
        interpreter::Interpreter,
        number_type::{BOOL, INT, NumberType, OPEN},
        scope::Place,
    },
    value::{only_name::only_name, unknown::unknown},
};

/// How deep an expression is looked into for its type.
const MAX_DEPTH: usize = 16;

impl Interpreter<'_> {
    /// The integer type that a declaration is written with.
    pub(crate) fn declared_number_type(&mut self, declared: &Expr) -> Option<NumberType> {
        if self.is_python() {
            return None;
        }
        if let ExprKind::Name(name) = &declared.kind
            && let Some(of) = NumberType::named(name)
        {
            return Some(of);
        }
        if !matches!(declared.kind, ExprKind::Name(_)) {
            return None;
        }
        match self.value(declared) {
            HostValue::Type(of) => match &*of {
                HostType::Named(name) => NumberType::named(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer type of a field.
    fn field_number_type(&mut self, class: &ClassValue, field: &str) -> Option<NumberType> {
        let declared = |this: &mut Self, class: &ClassValue| {
            let mut found = None;
            each_member(&class.class.members, &this.choices, &mut |member, _| {
                if let Member::Declaration(_, declaration) = member
                    && declaration.kind != DeclarationKind::Alias
                    && !declaration.is_pointer
                    && declaration.names.iter().any(|name| name.text == field)
                {
                    found = Some(declaration.declared_type.clone());
                }
            });
            found.map(|declared| (class.clone(), declared))
        };
        let (class, declared) = self.find_in_bases(class, declared)?;
        let declared = declared?;
        let scope = self.class_scope(&class);
        self.in_class(scope, &class, |this| this.declared_number_type(&declared))
    }

    /// The integer type of a variable or field.
    pub(crate) fn number_type_of_place(&mut self, place: &Place) -> Option<NumberType> {
        match place {
            Place::Field(instance, field) => {
                let class = self.instances.made_of(*instance)?.clone();
                self.field_number_type(&class, field)
            }
            Place::Variable(..) => self.held(place)?.of_type,
        }
    }

    /// The integer type of what an expression that can be assigned names.
    pub(crate) fn target_number_type(&mut self, target: &Expr) -> Option<NumberType> {
        self.number_type(target, MAX_DEPTH)
    }

    /// Whether an expression certainly gives a number with a fraction, or one of some bits.
    pub(crate) fn is_no_integer(&mut self, expr: &Expr) -> bool {
        self.number_type_of(expr) == Some(OPEN)
    }

    /// The integer type of an expression.
    pub(crate) fn number_type_of(&mut self, expr: &Expr) -> Option<NumberType> {
        self.number_type(expr, MAX_DEPTH)
    }

    fn number_type(&mut self, expr: &Expr, depth: usize) -> Option<NumberType> {
        let depth = depth.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Int(number) if i32::try_from(*number).is_ok() => Some(INT),
            // `0xffffffff` is unsigned.
            ExprKind::Int(number) if u32::try_from(*number).is_ok() => None,
            ExprKind::Int(_) => NumberType::named("long"),
            ExprKind::Bool(_) | ExprKind::Not(_) => Some(BOOL),
            ExprKind::Opaque(Opaque::FloatingPoint) => Some(OPEN),
            ExprKind::Name(name) => match self.place_of_name(name)? {
                Place::Field(index, field) => match self.receiver() {
                    Some(HostValue::Instance(object)) if object.id == index => {
                        self.field_number_type(&object.class.clone(), &field)
                    }
                    // A reference to a field.
                    _ => self.number_type_of_place(&Place::Field(index, field)),
                },
                place @ Place::Variable(..) => self.number_type_of_place(&place),
            },
            ExprKind::Member { base, name } => match &base.kind {
                ExprKind::Name(_) | ExprKind::Member { .. } => match self.value(base) {
                    HostValue::Instance(object) => self.field_number_type(&object.class.clone(), &name.text),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Negate(inner) => Some(self.number_type(inner, depth)?.promoted()),
            ExprKind::Comma(all) => self.number_type(all.last()?, depth),
            ExprKind::Conditional { then, otherwise, .. } => {
                Some(self.number_type(then, depth)?.of_either(self.number_type(otherwise, depth)?))
            }
            ExprKind::Binary { operator, .. } if operator.is_comparison() => Some(BOOL),
            ExprKind::Binary { operator: Op::And | Op::Or, .. } => Some(BOOL),
            ExprKind::Binary { operator: Op::ShiftLeft | Op::ShiftRight, left, .. } => {
                Some(self.number_type(left, depth)?.promoted())
            }
            ExprKind::Binary { left, right, .. } => {
                Some(self.number_type(left, depth)?.common(self.number_type(right, depth)?))
            }
            ExprKind::Invoke { callee, arguments } => match &callee.kind {
                ExprKind::Name(name) if name == "sizeof" || name == "alignof" => NumberType::named("size_t"),
                ExprKind::Name(name) if arguments.len() == 1 && NumberType::named(name).is_some() => {
                    NumberType::named(name)
                }
                ExprKind::Name(name) if name == "operator~" => {
                    Some(self.number_type(&arguments.first()?.value, depth)?.promoted())
                }
                ExprKind::Specialize { base, arguments } => match (&base.kind, arguments.as_slice()) {
                    (ExprKind::Name(name), [to]) if name == "static_cast" => self.declared_number_type(to),
                    _ => None,
                },
                ExprKind::Name(_) => self.returned_number_type(callee),
                _ => None,
            },
            ExprKind::Construct { constructed: Some(of), .. } => match &of.kind {
                ExprKind::Name(name) => NumberType::named(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer type that all overloads of a function say that they return.
    fn returned_number_type(&mut self, callee: &Expr) -> Option<NumberType> {
        let HostValue::Callable(callable) = self.value(callee) else { return None };
        let Callable::Functions { overloads, .. } = &*callable else { return None };
        let mut types = overloads.iter().map(|function| match function.returns.as_ref().map(|of| &of.kind) {
            Some(ExprKind::Name(name)) => NumberType::named(name),
            _ => None,
        });
        let first = types.next()??;
        types.all(|of| of == Some(first)).then_some(first)
    }

    /// A value as a variable of a type holds it.
    pub(crate) fn held_as(&mut self, of: Option<NumberType>, value: HostValue) -> HostValue {
        let (Some(of), Some(integer)) = (of, value.as_integer()) else { return value };
        if of == OPEN {
            return HostValue::unknown("it may be no integer, or cut off");
        }
        let Some(number) = integer.known() else {
            // A name alone is that of a variable of its own type.
            return match of.bits < INT.bits && of != BOOL && only_name(&integer).is_none() {
                true => HostValue::unknown("a type of few bits may cut the number off"),
                false => value,
            };
        };
        match of.holds(i128::from(number)) {
            Some(held) if of == BOOL => HostValue::Value(Value::Bool(held != 0)),
            Some(held) if held == number => value,
            Some(held) => HostValue::run_time_int(held),
            None => HostValue::unknown(format!("{number} in a type that does not hold it everywhere")),
        }
    }

    /// What `c ? x : y` gives of the number that is taken: one of the type that both have.
    pub(crate) fn number_of_either(&mut self, taken: &Expr, computed: Computed, other: &Expr) -> Computed {
        let Some(integer) = computed.value.as_integer().filter(|_| !self.is_python()) else {
            return computed;
        };
        let (Some(number), Some(of_other)) = (integer.known(), self.number_type_of(other)) else {
            return computed;
        };
        // An `integral_constant` is converted to the other's type, an enumerator to that of both.
        let of = match (integer.is_static(), self.number_type_of(taken)) {
            (false, Some(of_taken)) => of_taken.of_either(of_other),
            (false, None) => return computed,
            (true, _)
                if of_other.promoted() != of_other && of_other.holds(i128::from(number)) != Some(number) =>
            {
                return unknown("of which type the number is, is not known");
            }
            (true, _) => of_other,
        };
        match of.holds(i128::from(number)) {
            _ if of == BOOL => computed,
            Some(held) => Computed { value: HostValue::run_time_int(held), ..computed },
            None => unknown("a number that is larger than what is computed here"),
        }
    }

    /// `-operand` in the type of the operand; `negative` is what it is without bounds.
    pub(crate) fn negative_in_type(
        &mut self,
        operand: &Expr,
        of: &HostValue,
        negative: HostValue,
    ) -> HostValue {
        let (Some(integer), Some(number)) = (of.as_integer(), of.known_int()) else { return negative };
        if self.is_python() || number == 0 {
            return negative;
        }
        match self.number_type_of(operand).map(NumberType::promoted) {
            Some(of) if of.is_signed && of.holds(-i128::from(number)) == number.checked_neg() => negative,
            Some(of) if !integer.is_static() => match of.holds(-i128::from(number)) {
                Some(held) if !of.is_signed => HostValue::run_time_int(held),
                _ => HostValue::unknown("a number that is outside of its type"),
            },
            // `Int<3>{}` is of `int`, an enumerator may be of another.
            None if integer.is_static() => negative,
            _ => HostValue::unknown("the negative of a number whose type is not known to have one"),
        }
    }

    /// What an operator on two numbers gives in the types of its operands; `computed` is what it gives without bounds.
    pub(crate) fn in_number_types(
        &mut self,
        operator: Op,
        (left, of_left): (&Expr, &HostValue),
        (right, of_right): (&Expr, &HostValue),
        computed: Computed,
    ) -> Computed {
        if self.is_python() {
            return computed;
        }
        let (Some(a), Some(b)) = (of_left.as_integer(), of_right.as_integer()) else { return computed };
        if a.is_static() && b.is_static() {
            return computed;
        }
        let (Some(a), Some(b)) = (a.known(), b.known()) else {
            let types = self.number_type_of(left).zip(self.number_type_of(right));
            let is_unsigned = types.is_some_and(|(one, other)| !one.common(other).is_signed);
            return match is_unsigned && is_division(operator) && (may_wrap_around(&a) || may_wrap_around(&b))
            {
                true => unknown("a difference that may be below zero wraps around in an unsigned type"),
                false => computed,
            };
        };
        // Every type in which operators compute holds these.
        let is_small = |number: i64| (0..=i64::from(i32::MAX)).contains(&number);
        let is_small_result = match &computed.value {
            HostValue::Value(Value::Bool(_)) => true,
            value => value.known_int().is_some_and(is_small),
        };
        if is_small(a) && is_small(b) && is_small_result {
            return computed;
        }
        let types = (self.number_type_of(left), self.number_type_of(right));
        let (Some(one), Some(other)) = types else { return without_types(operator, a, b, computed) };
        let of = match operator {
            Op::ShiftLeft | Op::ShiftRight => one.promoted(),
            _ => one.common(other),
        };
        let is_shift = matches!(operator, Op::ShiftLeft | Op::ShiftRight);
        let right = if is_shift { Some(b) } else { of.holds(i128::from(b)) };
        let (Some(a), Some(b)) = (of.holds(i128::from(a)), right) else {
            return unknown("a number that is larger than what is computed here");
        };
        if let Some(holds) = operator.of_order(a.cmp(&b)) {
            return Computed::plain(Value::Bool(holds));
        }
        let (a, b) = (i128::from(a), i128::from(b));
        let shift = u32::try_from(b).ok().filter(|shift| *shift < of.bits);
        let exact = match operator {
            Op::Add => Some(a + b),
            Op::Subtract => Some(a - b),
            Op::Multiply => Some(a * b),
            Op::Divide | Op::DivideDown if b != 0 => Some(a / b),
            Op::Remainder if b != 0 => Some(a % b),
            Op::ShiftLeft => shift.map(|shift| a << shift),
            Op::ShiftRight => shift.map(|shift| a >> shift),
            Op::BitAnd => Some(a & b),
            Op::BitOr => Some(a | b),
            Op::BitXor => Some(a ^ b),
            _ => return computed,
        };
        let Some(exact) = exact else { return computed };
        match of.holds(exact) {
            Some(held) if !of.is_signed || i128::from(held) == exact => match computed.value.known_int() {
                Some(known) if known == held => computed,
                _ => Computed::plain(HostValue::run_time_int(held)),
            },
            _ => unknown(format!("{exact} is outside of a {}-bit type", of.bits)),
        }
    }
}

/// What is certain of an operator on numbers whose types are not known.
fn without_types(operator: Op, a: i64, b: i64, computed: Computed) -> Computed {
    let is_larger = computed.value.known_int().is_some_and(|number| i32::try_from(number).is_err());
    let is_of_32_bits = |number: i64| i32::try_from(number).is_ok() || u32::try_from(number).is_ok();
    let is_mixed = (a < 0) != (b < 0) && (operator.is_comparison() || is_division(operator));
    if is_mixed {
        return unknown("an operator on a negative number whose type is not known");
    }
    let is_open = is_larger && is_of_32_bits(a) && is_of_32_bits(b);
    if is_open && matches!(operator, Op::Add | Op::Subtract | Op::Multiply | Op::ShiftLeft) {
        return unknown("a number beyond 32 bits whose type is not known");
    }
    computed
}

/// Whether a number that goes by a name is a difference that may be below zero.
fn may_wrap_around(integer: &Integer) -> bool {
    match integer.known() {
        Some(number) => number < 0,
        None => {
            let expression = integer.expression();
            expression.has_difference() && !expression.is_natural()
        }
    }
}

/// Whether a value is a number that is known to be below zero.
pub(crate) fn is_known_negative(value: &HostValue) -> bool {
    value.known_int().is_some_and(|number| number < 0)
}

fn is_division(operator: Op) -> bool {
    matches!(operator, Op::Divide | Op::DivideDown | Op::Remainder | Op::ShiftRight)
}
