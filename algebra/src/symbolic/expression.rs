//! Run-time integers as expressions of names, in one canonical form.

use std::{cmp::Ordering, collections::BTreeSet, sync::Arc};

use super::atom::{Atom, Name, Operator};
use crate::{Error, ErrorKind, checked};

/// The most terms of a sum, and the most factors of a product.
pub const MAX_TERMS: usize = 64;

/// The deepest nesting of divisions, minima and maxima.
pub const MAX_NESTING: usize = 12;

/// The most names and operations that an expression is written with, those inside of operations included. Without it, one
/// that stands in itself a few times over takes years to compare.
pub const MAX_LENGTH: usize = 1024;

/// What arithmetic on expressions is called in errors until the operation that needs it puts its name there.
pub(super) const OPERATION: &str = "arithmetic";

/// A product of powers; `1` when empty. Factors are in order and powers at least 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Product(pub(super) Vec<(Atom, u32)>);

/// A run-time integer: a sum of products of names and of results that have no closed form.
///
/// The form is canonical: two expressions that are equal by the laws of rings, and by the laws of division, minimum
/// and maximum that this crate applies, are the same value. So `==` is a proof, and `!=` alone decides nothing; see
/// [`compare`](Self::compare).
///
/// Division is C's: towards zero. Names stand for integers of at least [`Name::least`].
///
/// ```
/// use layout_algebra::symbolic::Expression;
///
/// let sum: Expression = "(M+N)*2-N".parse()?;
/// assert_eq!(sum, "N+2*M".parse()?);
/// assert_eq!("M*K/M+(8*N+7)/8".parse::<Expression>()?.to_string(), "K+N");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression {
    /// Products in order, and their coefficients, none of them zero. Shared: expressions are copied far more often than
    /// they are made. A slice, as most are one name and there may be hundreds of thousands.
    terms: Arc<[(Product, i64)]>,
}

impl Product {
    fn times(&self, other: &Product) -> Result<Product, Error> {
        // Both are in order.
        let mut factors = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut left, mut right) = (self.0.as_slice(), other.0.as_slice());
        while let ([first, rest_left @ ..], [second, rest_right @ ..]) = (left, right) {
            match first.0.cmp(&second.0) {
                Ordering::Less => {
                    factors.push(first.clone());
                    left = rest_left;
                }
                Ordering::Greater => {
                    factors.push(second.clone());
                    right = rest_right;
                }
                Ordering::Equal => {
                    factors.push((first.0.clone(), first.1 + second.1));
                    (left, right) = (rest_left, rest_right);
                }
            }
        }
        factors.extend_from_slice(left);
        factors.extend_from_slice(right);
        match factors.iter().map(|(_, power)| *power as usize).sum::<usize>() > MAX_TERMS {
            true => Err(too_long()),
            false => Ok(Product(factors)),
        }
    }

    /// The product without the factors of `divisor`, when it has them all.
    pub(super) fn without(&self, divisor: &Product) -> Option<Product> {
        let mut factors = self.0.clone();
        for (atom, power) in &divisor.0 {
            let (_, found) = factors.iter_mut().find(|(factor, _)| factor == atom)?;
            *found = found.checked_sub(*power)?;
        }
        factors.retain(|(_, power)| *power > 0);
        Some(Product(factors))
    }

    /// The factors that both have.
    pub(super) fn shared(&self, other: &Product) -> Product {
        let power_in =
            |atom: &Atom| other.0.iter().find(|(factor, _)| factor == atom).map(|(_, power)| *power);
        let shared =
            self.0.iter().filter_map(|(atom, power)| Some((atom.clone(), (*power).min(power_in(atom)?))));
        Product(shared.collect())
    }

    /// Whether it is at least 0 for all values of its names.
    pub(super) fn is_natural(&self) -> bool {
        self.0.iter().all(|(atom, _)| atom.least().is_some_and(|least| least >= 0))
    }
}

fn too_long() -> Error {
    let limit = i64::try_from(MAX_TERMS).unwrap_or(i64::MAX);
    Error::new(OPERATION, ErrorKind::TooLarge { what: "terms of an expression", found: limit + 1, limit })
}

impl Expression {
    /// The run-time integer whose value is known, as `int n = 4;` in C++.
    pub fn constant(value: i64) -> Self {
        Self::term(Product::default(), value)
    }

    /// A name of at least 1.
    pub fn name(text: &str) -> Self {
        Self::of_name(Name::new(text))
    }

    /// A name with what is known of it.
    pub fn of_name(name: Name) -> Self {
        let unit = name.unit;
        Self::term(Product(vec![(Atom::Name(name), 1)]), unit)
    }

    pub(super) fn of_atom(atom: Atom) -> Self {
        Self::term(Product(vec![(atom, 1)]), 1)
    }

    pub(super) fn term(product: Product, coefficient: i64) -> Self {
        match coefficient {
            0 => Expression::default(),
            _ => Expression { terms: Arc::new([(product, coefficient)]) },
        }
    }

    pub(super) fn terms(&self) -> impl DoubleEndedIterator<Item = (&Product, i64)> + Clone {
        self.terms.iter().map(|(product, coefficient)| (product, *coefficient))
    }

    fn products(&self) -> impl Iterator<Item = &Product> {
        self.terms.iter().map(|(product, _)| product)
    }

    /// The only term, when there is one.
    pub(super) fn single_term(&self) -> Option<(&Product, i64)> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (only, None) => only,
            _ => None,
        }
    }

    /// The value, when it depends on no name.
    pub fn as_constant(&self) -> Option<i64> {
        match &*self.terms {
            [] => Some(0),
            [(product, coefficient)] if product.0.is_empty() => Some(*coefficient),
            _ => None,
        }
    }

    /// The name, where it is one name alone.
    pub fn as_name(&self) -> Option<&Name> {
        match &*self.terms {
            [(Product(factors), 1)] => match factors.as_slice() {
                [(Atom::Name(name), 1)] if name.unit == 1 => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name, where it is one name alone, whatever is known to divide that: what [`of_name`](Self::of_name) makes of it.
    pub fn only_name(&self) -> Option<&Name> {
        match &*self.terms {
            [(Product(factors), coefficient)] => match factors.as_slice() {
                [(Atom::Name(name), 1)] if name.unit == *coefficient => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The part without names.
    pub(super) fn constant_part(&self) -> i64 {
        // The empty product is the first.
        match self.terms.first() {
            Some((product, coefficient)) if product.0.is_empty() => *coefficient,
            _ => 0,
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`] beyond [`MAX_TERMS`].
    pub fn plus(&self, other: &Self) -> Result<Self, Error> {
        self.plus_multiple(other, 1)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`] beyond [`MAX_TERMS`].
    pub fn minus(&self, other: &Self) -> Result<Self, Error> {
        self.plus_multiple(other, -1)
    }

    /// Whether it depends on a name of which this holds.
    fn has_name(&self, holds: &impl Fn(&Name) -> bool) -> bool {
        let mut factors = self.products().flat_map(|product| &product.0);
        factors.any(|(atom, _)| match atom {
            Atom::Name(name) => holds(name),
            Atom::Binary { operands, .. } => operands.0.has_name(holds) || operands.1.has_name(holds),
        })
    }

    pub(super) fn plus_multiple(&self, other: &Self, factor: i64) -> Result<Self, Error> {
        if other.is_zero() {
            return Ok(self.clone());
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        terms.extend_from_slice(&self.terms);
        for (product, coefficient) in other.terms() {
            terms.push((product.clone(), checked::mul(OPERATION, coefficient, factor)?));
        }
        Self::sum_of(terms)
    }

    /// The product.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`] beyond [`MAX_TERMS`].
    pub fn times(&self, other: &Self) -> Result<Self, Error> {
        let mut terms = Vec::with_capacity(self.terms.len() * other.terms.len());
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                terms.push((left.times(right)?, checked::mul(OPERATION, a, b)?));
            }
        }
        Self::sum_of(terms)
    }

    pub(super) fn times_number(&self, factor: i64) -> Result<Self, Error> {
        Expression::default().plus_multiple(self, factor)
    }

    pub(super) fn from_terms(terms: impl IntoIterator<Item = (Product, i64)>) -> Result<Self, Error> {
        Self::sum_of(terms.into_iter().collect())
    }

    fn sum_of(mut terms: Vec<(Product, i64)>) -> Result<Self, Error> {
        terms.sort_by(|(left, _), (right, _)| left.cmp(right));
        let mut sum: Vec<(Product, i64)> = Vec::with_capacity(terms.len());
        for (product, coefficient) in terms {
            match sum.last_mut() {
                Some((last, total)) if *last == product => {
                    *total = checked::add(OPERATION, *total, coefficient)?
                }
                _ => sum.push((product, coefficient)),
            }
        }
        sum.retain(|(_, coefficient)| *coefficient != 0);
        if sum.len() > MAX_TERMS {
            return Err(too_long());
        }
        let sum = Expression { terms: Arc::from(sum) };
        sum.check_length(0)?;
        Ok(sum)
    }

    /// How many names and operations it is written with.
    pub(super) fn length(&self) -> usize {
        let factors = self.products().flat_map(|product| &product.0);
        factors.fold(0, |sum: usize, (atom, _)| sum.saturating_add(atom.length()))
    }

    /// Refuses what is longer than [`MAX_LENGTH`] together with `more`; the length otherwise.
    pub(super) fn check_length(&self, more: usize) -> Result<usize, Error> {
        let length = self.length().saturating_add(more);
        if length <= MAX_LENGTH {
            return Ok(length);
        }
        let in_i64 = |number| i64::try_from(number).unwrap_or(i64::MAX);
        let (found, limit) = (in_i64(length), in_i64(MAX_LENGTH));
        Err(Error::new(OPERATION, ErrorKind::TooLarge { what: "length of an expression", found, limit }))
    }

    /// How deep divisions, minima and maxima nest in it.
    pub(super) fn nesting(&self) -> usize {
        let atoms = self.products().flat_map(|product| &product.0);
        let depth = atoms.map(|(atom, _)| match atom {
            Atom::Name(_) => 0,
            Atom::Binary { operands, .. } => 1 + operands.0.nesting().max(operands.1.nesting()),
        });
        depth.max().unwrap_or(0)
    }

    /// The names it depends on, with what is known of them.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        self.gather_names(&mut names);
        names
    }

    fn gather_names(&self, names: &mut BTreeSet<Name>) {
        for (atom, _) in self.products().flat_map(|product| &product.0) {
            match atom {
                Atom::Name(name) => {
                    names.insert(name.clone());
                }
                Atom::Binary { operands, .. } => {
                    operands.0.gather_names(names);
                    operands.1.gather_names(names);
                }
            }
        }
    }

    /// The expression with other integers in the place of names, and everything that follows from them.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`], [`ErrorKind::ZeroDivisor`] when a divisor becomes 0.
    pub fn substitute(&self, replace: &impl Fn(&Name) -> Option<Expression>) -> Result<Self, Error> {
        if !self.has_name(&|name| replace(name).is_some()) {
            return Ok(self.clone());
        }
        let mut sum = Expression::default();
        for (product, mut coefficient) in self.terms() {
            let mut factors = Expression::constant(1);
            for (atom, power) in &product.0 {
                for _ in 0..*power {
                    factors = factors.times(&atom.substitute(replace, &mut coefficient)?)?;
                }
            }
            sum = sum.plus(&factors.times_number(coefficient)?)?;
        }
        Ok(sum)
    }
}

impl Atom {
    /// The factor after the replacement. What it is divided by exactly is taken out of the coefficient where it can be.
    fn substitute(
        &self,
        replace: &impl Fn(&Name) -> Option<Expression>,
        coefficient: &mut i64,
    ) -> Result<Expression, Error> {
        match self {
            Atom::Name(name) => {
                let Some(value) = replace(name) else { return Ok(Expression::of_atom(self.clone())) };
                let unit = Expression::constant(name.unit);
                if value.is_multiple_of(&unit) || *coefficient % name.unit != 0 {
                    return value.quotient(&unit);
                }
                *coefficient /= name.unit;
                Ok(value)
            }
            Atom::Binary { operator, operands, .. } => {
                let (left, right) = (operands.0.substitute(replace)?, operands.1.substitute(replace)?);
                match operator {
                    Operator::Quotient => left.quotient(&right),
                    Operator::Remainder => left.remainder(&right),
                    Operator::Minimum => left.minimum(&right),
                    Operator::Maximum => left.maximum(&right),
                }
            }
        }
    }
}

impl From<i64> for Expression {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl From<Name> for Expression {
    fn from(name: Name) -> Self {
        Self::of_name(name)
    }
}
