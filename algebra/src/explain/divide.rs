//! The steps of the divides.

use super::{Step, explained};
use crate::{Error, Layout, Stride, Tiler};

/// The steps of [`logical_divide`](crate::logical_divide).
///
/// # Errors
/// Those of the operation.
pub fn logical_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("logical_divide", |steps| crate::divide::logical_divide_traced(layout, tiler, steps))
}

/// The steps of [`zipped_divide`](crate::zipped_divide).
///
/// # Errors
/// Those of the operation.
pub fn zipped_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("zipped_divide", |steps| {
        crate::divide::zipped_divide_traced("zipped_divide", layout, tiler, steps)
    })
}

/// The steps of [`tiled_divide`](crate::tiled_divide).
///
/// # Errors
/// Those of the operation.
pub fn tiled_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("tiled_divide", |steps| crate::divide::tiled_divide_traced(layout, tiler, steps))
}

/// The steps of [`flat_divide`](crate::flat_divide).
///
/// # Errors
/// Those of the operation.
pub fn flat_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("flat_divide", |steps| crate::divide::flat_divide_traced(layout, tiler, steps))
}
