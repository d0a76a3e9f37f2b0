//! Operations on the domain of a composed layout.

use super::{AnyLayout, ComposedLayout};
use crate::{Error, ErrorKind, IntTuple, Layout, Tiler};

/// The operation on the composed layout's domain: swizzle and offset stay (CuTe's `layout_composed.hpp`).
///
/// Covers every operation that changes only how coordinates are read: composition, the divides and products,
/// `coalesce`, `group`, `tile_to_shape`.
///
/// # Errors
/// Those of `operation`.
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_map, group};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (2,3,5):(15,5,1)".parse()?;
/// let grouped = composed_map(&composed, |layout| group(layout, 0, 2))?;
/// assert_eq!(grouped.to_string(), "Sw<3,4,3> o 0 o ((2,3),5):((15,5),1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_map(
    composed: &ComposedLayout,
    operation: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<AnyLayout, Error> {
    let layout = operation(composed.layout())?;
    Ok(ComposedLayout::new(composed.swizzle(), *composed.offset(), layout).simplified())
}

/// The cosize of the layout, as CuTe defines it: before the offset and the swizzle.
///
/// # Errors
/// [`ErrorKind::Overflow`].
pub fn composed_cosize(composed: &ComposedLayout) -> Result<i64, Error> {
    composed.cosize()
}

/// [`composition_tiler`](crate::composition_tiler) with a composed layout on the left.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_composition(composed: &ComposedLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
    composed_map(composed, |layout| crate::composition_tiler(layout, tiler))
}

/// [`zipped_divide`](crate::zipped_divide) of a composed layout.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_zipped_divide(composed: &ComposedLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
    const OPERATION: &str = "zipped_divide";
    let divided = composed_map(composed, |layout| crate::zipped_divide(layout, tiler));
    divided.map_err(|error| match error.kind() {
        // CuTe reports a tuple that is no pair as a mismatch of ranks here.
        ErrorKind::UnderscoreMode { found } if found.starts_with('(') => {
            let difference = "'_' needs a (tile, rest) pair".to_owned();
            let (left, right) = (found.clone(), "_".to_owned());
            let kind = ErrorKind::ProfileMismatch { left, right, difference };
            Error::new(OPERATION, kind).at(error.mode().cloned().unwrap_or_default())
        }
        _ => error,
    })
}

/// [`tile_to_shape`](crate::tile_to_shape) of a composed layout.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_tile_to_shape(
    composed: &ComposedLayout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<AnyLayout, Error> {
    composed_map(composed, |layout| crate::tile_to_shape(layout, target, order))
}
