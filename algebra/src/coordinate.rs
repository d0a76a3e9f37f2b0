//! Coordinates as strides: multiples of basis vectors (`ScaledBasis` and `ArithmeticTuple` in CuTe).

use std::fmt;

use crate::stride::{Leaf, Stride, integer_from_text};
use crate::{Error, ErrorKind, IntTuple, MAX_DEPTH};

/// The largest mode index of a basis vector; bounds the tuples that sums of them make.
const MAX_INDEX: usize = 255;

/// A coordinate: zero, a multiple of one basis vector (a stride), or a tuple (a sum of such).
///
/// ```
/// use layout_algebra::{Coordinate, Layout};
///
/// let layout: Layout<Coordinate> = "(3,(2,2)):(1@0,(1@0@1,2@1@1))".parse()?;
/// assert_eq!(layout.at(11)?.to_string(), "(2,(1,2))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// Adds nothing; prints `0`.
    Zero,
    /// `value` in the mode at `path`, outermost index first; prints `value@innermost@..@outermost`. With an empty
    /// path, the plain number `value`.
    Basis {
        /// The multiple.
        value: i64,
        /// The mode, outermost index first.
        path: Vec<usize>,
    },
    /// A tuple of numbers; prints `(0,(1,2))`.
    Tuple(IntTuple<i64>),
}

impl Coordinate {
    /// The basis vector of the mode at `path`, outermost index first.
    pub fn basis(path: Vec<usize>) -> Self {
        Coordinate::Basis { value: 1, path }
    }
}

/// The elementwise sum; the shorter tuple counts as followed by zeros.
fn sum(a: &IntTuple<i64>, b: &IntTuple<i64>) -> Option<IntTuple<i64>> {
    match (a, b) {
        (IntTuple::Int(a), IntTuple::Int(b)) => i64::checked_add(*a, *b).map(IntTuple::Int),
        (IntTuple::Int(0), tuple) | (tuple, IntTuple::Int(0)) => Some(tuple.clone()),
        (IntTuple::Tuple(a), IntTuple::Tuple(b)) => {
            let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
            let mut modes = long.clone();
            for (mode, other) in modes.iter_mut().zip(short) {
                *mode = sum(mode, other)?;
            }
            Some(IntTuple::Tuple(modes))
        }
        _ => None,
    }
}

/// The tuple without the zeros at its ends; 0 when nothing is left.
fn trimmed(tuple: IntTuple) -> IntTuple {
    if !tuple.is_tuple() {
        return tuple;
    }
    let mut modes: Vec<IntTuple> = tuple.into_modes().into_iter().map(trimmed).collect();
    while modes.last() == Some(&IntTuple::Int(0)) {
        modes.pop();
    }
    if modes.is_empty() { IntTuple::Int(0) } else { IntTuple::Tuple(modes) }
}

impl Stride for Coordinate {
    type Inverse = i64;

    fn zero() -> Self {
        Coordinate::Zero
    }

    fn unit() -> Self {
        Coordinate::basis(Vec::new())
    }

    fn is_zero(&self) -> bool {
        matches!(self, Coordinate::Zero)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Coordinate::Zero, other) | (other, Coordinate::Zero) => Some(other.clone()),
            _ if self.check_limits("plus").and(other.check_limits("plus")).is_err() => None,
            _ => sum(&self.to_coordinate(), &other.to_coordinate()).map(Coordinate::Tuple),
        }
    }

    fn times(&self, by: i64) -> Option<Self> {
        Some(match self {
            Coordinate::Zero => Coordinate::Zero,
            Coordinate::Basis { value, path } => {
                Coordinate::Basis { value: value.checked_mul(by)?, path: path.clone() }
            }
            Coordinate::Tuple(tuple) => {
                Coordinate::Tuple(tuple.try_map(&mut |value| value.checked_mul(by).ok_or(())).ok()?)
            }
        })
    }

    fn check_limits(&self, operation: &'static str) -> Result<(), Error> {
        let too_large = |what, found: usize, limit: usize| {
            let [found, limit] = [found, limit].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
            Err(Error::new(operation, ErrorKind::TooLarge { what, found, limit }))
        };
        match self {
            Coordinate::Zero => Ok(()),
            Coordinate::Tuple(tuple) => tuple.check_limits(operation),
            Coordinate::Basis { path, .. } => match path.iter().max() {
                _ if path.len() > MAX_DEPTH => too_large("nesting depth", path.len(), MAX_DEPTH),
                Some(&index) if index > MAX_INDEX => too_large("mode index", index, MAX_INDEX),
                _ => Ok(()),
            },
        }
    }

    fn sum_error(operation: &'static str) -> Error {
        Error::new(
            operation,
            ErrorKind::UnsupportedStride {
                stride: "a sum".to_owned(),
                reason: "coordinates of different nesting, or too large for 64 bits",
            },
        )
    }

    fn as_multiple(&self) -> Option<(&[usize], i64)> {
        match self {
            Coordinate::Zero => Some((&[], 0)),
            Coordinate::Basis { value, path } => Some((path, *value)),
            Coordinate::Tuple(_) => None,
        }
    }

    fn along(axis: &[usize], step: i64) -> Self {
        Coordinate::Basis { value: step, path: axis.to_vec() }
    }

    fn canonical(self) -> Self {
        if self.check_limits("canonical").is_err() {
            return self;
        }
        match trimmed(self.to_coordinate()) {
            IntTuple::Int(0) => Coordinate::Zero,
            tuple => Coordinate::Tuple(tuple),
        }
    }

    fn to_coordinate(&self) -> IntTuple {
        match self {
            Coordinate::Zero => IntTuple::Int(0),
            // Zeros stand before the mode that is named.
            Coordinate::Basis { value, path } => {
                path.iter().rev().fold(IntTuple::Int(*value), |inner, &index| {
                    let zeros = std::iter::repeat_n(IntTuple::Int(0), index);
                    IntTuple::Tuple(zeros.chain([inner]).collect())
                })
            }
            Coordinate::Tuple(tuple) => tuple.clone(),
        }
    }
}

impl Leaf for Coordinate {
    const EXPECTED: &'static str = "a coordinate stride such as 2@1";

    fn from_text(text: &str) -> Option<Self> {
        if let Some(indices) = text.strip_prefix("E<").and_then(|rest| rest.strip_suffix('>')) {
            let path: Option<Vec<usize>> = indices.split(',').map(|index| mode_index(index.trim())).collect();
            return path.filter(|path| path.len() <= MAX_DEPTH).map(Coordinate::basis);
        }
        if let Some((value, index)) = text.split_once('e') {
            let value = match value {
                "" => 1,
                "-" => -1,
                value => integer_from_text(value)?,
            };
            return Some(Coordinate::Basis { value, path: vec![mode_index(index)?] });
        }
        let mut parts = text.split('@');
        let value = integer_from_text(parts.next()?)?;
        let mut path = parts.map(mode_index).collect::<Option<Vec<usize>>>()?;
        path.reverse();
        match (path.len(), value) {
            (0, 0) => Some(Coordinate::Zero),
            (0..=MAX_DEPTH, _) => Some(Coordinate::Basis { value, path }),
            _ => None,
        }
    }
}

fn mode_index(text: &str) -> Option<usize> {
    let index = usize::try_from(integer_from_text(text)?).ok()?;
    (index <= MAX_INDEX).then_some(index)
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Coordinate::Zero => f.write_str("0"),
            Coordinate::Basis { value, path } => {
                write!(f, "{value}")?;
                path.iter().rev().try_for_each(|index| write!(f, "@{index}"))
            }
            Coordinate::Tuple(tuple) => tuple.fmt(f),
        }
    }
}
