//! Run-time integers as text: C expressions without spaces, or as the CuTe DSL prints them.

use std::fmt;

use super::Expression;
use super::atom::{Atom, Name, Operator};
use super::division::content;
use super::expression::Product;
use crate::checked;

/// What a text is, seen from the operators around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// `a+b`, `a-b`, `-a`.
    Sum,
    /// `a/b`, `a%b`: `2*(k/8)` is not `2*k/8`.
    Quotient,
    /// `a*b`.
    Product,
    /// A name, a number, a call.
    Atom,
}

struct Text {
    text: String,
    binding: Binding,
}

impl Text {
    fn atom(text: impl fmt::Display) -> Self {
        Text { text: text.to_string(), binding: Binding::Atom }
    }

    /// The text where only what binds as tightly as `loosest` may stand without parentheses.
    fn within(self, loosest: Binding) -> String {
        if self.binding < loosest { format!("({})", self.text) } else { self.text }
    }
}

impl fmt::Display for Expression {
    /// As a C expression: `16*ldA`, `k/8`, `ceil_div(k,8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(self).text)
    }
}

fn text_of(expression: &Expression) -> Text {
    if let Some(open) = anonymous(expression) {
        return Text::atom(open);
    }
    // Long products first, the number last; what is subtracted behind what is added.
    let mut terms: Vec<(&Product, i64)> = expression.terms().collect();
    terms.sort_by_key(|(product, coefficient)| {
        let degree: u32 = product.0.iter().map(|(_, power)| power).sum();
        (*coefficient < 0, std::cmp::Reverse(degree))
    });
    let mut texts =
        terms.iter().map(|(product, coefficient)| (*coefficient < 0, term_text(product, *coefficient)));
    let Some((negative, first)) = texts.next() else { return Text::atom(0) };
    let rest: Vec<(bool, Text)> = texts.collect();
    if rest.is_empty() && !negative {
        return first;
    }
    let mut text = String::new();
    for (negative, term) in std::iter::once((negative, first)).chain(rest) {
        match (negative, text.is_empty()) {
            (true, _) => text.push('-'),
            (false, false) => text.push('+'),
            _ => {}
        }
        // `-k/8` reads as `(-k)/8`.
        let loosest = if text == "-" { Binding::Product } else { Binding::Quotient };
        text.push_str(&term.within(loosest));
    }
    Text { text, binding: Binding::Sum }
}

/// `?` or `?{div=8}`: an integer that the text it was read from leaves open.
fn anonymous(expression: &Expression) -> Option<String> {
    let (product, coefficient) = expression.single_term()?;
    match product.0.as_slice() {
        [(Atom::Name(name), 1)] if name.is_anonymous() && name.unit == coefficient => Some(open(coefficient)),
        _ => None,
    }
}

fn open(divisor: i64) -> String {
    if divisor == 1 { ANONYMOUS.to_owned() } else { format!("?{{div={divisor}}}") }
}

/// The product without its sign.
fn term_text(product: &Product, coefficient: i64) -> Text {
    let mut number = coefficient.unsigned_abs();
    let mut factors = Vec::new();
    for (atom, power) in &product.0 {
        for _ in 0..*power {
            factors.push(match atom {
                Atom::Name(name) => name_text(name, &mut number),
                Atom::Binary { operator, operands, .. } => binary_text(*operator, &operands.0, &operands.1),
            });
        }
    }
    if factors.is_empty() {
        return Text::atom(number);
    }
    if number != 1 {
        factors.insert(0, Text::atom(number));
    }
    if factors.len() == 1 {
        return factors.remove(0);
    }
    let factors: Vec<String> = factors.into_iter().map(|factor| factor.within(Binding::Product)).collect();
    Text { text: factors.join("*"), binding: Binding::Product }
}

/// `number * name/unit` with as much of the division done as the number allows: `M`, `M/64`.
fn name_text(name: &Name, number: &mut u64) -> Text {
    let unit = name.unit.unsigned_abs().max(1);
    let both = (i64::try_from(*number).unwrap_or(1), name.unit);
    let shared = checked::gcd(both.0, both.1).unsigned_abs().max(1);
    *number /= shared;
    let text = if is_numbered(name) { ANONYMOUS } else { &name.text };
    match unit / shared {
        1 => Text::atom(text),
        divisor => Text { text: format!("{text}/{divisor}"), binding: Binding::Quotient },
    }
}

/// How an integer is shown that has no name.
const ANONYMOUS: &str = "?";

/// Whether an anonymous name says nothing but which of several it is: `?74`.
fn is_numbered(name: &Name) -> bool {
    name.text.strip_prefix(ANONYMOUS).is_some_and(|which| which.bytes().all(|byte| byte.is_ascii_digit()))
}

fn binary_text(operator: Operator, left: &Expression, right: &Expression) -> Text {
    // Names first.
    let (first, second) = if left.as_constant().is_some() { (right, left) } else { (left, right) };
    let sign = match operator {
        Operator::Minimum => return Text::atom(format!("min({first},{second})")),
        Operator::Maximum => return Text::atom(format!("max({first},{second})")),
        Operator::Quotient => {
            if let Some(rounded) = rounded_up(left, right) {
                return Text::atom(format!("ceil_div({rounded},{right})"));
            }
            '/'
        }
        Operator::Remainder => '%',
    };
    let (left, right) = (text_of(left).within(Binding::Quotient), text_of(right).within(Binding::Atom));
    Text { text: format!("{left}{sign}{right}"), binding: Binding::Quotient }
}

/// `a` when the numerator is `a + denominator - 1`.
fn rounded_up(numerator: &Expression, denominator: &Expression) -> Option<Expression> {
    let inner = numerator.minus(denominator).and_then(|inner| inner.plus(&Expression::constant(1))).ok()?;
    let simpler = match denominator.as_constant() {
        Some(number) => numerator.constant_part() == number - 1,
        None => inner.terms().count() < numerator.terms().count(),
    };
    simpler.then_some(inner)
}

/// The expression as the CuTe DSL prints run-time integers: `?`, or `?{div=8}` when 8 is known to divide it.
pub(super) fn dsl(expression: &Expression) -> String {
    match expression.as_constant() {
        Some(_) => open(1),
        None => open(content(expression)),
    }
}
