//! Layouts made from a shape and an order (`make_ordered_layout` and its relatives in CuTe's `layout.hpp`).

use crate::coordinate::Coordinate;
use crate::error::shortened;
use crate::layout::check_shape;
use crate::{
    Error, ErrorKind, IntTuple, Layout, ModePath, Tiler, checked, filter_zeros, take, tiled_product,
};

const ORDERED: &str = "make_ordered_layout";

/// The stride of a shape with its leftmost mode fastest and no gaps; size-1 modes get stride 0.
///
/// # Errors
/// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
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
    Ok(Layout::compact(shape.clone())?.stride())
}

/// The stride of a shape with its rightmost mode fastest and no gaps; size-1 modes get stride 0.
///
/// # Errors
/// Those of [`compact_col_major`].
pub fn compact_row_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    check_shape(shape)?;
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
/// Modes of equal order overlap, as in CuTe. A number of `order` may stand for a nested mode of the shape, which is
/// then compact within itself, leftmost fastest.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when the order nests otherwise than the shape or deeper, and those of
/// [`compact_col_major`].
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
    Layout::compact(shape.clone())?;
    order.check_limits(ORDERED)?;
    let mut blocks = Vec::new();
    ordered_blocks(shape, order, &mut Vec::new(), &mut blocks)?;
    let first_strides = blocks.iter().map(|&(rank, _)| {
        let before = blocks.iter().filter(|&&(other, _)| other < rank);
        before.into_iter().try_fold(1, |product, (_, block)| checked::mul(ORDERED, product, block.product()?))
    });
    let first_strides = first_strides.collect::<Result<Vec<i64>, Error>>()?;
    let mut strides = Vec::new();
    for ((_, block), first) in blocks.iter().zip(first_strides) {
        for (size, stride) in block.leaves().into_iter().zip(compact_col_major(block)?.leaves()) {
            strides.push(if *size == 1 { 0 } else { checked::mul(ORDERED, first, *stride)? });
        }
    }
    // The blocks have the leaves of the shape: there is a stride for each.
    let mut strides = strides.into_iter();
    Ok(shape.map(|_| strides.next().unwrap_or_default()))
}

/// Each number of `order` with what it stands for: a size, or a nested shape that is compact within itself.
fn ordered_blocks<'s>(
    shape: &'s IntTuple,
    order: &IntTuple,
    path: &mut Vec<usize>,
    blocks: &mut Vec<(i64, &'s IntTuple)>,
) -> Result<(), Error> {
    match (shape, order) {
        (block, IntTuple::Int(rank)) => blocks.push((*rank, block)),
        (IntTuple::Tuple(shapes), IntTuple::Tuple(orders)) if shapes.len() == orders.len() => {
            for (i, (shape, order)) in shapes.iter().zip(orders).enumerate() {
                path.push(i);
                ordered_blocks(shape, order, path, blocks)?;
                path.pop();
            }
        }
        _ => {
            let (mode, difference) = shape
                .first_difference(order, path)
                .unwrap_or_else(|| (ModePath(path.clone()), "they nest differently".to_owned()));
            let (left, right) = (shortened(shape), shortened(order));
            let kind = ErrorKind::ProfileMismatch { left, right, difference };
            return Err(Error::new(ORDERED, kind).at(mode));
        }
    }
    Ok(())
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
    check_shape(shape)?;
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
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, make_layout_like};
///
/// let layout: Layout = "(2,2,2,2):(0,2,4,1)".parse()?;
/// assert_eq!(make_layout_like(&layout)?.to_string(), "(2,2,2,2):(0,2,4,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_layout_like(layout: &Layout) -> Result<Layout, Error> {
    let sizes = filter_zeros(layout).shape();
    Layout::new(layout.shape(), compact_order(&sizes, &layout.stride())?)
}

/// The layout of registers that hold the elements of `layout`: mode 0 compact, the others ordered as its strides.
///
/// # Errors
/// Those of [`tiled_product`].
pub fn make_fragment_like(layout: &Layout) -> Result<Layout, Error> {
    let rank = layout.rank();
    if rank < 2 {
        return Layout::compact(layout.shape());
    }
    let first = layout.mode(0)?;
    let sizes = filter_zeros(&first).shape();
    let block = Layout::new(first.shape(), compact_col_major(&sizes)?)?;
    let rest = take(layout, 1, rank)?;
    let grid = make_ordered_layout(&rest.shape(), &rest.stride())?;
    tiled_product(&block, &Tiler::Layout(grid)).map_err(|error| error.of_operation("make_fragment_like"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(shape: &str, order: &str) -> String {
        let layout = make_ordered_layout(&shape.parse().unwrap(), &order.parse().unwrap());
        layout.map_or_else(|error| error.why().to_owned(), |layout| layout.to_string())
    }

    #[test]
    fn an_order_may_be_coarser_than_the_shape() {
        assert_eq!(ordered("(1,(9,(2,1,2),4))", "(4,(2,2,4))"), "(1,(9,(2,1,2),4)):(0,(1,(1,0,2),36))");
        assert_eq!(ordered("((2,3),4)", "(1,0)"), "((2,3),4):((4,8),1)");
        assert_eq!(ordered("(2,3)", "5"), "(2,3):(1,2)");
    }

    #[test]
    fn an_order_that_nests_deeper_than_the_shape_is_refused() {
        assert_eq!(ordered("(2,3)", "(0,(1))"), "rank");
    }
}
