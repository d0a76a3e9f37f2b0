//! The reader: tuples, `shape:stride`, and arithmetic in leaves.

use super::{Notation, leaf::Expression};

/// Deepest nesting; no layout of a program comes near it.
const DEEPEST: usize = 64;

pub(super) struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.trim(), depth: 0 }
    }

    /// All of the text.
    pub(super) fn layout(mut self) -> Option<Notation> {
        let layout = self.element()?;
        self.rest.is_empty().then_some(layout)
    }

    /// A tuple, a leaf or a layout: tilers hold layouts.
    fn element(&mut self) -> Option<Notation> {
        let shape = self.tuple_or_leaf()?;
        if !self.take(':') {
            return Some(shape);
        }
        Some(Notation::Layout(Box::new(shape), Box::new(self.tuple_or_leaf()?)))
    }

    fn tuple_or_leaf(&mut self) -> Option<Notation> {
        let before = self.rest;
        if let Some(tuple) = self.tuple()
            // `(m-1)/8` begins as a tuple does.
            && !self.rest.trim_start().starts_with(['*', '/', '+', '-', '%'])
        {
            return Some(tuple);
        }
        self.rest = before;
        self.leaf()
    }

    fn tuple(&mut self) -> Option<Notation> {
        self.depth += 1;
        self.rest = self.rest.trim_start();
        self.rest = self.rest.strip_prefix("ArithTuple").unwrap_or(self.rest);
        // A tiler's brackets.
        let close = if self.take('(') {
            ')'
        } else if self.take('<') {
            '>'
        } else {
            self.depth -= 1;
            return None;
        };
        let mut elements = Vec::new();
        if self.depth > DEEPEST {
            return None;
        }
        while !self.take(close) {
            if !elements.is_empty() && !self.take(',') {
                return None;
            }
            elements.push(self.element()?);
        }
        self.depth -= 1;
        Some(Notation::Tuple(elements))
    }

    fn leaf(&mut self) -> Option<Notation> {
        self.rest = self.rest.trim_start();
        if self.take('?') {
            return Some(Notation::Any);
        }
        if self.rest.starts_with('_')
            && !self.rest[1..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '-')
        {
            self.rest = &self.rest[1..];
            return Some(Notation::Keep);
        }
        let scale = self.sum()?;
        let mut basis = Vec::new();
        while self.take('@') {
            basis.push(self.integer()?);
        }
        Some(Notation::Leaf { scale, basis })
    }

    fn sum(&mut self) -> Option<Expression> {
        self.chain(&['+', '-'], Self::product)
    }

    fn product(&mut self) -> Option<Expression> {
        self.chain(&['*', '/', '%'], Self::atom)
    }

    fn chain(
        &mut self,
        operators: &[char],
        operand: fn(&mut Self) -> Option<Expression>,
    ) -> Option<Expression> {
        let mut left = operand(self)?;
        while let Some(operator) = operators.iter().copied().find(|&operator| self.take(operator)) {
            left = Expression::Binary(operator, Box::new(left), Box::new(operand(self)?));
        }
        Some(left)
    }

    fn atom(&mut self) -> Option<Expression> {
        self.rest = self.rest.trim_start();
        if self.take('(') {
            self.depth += 1;
            let inner = if self.depth > DEEPEST { None } else { self.sum() };
            self.depth -= 1;
            return inner.filter(|_| self.take(')'));
        }
        if self.rest.starts_with(|first: char| first.is_ascii_digit() || first == '-')
            || self.rest.starts_with('_')
                && self.rest[1..].starts_with(|next: char| next.is_ascii_digit() || next == '-')
        {
            return self.integer().map(Expression::Integer);
        }
        let name = self.name()?;
        if !self.take('(') {
            return Some(Expression::Name(name));
        }
        let mut arguments = Vec::new();
        while !self.take(')') {
            if !arguments.is_empty() && !self.take(',') {
                return None;
            }
            arguments.push(self.sum()?);
        }
        Some(Expression::Call(name, arguments))
    }

    /// `8`, `_8`, `_-1`.
    fn integer(&mut self) -> Option<i64> {
        let digits = self.rest.strip_prefix('_').unwrap_or(self.rest);
        let after_sign = usize::from(digits.starts_with('-'));
        let end = digits[after_sign..]
            .find(|next: char| !next.is_ascii_digit())
            .map_or(digits.len(), |end| end + after_sign);
        let value = digits[..end].parse().ok()?;
        self.rest = &digits[end..];
        Some(value)
    }

    /// A name with what leads to it: `params.shape`, `Traits::kM`.
    fn name(&mut self) -> Option<String> {
        let is_of_name = |next: char| next.is_alphanumeric() || matches!(next, '_' | '.' | ':');
        let mut end = self.rest.find(|next| !is_of_name(next)).unwrap_or(self.rest.len());
        // `m:1`: a single colon ends a shape.
        if let Some(colon) = self.rest[..end]
            .match_indices(':')
            .map(|(at, _)| at)
            .find(|&at| !self.rest[at + 1..].starts_with(':') && !self.rest[..at].ends_with(':'))
        {
            end = colon;
        }
        let name = &self.rest[..end];
        self.rest = &self.rest[end..];
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(wanted) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }
}
