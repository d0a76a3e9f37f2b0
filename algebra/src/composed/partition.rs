//! Partitions of composed layouts: a divide of the layout that is applied first, then a slice (`local_tile`,
//! `local_partition` in CuTe's `tensor_impl.hpp`).

use super::slice::composed_slice_and_offset;
use super::{AnyLayout, FunctionChain};
use crate::partition::{filled, of_thread, open};
use crate::proof::{self, Answer};
use crate::{Error, IntTuple, Layout, SliceIndex, Tiler, zipped_divide};

/// [`inner_partition`](crate::inner_partition) of a composed layout: the tile, and the offset at which it begins.
///
/// # Errors
/// Those of [`zipped_divide`] and [`composed_slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_inner_partition};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// let (tile, offset) =
///     composed_inner_partition(&composed.into(), &"<4,8>".parse()?, &"(1,2)".parse()?)?.value;
/// assert_eq!((tile.to_string().as_str(), offset), ("((2,2),8):((64,112),1)", 304));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_inner_partition(
    layout: &AnyLayout,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Answer<(AnyLayout, i64)>, Error> {
    const OPERATION: &str = "inner_partition";
    part(OPERATION, layout, tiler, |tiles, rests| [open(tiles), filled(coordinate, rests)])
}

/// [`outer_partition`](crate::outer_partition) of a composed layout.
///
/// # Errors
/// Those of [`composed_inner_partition`].
pub fn composed_outer_partition(
    layout: &AnyLayout,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Answer<(AnyLayout, i64)>, Error> {
    const OPERATION: &str = "outer_partition";
    part(OPERATION, layout, tiler, |tiles, rests| [filled(coordinate, tiles), open(rests)])
}

/// [`local_partition`](crate::local_partition) of a composed layout.
///
/// # Errors
/// Those of [`composed_inner_partition`] and of the plain operation.
pub fn composed_local_partition(
    layout: &AnyLayout,
    threads: &Layout,
    index: i64,
) -> Result<Answer<(AnyLayout, i64)>, Error> {
    let (tiler, coordinate) = of_thread(threads, index)?;
    composed_outer_partition(layout, &tiler, &coordinate)
        .map_err(|error| error.of_operation("local_partition"))
}

/// The slice of the divided layout at the coordinate that `at` makes of the ranks of tiles and rests.
fn part(
    operation: &'static str,
    layout: &AnyLayout,
    tiler: &Tiler,
    at: impl FnOnce(usize, usize) -> [IntTuple<SliceIndex>; 2],
) -> Result<Answer<(AnyLayout, i64)>, Error> {
    let Some(domain) = layout.domain() else {
        return Err(FunctionChain::new(layout.functions())?.without_domain(operation));
    };
    let divide = proof::zipped_divide(domain, tiler).map_err(|error| error.of_operation(operation))?;
    let (tiles, rests) = (divide.value.mode(0)?, divide.value.mode(1)?);
    let coordinate = IntTuple::Tuple(at(tiles.rank(), rests.rank()).into());
    let zipped = layout.map_domain(operation, |domain| zipped_divide(domain, tiler))?;
    let slice =
        composed_slice_and_offset(&coordinate, &zipped).map_err(|error| error.of_operation(operation))?;
    Ok(Answer { value: slice.value, verdict: divide.verdict.or_graver(slice.verdict) })
}
