//! Coordinates and offsets of run-time integers (`crd2idx`, `idx2crd` of `stride.hpp`, sums of `ArithmeticTuple`s).

use super::integer_tuple::{self, flatten, product};
use super::{Integer, ScaledBasis, SymbolicLayout};
use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple, ModePath};

/// The offset of a coordinate; a coordinate, when the strides are.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, eval, shape_from_text};
///
/// let layout: SymbolicLayout = "(M,(4,K)):(1,(lda,4*lda))".parse()?;
/// assert_eq!(eval(&layout, &shape_from_text("(i,(3,2))")?)?.to_string(), "i+11*lda");
/// assert_eq!(eval(&layout, &shape_from_text("(i,j)")?)?.to_string(), "4*lda*(j/4)+lda*(j%4)+i");
/// let identity: SymbolicLayout = "(M,N):(1@0,1@1)".parse()?;
/// assert_eq!(eval(&identity, &shape_from_text("(i,2)")?)?.to_string(), "(i,2)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn eval(layout: &SymbolicLayout, coordinate: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    const OPERATION: &str = "eval";
    coordinate.check_limits(OPERATION)?;
    let offset = offset(coordinate, &layout.shape(), &layout.stride(), &mut Vec::new());
    offset.map_err(|error| match (error.kind(), error.mode()) {
        (ErrorKind::CoordinateMismatch { .. }, Some(mode)) => {
            let (coordinate, shape) = (shortened(coordinate), shortened(&layout.shape()));
            Error::new(OPERATION, ErrorKind::CoordinateMismatch { coordinate, shape }).at(mode.clone())
        }
        _ => error.of_operation(OPERATION),
    })
}

fn mismatch(path: &[usize]) -> Error {
    let (coordinate, shape) = (String::new(), String::new());
    Error::new("eval", ErrorKind::CoordinateMismatch { coordinate, shape }).at(ModePath(path.to_vec()))
}

fn offset(
    coordinate: &IntTuple<Integer>,
    shape: &IntTuple<Integer>,
    stride: &IntTuple<ScaledBasis>,
    path: &mut Vec<usize>,
) -> Result<IntTuple<Integer>, Error> {
    match (coordinate, shape, stride) {
        (IntTuple::Int(at), IntTuple::Int(_), IntTuple::Int(stride)) => stride.times(at)?.to_coordinate(),
        (IntTuple::Tuple(indices), IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => {
            if indices.len() != shapes.len() {
                return Err(mismatch(path));
            }
            let mut sum = IntTuple::Int(Integer::Static(0));
            for (i, ((index, shape), stride)) in indices.iter().zip(shapes).zip(strides).enumerate() {
                path.push(i);
                sum = coordinate_sum(&sum, &offset(index, shape, stride, path)?)?;
                path.pop();
            }
            Ok(sum)
        }
        (IntTuple::Int(at), IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => {
            let mut rest = at.clone();
            let mut sum = IntTuple::Int(Integer::Static(0));
            for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                let size = product(shape)?;
                // The last mode is not wrapped.
                let part = match i + 1 == shapes.len() || rest.is_constant(0) {
                    true => rest.clone(),
                    false => rest.remainder(&size)?,
                };
                sum = coordinate_sum(&sum, &offset(&IntTuple::Int(part), shape, stride, path)?)?;
                if i + 1 < shapes.len() && !rest.is_constant(0) {
                    rest = rest.quotient(&size)?;
                }
            }
            Ok(sum)
        }
        _ => Err(mismatch(path)),
    }
}

/// The sum mode by mode; the shorter coordinate counts as followed by zeros.
pub(super) fn coordinate_sum(
    a: &IntTuple<Integer>,
    b: &IntTuple<Integer>,
) -> Result<IntTuple<Integer>, Error> {
    match (a, b) {
        (IntTuple::Int(zero), other) | (other, IntTuple::Int(zero)) if zero.is_constant(0) => {
            Ok(other.clone())
        }
        (IntTuple::Int(a), IntTuple::Int(b)) => a.plus(b).map(IntTuple::Int),
        (IntTuple::Tuple(a), IntTuple::Tuple(b)) => {
            let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
            let mut modes = long.clone();
            for (mode, other) in modes.iter_mut().zip(short) {
                *mode = coordinate_sum(mode, other)?;
            }
            Ok(IntTuple::Tuple(modes))
        }
        _ => Err(Error::new(
            "arithmetic",
            ErrorKind::UnsupportedStride {
                stride: "a sum".to_owned(),
                reason: "coordinates of different nesting, or of a coordinate and an integer",
            },
        )),
    }
}

/// The 1-D coordinate of a coordinate in `shape`, leftmost mode fastest.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{crd2idx, shape_from_text};
///
/// let index = crd2idx(&shape_from_text("(i,(2,j))")?, &shape_from_text("(M,(4,K))")?)?;
/// assert_eq!(index.to_string(), "4*M*j+2*M+i");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn crd2idx(coordinate: &IntTuple<Integer>, shape: &IntTuple<Integer>) -> Result<Integer, Error> {
    const OPERATION: &str = "crd2idx";
    if let IntTuple::Int(index) = coordinate {
        return Ok(index.clone());
    }
    let mut sizes = Vec::new();
    sizes_like(coordinate, shape, &mut Vec::new(), &mut sizes).map_err(|mode| {
        Error::new(
            OPERATION,
            ErrorKind::CoordinateMismatch { coordinate: shortened(coordinate), shape: shortened(shape) },
        )
        .at(mode)
    })?;
    let indices = flatten(coordinate);
    let mut index: Option<Integer> = None;
    for (at, size) in indices.leaves().into_iter().zip(sizes).rev() {
        let outer = match index {
            Some(index) => product(size)?.times(&index).and_then(|outer| at.plus(&outer)),
            None => Ok(at.clone()),
        };
        index = Some(outer.map_err(|error| error.of_operation(OPERATION))?);
    }
    Ok(index.unwrap_or(Integer::Static(0)))
}

/// The part of the shape at each integer of the coordinate.
fn sizes_like<'s>(
    coordinate: &IntTuple<Integer>,
    shape: &'s IntTuple<Integer>,
    path: &mut Vec<usize>,
    sizes: &mut Vec<&'s IntTuple<Integer>>,
) -> Result<(), ModePath> {
    match (coordinate, shape) {
        (IntTuple::Int(_), part) => {
            sizes.push(part);
            Ok(())
        }
        (IntTuple::Tuple(indices), IntTuple::Tuple(modes)) if indices.len() == modes.len() => {
            indices.iter().zip(modes).enumerate().try_for_each(|(i, (index, mode))| {
                path.push(i);
                sizes_like(index, mode, path, sizes)?;
                path.pop();
                Ok(())
            })
        }
        _ => Err(ModePath(path.clone())),
    }
}

/// The coordinate in `shape` with the 1-D coordinate `index`, leftmost mode fastest; the last mode is not wrapped.
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{Integer, idx2crd, shape_from_text};
///
/// let coordinate = idx2crd(&Integer::name("i"), &shape_from_text("(4,N)")?)?;
/// assert_eq!(coordinate.to_string(), "(i%4,i/4)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn idx2crd(index: &Integer, shape: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    let IntTuple::Tuple(modes) = shape else { return Ok(IntTuple::Int(index.clone())) };
    let mut rest = index.clone();
    let mut coordinate = Vec::new();
    for (i, mode) in modes.iter().enumerate() {
        let size = product(mode)?;
        let part = if i + 1 == modes.len() { rest.clone() } else { rest.remainder(&size)? };
        coordinate.push(idx2crd(&part, mode)?);
        if i + 1 < modes.len() {
            rest = rest.quotient(&size)?;
        }
    }
    Ok(IntTuple::Tuple(coordinate))
}

/// The coordinate in the shape `to` that has the same index as `coordinate` has in `from`, mode by mode where all are
/// tuples.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when all three are tuples, of different ranks; [`ErrorKind::CoordinateMismatch`],
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn crd2crd(
    coordinate: &IntTuple<Integer>,
    from: &IntTuple<Integer>,
    to: &IntTuple<Integer>,
) -> Result<IntTuple<Integer>, Error> {
    match (coordinate, from, to) {
        (IntTuple::Tuple(indices), IntTuple::Tuple(froms), IntTuple::Tuple(tos)) => {
            if indices.len() != froms.len() {
                return Err(integer_tuple::mismatch("crd2crd", coordinate, from));
            }
            if froms.len() != tos.len() {
                return Err(integer_tuple::mismatch("crd2crd", from, to));
            }
            let modes = indices.iter().zip(froms).zip(tos).enumerate();
            let modes = modes
                .map(|(i, ((index, from), to))| crd2crd(index, from, to).map_err(|error| error.in_mode(i)));
            Ok(IntTuple::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => idx2crd(&crd2idx(coordinate, from)?, to),
    }
}

/// One more than the largest offset: `1 + sum (size - 1) * |stride|`; for coordinate strides the size of the shape that
/// holds all coordinates.
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, cosize};
///
/// let layout: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// assert_eq!(cosize(&layout)?.to_string(), "K*lda+M-lda");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn cosize(layout: &SymbolicLayout) -> Result<Integer, Error> {
    product(&coshape(layout)?).map_err(|error| error.of_operation("cosize"))
}

/// The smallest shape that holds all offsets: an integer for plain strides, a shape for coordinates.
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn coshape(layout: &SymbolicLayout) -> Result<IntTuple<Integer>, Error> {
    let mut last = IntTuple::Int(Integer::Static(0));
    for mode in layout.tuple().leaves() {
        let steps = mode.size.minus(&Integer::Static(1))?;
        let stride = mode.stride.whole()?;
        let distance = ScaledBasis::basis(stride.value.magnitude()?, stride.path.clone());
        let reached = distance.times(&steps)?.to_coordinate()?;
        last = coordinate_sum(&last, &reached).map_err(|error| error.of_operation("coshape"))?;
    }
    last.try_map(&mut |last| last.plus(&Integer::Static(1)))
}

/// The nesting of the coordinates that the strides count in: an integer for plain strides (CuTe's `coprofile`).
pub(super) fn coprofile(layout: &SymbolicLayout) -> Result<IntTuple<Integer>, Error> {
    layout.tuple().leaves().into_iter().try_fold(IntTuple::Int(Integer::Static(0)), |profile, mode| {
        merged_profile(&profile, &mode.stride.profile())
    })
}

fn merged_profile(a: &IntTuple<Integer>, b: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    let zeros = |tuple: &IntTuple<Integer>| tuple.map(|_| Integer::Static(0));
    coordinate_sum(&zeros(a), &zeros(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::shape_from_text;

    #[test]
    fn tuples_of_different_ranks_have_no_coordinate_in_each_other() {
        let shape = |text: &str| shape_from_text(text).unwrap();
        for (coordinate, from, to) in
            [("(1,2)", "(M,8)", "(2,2,4)"), ("(1,2)", "(4,8)", "(M,2,4)"), ("(1,2,0)", "(M,8)", "(2,2,4)")]
        {
            let refused = crd2crd(&shape(coordinate), &shape(from), &shape(to)).unwrap_err();
            assert_eq!(refused.why(), "rank", "{coordinate} {from} {to}");
        }
        let found = crd2crd(&shape("(1,5)"), &shape("(M,6)"), &shape("(M,(2,3))")).unwrap();
        assert_eq!(found.to_string(), "(1,(1,2))");
    }
}
