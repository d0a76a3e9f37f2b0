//! Layouts: a shape and a congruent stride (`Layout` in CuTe's `layout.hpp`).

use std::fmt;
use std::str::FromStr;

use crate::cursor::Cursor;
use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, IntTuple, ModePath, checked};

/// A function from coordinates in `shape` to offsets: the inner product with `stride`.
///
/// Invariants, held by every constructor: shape and stride are congruent (same nesting); all sizes are at least
/// 1 and their product fits in an `i64`; depth and length stay within [`MAX_DEPTH`](crate::MAX_DEPTH) and
/// [`MAX_LEAVES`](crate::MAX_LEAVES).
///
/// ```
/// use layout_algebra::Layout;
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// assert_eq!(layout.size(), 24);
/// assert_eq!(layout.cosize()?, 24);
/// assert_eq!(layout.eval(&"(1,(2,1))".parse()?)?, 19);
/// assert_eq!(layout.at(5)?, 10); // 5 is the coordinate (1,(1,0))
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout<D = i64> {
    shape: IntTuple<i64>,
    stride: IntTuple<D>,
}

impl<D> Layout<D> {
    /// The shape.
    pub fn shape(&self) -> &IntTuple<i64> {
        &self.shape
    }

    /// The stride, congruent to the shape.
    pub fn stride(&self) -> &IntTuple<D> {
        &self.stride
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        size_of(&self.shape)
    }

    /// The number of modes; an integer shape has one.
    pub fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The nesting of the shape: 0 for `4:1`, 1 for `(4):(1)`.
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }
}

/// The product of a shape that is known to fit.
fn size_of(shape: &IntTuple<i64>) -> i64 {
    match shape {
        IntTuple::Int(size) => *size,
        IntTuple::Tuple(modes) => modes.iter().map(size_of).product(),
    }
}

impl<D: Stride> Layout<D> {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`Error::NonCongruent`], [`Error::NonPositiveSize`], [`Error::Overflow`] when the size does not fit,
    /// [`Error::TooLarge`] beyond the limits of this crate.
    pub fn new(shape: IntTuple<i64>, stride: IntTuple<D>) -> Result<Self, Error> {
        shape.check_limits("make_layout")?;
        stride.check_limits("make_layout")?;
        if let Some((mode, difference)) = shape.first_difference(&stride, &mut Vec::new()) {
            let (shape, stride) = (shortened(&shape), shortened(&stride));
            return Err(Error::NonCongruent { shape, stride, mode, difference });
        }
        check_sizes(&shape, &mut Vec::new())?;
        shape.product().map_err(|_| Error::Overflow { operation: "size" })?;
        Ok(Layout { shape, stride })
    }

    /// The layout of a shape and stride that hold the invariants because of how they were computed.
    pub(crate) fn from_parts(shape: IntTuple<i64>, stride: IntTuple<D>) -> Self {
        debug_assert!(shape.congruent(&stride));
        Layout { shape, stride }
    }

    /// The layout of one integer mode, `size:stride`.
    pub(crate) fn of_mode(size: i64, stride: D) -> Self {
        Layout { shape: IntTuple::Int(size), stride: IntTuple::Int(stride) }
    }

    /// The layout `(l0,l1,..)` whose modes are these (CuTe's `make_layout(l0, l1, ..)`).
    ///
    /// # Errors
    /// [`Error::Overflow`] when the size does not fit, [`Error::TooLarge`] beyond the limits of this crate.
    pub fn from_modes(modes: impl IntoIterator<Item = Layout<D>>) -> Result<Self, Error> {
        let (shape, stride): (Vec<_>, Vec<_>) =
            modes.into_iter().map(|mode| (mode.shape, mode.stride)).unzip();
        let layout = Layout { shape: IntTuple::Tuple(shape), stride: IntTuple::Tuple(stride) };
        layout.shape.check_limits("make_layout")?;
        layout.shape.product().map_err(|_| Error::Overflow { operation: "size" })?;
        Ok(layout)
    }

    /// The modes; `4:1` is its own only mode.
    pub fn modes(&self) -> Vec<Layout<D>> {
        let pairs = self.shape.modes().iter().zip(self.stride.modes());
        pairs.map(|(shape, stride)| Layout { shape: shape.clone(), stride: stride.clone() }).collect()
    }

    /// Mode `index`.
    ///
    /// # Errors
    /// [`Error::NoSuchMode`].
    pub fn mode(&self, index: usize) -> Result<Layout<D>, Error> {
        match (self.shape.mode(index), self.stride.mode(index)) {
            (Some(shape), Some(stride)) => Ok(Layout { shape: shape.clone(), stride: stride.clone() }),
            _ => Err(Error::NoSuchMode {
                operation: "mode",
                index: i64::try_from(index).unwrap_or(i64::MAX),
                rank: self.rank(),
            }),
        }
    }

    /// The sizes and strides from left to right, whatever their nesting.
    pub(crate) fn flat_modes(&self) -> Vec<(i64, D)> {
        let strides = self.stride.leaves().into_iter().cloned();
        self.shape.leaves().into_iter().copied().zip(strides).collect()
    }

    /// The offset of a coordinate: an integer (leftmost mode fastest), one integer a mode, or nested as deep
    /// as the shape; forms may be mixed (CuTe's `crd2idx`).
    ///
    /// As in CuTe, a coordinate outside the shape is extended along its last mode.
    ///
    /// # Errors
    /// [`Error::CoordinateMismatch`] when it nests deeper than the shape or has another rank, [`Error::Overflow`].
    pub fn eval(&self, coordinate: &IntTuple<i64>) -> Result<D, Error> {
        coordinate.check_limits("eval")?;
        offset(coordinate, &self.shape, &self.stride, &mut Vec::new()).map_err(|stop| match stop {
            Stop::NoSum => D::sum_error("eval"),
            Stop::Mismatch(mode) => Error::CoordinateMismatch {
                operation: "eval",
                coordinate: shortened(coordinate),
                shape: shortened(&self.shape),
                mode,
            },
        })
    }

    /// The offset of the 1-D coordinate `index`.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn at(&self, index: i64) -> Result<D, Error> {
        self.eval(&IntTuple::Int(index))
    }

    /// The offsets of the 1-D coordinates `0..size`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when the size is more than `limit`, [`Error::Overflow`].
    pub fn eval_all(&self, limit: i64) -> Result<Vec<D>, Error> {
        let size = self.size();
        if size > limit {
            return Err(Error::TooLarge { operation: "eval_all", what: "size", found: size, limit });
        }
        self.offsets().collect()
    }

    /// The offsets of the 1-D coordinates from 0 on, one by one.
    pub fn offsets(&self) -> Offsets<D> {
        // Modes of size 1 never move; without them there are at most as many as an i64 has bits.
        let moving = self.flat_modes().into_iter().filter(|&(size, _)| size > 1);
        let digits = moving.map(|(size, stride)| (0, size, stride)).collect();
        Offsets { digits, left: self.size(), next: Some(D::zero()) }
    }
}

/// The offsets of a layout in the order of its 1-D coordinates; ends early after an error.
#[derive(Debug, Clone)]
pub struct Offsets<D> {
    /// Coordinate, size and stride of each mode of size above 1, leftmost first.
    digits: Vec<(i64, i64, D)>,
    left: i64,
    next: Option<D>,
}

impl<D: Stride> Offsets<D> {
    /// Counts the coordinate up by one; the offset moves by the strides of the modes that change.
    fn advance(&mut self, offset: &D) -> Option<D> {
        let mut offset = offset.clone();
        for (index, size, stride) in &mut self.digits {
            *index += 1;
            if index < size {
                return offset.plus(&stride.between(*index - 1, *index)?);
            }
            offset = offset.plus(&stride.between(*size - 1, 0)?)?;
            *index = 0;
        }
        Some(offset)
    }
}

impl<D: Stride> Iterator for Offsets<D> {
    type Item = Result<D, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        match self.next.take() {
            Some(offset) => {
                self.next = self.advance(&offset);
                Some(Ok(offset))
            }
            None => {
                self.left = 0;
                Some(Err(D::sum_error("eval")))
            }
        }
    }
}

impl Layout<i64> {
    /// The column-major layout of a shape: leftmost mode fastest, no gaps (CuTe's `make_layout(shape)`).
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub fn compact(shape: IntTuple<i64>) -> Result<Self, Error> {
        shape.check_limits("make_layout")?;
        check_sizes(&shape, &mut Vec::new())?;
        shape.product().map_err(|_| Error::Overflow { operation: "size" })?;
        let mut next = 1;
        let stride = shape.map(|&size| {
            let stride = next;
            next *= size;
            // CuTe gives size-1 modes a static stride of 0.
            if size == 1 { 0 } else { stride }
        });
        Ok(Layout { shape, stride })
    }

    /// One more than the largest offset distance: `1 + sum (size-1)*abs(stride)`.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn cosize(&self) -> Result<i64, Error> {
        const OPERATION: &str = "cosize";
        self.flat_modes().into_iter().try_fold(1, |cosize, (size, stride)| {
            let reach = checked::mul(OPERATION, size - 1, checked::abs(OPERATION, stride)?)?;
            checked::add(OPERATION, cosize, reach)
        })
    }
}

/// Refuses a size below 1.
fn check_sizes(shape: &IntTuple<i64>, path: &mut Vec<usize>) -> Result<(), Error> {
    match shape {
        IntTuple::Int(size) if *size < 1 => {
            Err(Error::NonPositiveSize { mode: ModePath(path.clone()), size: *size })
        }
        IntTuple::Int(_) => Ok(()),
        IntTuple::Tuple(modes) => modes.iter().enumerate().try_for_each(|(i, mode)| {
            path.push(i);
            let checked = check_sizes(mode, path);
            path.pop();
            checked
        }),
    }
}

/// Why a coordinate has no offset.
enum Stop {
    NoSum,
    Mismatch(ModePath),
}

fn offset<D: Stride>(
    coordinate: &IntTuple<i64>,
    shape: &IntTuple<i64>,
    stride: &IntTuple<D>,
    path: &mut Vec<usize>,
) -> Result<D, Stop> {
    match (coordinate, shape, stride) {
        (IntTuple::Int(index), IntTuple::Int(_), IntTuple::Int(step)) => {
            step.times(*index).ok_or(Stop::NoSum)
        }
        (IntTuple::Int(index), IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => {
            let mut rest = *index;
            let mut sum = D::zero();
            for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                let size = size_of(shape);
                let is_last = i + 1 == shapes.len();
                // The last mode is not wrapped: it extends beyond its size.
                let part = if is_last { rest } else { rest % size };
                rest /= size;
                let term = offset(&IntTuple::Int(part), shape, stride, path)?;
                sum = sum.plus(&term).ok_or(Stop::NoSum)?;
            }
            Ok(sum)
        }
        (IntTuple::Tuple(parts), IntTuple::Tuple(shapes), IntTuple::Tuple(strides))
            if parts.len() == shapes.len() =>
        {
            let mut sum = D::zero();
            for (i, ((part, shape), stride)) in parts.iter().zip(shapes).zip(strides).enumerate() {
                path.push(i);
                let term = offset(part, shape, stride, path)?;
                path.pop();
                sum = sum.plus(&term).ok_or(Stop::NoSum)?;
            }
            Ok(sum)
        }
        _ => Err(Stop::Mismatch(ModePath(path.clone()))),
    }
}

impl<D: fmt::Display> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

impl<D: Stride> FromStr for Layout<D> {
    type Err = Error;

    /// Reads `(4,(3,2)):(2,(8,1))`; `_4`, `Int<4>` and white space are accepted.
    ///
    /// # Errors
    /// [`Error::Parse`] with the column, and those of [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::layout)
    }
}
