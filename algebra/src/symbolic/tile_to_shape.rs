//! tile_to_shape: a block repeated until it has a run-time shape (`layout.hpp`).

use super::integer_tuple::{appended_to_rank, product_each};
use super::layout::Mode;
use super::make::make_ordered_layout;
use super::product::blocked_product;
use super::{Integer, SymbolicLayout};
use crate::{Error, ErrorKind, IntTuple, ModePath, Nearest};

const OPERATION: &str = "tile_to_shape";

/// The block repeated along each mode until its sizes are at least those of `target`; `order` says which mode repeats
/// first (default: from left to right).
///
/// # Errors
/// [`ErrorKind::TileToShapeIndivisible`] when all sizes of the target are static and the block does not divide them;
/// [`ErrorKind::TilerRank`]; those of [`blocked_product`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, shape_from_text, tile_to_shape};
///
/// let block: SymbolicLayout = "(8,64):(64,1)".parse()?;
/// let tiled = tile_to_shape(&block, &shape_from_text("(128,K)")?, None)?;
/// assert_eq!(tiled.to_string(), "((8,16),(64,ceil_div(K,64))):((64,512),(1,8192))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn tile_to_shape(
    block: &SymbolicLayout,
    target: &IntTuple<Integer>,
    order: Option<&IntTuple<Integer>>,
) -> Result<SymbolicLayout, Error> {
    let (block, grid) = block_and_grid(block, target, order)?;
    blocked_product(&block, &grid).map_err(|error| error.of_operation(OPERATION))
}

/// The block with as many modes as the target, and the grid over which it is repeated.
pub(super) fn block_and_grid(
    block: &SymbolicLayout,
    target: &IntTuple<Integer>,
    order: Option<&IntTuple<Integer>>,
) -> Result<(SymbolicLayout, SymbolicLayout), Error> {
    let rank = target.rank();
    let filler = IntTuple::Int(Mode::new(1, 0));
    let block = SymbolicLayout::of(appended_to_rank(OPERATION, block.tuple(), rank, &filler)?)?;
    let (sizes, targets) = (product_each(&block.shape())?, product_each(target)?);
    if targets.iter().all(Integer::is_static) {
        check_static(&sizes, &targets)?;
    }
    let repeats = targets.iter().zip(&sizes).map(|(target, size)| target.ceil_quotient(size));
    let repeats: IntTuple<Integer> = repeats.collect::<Result<Vec<_>, _>>()?.into_iter().collect();
    let grid = match order {
        None => SymbolicLayout::compact(&repeats)?,
        Some(order) => make_ordered_layout(&repeats, order).map_err(|error| error.of_operation(OPERATION))?,
    };
    Ok((block, grid))
}

/// CuTe asserts that the block divides when it knows the target.
fn check_static(sizes: &[Integer], targets: &[Integer]) -> Result<(), Error> {
    for (i, (size, target)) in sizes.iter().zip(targets).enumerate() {
        if let (Integer::Static(block), Integer::Static(target)) = (size, target)
            && target.checked_rem(*block) != Some(0)
        {
            let (mode, nearest) = (ModePath::mode(i), Nearest::around(*target, |target| target % block == 0));
            let kind = ErrorKind::TileToShapeIndivisible { block: *block, target: *target, nearest };
            return Err(Error::new("tile_to_shape", kind).at(mode));
        }
    }
    Ok(())
}
