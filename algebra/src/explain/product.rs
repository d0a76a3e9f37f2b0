//! The steps of the products and of `tile_to_shape`.

use super::{Step, explained};
use crate::{Error, IntTuple, Layout, Tiler};

/// The steps of [`logical_product`](crate::logical_product).
///
/// # Errors
/// Those of the operation.
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("logical_product", |steps| crate::product::logical_product_traced(block, tiler, steps))
}

/// The steps of [`zipped_product`](crate::zipped_product).
///
/// # Errors
/// Those of the operation.
pub fn zipped_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("zipped_product", |steps| {
        crate::product::zipped_product_traced("zipped_product", block, tiler, steps)
    })
}

/// The steps of [`tiled_product`](crate::tiled_product).
///
/// # Errors
/// Those of the operation.
pub fn tiled_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("tiled_product", |steps| crate::product::tiled_product_traced(block, tiler, steps))
}

/// The steps of [`flat_product`](crate::flat_product).
///
/// # Errors
/// Those of the operation.
pub fn flat_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("flat_product", |steps| crate::product::flat_product_traced(block, tiler, steps))
}

/// The steps of [`blocked_product`](crate::blocked_product).
///
/// # Errors
/// Those of the operation.
pub fn blocked_product(block: &Layout, grid: &Layout) -> Result<Vec<Step>, Error> {
    explained("blocked_product", |steps| crate::product::blocked_product_traced(block, grid, steps))
}

/// The steps of [`raked_product`](crate::raked_product).
///
/// # Errors
/// Those of the operation.
pub fn raked_product(block: &Layout, grid: &Layout) -> Result<Vec<Step>, Error> {
    explained("raked_product", |steps| crate::product::raked_product_traced(block, grid, steps))
}

/// The steps of [`tile_to_shape`](crate::tile_to_shape).
///
/// # Errors
/// Those of the operation.
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<Vec<Step>, Error> {
    explained("tile_to_shape", |steps| {
        crate::tile_to_shape::tile_to_shape_traced(block, target, order, steps)
    })
}
