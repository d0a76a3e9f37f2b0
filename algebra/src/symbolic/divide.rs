//! Divides of run-time layouts (`logical_divide` and its forms in `layout.hpp`).

use super::SymbolicLayout;
use super::coalesce::coalesce;
use super::complement::complement;
use super::composition::composition;
use super::tiler::SymbolicTiler;
use super::zip::{flat, tile_unzip, tiled};
use crate::Error;

/// `layout ∘ (tile, complement(tile))`: each mode that the tiler names becomes (tile, rest), the rest rounded up.
///
/// # Errors
/// Those of [`composition`] and [`complement`]; [`TilerRank`](crate::ErrorKind::TilerRank).
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, logical_divide};
///
/// let layout: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// assert_eq!(
///     logical_divide(&layout, &"<128,_>".parse()?)?.to_string(),
///     "((128,ceil_div(M,128)),K):((1,128),lda)"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn logical_divide(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "logical_divide";
    match tiler {
        SymbolicTiler::Keep => Ok(layout.clone()),
        SymbolicTiler::Size(size) => divide_by(layout, &SymbolicLayout::of_size(size)),
        SymbolicTiler::Layout(tile) => divide_by(layout, tile),
        SymbolicTiler::ByMode(elements) => {
            SymbolicTiler::check_rank(OPERATION, elements, layout)?;
            let mut modes = layout.modes();
            for (i, (mode, element)) in modes.iter_mut().zip(elements).enumerate() {
                *mode = logical_divide(mode, element).map_err(|error| error.in_mode(i))?;
            }
            SymbolicLayout::from_modes(modes)
        }
    }
    .map_err(|error| error.of_operation(OPERATION))
}

fn divide_by(layout: &SymbolicLayout, tile: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    composition(layout, &tile_and_rest(layout, tile)?)
        .map_err(|error| error.of_pair("tile", "rest of the tile"))
}

/// The right operand of the composition that divides `layout`.
pub(super) fn tile_and_rest(layout: &SymbolicLayout, tile: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let rest = complement(tile, &coalesce(layout)?.shape())?;
    SymbolicLayout::from_modes([tile.clone(), rest])
}

/// The divide with all tiles in mode 0 and all rests in mode 1: `((TileM,TileN),(RestM,RestN,..))`.
///
/// # Errors
/// Those of [`logical_divide`]; [`UnderscoreMode`](crate::ErrorKind::UnderscoreMode).
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, zipped_divide};
///
/// let layout: SymbolicLayout = "(M,K):(1,M)".parse()?;
/// assert_eq!(
///     zipped_divide(&layout, &"<128,64>".parse()?)?.to_string(),
///     "((128,64),(ceil_div(M,128),ceil_div(K,64))):((1,M),(128,64*M))"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn zipped_divide(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    zipped("zipped_divide", layout, tiler)
}

/// The zipped divide with mode 1 unpacked: `((TileM,TileN),RestM,RestN,..)`.
///
/// # Errors
/// Those of [`zipped_divide`].
pub fn tiled_divide(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    tiled(&zipped("tiled_divide", layout, tiler)?)
}

/// The zipped divide with both modes unpacked: `(TileM,TileN,RestM,RestN,..)`.
///
/// # Errors
/// Those of [`zipped_divide`].
pub fn flat_divide(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    flat(&zipped("flat_divide", layout, tiler)?)
}

fn zipped(
    operation: &'static str,
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<SymbolicLayout, Error> {
    let divided = logical_divide(layout, tiler).map_err(|error| error.of_operation(operation))?;
    tile_unzip(operation, &divided, tiler)
}
