//! What a product of run-time integers is made of: names, and results of operations that have no closed form.

use std::sync::Arc;

use super::Expression;

/// A run-time integer of the source: `M`, `params.lda`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// As the source spells it.
    pub text: Arc<str>,
    /// What is known to divide it, at least 1. The factor of an [`Expression`] is the exact quotient `name / unit`.
    pub unit: i64,
    /// The least value it may have: 1 for a size or stride, 0 for a coordinate.
    pub least: i64,
}

impl Name {
    /// A name of which nothing is known but that it is at least 1.
    pub fn new(text: &str) -> Self {
        Name { text: text.into(), unit: 1, least: 1 }
    }

    /// Whether the text it was read from leaves it open (`?`).
    pub fn is_anonymous(&self) -> bool {
        self.text.starts_with('?')
    }
}

/// A factor of a product.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Atom {
    /// The exact quotient `name / unit`.
    Name(Name),
    /// The result of an operation on two expressions that no rule simplifies.
    Binary {
        operator: Operator,
        operands: Arc<(Expression, Expression)>,
        /// A proved lower bound.
        least: Option<i64>,
        /// [`Atom::length`].
        length: usize,
    },
}

/// An operation of C on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Operator {
    /// `a / b`, rounded towards zero.
    Quotient,
    /// `a % b`, with the sign of `a`.
    Remainder,
    /// The smaller one.
    Minimum,
    /// The larger one.
    Maximum,
}

impl Atom {
    /// A proved lower bound.
    pub(crate) fn least(&self) -> Option<i64> {
        match self {
            // The quotient is an integer, so the bound rounds up.
            Atom::Name(name) => Some(name.least / name.unit + i64::from(name.least % name.unit > 0)),
            Atom::Binary { least, .. } => *least,
        }
    }
    /// How many names and operations it is written with.
    pub(crate) fn length(&self) -> usize {
        match self {
            Atom::Name(_) => 1,
            Atom::Binary { length, .. } => *length,
        }
    }
}
