//! What is known of the names of run-time integers.

use std::collections::BTreeMap;

use super::atom::Name;
use super::{Expression, Integer};
use crate::{Error, checked};

/// What is known of names: numbers that divide them, and values.
///
/// ```
/// use layout_algebra::symbolic::{Facts, Integer};
///
/// let facts = Facts::default().divides(128, "M").value("K", 64);
/// let tiles: Integer = "ceil_div(M,64)*K".parse()?;
/// assert_eq!(facts.apply(&tiles)?.to_string(), "M");
/// assert_eq!(facts.apply(&"ceil_div(M,64)".parse()?)?.to_string(), "M/64");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    divisors: BTreeMap<String, i64>,
    values: BTreeMap<String, i64>,
}

impl Facts {
    /// The same, and `name % divisor == 0`; a divisor below 1 says nothing.
    pub fn divides(mut self, divisor: i64, name: &str) -> Self {
        let known = self.divisors.entry(name.to_owned()).or_insert(1);
        let multiple = known.checked_mul(divisor / checked::gcd(*known, divisor).max(1));
        if let Some(multiple @ 1..) = multiple {
            *known = multiple;
        }
        self
    }

    /// The same, and `name == value`. The integer stays a run-time one.
    pub fn value(mut self, name: &str, value: i64) -> Self {
        self.values.insert(name.to_owned(), value);
        self
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.divisors.is_empty() && self.values.is_empty()
    }

    /// The divisors that are known, as `(name, divisor)`.
    pub fn divisors(&self) -> impl Iterator<Item = (&str, i64)> {
        self.divisors.iter().map(|(name, divisor)| (name.as_str(), *divisor))
    }

    /// The same without what is known of `name`.
    pub fn without(&self, name: &str) -> Self {
        let mut fewer = self.clone();
        fewer.divisors.remove(name);
        fewer.values.remove(name);
        fewer
    }

    /// The integer in the form that the facts allow.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow), [`TooLarge`](crate::ErrorKind::TooLarge),
    /// [`ZeroDivisor`](crate::ErrorKind::ZeroDivisor).
    pub fn apply(&self, integer: &Integer) -> Result<Integer, Error> {
        match integer {
            Integer::Static(_) => Ok(integer.clone()),
            Integer::Dynamic(expression) => {
                expression.substitute(&|name| self.known(name)).map(Integer::Dynamic)
            }
        }
    }

    fn known(&self, name: &Name) -> Option<Expression> {
        if let Some(value) = self.values.get(&*name.text) {
            return Some(Expression::constant(*value));
        }
        let divisor = self.divisors.get(&*name.text)?;
        let unit = name.unit.checked_mul(divisor / checked::gcd(name.unit, *divisor).max(1))?;
        Some(Expression::of_name(Name { unit, ..name.clone() }))
    }
}
