//! Guards: conditions that choose a faster branch where an address is aligned, or where all lanes of a warp take part.

use super::{Form, Held, Integers, Node};
use crate::code::Operator;
use crate::lanes::Symbol;

/// How deep conditions are looked into.
const MOST_DEPTH: usize = 24;

impl Integers {
    /// Says that a symbol is what a guard asks for: the bytes by which an address is beside a multiple, the lanes that take part, or
    /// whether something holds for all of them.
    pub(crate) fn set_guard(&mut self, symbol: Symbol) {
        self.guards.insert(symbol);
    }

    /// Whether a condition that comes out so does that where a guard fails: where an address is not aligned, or lanes are missing.
    pub(crate) fn is_guard_failing(&self, (condition, holds): Held) -> bool {
        !self.guards.is_empty() && self.fails(condition, holds, 0)
    }

    fn fails(&self, node: Node, holds: bool, depth: usize) -> bool {
        if depth > MOST_DEPTH {
            return false;
        }
        let of_parts = |a: Node, b: Node| self.fails(a, holds, depth + 1) || self.fails(b, holds, depth + 1);
        match self.forms[node as usize] {
            // `all_sync(..)`, alone or as a truth.
            Form::Symbol(symbol) => !holds && self.guards.contains(&symbol),
            Form::Convert(_, inner) | Form::Supposed(inner, _) => self.fails(inner, holds, depth + 1),
            Form::Binary(Operator::LogicalAnd | Operator::LogicalOr, _, a, b) => of_parts(a, b),
            // `address % 16 == 0`, `__activemask() == 0xffffffff`, and `!x`, which is `x == 0`.
            Form::Binary(Operator::Equal, _, a, b) => self.is_unequal_failing(a, b, !holds, depth),
            Form::Binary(Operator::NotEqual, _, a, b) => self.is_unequal_failing(a, b, holds, depth),
            _ => false,
        }
    }

    /// Where two are unequal, or equal: whether that is where a guard fails.
    fn is_unequal_failing(&self, a: Node, b: Node, are_unequal: bool, depth: usize) -> bool {
        let asked = |node: Node| match self.forms[self.plain(node) as usize] {
            Form::Symbol(symbol) => self.guards.contains(&symbol),
            _ => false,
        };
        let is_zero = self.as_number(b) == Some(0);
        let is_truth = is_zero && self.is_condition_or_vote(a);
        if is_truth { self.fails(a, are_unequal, depth + 1) } else { are_unequal && (asked(a) || asked(b)) }
    }

    /// Without conversions.
    fn plain(&self, mut node: Node) -> Node {
        while let Form::Convert(_, inner) | Form::Supposed(inner, _) = self.forms[node as usize] {
            node = inner;
        }
        node
    }

    /// Whether it is true or false.
    fn is_condition_or_vote(&self, node: Node) -> bool {
        match self.forms[node as usize] {
            Form::Convert(to, _) if to.bits == 1 => true,
            Form::Convert(_, inner) | Form::Supposed(inner, _) => self.is_condition_or_vote(inner),
            Form::Symbol(symbol) => self.symbols[symbol as usize].is_truth,
            Form::Binary(operator, ..) => operator.is_condition(),
            _ => false,
        }
    }
}
