//! What can be drawn.

use layout_algebra::{AnyLayout, ComposedLayout, Error, IntTuple, Layout, Stride};

use crate::{Cell, Grid, Limits};

/// A value that has a picture.
pub trait Draw {
    /// The picture, of which at most `limits` cells are computed.
    fn grid(&self, limits: Limits) -> Grid;
}

impl<D: Stride> Draw for Layout<D> {
    fn grid(&self, limits: Limits) -> Grid {
        Grid::new(&self.shape(), limits, |index| value_cell(self.at(index)))
    }
}

impl Draw for ComposedLayout<i64> {
    fn grid(&self, limits: Limits) -> Grid {
        Grid::new(&self.layout().shape(), limits, |index| value_cell(self.eval(&IntTuple::Int(index))))
    }
}

/// What begins with a swizzle has no coordinates of its own, and one cell.
impl Draw for AnyLayout<i64> {
    fn grid(&self, limits: Limits) -> Grid {
        let shape = self.domain().map_or(IntTuple::Int(1), Layout::shape);
        Grid::new(&shape, limits, |index| value_cell(self.at(index)))
    }
}

/// An offset as a number, a coordinate as a tuple.
fn value_cell<D: Stride>(value: Result<D, Error>) -> Cell {
    match value.map(|value| value.to_coordinate()) {
        Ok(value) => Cell::Value { text: value.to_string(), shade: shade(&value) },
        Err(_) => Cell::Overflow,
    }
}

/// An offset is its own shade. Neighbours of a coordinate differ in every direction: each of its numbers steps by
/// another odd number.
fn shade(value: &IntTuple<i64>) -> i64 {
    let weighted = (1_i64..).step_by(2).zip(value.leaves());
    weighted.fold(0, |shade, (weight, number)| shade.wrapping_add(number.wrapping_mul(weight)))
}
