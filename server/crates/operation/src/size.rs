//! Integers of layouts: known numbers, or run-time integers that nothing binds yet.

use std::{collections::BTreeSet, fmt};

use layout_algebra::{
    ErrorKind,
    symbolic::{Expression, Integer},
};

/// An integer of a shape or stride.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Size {
    /// A number, which CuTe knows at compile time.
    Known(i64),
    /// A run-time integer: an expression of unbound names, `16*ldA`.
    Symbolic(Expression),
}

/// Why arithmetic on sizes has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SizeError {
    /// The result does not fit in 64 bits.
    Overflow,
    /// The expression of names is longer than the algebra's limit.
    TooLong,
    /// `left / right` or `left % right` with `right == 0`.
    ZeroDivisor,
    /// `left / right` has this remainder.
    Inexact {
        /// Left operand.
        left: i64,
        /// Right operand.
        right: i64,
    },
}

/// Arithmetic operators on sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: of numbers, exact or an error.
    Divide,
    /// `%`
    Remainder,
}

impl Size {
    /// An unbound name.
    pub fn name(name: &str) -> Self {
        Self::Symbolic(Expression::name(name))
    }

    /// The number, when it is known.
    pub fn known(&self) -> Option<i64> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Symbolic(_) => None,
        }
    }

    /// The unbound names it depends on.
    pub fn names(&self) -> BTreeSet<String> {
        match self {
            Self::Known(_) => BTreeSet::new(),
            Self::Symbolic(expression) => {
                expression.names().into_iter().map(|name| name.text.to_string()).collect()
            }
        }
    }

    /// As CuTe has it: a number is static, everything else a run-time integer.
    pub fn integer(&self) -> Integer {
        match self {
            Self::Known(value) => Integer::Static(*value),
            Self::Symbolic(expression) => Integer::Dynamic(expression.clone()),
        }
    }

    /// `left operator right`, checked; symbolic when an operand is and the result depends on its names.
    ///
    /// # Errors
    /// Overflow, a zero divisor, a division of numbers with a remainder, and an expression beyond the algebra's limits.
    pub fn combine(operator: SizeOperator, left: &Self, right: &Self) -> Result<Self, SizeError> {
        use SizeOperator::{Add, Divide, Multiply, Remainder, Subtract};
        if let (Self::Known(a), Self::Known(b)) = (left, right) {
            return combine_known(operator, *a, *b).map(Self::Known);
        }
        let (left, right) = (left.integer().expression(), right.integer().expression());
        let result = match operator {
            Add => left.plus(&right),
            Subtract => left.minus(&right),
            Multiply => left.times(&right),
            Divide => left.quotient(&right),
            Remainder => left.remainder(&right),
        };
        match result {
            Ok(result) => Ok(result.as_constant().map_or(Self::Symbolic(result), Self::Known)),
            Err(error) => Err(match error.kind() {
                ErrorKind::ZeroDivisor { .. } => SizeError::ZeroDivisor,
                ErrorKind::Overflow => SizeError::Overflow,
                // The algebra's limits, of whatever kind.
                _ => SizeError::TooLong,
            }),
        }
    }
}

fn combine_known(operator: SizeOperator, a: i64, b: i64) -> Result<i64, SizeError> {
    let result = match operator {
        SizeOperator::Divide | SizeOperator::Remainder if b == 0 => return Err(SizeError::ZeroDivisor),
        SizeOperator::Add => a.checked_add(b),
        SizeOperator::Subtract => a.checked_sub(b),
        SizeOperator::Multiply => a.checked_mul(b),
        SizeOperator::Remainder => a.checked_rem(b),
        SizeOperator::Divide => match a.checked_rem(b) {
            Some(0) => a.checked_div(b),
            Some(_) => return Err(SizeError::Inexact { left: a, right: b }),
            None => None,
        },
    };
    result.ok_or(SizeError::Overflow)
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(value) => value.fmt(f),
            Self::Symbolic(expression) => expression.fmt(f),
        }
    }
}

impl From<i64> for Size {
    fn from(value: i64) -> Self {
        Self::Known(value)
    }
}

impl From<Integer> for Size {
    fn from(integer: Integer) -> Self {
        match integer {
            Integer::Static(value) => Self::Known(value),
            Integer::Dynamic(expression) => Self::Symbolic(expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SizeOperator::{Add, Divide, Multiply, Remainder, Subtract};

    #[track_caller]
    fn check(operator: SizeOperator, left: &Size, right: &Size, expected: &str) -> Size {
        let result = Size::combine(operator, left, right).unwrap();
        assert_eq!(result.to_string(), expected);
        result
    }

    #[test]
    fn run_time_integers_print_as_c_expressions_without_spaces() {
        let (k, lda) = (Size::name("k"), Size::name("ldA"));
        check(Divide, &k, &Size::Known(8), "k/8");
        check(Multiply, &Size::Known(16), &lda, "16*ldA");
        let sum = check(Add, &k, &Size::Known(1), "k+1");
        check(Multiply, &sum, &lda, "k*ldA+ldA");
        let difference = check(Subtract, &k, &lda, "k-ldA");
        check(Divide, &lda, &difference, "ldA/(k-ldA)");
        let (quotient, rest) =
            (check(Divide, &k, &Size::Known(8), "k/8"), check(Remainder, &k, &lda, "k%ldA"));
        check(Multiply, &Size::Known(2), &quotient, "2*(k/8)");
        check(Multiply, &Size::Known(2), &rest, "2*(k%ldA)");
    }

    #[test]
    fn what_is_equal_for_all_values_is_one_expression() {
        let (k, lda) = (Size::name("k"), Size::name("ldA"));
        check(Multiply, &Size::Known(1), &k, "k");
        check(Multiply, &Size::Known(0), &k, "0");
        check(Subtract, &k, &k, "0");
        let product = check(Multiply, &k, &lda, "k*ldA");
        assert_eq!(check(Divide, &product, &lda, "k"), k);
        assert_eq!(Size::combine(Subtract, &k, &k), Ok(Size::Known(0)));
    }

    #[test]
    fn division_of_numbers_is_exact_or_an_error() {
        let inexact = Size::combine(Divide, &Size::Known(10), &Size::Known(4));
        assert_eq!(inexact, Err(SizeError::Inexact { left: 10, right: 4 }));
        assert_eq!(Size::combine(Divide, &Size::Known(1), &Size::Known(0)), Err(SizeError::ZeroDivisor));
        assert_eq!(Size::combine(Remainder, &Size::name("k"), &Size::Known(0)), Err(SizeError::ZeroDivisor));
        let overflow = Size::combine(Divide, &Size::Known(i64::MIN), &Size::Known(-1));
        assert_eq!(overflow, Err(SizeError::Overflow));
    }
}
