//! Quotients and remainders of run-time integers: exact where the operands show it, else kept as they are.

use super::Expression;
use super::atom::{Atom, Operator};
use super::expression::{OPERATION, Product};
use crate::{Error, ErrorKind, checked};

impl Expression {
    /// The quotient rounded towards zero, as C divides.
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`] when the divisor is 0, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn quotient(&self, divisor: &Self) -> Result<Self, Error> {
        if let Some(number) = divisor.as_constant() {
            match (number, self.as_constant()) {
                (0, _) => return Err(self.zero_divisor()),
                (1, _) => return Ok(self.clone()),
                (-1, _) => return self.times_number(-1),
                (_, Some(dividend)) => return Ok(Expression::constant(divide(dividend, number)?)),
                _ => {}
            }
        }
        if self.is_zero() {
            return Ok(Expression::default());
        }
        if let Some(exact) = self.exact_quotient(divisor)? {
            return Ok(exact);
        }
        // Rounded towards zero, the signs of both stand outside.
        if !self.is_natural_by_signs() || !divisor.is_natural_by_signs() {
            let (opposite, negated) = (self.times_number(-1)?, divisor.times_number(-1)?);
            if opposite.is_natural_by_signs() {
                return opposite.quotient(divisor)?.times_number(-1);
            }
            if negated.is_natural_by_signs() {
                return self.quotient(&negated)?.times_number(-1);
            }
        }
        let (dividend, divisor) = self.in_lowest_terms(divisor)?;
        if divisor.is_positive() {
            return dividend.floor_quotient(&divisor);
        }
        Expression::binary(Operator::Quotient, &dividend, &divisor, None)
    }

    /// `ceil_div(self, divisor)` as CuTe computes it: `(self + divisor - 1) / divisor`.
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`] when the divisor is 0, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn ceil_quotient(&self, divisor: &Self) -> Result<Self, Error> {
        self.plus(divisor)?.minus(&Expression::constant(1))?.quotient(divisor)
    }

    /// The remainder of [`quotient`](Self::quotient).
    ///
    /// # Errors
    /// [`ErrorKind::ZeroDivisor`] when the divisor is 0, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn remainder(&self, divisor: &Self) -> Result<Self, Error> {
        if divisor.is_zero() {
            return Err(self.zero_divisor());
        }
        if let Some(1 | -1) = divisor.as_constant() {
            return Ok(Expression::default());
        }
        let mut dividend = self.clone();
        if divisor.is_positive() && self.is_natural() && !self.is_name() {
            let (_, rest) = self.split_by(divisor)?;
            if rest.is_natural() {
                dividend = rest;
            }
        }
        let quotient = dividend.quotient(divisor)?;
        if quotient.terms().all(|(product, _)| product.0.iter().all(|(atom, _)| !atom.is_quotient())) {
            return dividend.minus(&quotient.times(divisor)?);
        }
        let least = (dividend.is_natural() && divisor.is_positive()).then_some(0);
        Expression::binary(Operator::Remainder, &dividend, divisor, least)
    }

    /// Whether the divisor, which is not 0, divides it for all values of the names. `false`: not proved.
    pub fn is_multiple_of(&self, divisor: &Self) -> bool {
        match (self.as_constant(), divisor.as_constant()) {
            (_, Some(0)) => false,
            (Some(dividend), Some(divisor)) => dividend.checked_rem(divisor) == Some(0),
            _ => self.exact_quotient(divisor).is_ok_and(|quotient| quotient.is_some()),
        }
    }

    /// Whether it is a name alone, which reads better than what is left of it: `M%3`, not `M/4%3` where 8 divides M.
    fn is_name(&self) -> bool {
        self.single_term().is_some_and(|(product, coefficient)| {
            matches!(product.0.as_slice(), [(Atom::Name(name), 1)] if name.unit == coefficient)
        })
    }

    fn zero_divisor(&self) -> Error {
        Error::new(OPERATION, ErrorKind::ZeroDivisor { dividend: self.to_string() })
    }

    /// The quotient, when division leaves no remainder whatever the names are.
    pub(super) fn exact_quotient(&self, divisor: &Self) -> Result<Option<Self>, Error> {
        let Some((product, coefficient)) = divisor.single_term() else {
            return self.numeric_multiple_of(divisor);
        };
        if coefficient == 0 {
            return Ok(None);
        }
        let mut terms = Vec::new();
        for (term, factor) in self.terms() {
            match (term.without(product), factor.checked_rem(coefficient)) {
                (Some(rest), Some(0)) => terms.push((rest, divide(factor, coefficient)?)),
                _ => return Ok(None),
            }
        }
        if divisor.is_nonzero() { Expression::from_terms(terms).map(Some) } else { Ok(None) }
    }

    /// The number `n` with `self = n * divisor`, for a divisor of several terms.
    fn numeric_multiple_of(&self, divisor: &Self) -> Result<Option<Self>, Error> {
        let (Some((_, a)), Some((_, b))) = (self.terms().next_back(), divisor.terms().next_back()) else {
            return Ok(None);
        };
        if a.checked_rem(b) != Some(0) || self.terms().count() != divisor.terms().count() {
            return Ok(None);
        }
        let multiple = divide(a, b)?;
        let is_multiple = divisor.times_number(multiple)? == *self && divisor.is_nonzero();
        Ok(is_multiple.then(|| Expression::constant(multiple)))
    }

    /// Whether it is proved to be other than 0.
    fn is_nonzero(&self) -> bool {
        match self.as_constant() {
            Some(number) => number != 0,
            None => self.is_positive() || self.times_number(-1).is_ok_and(|opposite| opposite.is_positive()),
        }
    }

    /// Both without the factors that all their terms share.
    fn in_lowest_terms(&self, divisor: &Self) -> Result<(Self, Self), Error> {
        let mut all = self.terms().chain(divisor.terms());
        let Some((first, number)) = all.next() else { return Ok((self.clone(), divisor.clone())) };
        let (shared, content) = all.fold((first.clone(), number), |(shared, content), (product, number)| {
            (shared.shared(product), checked::gcd(content, number))
        });
        // What is cancelled must not be 0.
        let positive = shared.0.into_iter().filter(|(atom, _)| atom.least().is_some_and(|least| least > 0));
        let common = Expression::term(Product(positive.collect()), content.checked_abs().unwrap_or(1));
        // Both are divided, or neither: the quotient stays what it is.
        match (self.exact_quotient(&common)?, divisor.exact_quotient(&common)?) {
            (Some(dividend), Some(divisor)) => Ok((dividend, divisor)),
            _ => Ok((self.clone(), divisor.clone())),
        }
    }

    /// The quotient by a divisor of at least 1.
    fn floor_quotient(&self, divisor: &Self) -> Result<Self, Error> {
        let (mut whole, mut rest) = self.split_by(divisor)?;
        let is_natural = self.is_natural();
        if rest.is_natural() && (is_natural || whole.is_natural()) {
            if divisor.minus(&rest)?.is_positive() {
                return Ok(whole);
            }
            // `(M-1)/d` is `ceil_div(M,d)-1`: the number in a dividend is at least 0, or next to the divisor.
            let is_symbolic = divisor.single_term().is_some_and(|(product, _)| !product.0.is_empty());
            if rest.constant_part() < 0 && is_symbolic {
                (whole, rest) = (whole.minus(&Expression::constant(1))?, rest.plus(divisor)?);
            }
            if !whole.is_zero() {
                return whole.plus(&rest.quotient(divisor)?);
            }
        }
        if let Some(merged) = self.quotient_of_quotient(divisor)? {
            return Ok(merged);
        }
        let least = match (self.least(), divisor.as_constant()) {
            (Some(least), Some(number)) if least >= 0 => Some(divide(least, number)?),
            _ if self.is_at_least(divisor) => Some(1),
            _ if is_natural => Some(0),
            _ => None,
        };
        Expression::binary(Operator::Quotient, self, divisor, least)
    }

    /// `(whole, rest)` with `self = whole * divisor + rest` and as little in the rest as the terms show.
    fn split_by(&self, divisor: &Self) -> Result<(Self, Self), Error> {
        let Some((product, coefficient)) = divisor.single_term() else {
            return Ok((Expression::default(), self.clone()));
        };
        let (mut whole, mut rest) = (Vec::new(), Vec::new());
        for (term, factor) in self.terms() {
            match term.without(product) {
                Some(other) => {
                    whole.push((other, factor.div_euclid(coefficient)));
                    rest.push((term.clone(), factor.rem_euclid(coefficient)));
                }
                None => rest.push((term.clone(), factor)),
            }
        }
        let (whole, rest) = (Expression::from_terms(whole)?, Expression::from_terms(rest)?);
        // `M - 1` over `M` is `0` and a rest of `M - 1`, not `1` and a rest of `-1`.
        let shifted = rest.plus(divisor)?;
        if !rest.is_natural() && shifted.is_natural() {
            return Ok((whole.minus(&Expression::constant(1))?, shifted));
        }
        Ok((whole, rest))
    }

    /// `(n/d + c) / b` as `(n + c*d) / (d*b)`, which is the same where all of them are natural.
    fn quotient_of_quotient(&self, divisor: &Self) -> Result<Option<Self>, Error> {
        let quotients = self.terms().filter_map(|(product, coefficient)| match product.0.as_slice() {
            [(Atom::Binary { operator: Operator::Quotient, operands, .. }, 1)] if coefficient == 1 => {
                Some((product, operands))
            }
            _ => None,
        });
        for (product, operands) in quotients {
            let (numerator, denominator) = (&operands.0, &operands.1);
            let others = self.minus(&Expression::term(product.clone(), 1))?;
            if numerator.is_natural() && denominator.is_positive() && others.is_natural() {
                let numerator = numerator.plus(&others.times(denominator)?)?;
                return numerator.quotient(&denominator.times(divisor)?).map(Some);
            }
        }
        Ok(None)
    }
}

impl Atom {
    fn is_quotient(&self) -> bool {
        matches!(self, Atom::Binary { operator: Operator::Quotient, .. })
    }
}

fn divide(dividend: i64, divisor: i64) -> Result<i64, Error> {
    dividend.checked_div(divisor).ok_or_else(|| Error::overflow(OPERATION))
}

/// The greatest number that divides all coefficients: what is known to divide the expression.
pub(super) fn content(expression: &Expression) -> i64 {
    expression.terms().fold(0, |content, (_, coefficient)| checked::gcd(content, coefficient))
}
