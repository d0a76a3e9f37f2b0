//! Parts of run-time layouts: the tile of a block, the elements of a thread (`tensor_impl.hpp`).

use super::coordinates::crd2idx;
use super::divide::zipped_divide;
use super::integer_tuple::product_each;
use super::slice::{SymbolicIndex, slice, slice_offset};
use super::tiler::SymbolicTiler;
use super::{Integer, SymbolicLayout};
use crate::{Error, IntTuple};

/// A part of a layout, and the offset at which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolicPart {
    /// The layout of the part.
    pub layout: SymbolicLayout,
    /// The offset of its first element; a coordinate, when the strides are.
    pub offset: IntTuple<Integer>,
}

/// The tile at `coordinate` among the rests of a zipped divide; `_` keeps a mode of the rest open.
///
/// # Errors
/// Those of [`zipped_divide`]; [`CoordinateMismatch`](crate::ErrorKind::CoordinateMismatch).
pub fn inner_partition(
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
    coordinate: &IntTuple<SymbolicIndex>,
) -> Result<SymbolicPart, Error> {
    let zipped = zipped_divide(layout, tiler)?;
    let (tiles, rests) = (zipped.mode(0)?, zipped.mode(1)?);
    part("inner_partition", &zipped, [open(tiles.rank()), filled(coordinate, rests.rank())])
}

/// What the rests hold at `coordinate` of the tile: one element of each tile; `_` keeps a mode of the tile open.
///
/// # Errors
/// Those of [`zipped_divide`]; [`CoordinateMismatch`](crate::ErrorKind::CoordinateMismatch).
pub fn outer_partition(
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
    coordinate: &IntTuple<SymbolicIndex>,
) -> Result<SymbolicPart, Error> {
    let zipped = zipped_divide(layout, tiler)?;
    let (tiles, rests) = (zipped.mode(0)?, zipped.mode(1)?);
    part("outer_partition", &zipped, [filled(coordinate, tiles.rank()), open(rests.rank())])
}

/// The tile of a block: [`inner_partition`] under the name that kernels use.
///
/// # Errors
/// Those of [`inner_partition`].
///
/// ```
/// use layout_algebra::IntTuple;
/// use layout_algebra::symbolic::{Integer, SymbolicIndex, SymbolicLayout, local_tile};
///
/// let layout: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// let block = IntTuple::Tuple(vec![
///     IntTuple::Int(SymbolicIndex::At(Integer::name("bx"))),
///     IntTuple::Int(SymbolicIndex::All),
/// ]);
/// let tile = local_tile(&layout, &"<128,8>".parse()?, &block)?;
/// assert_eq!(tile.layout.to_string(), "(128,8,ceil_div(K,8)):(1,lda,8*lda)");
/// assert_eq!(tile.offset.to_string(), "128*bx");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn local_tile(
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
    coordinate: &IntTuple<SymbolicIndex>,
) -> Result<SymbolicPart, Error> {
    inner_partition(layout, tiler, coordinate).map_err(|error| error.of_operation("local_tile"))
}

/// The elements of thread `index`, when the threads lie as `threads` and are repeated over the layout.
///
/// # Errors
/// Those of [`outer_partition`]; [`ZeroDivisor`](crate::ErrorKind::ZeroDivisor) when `threads` has a stride of 0 over
/// several threads.
///
/// ```
/// use layout_algebra::symbolic::{Integer, SymbolicLayout, local_partition};
///
/// let layout: SymbolicLayout = "(128,K):(1,lda)".parse()?;
/// let part = local_partition(&layout, &"(32,8):(1,32)".parse()?, &Integer::name("t"))?;
/// assert_eq!(part.layout.to_string(), "(4,ceil_div(K,8)):(32,8*lda)");
/// assert_eq!(part.offset.to_string(), "lda*(t/32%8)+t%32");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn local_partition(
    layout: &SymbolicLayout,
    threads: &SymbolicLayout,
    index: &Integer,
) -> Result<SymbolicPart, Error> {
    const OPERATION: &str = "local_partition";
    let sizes = product_each(&threads.shape())?.into_iter().map(SymbolicTiler::Size).collect();
    let mut coordinate = Vec::new();
    for mode in threads.modes() {
        let within = thread_coordinate(&mode, index).map_err(|error| error.of_operation(OPERATION))?;
        coordinate.push(IntTuple::Int(SymbolicIndex::At(crd2idx(&within, &mode.shape())?)));
    }
    let coordinate = match threads.tuple().is_tuple() && coordinate.len() > 1 {
        true => IntTuple::Tuple(coordinate),
        false => coordinate.pop().unwrap_or(IntTuple::Int(SymbolicIndex::All)),
    };
    outer_partition(layout, &SymbolicTiler::ByMode(sizes), &coordinate)
        .map_err(|error| error.of_operation(OPERATION))
}

/// The coordinate that a compact layout of threads sends to `index` (CuTe's `idx2crd` with strides).
pub(super) fn thread_coordinate(
    threads: &SymbolicLayout,
    index: &Integer,
) -> Result<IntTuple<Integer>, Error> {
    match threads.tuple() {
        IntTuple::Tuple(_) => {
            let modes = threads.modes();
            let modes = modes.iter().map(|mode| thread_coordinate(mode, index));
            Ok(IntTuple::Tuple(modes.collect::<Result<_, _>>()?))
        }
        IntTuple::Int(mode) if mode.size.is_constant(1) => Ok(IntTuple::Int(Integer::Static(0))),
        IntTuple::Int(mode) => index.quotient(&mode.stride.value)?.remainder(&mode.size).map(IntTuple::Int),
    }
}

/// `_` for a mode of this rank: a tuple of them, but one alone where CuTe's `repeat` gives one.
pub(super) fn open(rank: usize) -> IntTuple<SymbolicIndex> {
    match rank {
        1 => IntTuple::Int(SymbolicIndex::All),
        _ => IntTuple::Tuple(vec![IntTuple::Int(SymbolicIndex::All); rank]),
    }
}

/// The coordinate with `_` for the modes that it does not name.
fn filled(coordinate: &IntTuple<SymbolicIndex>, rank: usize) -> IntTuple<SymbolicIndex> {
    match coordinate {
        IntTuple::Int(_) => coordinate.clone(),
        IntTuple::Tuple(indices) => {
            let missing = rank.saturating_sub(indices.len());
            let open = std::iter::repeat_n(IntTuple::Int(SymbolicIndex::All), missing);
            IntTuple::Tuple(indices.iter().cloned().chain(open).collect())
        }
    }
}

fn part(
    operation: &'static str,
    zipped: &SymbolicLayout,
    coordinate: [IntTuple<SymbolicIndex>; 2],
) -> Result<SymbolicPart, Error> {
    let coordinate = IntTuple::Tuple(coordinate.into());
    let layout = slice(&coordinate, zipped).map_err(|error| error.of_operation(operation))?;
    let offset = slice_offset(&coordinate, zipped).map_err(|error| error.of_operation(operation))?;
    Ok(SymbolicPart { layout, offset })
}
