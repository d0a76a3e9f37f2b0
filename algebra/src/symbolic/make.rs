//! Layouts made from shapes and orders (`make_ordered_layout` and its relatives in `layout.hpp`).

use super::integer_tuple::{compact_major, compact_order, compact_row_major as row_major};
use super::modes::take;
use super::product::tiled_product;
use super::tiler::SymbolicTiler;
use super::{Integer, ScaledBasis, SymbolicLayout};
use crate::{Error, ErrorKind, IntTuple};

/// The strides of the compact layout whose leftmost mode is fastest.
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn compact_col_major(shape: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    compact_major(shape, &Integer::Static(1)).map_err(|error| error.of_operation("compact_col_major"))
}

/// The strides of the compact layout whose rightmost mode is fastest.
///
/// ```
/// use layout_algebra::symbolic::{compact_row_major, shape_from_text};
///
/// assert_eq!(compact_row_major(&shape_from_text("(M,(4,K))")?)?.to_string(), "(4*K,(K,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn compact_row_major(shape: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    row_major(shape).map_err(|error| error.of_operation("compact_row_major"))
}

/// The compact layout whose modes come in this order; an order that is a run-time integer comes behind the static ones.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{make_ordered_layout, shape_from_text};
///
/// let layout = make_ordered_layout(&shape_from_text("(M,N,L)")?, &shape_from_text("(1,0,2)")?)?;
/// assert_eq!(layout.to_string(), "(M,N,L):(N,1,M*N)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_ordered_layout(
    shape: &IntTuple<Integer>,
    order: &IntTuple<Integer>,
) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "make_ordered_layout";
    order.check_limits(OPERATION)?;
    let stride = compact_order(OPERATION, shape, order).map_err(|error| error.of_operation(OPERATION))?;
    SymbolicLayout::new(shape, &stride.map(|stride| stride.clone().into()))
}

/// The layout that sends every coordinate of `shape` to itself.
///
/// ```
/// use layout_algebra::symbolic::{make_identity_layout, shape_from_text};
///
/// assert_eq!(make_identity_layout(&shape_from_text("(M,(2,K))")?)?.to_string(), "(M,(2,K)):(1@0,(1@0@1,1@1@1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::NonPositiveSize`], [`ErrorKind::TooLarge`].
pub fn make_identity_layout(shape: &IntTuple<Integer>) -> Result<SymbolicLayout, Error> {
    shape.check_limits("make_identity_layout")?;
    SymbolicLayout::new(shape, &bases(shape, &mut Vec::new()))
}

fn bases(shape: &IntTuple<Integer>, path: &mut Vec<usize>) -> IntTuple<ScaledBasis> {
    match shape {
        IntTuple::Int(_) => IntTuple::Int(ScaledBasis::basis(1, path.clone())),
        IntTuple::Tuple(modes) => {
            let bases = modes.iter().enumerate().map(|(i, mode)| {
                path.push(i);
                let bases = bases(mode, path);
                path.pop();
                bases
            });
            IntTuple::Tuple(bases.collect())
        }
    }
}

/// The layout without gaps of the same shape whose strides are ordered as the layout's; a static stride of 0 stays.
/// Run-time strides come behind the static ones, from left to right.
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, make_layout_like};
///
/// let layout: SymbolicLayout = "(M,K,4):(lda,1,0)".parse()?;
/// assert_eq!(make_layout_like(&layout)?.to_string(), "(M,K,4):(K,1,0)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`] for coordinate strides, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn make_layout_like(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "make_layout_like";
    let stride = compact_order(OPERATION, &without_zeros(layout), &order_of(OPERATION, layout)?);
    let stride = stride.map_err(|error| error.of_operation(OPERATION))?;
    SymbolicLayout::new(&layout.shape(), &stride.map(|stride| stride.clone().into()))
}

/// The layout of registers that hold the elements of `layout`: mode 0 compact, the others ordered as its strides; the
/// compact layout of the shape when a size is a run-time integer.
///
/// # Errors
/// Those of [`tiled_product`]; [`ErrorKind::UnsupportedStride`] for coordinate strides.
pub fn make_fragment_like(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "make_fragment_like";
    let shape = layout.shape();
    if layout.rank() < 2 || !shape.leaves().iter().all(|size| size.is_static()) {
        return SymbolicLayout::compact(&shape);
    }
    let (first, rest) = (layout.mode(0)?, take(layout, 1, layout.rank())?);
    let stride = compact_major(&without_zeros(&first), &Integer::Static(1))?;
    let block = SymbolicLayout::new(&first.shape(), &stride.map(|stride| stride.clone().into()))?;
    let grid = make_ordered_layout(&rest.shape(), &order_of(OPERATION, &rest)?)?;
    let fragment = tiled_product(&block, &SymbolicTiler::Layout(grid));
    fragment.map_err(|error| error.of_operation(OPERATION))
}

/// The sizes, 1 where the stride is a static 0.
fn without_zeros(layout: &SymbolicLayout) -> IntTuple<Integer> {
    layout.tuple().map(|mode| match mode.stride.is_constant(0) {
        true => Integer::Static(1),
        false => mode.size.clone(),
    })
}

/// The strides as an order of the modes.
fn order_of(operation: &'static str, layout: &SymbolicLayout) -> Result<IntTuple<Integer>, Error> {
    layout.stride().try_map(&mut |stride| match stride.is_basis() {
        false => Ok(stride.value.clone()),
        true => Err(Error::new(
            operation,
            ErrorKind::UnsupportedStride { stride: stride.to_string(), reason: "coordinates have no order" },
        )),
    })
}
