//! Reading layouts, tilers and integers with names.

use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use super::atom::Name;
use super::slice::SymbolicIndex;
use super::tiler::SymbolicTiler;
use super::{Expression, Integer, ScaledBasis, SymbolicLayout};
use crate::scanner::Scanner;
use crate::{Error, IntTuple, MAX_DEPTH, MAX_LEAVES};

/// A position in a text; each method reads one thing and moves behind it and the white space after it.
pub(super) struct Reader<'a> {
    scanner: Scanner<'a>,
    depth: usize,
    leaves: usize,
    /// How many `?` were read.
    anonymous: usize,
    /// Whether `4` is a run-time integer and only `_4` static, as in what C++ prints.
    cpp: bool,
}

/// What stands where an integer or a tuple may: grouping parentheses look like a tuple until their end.
type Tuple = IntTuple<ScaledBasis>;

impl<'a> Deref for Reader<'a> {
    type Target = Scanner<'a>;

    fn deref(&self) -> &Scanner<'a> {
        &self.scanner
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.scanner
    }
}

impl<'a> Reader<'a> {
    /// Reads the whole text with `read`; anything left over is an error.
    pub(super) fn read_all<T>(
        text: &'a str,
        cpp: bool,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut reader = Reader { scanner: Scanner::new(text), depth: 0, leaves: 0, anonymous: 0, cpp };
        let value = read(&mut reader)?;
        if reader.rest().is_empty() { Ok(value) } else { Err(reader.error("the end")) }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_large("nesting depth", MAX_DEPTH));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Items up to `close`, separated by commas.
    fn items<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.nested(|reader| {
            let mut items = Vec::new();
            while !reader.eat(close) {
                items.push(item(reader)?);
                if reader.eat(close) {
                    break;
                }
                if !reader.eat(",") {
                    return Err(reader.error(format!("',' or '{close}'")));
                }
            }
            Ok(items)
        })
    }

    /// `shape:stride`.
    pub(super) fn layout(&mut self) -> Result<SymbolicLayout, Error> {
        let shape = self.integers()?;
        self.expect(":")?;
        let stride = self.sum()?;
        SymbolicLayout::new(&shape, &stride)
    }

    /// A tuple of integers that count in no coordinate.
    pub(super) fn integers(&mut self) -> Result<IntTuple<Integer>, Error> {
        let tuple = self.sum()?;
        tuple.try_map(&mut |leaf| match leaf.is_basis() {
            true => Err(self.error("a shape without '@' before")),
            false => Ok(leaf.value.clone()),
        })
    }

    /// A tuple of integers and `_`.
    fn coordinate(&mut self) -> Result<IntTuple<SymbolicIndex>, Error> {
        if self.eat("(") {
            return self.items(")", Self::coordinate).map(IntTuple::Tuple);
        }
        if self.keeps() {
            return Ok(IntTuple::Int(SymbolicIndex::All));
        }
        let index = self.sum()?;
        self.integer_of(index).map(|index| IntTuple::Int(SymbolicIndex::At(index)))
    }

    /// A layout, an integer, `<a,b>` or `_`.
    pub(super) fn tiler(&mut self) -> Result<SymbolicTiler, Error> {
        if self.eat("<") {
            return self.items(">", Self::tiler).map(SymbolicTiler::ByMode);
        }
        if self.keeps() {
            return Ok(SymbolicTiler::Keep);
        }
        let shape = self.integers()?;
        if self.eat(":") {
            let stride = self.sum()?;
            return SymbolicLayout::new(&shape, &stride).map(SymbolicTiler::Layout);
        }
        Ok(SymbolicTiler::from_shape(&shape))
    }

    /// Reads `_` when it stands alone.
    fn keeps(&mut self) -> bool {
        let alone = self.rest().strip_prefix('_').is_some_and(|rest| !rest.starts_with(is_name_char));
        alone && self.eat("_")
    }

    fn sum(&mut self) -> Result<Tuple, Error> {
        let mut sum = self.product()?;
        loop {
            let subtract = match () {
                () if self.eat("+") => false,
                () if self.eat("-") => true,
                () => return Ok(sum),
            };
            let (left, right) = (self.integer_of(sum)?, self.product()?);
            let right = self.integer_of(right)?;
            sum = self.leaf(if subtract { left.minus(&right)? } else { left.plus(&right)? });
        }
    }

    fn product(&mut self) -> Result<Tuple, Error> {
        let mut product = self.factor()?;
        loop {
            let operator = match self.rest().chars().next() {
                Some(sign @ ('*' | '/' | '%')) => sign,
                _ => return Ok(product),
            };
            self.at += 1;
            self.skip_space();
            let (left, right) = (self.integer_of(product)?, self.factor()?);
            if let (Integer::Static(_), '/', IntTuple::Int(ScaledBasis { value, path, parts: 1 })) =
                (&left, operator, &right)
                && let (Integer::Static(parts @ 1..), false) = (value, path.is_empty())
            {
                // `1/2@0`, half of a basis vector.
                product = IntTuple::Int(ScaledBasis::divided(left, *parts, path.clone())?);
                continue;
            }
            let right = self.integer_of(right)?;
            product = self.leaf(match operator {
                '*' => left.times(&right)?,
                '/' => left.quotient(&right)?,
                _ => left.remainder(&right)?,
            });
        }
    }

    fn leaf(&self, value: Integer) -> Tuple {
        IntTuple::Int(value.into())
    }

    /// The integer of an operand: a tuple of one integer was grouping parentheses.
    fn integer_of(&self, operand: Tuple) -> Result<Integer, Error> {
        match &operand {
            IntTuple::Int(ScaledBasis { value, path, parts: 1 }) if path.is_empty() => Ok(value.clone()),
            IntTuple::Tuple(modes) => match modes.as_slice() {
                [inner] => self.integer_of(inner.clone()),
                _ => Err(self.error("an integer before")),
            },
            _ => Err(self.error("an integer before")),
        }
    }

    fn factor(&mut self) -> Result<Tuple, Error> {
        if self.eat("-") {
            let operand = self.nested(Self::factor)?;
            let value = self.integer_of(operand)?;
            return Ok(self.leaf(value.times(&Integer::Static(-1))?));
        }
        let value = if self.eat("(") { IntTuple::Tuple(self.items(")", Self::sum)?) } else { self.atom()? };
        if !self.rest().starts_with('@') {
            return Ok(value);
        }
        let value = self.integer_of(value)?;
        let mut path = Vec::new();
        while self.eat("@") {
            if path.len() >= MAX_DEPTH {
                return Err(self.too_large("nesting depth", MAX_DEPTH));
            }
            let index = self.number()?;
            path.push(usize::try_from(index).map_err(|_| self.error("the index of a mode"))?);
        }
        path.reverse();
        Ok(IntTuple::Int(ScaledBasis::basis(value, path)))
    }

    fn atom(&mut self) -> Result<Tuple, Error> {
        self.leaves += 1;
        if self.leaves > 2 * MAX_LEAVES {
            return Err(self.too_large("number of integers", 2 * MAX_LEAVES));
        }
        let rest = self.rest();
        if self.eat("?") {
            let unit = self.braces()?;
            self.anonymous += 1;
            let name = Name { unit, ..Name::new(&format!("?{}", self.anonymous)) };
            return Ok(self.leaf(Expression::of_name(name).into()));
        }
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.number()?;
            return Ok(self.leaf(if self.cpp { Expression::constant(number).into() } else { number.into() }));
        }
        if let Some(digits) = rest.strip_prefix('_')
            && digits.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        {
            self.at += 1;
            let negative = self.eat("-");
            let number = self.number()?;
            return Ok(self.leaf(if negative { -number } else { number }.into()));
        }
        let name = self.name()?;
        match name {
            "ceil_div" | "min" | "max" if self.eat("(") => {
                let values = self.items(")", |reader| {
                    let value = reader.sum()?;
                    reader.integer_of(value)
                })?;
                let [left, right] = values.as_slice() else { return Err(self.error("two operands before")) };
                Ok(self.leaf(match name {
                    "ceil_div" => left.ceil_quotient(right)?,
                    "min" => left.minimum(right)?,
                    _ => left.expression().maximum(&right.expression())?.into(),
                }))
            }
            _ => Ok(self.leaf(Integer::name(name))),
        }
    }

    fn number(&mut self) -> Result<i64, Error> {
        let digits = self.rest().split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        let number = digits.parse().map_err(|_| match digits {
            "" => self.error("an integer"),
            _ => Error::overflow("parse"),
        })?;
        self.at += digits.len();
        self.skip_space();
        Ok(number)
    }

    fn name(&mut self) -> Result<&'a str, Error> {
        let rest = self.rest();
        let mut end = 0;
        loop {
            let tail = rest.get(end..).unwrap_or("");
            match tail.chars().next() {
                Some(c) if is_name_char(c) => end += c.len_utf8(),
                Some('.') if end > 0 => end += 1,
                Some(':') if end > 0 && tail.starts_with("::") => end += 2,
                _ => break,
            }
        }
        match rest.get(..end) {
            Some(name) if end > 0 => {
                self.at += end;
                self.skip_space();
                Ok(name)
            }
            _ => Err(self.error("an integer or a name")),
        }
    }

    /// `{div=8}` or `{i64 div=8}` behind `?`: what divides the integer.
    fn braces(&mut self) -> Result<i64, Error> {
        if !self.eat("{") {
            return Ok(1);
        }
        let mut unit = 1;
        while !self.eat("}") {
            if self.eat("div") {
                self.expect("=")?;
                unit = self.number()?.max(1);
            } else if !(self.eat("i64") || self.eat("i32")) {
                return Err(self.error("'div=N' or '}'"));
            }
        }
        Ok(unit)
    }
}

fn is_name_char(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

impl FromStr for Expression {
    type Err = Error;

    /// Reads a C expression of names: `16*ldA`, `ceil_div(k,8)`, `min(M,128)`.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(text.parse::<Integer>()?.expression())
    }
}

impl FromStr for Integer {
    type Err = Error;

    /// Reads a number, which is static, or a C expression of names.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
    fn from_str(text: &str) -> Result<Self, Error> {
        Reader::read_all(text, false, |reader| {
            let value = reader.sum()?;
            reader.integer_of(value)
        })
    }
}

/// Reads a shape: integers, names, tuples of them. Numbers alone are static.
///
/// ```
/// use layout_algebra::symbolic::shape_from_text;
///
/// assert_eq!(shape_from_text("(M,(4,k/8))")?.to_string(), "(M,(4,k/8))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
pub fn shape_from_text(text: &str) -> Result<IntTuple<Integer>, Error> {
    Reader::read_all(text, false, Reader::integers)
}

/// As [`shape_from_text`], as C++ prints it: `_4` is static, `4` a run-time integer.
///
/// # Errors
/// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
pub fn shape_from_cpp(text: &str) -> Result<IntTuple<Integer>, Error> {
    Reader::read_all(text, true, Reader::integers)
}

/// Reads a coordinate, in which `_` leaves a mode open.
///
/// ```
/// use layout_algebra::symbolic::coordinate_from_text;
///
/// assert_eq!(coordinate_from_text("(_,(blockIdx.x,_))")?.to_string(), "(_,(blockIdx.x,_))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
pub fn coordinate_from_text(text: &str) -> Result<IntTuple<SymbolicIndex>, Error> {
    Reader::read_all(text, false, Reader::coordinate)
}

/// As [`coordinate_from_text`], as C++ prints it: `_4` is static, `4` a run-time integer.
///
/// # Errors
/// [`Parse`](crate::ErrorKind::Parse), and those of the arithmetic.
pub fn coordinate_from_cpp(text: &str) -> Result<IntTuple<SymbolicIndex>, Error> {
    Reader::read_all(text, true, Reader::coordinate)
}

impl FromStr for SymbolicTiler {
    type Err = Error;

    /// Reads a layout, `<128,(K,2):(1,K),_>`, or a bare tuple of sizes.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse), and those of a layout.
    fn from_str(text: &str) -> Result<Self, Error> {
        Reader::read_all(text, false, Reader::tiler)
    }
}

impl SymbolicTiler {
    /// A tiler as C++ prints it: `_4` is static, `4` a run-time integer.
    ///
    /// # Errors
    /// [`Parse`](crate::ErrorKind::Parse), and those of a layout.
    pub fn from_cpp(text: &str) -> Result<Self, Error> {
        Reader::read_all(text, true, Reader::tiler)
    }
}
