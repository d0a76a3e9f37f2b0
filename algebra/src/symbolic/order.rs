//! Which of two run-time integers is larger, for all values of their names.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Expression;
use super::atom::{Atom, Operator};
use super::expression::{MAX_NESTING, OPERATION, Product};
use super::remembered::remembered;
use crate::{Error, ErrorKind};

/// How many bounds of quotients, remainders, minima and maxima one proof puts in their place at the same time.
const MAX_BOUNDS: usize = 3;

/// How many bounds one proof tries.
const MAX_TRIED_BOUNDS: usize = 12;

impl Expression {
    /// Whether it is at least 0 for all values of its names. `false` means that this is not proved.
    pub fn is_natural(&self) -> bool {
        self.is_natural_by_signs()
            || self.has_operations()
                && remembered(self, || self.is_natural_by_bounds(MAX_BOUNDS, &mut { MAX_TRIED_BOUNDS }))
    }

    /// Whether something is subtracted in it: a number, a product, or in an operand of a quotient, remainder, minimum or
    /// maximum. A sum without a difference is below zero only where a name is.
    ///
    /// ```
    /// use layout_algebra::symbolic::Integer;
    ///
    /// let n = Integer::name("n");
    /// let three = Integer::Static(3);
    /// assert!(n.minus(&three)?.expression().has_difference());
    /// assert!(n.minus(&three)?.quotient(&n)?.expression().has_difference());
    /// assert!(!n.plus(&three)?.expression().has_difference());
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn has_difference(&self) -> bool {
        self.terms().any(|(product, coefficient)| {
            coefficient < 0
                || product.0.iter().any(|(atom, _)| match atom {
                    Atom::Name(_) => false,
                    Atom::Binary { operands, .. } => {
                        operands.0.has_difference() || operands.1.has_difference()
                    }
                })
        })
    }

    /// Whether it is at least 1 for all values of its names. `false` means that this is not proved.
    pub fn is_positive(&self) -> bool {
        self.is_at_least(&Expression::constant(1))
    }

    /// Whether it is at least `other` for all values of the names. `false` means that this is not proved.
    pub fn is_at_least(&self, other: &Self) -> bool {
        let is_decided = other.as_constant().and_then(|other| self.is_sum_natural(1, other.checked_neg()?));
        is_decided.unwrap_or_else(|| self.minus(other).is_ok_and(|difference| difference.is_natural()))
    }

    /// How the two compare for all values of the names; `None` when that is not proved.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if let (Some(one), Some(other)) = (self.as_constant(), other.as_constant()) {
            return Some(one.cmp(&other));
        }
        if self == other {
            return Some(Ordering::Equal);
        }
        let difference = self.minus(other).ok()?;
        if let (Some(is_greater), Some(is_less)) =
            (difference.is_sum_natural(1, -1), difference.is_sum_natural(-1, -1))
        {
            return match (is_greater, is_less) {
                (true, _) => Some(Ordering::Greater),
                (_, true) => Some(Ordering::Less),
                _ => None,
            };
        }
        if difference.is_positive() {
            return Some(Ordering::Greater);
        }
        let opposite = difference.times_number(-1).ok()?;
        opposite.is_positive().then_some(Ordering::Less)
    }

    /// Whether `sign * self + offset` is at least 0 for all values of the names, where `self` is a sum of multiples of
    /// names: each may be as large as it likes, so a negative multiple decides. `None` for other expressions.
    fn is_sum_natural(&self, sign: i64, offset: i64) -> Option<bool> {
        let mut least = Some(offset);
        for (product, coefficient) in self.terms() {
            let multiple = coefficient.checked_mul(sign)?;
            let of_term = match product.0.as_slice() {
                [] => Some(multiple),
                [(name @ Atom::Name(_), 1)] if multiple >= 0 => Some(multiple.checked_mul(name.least()?)?),
                [(Atom::Name(_), 1)] => None,
                _ => return None,
            };
            least = match (least, of_term) {
                (Some(least), Some(of_term)) => Some(least.checked_add(of_term)?),
                _ => None,
            };
        }
        Some(least.is_some_and(|least| least >= 0))
    }

    /// With each factor written as its least value plus something, all coefficients are at least 0.
    pub(super) fn is_natural_by_signs(&self) -> bool {
        if self.terms().all(|(product, coefficient)| coefficient >= 0 && product.is_natural()) {
            return true;
        }
        // The number in the sum below is the value where each factor is least.
        self.value_at_least().is_some_and(|value| value >= 0)
            && self
                .above_least()
                .is_some_and(|expression| expression.terms().all(|(_, coefficient)| coefficient >= 0))
    }

    /// The value where each factor has its least value.
    fn value_at_least(&self) -> Option<i64> {
        self.terms().try_fold(0_i64, |sum, (product, coefficient)| {
            let value = product.0.iter().try_fold(coefficient, |value, (atom, power)| {
                value.checked_mul(atom.least()?.checked_pow(*power)?)
            });
            sum.checked_add(value?)
        })
    }

    /// The expression with `least + factor` for each factor; the factors of the result are what is above the least.
    fn above_least(&self) -> Option<Self> {
        let mut sum = Expression::default();
        for (product, coefficient) in self.terms() {
            let mut term = Expression::constant(coefficient);
            for (atom, power) in &product.0 {
                let shifted =
                    Expression::of_atom(atom.clone()).plus(&Expression::constant(atom.least()?)).ok()?;
                for _ in 0..*power {
                    term = term.times(&shifted).ok()?;
                }
            }
            sum = sum.plus(&term).ok()?;
        }
        Some(sum)
    }

    /// Whether a factor is more than a name: only those have bounds besides their least value.
    fn has_operations(&self) -> bool {
        let mut factors = self.terms().flat_map(|(product, _)| &product.0);
        factors.any(|(atom, _)| matches!(atom, Atom::Binary { .. }))
    }

    /// Puts a bound in the place of one factor that makes the sum smaller, and tries again.
    fn is_natural_by_bounds(&self, left: usize, tries: &mut usize) -> bool {
        if left == 0 {
            return false;
        }
        for (product, coefficient) in self.terms() {
            for (atom, power) in &product.0 {
                let rest = product.without(&Product(vec![(atom.clone(), 1)]));
                let Some(rest) = rest.filter(|rest| *power == 1 && rest.is_natural()) else { continue };
                for (scale, bound) in atom.bounds(coefficient < 0) {
                    let Some(fewer) = tries.checked_sub(1) else { return false };
                    *tries = fewer;
                    let smaller = self.with_bound(product, coefficient, &rest, &scale, &bound);
                    if smaller.is_ok_and(|smaller| {
                        smaller.is_natural_by_signs() || smaller.is_natural_by_bounds(left - 1, tries)
                    }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// `scale` times the expression, with `bound` in the place of `scale` times the factor that `rest` lacks.
    fn with_bound(
        &self,
        product: &Product,
        coefficient: i64,
        rest: &Product,
        scale: &Expression,
        bound: &Expression,
    ) -> Result<Expression, Error> {
        let others = self.minus(&Expression::term(product.clone(), coefficient))?.times(scale)?;
        others.plus(&Expression::term(rest.clone(), coefficient).times(bound)?)
    }

    /// The smaller one.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn minimum(&self, other: &Self) -> Result<Self, Error> {
        match self.compare_weakly(other) {
            Some(Ordering::Greater) => Ok(other.clone()),
            Some(_) => Ok(self.clone()),
            None => self.extremum(Operator::Minimum, other),
        }
    }

    /// The larger one.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
    pub fn maximum(&self, other: &Self) -> Result<Self, Error> {
        match self.compare_weakly(other) {
            Some(Ordering::Less) => Ok(other.clone()),
            Some(_) => Ok(self.clone()),
            None => self.extremum(Operator::Maximum, other),
        }
    }

    /// As [`compare`](Self::compare), where `Less` and `Greater` may be equal.
    fn compare_weakly(&self, other: &Self) -> Option<Ordering> {
        match (self == other, self.is_at_least(other)) {
            (true, _) => Some(Ordering::Equal),
            (_, true) => Some(Ordering::Greater),
            _ => other.is_at_least(self).then_some(Ordering::Less),
        }
    }

    fn extremum(&self, operator: Operator, other: &Self) -> Result<Self, Error> {
        let (first, second) = if self <= other { (self, other) } else { (other, self) };
        let bounds = (first.least(), second.least());
        let least = match (operator, bounds) {
            (Operator::Maximum, (Some(a), Some(b))) => Some(a.max(b)),
            (Operator::Maximum, (one, other)) => one.or(other),
            (Operator::Minimum, (Some(a), Some(b))) => Some(a.min(b)),
            (Operator::Minimum, _) | (Operator::Quotient | Operator::Remainder, _) => None,
        };
        Expression::binary(operator, first, second, least)
    }

    /// A proved lower bound: the value where all factors with a positive coefficient are least, if no coefficient of a
    /// factor is negative.
    pub(super) fn least(&self) -> Option<i64> {
        let mut least = 0_i64;
        for (product, coefficient) in self.terms() {
            if product.0.is_empty() {
                least = least.checked_add(coefficient)?;
                continue;
            }
            if coefficient < 0 || !product.is_natural() {
                return None;
            }
            let mut term = coefficient;
            for (atom, power) in &product.0 {
                term = term.checked_mul(atom.least()?.checked_pow(*power)?)?;
            }
            least = least.checked_add(term)?;
        }
        Some(least)
    }

    /// The result of an operation that no rule simplifies.
    pub(super) fn binary(
        operator: Operator,
        left: &Expression,
        right: &Expression,
        least: Option<i64>,
    ) -> Result<Self, Error> {
        let nesting = 1 + left.nesting().max(right.nesting());
        if nesting > MAX_NESTING {
            let kind = ErrorKind::TooLarge {
                what: "nesting of an expression",
                found: i64::try_from(nesting).unwrap_or(i64::MAX),
                limit: i64::try_from(MAX_NESTING).unwrap_or(i64::MAX),
            };
            return Err(Error::new(OPERATION, kind));
        }
        let length = left.check_length(right.length().saturating_add(1))?;
        let operands = Arc::new((left.clone(), right.clone()));
        Ok(Expression::of_atom(Atom::Binary { operator, operands, least, length }))
    }
}

impl Atom {
    /// Pairs (scale, bound), the scale at least 1: `scale * atom` is at most (`upper`) or at least `bound`.
    fn bounds(&self, upper: bool) -> Vec<(Expression, Expression)> {
        let Atom::Binary { operator, operands, .. } = self else { return Vec::new() };
        let (left, right) = (&operands.0, &operands.1);
        let one = Expression::constant(1);
        let unscaled = |bound: &Expression| (one.clone(), bound.clone());
        let divides_naturals =
            || left.is_natural_by_signs() && right.minus(&one).is_ok_and(|rest| rest.is_natural_by_signs());
        match (operator, upper) {
            (Operator::Minimum, true) | (Operator::Maximum, false) => vec![unscaled(left), unscaled(right)],
            (Operator::Quotient, true) if divides_naturals() => vec![(right.clone(), left.clone())],
            (Operator::Quotient, false) if divides_naturals() => {
                let bound = left.minus(right).and_then(|bound| bound.plus(&one));
                bound.into_iter().map(|bound| (right.clone(), bound)).collect()
            }
            (Operator::Remainder, true) if divides_naturals() => {
                right.minus(&one).into_iter().chain([left.clone()]).map(|bound| unscaled(&bound)).collect()
            }
            _ => Vec::new(),
        }
    }
}
