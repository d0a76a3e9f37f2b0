//! Integers of layouts: known numbers, or expressions of names that nothing binds yet.

use std::{collections::BTreeSet, fmt};

/// An integer of a shape or stride.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Size {
    /// A number.
    Known(i64),
    /// An expression of unbound names, `16*ldA`.
    Symbolic(Symbol),
}

/// An expression of unbound names, printed as C without spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symbol {
    text: String,
    /// Loosest operator of the text, which decides whether it needs parentheses as an operand.
    binding: Binding,
    names: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Binding {
    Sum,
    /// A chain of products with `/` or `%` in it: `2*(k/8)` is not `2*k/8`.
    Quotient,
    Product,
    Atom,
}

/// Why arithmetic on sizes has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SizeError {
    /// The result does not fit in 64 bits.
    Overflow,
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
    /// `/`: exact or an error.
    Divide,
    /// `%`
    Remainder,
}

impl Size {
    /// An unbound name.
    pub fn name(name: &str) -> Self {
        Self::Symbolic(Symbol {
            text: name.to_owned(),
            binding: Binding::Atom,
            names: BTreeSet::from([name.to_owned()]),
        })
    }

    /// The number, when it is known.
    pub fn known(&self) -> Option<i64> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Symbolic(_) => None,
        }
    }

    /// The unbound names it depends on.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::Known(_) => None,
            Self::Symbolic(symbol) => Some(symbol.names.iter().map(String::as_str)),
        }
        .into_iter()
        .flatten()
    }

    /// `left operator right`, checked; symbolic when an operand is.
    ///
    /// # Errors
    /// Overflow, a zero divisor, and a division with a remainder.
    pub fn combine(operator: SizeOperator, left: &Self, right: &Self) -> Result<Self, SizeError> {
        use SizeOperator::{Add, Divide, Multiply, Remainder, Subtract};
        match (operator, left, right) {
            (Divide | Remainder, _, Self::Known(0)) => Err(SizeError::ZeroDivisor),
            (_, Self::Known(a), Self::Known(b)) => combine_known(operator, *a, *b).map(Self::Known),
            (Add, x, Self::Known(0)) | (Add, Self::Known(0), x) | (Subtract, x, Self::Known(0)) => {
                Ok(x.clone())
            }
            (Multiply, Self::Known(0), _) | (Multiply, _, Self::Known(0)) => Ok(Self::Known(0)),
            (Multiply, x, Self::Known(1)) | (Multiply, Self::Known(1), x) | (Divide, x, Self::Known(1)) => {
                Ok(x.clone())
            }
            _ => Ok(Self::symbolic(operator, left, right)),
        }
    }

    fn symbolic(operator: SizeOperator, left: &Self, right: &Self) -> Self {
        use Binding::{Atom, Product, Quotient, Sum};
        // The sign, and the loosest that each operand may be without parentheses.
        let (sign, loosest_left, loosest_right) = match operator {
            SizeOperator::Add => ('+', Sum, Sum),
            SizeOperator::Subtract => ('-', Sum, Quotient),
            SizeOperator::Multiply => ('*', Quotient, Product),
            SizeOperator::Divide => ('/', Quotient, Atom),
            SizeOperator::Remainder => ('%', Quotient, Atom),
        };
        let binding = match operator {
            SizeOperator::Add | SizeOperator::Subtract => Sum,
            SizeOperator::Multiply if left.binding() != Quotient => Product,
            _ => Quotient,
        };
        let left_text = left.operand_text(left.binding() < loosest_left);
        let right_text = right.operand_text(right.binding() < loosest_right);
        let names = left.names().chain(right.names()).map(str::to_owned).collect();
        Self::Symbolic(Symbol { text: format!("{left_text}{sign}{right_text}"), binding, names })
    }

    fn binding(&self) -> Binding {
        match self {
            Self::Known(value) if *value < 0 => Binding::Sum,
            Self::Known(_) => Binding::Atom,
            Self::Symbolic(symbol) => symbol.binding,
        }
    }

    fn operand_text(&self, parenthesised: bool) -> String {
        if parenthesised { format!("({self})") } else { self.to_string() }
    }
}

fn combine_known(operator: SizeOperator, a: i64, b: i64) -> Result<i64, SizeError> {
    let result = match operator {
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
            Self::Symbolic(symbol) => symbol.text.fmt(f),
        }
    }
}

impl From<i64> for Size {
    fn from(value: i64) -> Self {
        Self::Known(value)
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
    fn symbols_print_as_c_expressions_without_spaces() {
        let (k, lda) = (Size::name("k"), Size::name("ldA"));
        check(Divide, &k, &Size::Known(8), "k/8");
        check(Multiply, &Size::Known(16), &lda, "16*ldA");
        let sum = check(Add, &k, &Size::Known(1), "k+1");
        check(Multiply, &sum, &lda, "(k+1)*ldA");
        let difference = check(Subtract, &k, &sum, "k-(k+1)");
        check(Divide, &lda, &difference, "ldA/(k-(k+1))");
        let (quotient, rest) =
            (check(Divide, &k, &Size::Known(8), "k/8"), check(Remainder, &k, &lda, "k%ldA"));
        check(Multiply, &Size::Known(2), &quotient, "2*(k/8)");
        check(Multiply, &Size::Known(2), &rest, "2*(k%ldA)");
        let chain = check(Multiply, &rest, &Size::Known(2), "k%ldA*2");
        check(Multiply, &k, &chain, "k*(k%ldA*2)");
        let product = check(Multiply, &k, &lda, "k*ldA");
        check(Multiply, &Size::Known(2), &product, "2*k*ldA");
        check(Divide, &lda, &product, "ldA/(k*ldA)");
    }

    #[test]
    fn neutral_elements_disappear() {
        let k = Size::name("k");
        check(Multiply, &Size::Known(1), &k, "k");
        check(Multiply, &Size::Known(0), &k, "0");
        check(Add, &k, &Size::Known(0), "k");
    }

    #[test]
    fn division_of_numbers_is_exact_or_an_error() {
        let inexact = Size::combine(Divide, &Size::Known(10), &Size::Known(4));
        assert_eq!(inexact, Err(SizeError::Inexact { left: 10, right: 4 }));
        assert_eq!(Size::combine(Divide, &Size::Known(1), &Size::Known(0)), Err(SizeError::ZeroDivisor));
        let overflow = Size::combine(Divide, &Size::Known(i64::MIN), &Size::Known(-1));
        assert_eq!(overflow, Err(SizeError::Overflow));
    }
}
