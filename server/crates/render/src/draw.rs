//! What can be drawn.

use std::fmt::Display;

use layout_algebra::{ComposedLayout, Coordinate, Error, IntTuple, Layout, Stride};

use crate::{Cell, Grid, Limits};

/// A value that has a picture.
pub trait Draw {
    /// The picture, of which at most `limits` cells are computed.
    fn grid(&self, limits: Limits) -> Grid;
}

/// What a stride's sums look like in a cell: how neighbouring values get different colours.
pub trait Shade: Stride {
    /// Values with equal shades, modulo the palette's length, get the same colour.
    fn shade(&self) -> i64;
}

impl Shade for i64 {
    fn shade(&self) -> i64 {
        *self
    }
}

impl Shade for Coordinate {
    /// Neighbours in every direction differ: each number of the coordinate steps by another odd number.
    fn shade(&self) -> i64 {
        let numbers = self.to_tuple();
        let weighted = (1_i64..).step_by(2).zip(numbers.leaves());
        weighted.fold(0, |shade, (weight, number)| shade.wrapping_add(number.wrapping_mul(weight)))
    }
}

impl<D: Shade> Draw for Layout<D> {
    fn grid(&self, limits: Limits) -> Grid {
        Grid::new(self.shape(), limits, |index| value_cell(self.at(index)))
    }
}

impl Draw for ComposedLayout<i64> {
    fn grid(&self, limits: Limits) -> Grid {
        Grid::new(self.layout().shape(), limits, |index| value_cell(self.eval(&IntTuple::Int(index))))
    }
}

fn value_cell<D: Shade + Display>(value: Result<D, Error>) -> Cell {
    match value {
        Ok(value) => Cell::Value { text: value.to_string(), shade: value.shade() },
        Err(_) => Cell::Overflow,
    }
}
