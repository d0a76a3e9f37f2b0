//! Layouts: a shape and a congruent stride (`Layout` in CuTe's `layout.hpp`).

use crate::IntTuple;

/// A function from coordinates in `shape` to offsets: the inner product with `stride`.
///
/// Invariant: shape and stride are congruent (same nesting).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout<D = i64> {
    shape: IntTuple<i64>,
    stride: IntTuple<D>,
}

impl<D> Layout<D> {
    /// The shape.
    pub fn shape(&self) -> &IntTuple<i64> {
        &self.shape
    }
    /// The stride, congruent to the shape.
    pub fn stride(&self) -> &IntTuple<D> {
        &self.stride
    }
}
