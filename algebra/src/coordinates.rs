//! Indices and coordinates (`idx2crd`, `crd2idx` in CuTe's `stride.hpp`).

use crate::{Error, IntTuple, Layout, checked};

/// The coordinate in `shape` with the 1-D coordinate `index`, leftmost mode fastest.
///
/// As in CuTe, the last mode is not wrapped: an index beyond the shape extends it.
///
/// # Errors
/// [`Error::NonPositiveSize`], [`Error::Overflow`], [`Error::TooLarge`].
///
/// ```
/// use layout_algebra::{IntTuple, idx2crd};
///
/// let shape: IntTuple = "(3,(2,3))".parse()?;
/// assert_eq!(idx2crd(16, &shape)?.to_string(), "(1,(1,2))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn idx2crd(index: i64, shape: &IntTuple) -> Result<IntTuple, Error> {
    Layout::compact(shape.clone())?;
    split(index, shape)
}

fn split(index: i64, shape: &IntTuple) -> Result<IntTuple, Error> {
    let IntTuple::Tuple(modes) = shape else { return Ok(IntTuple::Int(index)) };
    let mut rest = index;
    let mut coordinate = Vec::with_capacity(modes.len());
    for (i, mode) in modes.iter().enumerate() {
        let size = mode.product()?;
        let part = if i + 1 == modes.len() { rest } else { rest % size };
        coordinate.push(split(part, mode)?);
        rest /= size;
    }
    Ok(IntTuple::Tuple(coordinate))
}

/// The 1-D coordinate of a coordinate in `shape`, leftmost mode fastest.
///
/// # Errors
/// [`Error::CoordinateMismatch`], [`Error::NonPositiveSize`], [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{IntTuple, crd2idx};
///
/// let shape: IntTuple = "(3,(2,3))".parse()?;
/// assert_eq!(crd2idx(&"(1,(1,2))".parse()?, &shape)?, 16);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn crd2idx(coordinate: &IntTuple, shape: &IntTuple) -> Result<i64, Error> {
    const OPERATION: &str = "crd2idx";
    Layout::compact(shape.clone())?;
    let mut next = 1;
    let stride = shape.try_map(&mut |&size| {
        let stride = next;
        next = checked::mul(OPERATION, next, size)?;
        Ok::<i64, Error>(stride)
    })?;
    let layout = Layout::new(shape.clone(), stride)?;
    layout.eval(coordinate).map_err(|error| error.of_operation(OPERATION))
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::shape;

    proptest! {
        #[test]
        fn index_and_coordinate_are_inverse(shape in shape(), index in 0..10_000_i64) {
            prop_assert_eq!(crd2idx(&idx2crd(index, &shape).unwrap(), &shape).unwrap(), index);
        }
    }
}
