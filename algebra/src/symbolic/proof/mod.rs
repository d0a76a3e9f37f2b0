//! What a layout of run-time integers is worth: whether it is right for all values of its names, and what must be known
//! for that.
//!
//! ```
//! use layout_algebra::symbolic::{Facts, proof, SymbolicLayout, SymbolicTiler};
//!
//! let layout: SymbolicLayout = "(M,K):(1,M)".parse()?;
//! let tiler: SymbolicTiler = "<128,64>".parse()?;
//! let answer = proof::zipped_divide(&layout, &tiler)?;
//! assert_eq!(answer.verdict.to_string(), "needs a predicate unless M % 128 == 0 and K % 64 == 0");
//!
//! let facts = Facts::default().divides(128, "M").divides(64, "K");
//! let layout = layout.map(&|integer| facts.apply(integer))?;
//! let answer = proof::zipped_divide(&layout, &tiler)?;
//! assert_eq!(answer.value.to_string(), "((128,64),(M/128,K/64)):((1,M),(128,64*M))");
//! assert_eq!(answer.verdict.to_string(), "right for all values");
//! # Ok::<(), layout_algebra::Error>(())
//! ```

mod composition;
mod divide;
mod inverse;
mod product;

use std::fmt;

pub use composition::{composition, composition_tiler};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use inverse::{complement, complement_in_cosize, left_inverse, recast, upcast};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};

use super::atom::Atom;
use super::{Expression, Facts, Integer, SymbolicLayout};
use crate::Error;

/// How often facts that a proof lacks are taken as known to find those that it then lacks.
const MOST_ROUNDS: usize = 4;

/// A value as CuTe computes it, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// What the user's program will hold.
    pub value: T,
    /// What that value is worth.
    pub verdict: Verdict,
}

/// Whether a layout of run-time integers is what its operation means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What makes the result right, and is not known. Empty: it is right for all values of the names.
    pub lacks: Vec<Fact>,
    /// What makes the result as large as its input, and is not known. Empty: it is.
    pub rounds_up_unless: Vec<Fact>,
}

/// Something about run-time integers that holds for some of their values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// `dividend % divisor == 0`.
    Divides {
        /// What is divided.
        dividend: Expression,
        /// What divides it.
        divisor: Expression,
    },
    /// `larger >= smaller`.
    AtLeast {
        /// The larger one.
        larger: Expression,
        /// The smaller one.
        smaller: Expression,
    },
    /// It holds for no values, or is nothing that a comparison says.
    Beyond(&'static str),
}

impl Verdict {
    /// Whether the result is right for all values of the names; it may be larger than its input.
    pub fn is_right(&self) -> bool {
        self.lacks.is_empty()
    }

    /// Whether it is right and as large as its input.
    pub fn is_proved(&self) -> bool {
        self.is_right() && self.rounds_up_unless.is_empty()
    }

    /// Notes that `dividend % divisor == 0` must hold for the result to be right.
    fn needs_divisor(&mut self, dividend: &Expression, divisor: &Expression) {
        if !dividend.is_multiple_of(divisor) {
            self.lack(divides(dividend, divisor));
        }
    }

    /// Notes that `larger >= smaller` must hold for the result to be right.
    fn needs_at_least(&mut self, larger: &Expression, smaller: &Expression) {
        if !larger.is_at_least(smaller) {
            let impossible = larger.as_constant().is_some() && smaller.as_constant().is_some();
            self.lack(match impossible {
                true => Fact::Beyond("its modes overlap"),
                false => Fact::AtLeast { larger: larger.clone(), smaller: smaller.clone() },
            });
        }
    }

    fn lack(&mut self, fact: Fact) {
        if !self.lacks.contains(&fact) {
            self.lacks.push(fact);
        }
    }

    fn round_up_unless(&mut self, fact: Fact) {
        if !self.rounds_up_unless.contains(&fact) {
            self.rounds_up_unless.push(fact);
        }
    }

    /// Both must hold.
    pub(super) fn and(mut self, other: Verdict) -> Self {
        other.lacks.into_iter().for_each(|fact| self.lack(fact));
        other.rounds_up_unless.into_iter().for_each(|fact| self.round_up_unless(fact));
        self
    }
}

fn divides(dividend: &Expression, divisor: &Expression) -> Fact {
    match (dividend.as_constant(), divisor.as_constant()) {
        (Some(_), Some(_)) => Fact::Beyond("a number does not divide another"),
        _ => Fact::Divides { dividend: dividend.clone(), divisor: divisor.clone() },
    }
}

/// The verdict of `judge`, which is given what puts facts into integers. Of what it lacks, only numbers that divide names
/// are said when they suffice: `M % 256 == 0` for `M % 128 == 0` and what else follows from that.
fn refined(
    judge: impl Fn(&dyn Fn(&Integer) -> Result<Integer, Error>) -> Result<Verdict, Error>,
) -> Result<Verdict, Error> {
    let first = judge(&|integer| Ok(integer.clone()))?;
    let (mut facts, mut verdict) = (Facts::default(), first.clone());
    for _ in 0..MOST_ROUNDS {
        if verdict.is_right() {
            let divisors = facts.divisors().map(|(name, divisor)| Fact::Divides {
                dividend: Expression::name(name),
                divisor: Expression::constant(divisor),
            });
            return Ok(Verdict { lacks: divisors.collect(), ..verdict });
        }
        let known = verdict.lacks.iter().filter_map(Fact::divisor_of_name);
        let more = known.fold(facts.clone(), |facts, (name, divisor)| facts.divides(divisor, &name));
        if more == facts {
            break;
        }
        facts = more;
        verdict = judge(&|integer| facts.apply(integer))?;
    }
    Ok(first)
}

impl Fact {
    /// The name and the number that divides it, when the fact says no more.
    fn divisor_of_name(&self) -> Option<(String, i64)> {
        let Fact::Divides { dividend, divisor } = self else { return None };
        let (product, 1) = dividend.single_term()? else { return None };
        match product.0.as_slice() {
            [(Atom::Name(name), 1)] => {
                Some((name.text.to_string(), name.unit.checked_mul(divisor.as_constant()?)?))
            }
            _ => None,
        }
    }
}

/// The numbers of a layout as expressions.
fn leaves(layout: &SymbolicLayout) -> Vec<(Expression, Expression)> {
    let modes = layout.tuple().leaves();
    modes.into_iter().map(|mode| (mode.size.expression(), mode.stride.value.expression())).collect()
}

fn size_of(layout: &SymbolicLayout) -> Option<Expression> {
    layout.size().ok().as_ref().map(Integer::expression)
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lacks.as_slice(), self.rounds_up_unless.as_slice()) {
            ([], []) => f.write_str("right for all values"),
            ([], facts) => write!(f, "needs a predicate unless {}", joined(facts)),
            (facts, _) if facts.iter().any(|fact| matches!(fact, Fact::Beyond(_))) => {
                let beyond = facts.iter().find(|fact| matches!(fact, Fact::Beyond(_)));
                write!(f, "not proved: {}", joined(beyond.map(std::slice::from_ref).unwrap_or_default()))
            }
            (facts, []) => write!(f, "right if {}", joined(facts)),
            (facts, rounds) => {
                write!(f, "right if {}, and needs a predicate unless {}", joined(facts), joined(rounds))
            }
        }
    }
}

fn joined(facts: &[Fact]) -> String {
    facts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for Fact {
    /// As a C comparison: `M % 128 == 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |expression: &Expression| {
            let text = expression.to_string();
            if text.contains(['+', '-', '*', '/', '%']) { format!("({text})") } else { text }
        };
        match self {
            Fact::Divides { dividend, divisor } => {
                write!(f, "{} % {} == 0", operand(dividend), operand(divisor))
            }
            Fact::AtLeast { larger, smaller } => write!(f, "{larger} >= {smaller}"),
            Fact::Beyond(reason) => f.write_str(reason),
        }
    }
}
