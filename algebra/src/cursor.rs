//! Reading CuTe notation: a cursor over a text, shared by every `FromStr` of this crate.

use std::ops::{Deref, DerefMut};

use crate::composed::Function;
use crate::scanner::Scanner;
use crate::stride::{Leaf, Stride, integer_from_text};
use crate::{ComposedLayout, Error, IntTuple, Layout, MAX_DEPTH, MAX_LEAVES, Swizzle, Tiler, TilerMode};

/// A position in a text; each method reads one thing and moves behind it and the white space after it.
pub(crate) struct Cursor<'a> {
    scanner: Scanner<'a>,
    depth: usize,
    leaves: usize,
}

impl<'a> Deref for Cursor<'a> {
    type Target = Scanner<'a>;

    fn deref(&self) -> &Scanner<'a> {
        &self.scanner
    }
}

impl DerefMut for Cursor<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.scanner
    }
}

impl<'a> Cursor<'a> {
    /// Reads the whole text with `read`; anything left over is an error.
    pub(crate) fn read_all<T>(
        text: &'a str,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut cursor = Cursor { scanner: Scanner::new(text), depth: 0, leaves: 0 };
        let value = read(&mut cursor)?;
        match cursor.rest().is_empty() {
            true => Ok(value),
            false => Err(cursor.error("the end")),
        }
    }

    /// The text of a leaf: up to a separator that stands outside `<>`.
    fn leaf_text(&self) -> &'a str {
        let rest = self.rest();
        let mut open = 0_usize;
        let end = rest.char_indices().find(|&(_, c)| match c {
            '<' => {
                open += 1;
                false
            }
            '>' if open > 0 => {
                open -= 1;
                false
            }
            '>' | '(' | ')' | ':' => true,
            ',' => open == 0,
            c => c.is_whitespace() && open == 0,
        });
        rest.get(..end.map_or(rest.len(), |(at, _)| at)).unwrap_or("")
    }

    fn leaf<T: Leaf>(&mut self) -> Result<T, Error> {
        self.count_leaf()?;
        let text = self.leaf_text();
        let leaf = T::from_text(text).ok_or_else(|| self.error(T::EXPECTED))?;
        self.at += text.len();
        self.skip_space();
        Ok(leaf)
    }

    /// A text holds at most a shape and a stride of the greatest length.
    fn count_leaf(&mut self) -> Result<(), Error> {
        self.leaves += 1;
        if self.leaves > 2 * MAX_LEAVES {
            return Err(self.too_large("number of integers", 2 * MAX_LEAVES));
        }
        Ok(())
    }

    /// Items between the token just read and `close`, separated by commas; a trailing comma is accepted.
    fn items<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_large("nesting depth", MAX_DEPTH));
        }
        self.depth += 1;
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if self.eat(close) {
                break;
            }
            if !self.eat(",") {
                return Err(self.error(format!("',' or '{close}'")));
            }
        }
        self.depth -= 1;
        if items.is_empty() {
            self.count_leaf()?;
        }
        Ok(items)
    }

    /// `4`, `(4,(3,2))`.
    pub(crate) fn int_tuple<T: Leaf>(&mut self) -> Result<IntTuple<T>, Error> {
        match self.eat("(") {
            true => Ok(IntTuple::Tuple(self.items(")", Self::int_tuple)?)),
            false => Ok(IntTuple::Int(self.leaf()?)),
        }
    }

    /// `(4,8):(8,1)`.
    pub(crate) fn layout<D: Stride>(&mut self) -> Result<Layout<D>, Error> {
        let shape = self.int_tuple()?;
        self.expect(":")?;
        Layout::new(shape, self.int_tuple()?)
    }

    /// `Sw<3,4,3>`, also `S<..>` and `Swizzle<..>`.
    pub(crate) fn swizzle(&mut self) -> Result<Swizzle, Error> {
        if !["Swizzle", "Sw", "S"].iter().any(|name| self.eat(name)) {
            return Err(self.error("'Sw<'"));
        }
        self.expect("<")?;
        let bits = self.swizzle_parameter()?;
        self.expect(",")?;
        let base = self.swizzle_parameter()?;
        self.expect(",")?;
        let shift = self.swizzle_parameter()?;
        self.expect(">")?;
        Swizzle::new(bits, base, shift)
    }

    fn swizzle_parameter(&mut self) -> Result<i64, Error> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '-' || c == '_')).unwrap_or(rest.len());
        let text = rest.get(..end).unwrap_or("");
        let value = integer_from_text(text).ok_or_else(|| self.error("an integer"))?;
        self.at += end;
        self.skip_space();
        Ok(value)
    }

    /// `Sw<3,4,3> o 0 o (8,64):(64,1)`.
    pub(crate) fn composed_layout<D: Stride>(&mut self) -> Result<ComposedLayout<D>, Error> {
        let swizzle = self.swizzle()?;
        self.composition_sign()?;
        let offset = self.leaf()?;
        self.composition_sign()?;
        Ok(ComposedLayout::new(swizzle, offset, self.layout()?))
    }

    /// `16:3 o 2 o (4,4):(4,1)`: swizzles, offsets and layouts, the one that is applied last first.
    pub(crate) fn function_chain(&mut self) -> Result<Vec<Function>, Error> {
        let mut functions = vec![self.function()?];
        while !self.rest().is_empty() {
            self.composition_sign()?;
            self.count_leaf()?;
            functions.push(self.function()?);
        }
        Ok(functions)
    }

    fn function(&mut self) -> Result<Function, Error> {
        if self.rest().starts_with('S') {
            return self.swizzle().map(Function::Swizzle);
        }
        match (self.int_tuple()?, self.eat(":")) {
            (shape, true) => Ok(Function::Layout(Layout::new(shape, self.int_tuple()?)?)),
            (IntTuple::Int(offset), false) => Ok(Function::Offset(offset)),
            (IntTuple::Tuple(_), false) => Err(self.error("':'")),
        }
    }

    fn composition_sign(&mut self) -> Result<(), Error> {
        if self.eat("o") || self.eat("∘") { Ok(()) } else { Err(self.error("'o'")) }
    }

    /// A layout, `<3:3,(2,4):(1,8)>`, or a bare tuple or integer of sizes.
    pub(crate) fn tiler<D: Stride>(&mut self) -> Result<Tiler<D>, Error> {
        match self.tiler_mode()? {
            TilerMode::Layout(layout) => Ok(Tiler::Layout(layout)),
            TilerMode::ByMode(modes) => Ok(Tiler::ByMode(modes)),
            TilerMode::Size(size) => Ok(Tiler::Layout(Layout::of_mode(size, D::unit()))),
            TilerMode::Keep => Err(self.error("a layout or '<'")),
        }
    }

    fn tiler_mode<D: Stride>(&mut self) -> Result<TilerMode<D>, Error> {
        if self.eat("<") {
            return Ok(TilerMode::ByMode(self.items(">", Self::tiler_mode)?));
        }
        if self.leaf_text() == "_" {
            self.eat("_");
            return Ok(TilerMode::Keep);
        }
        let start = (self.at, self.leaves, self.depth);
        let shape: IntTuple = match self.int_tuple() {
            Ok(shape) => shape,
            // `(4,_)` and `(4,2:1)`: a tuple of tiler elements, not of sizes.
            Err(not_sizes) => {
                (self.at, self.leaves, self.depth) = start;
                if !self.eat("(") {
                    return Err(not_sizes);
                }
                return Ok(TilerMode::ByMode(self.items(")", Self::tiler_mode)?));
            }
        };
        match self.eat(":") {
            true => Ok(TilerMode::Layout(Layout::new(shape, self.int_tuple()?)?)),
            false => TilerMode::from_sizes(&shape),
        }
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, shape};
    use crate::{Coordinate, SliceIndex, make_identity_layout};

    fn reads_back<T: std::str::FromStr<Err = Error> + std::fmt::Display + PartialEq + std::fmt::Debug>(
        value: &T,
    ) {
        assert_eq!(value.to_string().parse::<T>().as_ref(), Ok(value));
    }

    proptest! {
        #[test]
        fn printed_values_read_back(layout in either_layout(), shape in shape(), offset in -9..9_i64) {
            reads_back(&layout);
            reads_back(&shape);
            reads_back(&make_identity_layout(&shape).unwrap());
            reads_back(&ComposedLayout::new(Swizzle::new(2, 4, -3).unwrap(), offset, layout.clone()));
            let element = |i: usize| match i % 3 {
                0 => TilerMode::Keep,
                1 => TilerMode::Size(4),
                _ => TilerMode::Layout(layout.clone()),
            };
            reads_back(&Tiler::<i64>::ByMode((0..layout.rank()).map(element).chain([TilerMode::ByMode(vec![element(2)])]).collect()));
            reads_back(&shape.map(|&size| if size == 1 { SliceIndex::All } else { SliceIndex::At(size) }));
        }

        #[test]
        fn no_text_panics(text in "[(),:<>_@oSwE0-9 -]{0,24}|\\PC{0,12}") {
            let _ = (text.parse::<Layout>(), text.parse::<Tiler>(), text.parse::<ComposedLayout>());
            let _ = (text.parse::<Layout<Coordinate>>(), text.parse::<IntTuple<SliceIndex>>(), text.parse::<Swizzle>());
        }
    }

    #[test]
    fn every_spelling_of_cute_is_read() {
        let same = |text: &str, printed: &str| {
            assert_eq!(text.parse::<Layout>().map(|layout| layout.to_string()).as_deref(), Ok(printed));
        };
        same(" ( _4 , ( Int<3>, C<2> ) ) : (_2,(_8,_1)) ", "(4,(3,2)):(2,(8,1))");
        same("(4,):(-1,)", "(4):(-1)");
        same("():()", "():()");
        let coordinates: Layout<Coordinate> = "(4,(2,2),8):(E<0>,(2@0@1,E<1,1>),8e2)".parse().unwrap();
        assert_eq!(coordinates.to_string(), "(4,(2,2),8):(1@0,(2@0@1,1@1@1),8@2)");
        for text in ["S<3,4,3> o 0 o 8:1", "Swizzle<3,4,3> ∘ _0 ∘ _8:_1", "Sw<3, 4, 3> o 0 o 8:1"] {
            assert_eq!(text.parse::<ComposedLayout>().unwrap().to_string(), "Sw<3,4,3> o 0 o 8:1");
        }
        let tiler: Tiler = "(4,(2,8),_)".parse().unwrap();
        assert_eq!(tiler.to_string(), "<4,<2,8>,_>");
    }
}
