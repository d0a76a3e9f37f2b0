//! Integers as CuTe has them: known to the compiler, or at run time only (`integral_constant.hpp`).

use std::fmt;

use super::Expression;
use super::display::dsl;
use super::expression::OPERATION;
use crate::{Error, ErrorKind, checked};

/// An integer of a shape, a stride or a coordinate.
///
/// CuTe decides by the type of an integer, never by its value, what an operation simplifies: `Int<1>{}` disappears
/// where the run-time integer `1` stays.
///
/// ```
/// use layout_algebra::symbolic::{Expression, Integer};
///
/// let (k, two) = (Integer::name("K"), Integer::Static(2));
/// assert_eq!(k.times(&two)?.to_string(), "2*K");
/// // A static zero makes the product static; a run-time zero would not.
/// assert_eq!(k.times(&Integer::Static(0))?, Integer::Static(0));
/// assert_eq!(k.times(&Expression::constant(0).into())?, Expression::constant(0).into());
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Integer {
    /// `Int<4>{}`: part of the type.
    Static(i64),
    /// `int`: known at run time.
    Dynamic(Expression),
}

impl Integer {
    /// A run-time integer of at least 1 with this name.
    pub fn name(text: &str) -> Self {
        Integer::Dynamic(Expression::name(text))
    }

    /// Whether the compiler knows it (CuTe's `is_static`).
    pub fn is_static(&self) -> bool {
        matches!(self, Integer::Static(_))
    }

    /// Whether it is `Int<value>{}` (CuTe's `is_constant`).
    pub fn is_constant(&self, value: i64) -> bool {
        *self == Integer::Static(value)
    }

    /// The value, when it depends on no name.
    pub fn known(&self) -> Option<i64> {
        match self {
            Integer::Static(value) => Some(*value),
            Integer::Dynamic(expression) => expression.as_constant(),
        }
    }

    /// The value as an expression.
    pub fn expression(&self) -> Expression {
        match self {
            Integer::Static(value) => Expression::constant(*value),
            Integer::Dynamic(expression) => expression.clone(),
        }
    }

    fn both(
        &self,
        other: &Self,
        numbers: impl FnOnce(i64, i64) -> Option<i64>,
        expressions: impl FnOnce(&Expression, &Expression) -> Result<Expression, Error>,
    ) -> Result<Self, Error> {
        match (self, other) {
            (Integer::Static(a), Integer::Static(b)) => {
                numbers(*a, *b).map(Integer::Static).ok_or_else(|| Error::overflow(OPERATION))
            }
            _ => expressions(&self.expression(), &other.expression()).map(Integer::Dynamic),
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn plus(&self, other: &Self) -> Result<Self, Error> {
        self.both(other, i64::checked_add, Expression::plus)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn minus(&self, other: &Self) -> Result<Self, Error> {
        self.both(other, i64::checked_sub, Expression::minus)
    }

    /// The product; static when a factor is a static 0.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn times(&self, other: &Self) -> Result<Self, Error> {
        if self.is_constant(0) || other.is_constant(0) {
            return Ok(Integer::Static(0));
        }
        self.both(other, i64::checked_mul, Expression::times)
    }

    /// The quotient rounded towards zero; static when the dividend is a static 0.
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn quotient(&self, divisor: &Self) -> Result<Self, Error> {
        self.refuse_zero(divisor)?;
        if self.is_constant(0) {
            return Ok(Integer::Static(0));
        }
        self.both(divisor, i64::checked_div, Expression::quotient)
    }

    /// The remainder of the quotient; static when the dividend is a static 0 or the divisor a static 1 or -1.
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn remainder(&self, divisor: &Self) -> Result<Self, Error> {
        self.refuse_zero(divisor)?;
        if self.is_constant(0) || divisor.is_constant(1) || divisor.is_constant(-1) {
            return Ok(Integer::Static(0));
        }
        self.both(divisor, i64::checked_rem, Expression::remainder)
    }

    fn refuse_zero(&self, divisor: &Self) -> Result<(), Error> {
        match divisor.known() {
            Some(0) => Err(Error::new(OPERATION, ErrorKind::ZeroDivisor { dividend: self.to_string() })),
            _ => Ok(()),
        }
    }

    /// CuTe's `ceil_div`: `(self + divisor - 1) / divisor`, rounded towards zero.
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn ceil_quotient(&self, divisor: &Self) -> Result<Self, Error> {
        self.plus(divisor)?.minus(&Integer::Static(1))?.quotient(divisor)
    }

    /// The smaller one.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn minimum(&self, other: &Self) -> Result<Self, Error> {
        self.both(other, |a, b| Some(a.min(b)), Expression::minimum)
    }

    /// The absolute value.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn magnitude(&self) -> Result<Self, Error> {
        match self {
            Integer::Static(value) => checked::abs(OPERATION, *value).map(Integer::Static),
            Integer::Dynamic(value) => value.maximum(&value.times_number(-1)?).map(Integer::Dynamic),
        }
    }

    /// `-1`, `0` or `1` (CuTe's `signum`).
    ///
    /// # Errors
    /// [`ErrorKind::LacksFact`] when the sign is not known.
    pub fn signum(&self) -> Result<Self, Error> {
        let sign = match self {
            Integer::Static(value) => return Ok(Integer::Static(value.signum())),
            Integer::Dynamic(value) => match value.compare(&Expression::default()) {
                Some(order) => order as i64,
                None => {
                    let fact = format!("{value} >= 1");
                    return Err(Error::new(OPERATION, ErrorKind::LacksFact { fact }));
                }
            },
        };
        Ok(Integer::Dynamic(Expression::constant(sign)))
    }

    /// Whether CuTe knows at compile time that both are equal.
    pub(super) fn equal_by_type(&self, other: &Self) -> bool {
        self.is_static() && self == other
    }

    /// As C++ prints it: `_4` for a static integer, `4` for a run-time one.
    pub fn cpp(&self) -> String {
        match self {
            Integer::Static(value) => format!("_{value}"),
            Integer::Dynamic(expression) => expression.to_string(),
        }
    }

    /// As the CuTe DSL prints it: `4` for a static integer, `?` or `?{div=8}` for a run-time one.
    pub fn dsl(&self) -> String {
        match self {
            Integer::Static(value) => value.to_string(),
            Integer::Dynamic(expression) => dsl(expression),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Static(value) => value.fmt(f),
            Integer::Dynamic(expression) => expression.fmt(f),
        }
    }
}

impl From<i64> for Integer {
    /// A static integer.
    fn from(value: i64) -> Self {
        Integer::Static(value)
    }
}

impl From<Expression> for Integer {
    /// A run-time integer.
    fn from(value: Expression) -> Self {
        Integer::Dynamic(value)
    }
}
