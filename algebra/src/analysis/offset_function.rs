//! Anything that gives 1-D coordinates their offsets.

use super::too_many;
use crate::{AnyLayout, ComposedLayout, Error, IntTuple, Layout, Xor};

/// A function from the coordinates `0..size` to offsets in elements: a layout, a swizzled one, or a table.
///
/// ```
/// use layout_algebra::{ComposedLayout, analysis::OffsetFunction};
///
/// let swizzled: ComposedLayout = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse()?;
/// assert_eq!(swizzled.offset_at(1)?, 3);
/// assert_eq!(swizzled.offset_table(4)?, [0, 3, 1, 2]);
/// assert_eq!([0, 3, 1, 2].as_slice().offset_at(1)?, 3);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub trait OffsetFunction {
    /// The number of coordinates.
    fn size(&self) -> i64;

    /// The offset of a coordinate from 0 to the size.
    ///
    /// # Errors
    /// [`Overflow`](crate::ErrorKind::Overflow); [`TooLarge`](crate::ErrorKind::TooLarge) behind the end of a table.
    fn offset_at(&self, coordinate: i64) -> Result<i64, Error>;

    /// The offsets of all coordinates in order.
    ///
    /// # Errors
    /// [`TooLarge`](crate::ErrorKind::TooLarge) when there are more than `limit`,
    /// [`Overflow`](crate::ErrorKind::Overflow).
    fn offset_table(&self, limit: i64) -> Result<Vec<i64>, Error> {
        if self.size() > limit {
            return Err(too_many(self.size(), limit));
        }
        (0..self.size()).map(|coordinate| self.offset_at(coordinate)).collect()
    }

    /// The layout that this is, where conditions on strides can answer without enumeration.
    fn as_layout(&self) -> Option<&Layout> {
        None
    }
}

impl OffsetFunction for Layout {
    fn size(&self) -> i64 {
        Layout::size(self)
    }

    fn offset_at(&self, coordinate: i64) -> Result<i64, Error> {
        self.at(coordinate)
    }

    fn offset_table(&self, limit: i64) -> Result<Vec<i64>, Error> {
        self.eval_all(limit)
    }

    fn as_layout(&self) -> Option<&Layout> {
        Some(self)
    }
}

impl OffsetFunction for ComposedLayout {
    fn size(&self) -> i64 {
        ComposedLayout::size(self)
    }

    fn offset_at(&self, coordinate: i64) -> Result<i64, Error> {
        self.eval(&IntTuple::Int(coordinate))
    }

    fn offset_table(&self, limit: i64) -> Result<Vec<i64>, Error> {
        self.eval_all(limit)
    }
}

impl OffsetFunction for AnyLayout {
    fn size(&self) -> i64 {
        // What begins with a swizzle takes any integer; no table of it can be made.
        self.domain().map_or(0, Layout::size)
    }

    fn offset_at(&self, coordinate: i64) -> Result<i64, Error> {
        self.at(coordinate)
    }

    fn as_layout(&self) -> Option<&Layout> {
        match self {
            AnyLayout::Layout(layout) => Some(layout),
            AnyLayout::Composed(_) | AnyLayout::Chain(_) => None,
        }
    }
}

/// The bits of an XOR offset are its address.
impl OffsetFunction for Layout<Xor> {
    fn size(&self) -> i64 {
        Layout::size(self)
    }

    fn offset_at(&self, coordinate: i64) -> Result<i64, Error> {
        self.at(coordinate).map(Xor::bits)
    }

    fn offset_table(&self, limit: i64) -> Result<Vec<i64>, Error> {
        self.eval_all(limit).map(|offsets| offsets.into_iter().map(Xor::bits).collect())
    }
}

impl OffsetFunction for [i64] {
    fn size(&self) -> i64 {
        i64::try_from(self.len()).unwrap_or(i64::MAX)
    }

    fn offset_at(&self, coordinate: i64) -> Result<i64, Error> {
        let at = usize::try_from(coordinate).ok().and_then(|index| self.get(index));
        at.copied().ok_or_else(|| too_many(coordinate, OffsetFunction::size(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(function: &dyn OffsetFunction, table: &[i64], is_layout: bool) {
        assert_eq!(usize::try_from(function.size()), Ok(table.len()));
        for (coordinate, &offset) in (0..).zip(table) {
            assert_eq!(function.offset_at(coordinate), Ok(offset));
        }
        assert_eq!(function.offset_table(function.size()).unwrap(), table);
        assert_eq!(function.offset_table(function.size() - 1).unwrap_err().why(), "too_large");
        assert_eq!(function.as_layout().is_some(), is_layout);
    }

    #[test]
    fn every_kind_of_function_gives_its_offsets_one_by_one_and_at_once() {
        let layout: Layout = "(2,3):(3,1)".parse().unwrap();
        check(&layout, &[0, 3, 1, 4, 2, 5], true);
        check(&AnyLayout::Layout(layout), &[0, 3, 1, 4, 2, 5], true);
        let composed: ComposedLayout = "Sw<1,0,1> o 1 o (2,2):(2,1)".parse().unwrap();
        check(&composed, &[1, 2, 3, 4], false);
        check(&AnyLayout::Composed(composed), &[1, 2, 3, 4], false);
        let xor: Layout<Xor> = "(2,2):(f1,f3)".parse().unwrap();
        check(&xor, &[0, 1, 3, 2], false);
    }

    #[test]
    fn a_table_ends() {
        let table = [4, 5];
        assert_eq!(table.as_slice().offset_at(1), Ok(5));
        assert_eq!(table.as_slice().offset_at(2).unwrap_err().why(), "too_large");
        assert_eq!(table.as_slice().offset_at(-1).unwrap_err().why(), "too_large");
    }
}
