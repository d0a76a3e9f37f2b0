//! Indices and coordinates (`idx2crd`, `crd2idx` in CuTe's `stride.hpp`).

use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath, checked};

/// The coordinate in `shape` with the 1-D coordinate `index`, leftmost mode fastest.
///
/// As in CuTe, the last mode is not wrapped: an index beyond the shape extends it.
///
/// # Errors
/// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
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

/// As [`idx2crd`]; of a tuple of indices each in its own mode of the shape, as CuTe does it.
///
/// # Errors
/// Those of [`idx2crd`]; [`ErrorKind::ProfileMismatch`] where the indices are more or fewer than the modes.
///
/// ```
/// use layout_algebra::{IntTuple, idx2crd_by_mode};
///
/// let shape: IntTuple = "(3,(2,3))".parse()?;
/// assert_eq!(idx2crd_by_mode(&"(1,5)".parse()?, &shape)?.to_string(), "(1,(1,2))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn idx2crd_by_mode(indices: &IntTuple, shape: &IntTuple) -> Result<IntTuple, Error> {
    match (indices, shape) {
        (IntTuple::Int(index), _) => idx2crd(*index, shape),
        (IntTuple::Tuple(parts), IntTuple::Tuple(modes)) if parts.len() == modes.len() => {
            let parts = parts.iter().zip(modes).enumerate();
            let parts = parts
                .map(|(at, (index, mode))| idx2crd_by_mode(index, mode).map_err(|error| error.in_mode(at)));
            Ok(IntTuple::Tuple(parts.collect::<Result<_, _>>()?))
        }
        _ => {
            let kind = ErrorKind::ProfileMismatch {
                left: shortened(indices),
                right: shortened(shape),
                difference: format!("rank {} against rank {}", indices.rank(), shape.rank()),
            };
            Err(Error::new("idx2crd", kind).at(ModePath::default()))
        }
    }
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

/// The coordinate of one shape as the coordinate of another of the same size (CuTe's `crd2crd`): mode by mode where all
/// three are tuples, else through the 1-D coordinate.
///
/// # Errors
/// Those of [`crd2idx`] and [`idx2crd`]; [`ErrorKind::ProfileMismatch`] when the tuples differ in rank.
///
/// ```
/// use layout_algebra::{IntTuple, crd2crd};
///
/// let (from, to): (IntTuple, IntTuple) = ("(4,6)".parse()?, "(4,(2,3))".parse()?);
/// assert_eq!(crd2crd(&"(1,5)".parse()?, &from, &to)?.to_string(), "(1,(1,2))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn crd2crd(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<IntTuple, Error> {
    const OPERATION: &str = "crd2crd";
    for tuple in [coordinate, from, to] {
        tuple.check_limits(OPERATION)?;
    }
    match (coordinate, from, to) {
        (IntTuple::Tuple(indices), IntTuple::Tuple(froms), IntTuple::Tuple(tos)) => {
            if indices.len() != froms.len() || indices.len() != tos.len() {
                let (left, right) =
                    if indices.len() == froms.len() { (from, to) } else { (coordinate, from) };
                let kind = ErrorKind::ProfileMismatch {
                    left: shortened(left),
                    right: shortened(right),
                    difference: format!("rank {} against rank {}", left.rank(), right.rank()),
                };
                return Err(Error::new(OPERATION, kind).at(ModePath::default()));
            }
            let modes = indices.iter().zip(froms).zip(tos).enumerate();
            let modes = modes
                .map(|(i, ((index, from), to))| crd2crd(index, from, to).map_err(|error| error.in_mode(i)));
            Ok(IntTuple::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => crd2idx(coordinate, from)
            .and_then(|index| idx2crd(index, to))
            .map_err(|error| error.of_operation(OPERATION)),
    }
}

/// The 1-D coordinate of a coordinate in `shape`, leftmost mode fastest.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`].
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

        #[test]
        fn a_coordinate_of_another_shape_has_the_same_index(a in shape(), b in shape(), index in 0..10_000_i64) {
            // Through a 1-D coordinate on one side, no mode has to match.
            let (coordinate, size) = (idx2crd(index, &a).unwrap(), IntTuple::Int(a.product().unwrap()));
            prop_assert_eq!(crd2crd(&coordinate, &a, &size), Ok(IntTuple::Int(index)));
            prop_assert_eq!(crd2crd(&IntTuple::Int(index), &size, &b), idx2crd(index, &b));
            prop_assert_eq!(crd2crd(&coordinate, &a, &a), Ok(coordinate));
        }
    }
}
