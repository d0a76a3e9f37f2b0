//! Products of run-time layouts (`logical_product` and its forms in `layout.hpp`).

use super::SymbolicLayout;
use super::complement::complement;
use super::composition::composition;
use super::coordinates::cosize;
use super::integer_tuple::appended_to_rank;
use super::layout::Mode;
use super::tiler::SymbolicTiler;
use super::zip::{flat, tile_unzip, tiled, zip};
use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple};

/// `(block, complement(block) ∘ grid)`: each mode that the tiler names becomes (block, repeats).
///
/// # Errors
/// Those of [`composition`] and [`complement`]; [`ErrorKind::TilerRank`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, logical_product};
///
/// let block: SymbolicLayout = "(4,8):(8,1)".parse()?;
/// assert_eq!(logical_product(&block, &"N:1".parse()?)?.to_string(), "((4,8),N):((8,1),32)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn logical_product(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "logical_product";
    match tiler {
        SymbolicTiler::Keep => Ok(block.clone()),
        SymbolicTiler::Size(size) => multiply_by(block, &SymbolicLayout::of_size(size)),
        SymbolicTiler::Layout(grid) => multiply_by(block, grid),
        SymbolicTiler::ByMode(elements) => {
            SymbolicTiler::check_rank(OPERATION, elements, block)?;
            let mut modes = block.modes();
            for (i, (mode, element)) in modes.iter_mut().zip(elements).enumerate() {
                *mode = logical_product(mode, element).map_err(|error| error.in_mode(i))?;
            }
            SymbolicLayout::from_modes(modes)
        }
    }
    .map_err(|error| error.of_operation(OPERATION))
}

fn multiply_by(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let free = free_offsets(block, grid)?;
    let repeats = composition(&free, grid).map_err(|error| error.of_operand("grid"))?;
    SymbolicLayout::from_modes([block.clone(), repeats])
}

/// The complement of the block in as many blocks as the grid names.
pub(super) fn free_offsets(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let cotarget = block.size()?.times(&cosize(grid)?)?;
    complement(block, &IntTuple::Int(cotarget))
}

/// The product with all blocks in mode 0 and all repeats in mode 1: `((M,N),(RepeatM,RepeatN,..))`.
///
/// # Errors
/// Those of [`logical_product`]; [`ErrorKind::UnderscoreMode`].
pub fn zipped_product(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    zipped("zipped_product", block, tiler)
}

/// The zipped product with mode 1 unpacked: `((M,N),RepeatM,RepeatN,..)`.
///
/// # Errors
/// Those of [`zipped_product`].
pub fn tiled_product(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    tiled(&zipped("tiled_product", block, tiler)?)
}

/// The zipped product with both modes unpacked: `(M,N,RepeatM,RepeatN,..)`.
///
/// # Errors
/// Those of [`zipped_product`].
pub fn flat_product(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    flat(&zipped("flat_product", block, tiler)?)
}

fn zipped(
    operation: &'static str,
    block: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<SymbolicLayout, Error> {
    let product = logical_product(block, tiler).map_err(|error| error.of_operation(operation))?;
    tile_unzip(operation, &product, tiler)
}

/// The product mode by mode, blocks kept whole: mode i is (block mode i, grid mode i).
///
/// # Errors
/// Those of [`logical_product`]; [`ErrorKind::ZipProfile`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, blocked_product};
///
/// let block: SymbolicLayout = "(8,64):(64,1)".parse()?;
/// let grid: SymbolicLayout = "(M,1):(1,M)".parse()?;
/// assert_eq!(
///     blocked_product(&block, &grid)?.to_string(),
///     "((8,M),(64,1)):((64,512),(1,512*M))"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn blocked_product(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "blocked_product";
    let (blocks, repeats) = padded_product(OPERATION, block, grid)?;
    zip(&blocks, &repeats).unwrap_or_else(|| Err(zip_profile(OPERATION, block, grid)))
}

/// The product mode by mode, blocks interleaved: mode i is (grid mode i, block mode i).
///
/// # Errors
/// Those of [`logical_product`]; [`ErrorKind::ZipProfile`].
pub fn raked_product(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "raked_product";
    let (blocks, repeats) = padded_product(OPERATION, block, grid)?;
    zip(&repeats, &blocks).unwrap_or_else(|| Err(zip_profile(OPERATION, block, grid)))
}

fn zip_profile(operation: &'static str, block: &SymbolicLayout, grid: &SymbolicLayout) -> Error {
    Error::new(operation, ErrorKind::ZipProfile { block: shortened(block), grid: shortened(grid) })
}

fn padded_product(
    operation: &'static str,
    block: &SymbolicLayout,
    grid: &SymbolicLayout,
) -> Result<(SymbolicLayout, SymbolicLayout), Error> {
    let (block, grid) = padded(operation, block, grid)?;
    let product = multiply_by(&block, &grid).map_err(|error| error.of_operation(operation))?;
    Ok((product.mode(0)?, product.mode(1)?))
}

/// Both operands, filled up with `1:0` to the same rank.
pub(super) fn padded(
    operation: &'static str,
    block: &SymbolicLayout,
    grid: &SymbolicLayout,
) -> Result<(SymbolicLayout, SymbolicLayout), Error> {
    let rank = block.rank().max(grid.rank());
    let filler = IntTuple::Int(Mode::new(1, 0));
    let pad = |layout: &SymbolicLayout| {
        appended_to_rank(operation, layout.tuple(), rank, &filler).and_then(SymbolicLayout::of)
    };
    Ok((pad(block)?, pad(grid)?))
}
