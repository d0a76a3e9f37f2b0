//! Layouts made from a shape and an order (`make_ordered_layout` and its relatives in CuTe's `layout.hpp`).

use crate::coordinate::Coordinate;
use crate::error::shortened;
use crate::filter::sizes_without_zeros;
use crate::{Error, IntTuple, Layout, Tiler, checked, take, tiled_product};

/// The stride of a shape with its leftmost mode fastest and no gaps; size-1 modes get stride 0.
///
/// # Errors
/// [`Error::NonPositiveSize`], [`Error::Overflow`], [`Error::TooLarge`].
///
/// ```
/// use layout_algebra::{IntTuple, compact_col_major, compact_row_major};
///
/// let shape: IntTuple = "(4,(3,2))".parse()?;
/// assert_eq!(compact_col_major(&shape)?.to_string(), "(1,(4,12))");
/// assert_eq!(compact_row_major(&shape)?.to_string(), "(6,(2,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compact_col_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    Ok(Layout::compact(shape.clone())?.stride().clone())
}

/// The stride of a shape with its rightmost mode fastest and no gaps; size-1 modes get stride 0.
///
/// # Errors
/// Those of [`compact_col_major`].
pub fn compact_row_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    Ok(reversed(&compact_col_major(&reversed(shape))?))
}

fn reversed(tuple: &IntTuple) -> IntTuple {
    match tuple {
        IntTuple::Int(value) => IntTuple::Int(*value),
        IntTuple::Tuple(modes) => IntTuple::Tuple(modes.iter().rev().map(reversed).collect()),
    }
}

/// The layout of a shape without gaps whose strides grow as the numbers of `order` do.
///
/// Modes of equal order overlap, as in CuTe.
///
/// # Errors
/// [`Error::ProfileMismatch`] when shape and order are not congruent, and those of [`compact_col_major`].
///
/// ```
/// use layout_algebra::{IntTuple, make_ordered_layout};
///
/// let shape: IntTuple = "(2,2,2,2)".parse()?;
/// let layout = make_ordered_layout(&shape, &"(0,2,3,1)".parse()?)?;
/// assert_eq!(layout.to_string(), "(2,2,2,2):(1,4,8,2)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple) -> Result<Layout, Error> {
    Layout::new(shape.clone(), compact_order(shape, order)?)
}

fn compact_order(shape: &IntTuple, order: &IntTuple) -> Result<IntTuple, Error> {
    const OPERATION: &str = "make_ordered_layout";
    Layout::compact(shape.clone())?;
    order.check_limits(OPERATION)?;
    if let Some((mode, difference)) = shape.first_difference(order, &mut Vec::new()) {
        let (left, right) = (shortened(shape), shortened(order));
        return Err(Error::ProfileMismatch { operation: OPERATION, left, right, mode, difference });
    }
    let ordered: Vec<(i64, i64)> =
        order.leaves().into_iter().copied().zip(shape.leaves().into_iter().copied()).collect();
    let strides = ordered.iter().map(|&(rank, size)| match size {
        1 => Ok(0),
        _ => {
            let before = ordered.iter().filter(|&&(other, _)| other < rank);
            before.into_iter().try_fold(1, |product, &(_, size)| checked::mul(OPERATION, product, size))
        }
    });
    let mut strides = strides.collect::<Result<Vec<i64>, Error>>()?.into_iter();
    Ok(shape.map(|_| strides.next().unwrap_or_default()))
}

/// The layout that sends every coordinate of `shape` to itself.
///
/// # Errors
/// Those of [`compact_col_major`].
///
/// ```
/// use layout_algebra::{IntTuple, make_identity_layout};
///
/// let shape: IntTuple = "(3,(2,2))".parse()?;
/// assert_eq!(make_identity_layout(&shape)?.to_string(), "(3,(2,2)):(1@0,(1@0@1,1@1@1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_identity_layout(shape: &IntTuple) -> Result<Layout<Coordinate>, Error> {
    Layout::new(shape.clone(), bases(shape, &mut Vec::new()))
}

fn bases(shape: &IntTuple, path: &mut Vec<usize>) -> IntTuple<Coordinate> {
    match shape {
        IntTuple::Int(_) => IntTuple::Int(Coordinate::basis(path.clone())),
        IntTuple::Tuple(modes) => IntTuple::Tuple(
            modes
                .iter()
                .enumerate()
                .map(|(i, mode)| {
                    path.push(i);
                    let basis = bases(mode, path);
                    path.pop();
                    basis
                })
                .collect(),
        ),
    }
}

/// The layout without gaps of the same shape whose strides are ordered as the layout's; stride 0 stays.
///
/// # Errors
/// [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, make_layout_like};
///
/// let layout: Layout = "(2,2,2,2):(0,2,4,1)".parse()?;
/// assert_eq!(make_layout_like(&layout)?.to_string(), "(2,2,2,2):(0,2,4,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_layout_like(layout: &Layout) -> Result<Layout, Error> {
    let sizes = sizes_without_zeros(layout.shape(), layout.stride());
    Layout::new(layout.shape().clone(), compact_order(&sizes, layout.stride())?)
}

/// The layout of registers that hold the elements of `layout`: mode 0 compact, the others ordered as its strides.
///
/// # Errors
/// Those of [`tiled_product`].
pub fn make_fragment_like(layout: &Layout) -> Result<Layout, Error> {
    let rank = layout.rank();
    if rank < 2 {
        return Layout::compact(layout.shape().clone());
    }
    let first = layout.mode(0)?;
    let sizes = sizes_without_zeros(first.shape(), first.stride());
    let block = Layout::new(first.shape().clone(), compact_col_major(&sizes)?)?;
    let rest = take(layout, 1, rank)?;
    let grid = make_ordered_layout(rest.shape(), rest.stride())?;
    tiled_product(&block, &Tiler::Layout(grid)).map_err(|error| error.of_operation("make_fragment_like"))
}
