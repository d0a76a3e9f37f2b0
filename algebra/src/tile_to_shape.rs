//! tile_to_shape: a block repeated until it has a shape (`tile_to_shape` in CuTe's `layout.hpp`).

use crate::explain::{Step, Trace};
use crate::product::blocked_product_traced;
use crate::{
    Error, ErrorKind, IntTuple, Layout, ModePath, Nearest, append_to_rank, ceil_div, make_ordered_layout,
};

const OPERATION: &str = "tile_to_shape";

/// The block repeated along each mode until its sizes are those of `target`; `order` says which mode repeats first
/// (default: from left to right).
///
/// # Errors
/// [`ErrorKind::TileToShapeIndivisible`] when the block does not divide the target; [`ErrorKind::TilerRank`] when it
/// has more modes; those of [`blocked_product`](crate::blocked_product) and [`make_ordered_layout`].
///
/// ```
/// use layout_algebra::{Layout, tile_to_shape};
///
/// let block: Layout = "(8,64):(64,1)".parse()?;
/// let tiled = tile_to_shape(&block, &"(128,64)".parse()?, None)?;
/// assert_eq!(tiled.to_string(), "((8,16),(64,1)):((64,512),(1,0))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn tile_to_shape(block: &Layout, target: &IntTuple, order: Option<&IntTuple>) -> Result<Layout, Error> {
    tile_to_shape_traced(block, target, order, &mut ())
}

pub(crate) fn tile_to_shape_traced(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    let (block, grid) = block_and_grid(block, target, order)
        .map_err(|error| with_nearest_target(error, block, target, order))?;
    trace.step(|| {
        Step::new(
            OPERATION,
            format!("{block} repeated over the grid {grid} fills {target}: a blocked_product"),
        )
    });
    blocked_product_traced(&block, &grid, trace).map_err(|error| error.of_operation(OPERATION))
}

/// With the nearest sizes of the refused mode of the target, each tried; another mode may be refused in its turn.
#[cold]
fn with_nearest_target(
    mut error: Error,
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Error {
    let first_mode = |error: &Error| error.mode().and_then(|mode| mode.0.first().copied());
    let refused = first_mode(&error);
    let ErrorKind::TileToShapeIndivisible { block: of, target: size, nearest } = error.kind_mut() else {
        return error;
    };
    let fits = |size: i64| {
        if size % *of != 0 {
            return false;
        }
        let modes = target.modes().iter().enumerate();
        let modes =
            modes.map(|(i, mode)| if Some(i) == refused { IntTuple::Int(size) } else { mode.clone() });
        let target = match target.is_tuple() {
            true => IntTuple::Tuple(modes.collect()),
            false => IntTuple::Int(size),
        };
        match block_and_grid(block, &target, order) {
            Ok((block, grid)) => blocked_product_traced(&block, &grid, &mut ()).is_ok(),
            Err(error) => {
                matches!(error.kind(), ErrorKind::TileToShapeIndivisible { .. })
                    && first_mode(&error) != refused
            }
        }
    };
    *nearest = Nearest::around(*size, fits);
    error
}

/// The block with as many modes as the target, and the grid over which it is repeated.
pub(crate) fn block_and_grid(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<(Layout, Layout), Error> {
    // Checks the sizes of the target.
    Layout::compact(target.clone())?;
    let rank = target.rank();
    if block.rank() > rank {
        let (mode, elements) = (ModePath::default(), block.rank());
        return Err(Error::new(OPERATION, ErrorKind::TilerRank { elements, rank }).at(mode));
    }
    let padded = append_to_rank(block, rank, &Layout::of_mode(1, 0))?;
    let repeats = repeats(&padded, target)?;
    let grid = match order {
        None => Layout::compact(repeats)?,
        Some(order) => make_ordered_layout(&repeats, order).map_err(|error| error.of_operation(OPERATION))?,
    };
    Ok((padded, grid))
}

/// How often each mode of the block fits into the target.
fn repeats(block: &Layout, target: &IntTuple) -> Result<IntTuple, Error> {
    let mut repeats = Vec::with_capacity(target.rank());
    for (i, (block, target)) in block.modes().iter().zip(target.modes()).enumerate() {
        let (block, target) = (block.size(), target.product()?);
        if target % block != 0 {
            let (mode, nearest) = (ModePath::mode(i), Nearest::default());
            let kind = ErrorKind::TileToShapeIndivisible { block, target, nearest };
            return Err(Error::new("tile_to_shape", kind).at(mode));
        }
        repeats.push(ceil_div(&IntTuple::Int(target), &IntTuple::Int(block))?);
    }
    Ok(IntTuple::Tuple(repeats))
}
