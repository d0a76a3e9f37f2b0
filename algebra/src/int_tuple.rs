//! Hierarchical tuples of integers (`IntTuple` in CuTe's `int_tuple.hpp`).

use std::fmt;
use std::str::FromStr;

use crate::cursor::Cursor;
use crate::stride::Leaf;
use crate::{Error, ModePath, checked};

/// The deepest nesting that this crate reads or builds.
pub const MAX_DEPTH: usize = 64;

/// The most integers (and empty tuples) that one tuple of this crate holds.
pub const MAX_LEAVES: usize = 4096;

/// An integer, or a tuple of such: a shape, a stride, a coordinate, a profile, an order.
///
/// `Int(4)` is `4`; `Tuple(vec![Int(4)])` is `(4)`, a different thing (rank-1 tuple).
///
/// ```
/// use layout_algebra::IntTuple;
///
/// let shape: IntTuple = "(_4, (3,2))".parse()?;
/// assert_eq!(shape.to_string(), "(4,(3,2))");
/// assert_eq!((shape.rank(), shape.depth(), shape.product()?), (2, 2, 24));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IntTuple<T = i64> {
    /// One integer.
    Int(T),
    /// A tuple; `()` when empty.
    Tuple(Vec<IntTuple<T>>),
}

impl<T> IntTuple<T> {
    /// The number of modes; an integer has one.
    pub fn rank(&self) -> usize {
        match self {
            IntTuple::Int(_) => 1,
            IntTuple::Tuple(modes) => modes.len(),
        }
    }

    /// The nesting: 0 for an integer, 1 for a tuple of integers.
    pub fn depth(&self) -> usize {
        match self {
            IntTuple::Int(_) => 0,
            IntTuple::Tuple(modes) => 1 + modes.iter().map(IntTuple::depth).max().unwrap_or(0),
        }
    }

    /// The modes; an integer is its own only mode.
    pub fn modes(&self) -> &[IntTuple<T>] {
        match self {
            IntTuple::Int(_) => std::slice::from_ref(self),
            IntTuple::Tuple(modes) => modes,
        }
    }

    /// Mode `index`, if there is one.
    pub fn mode(&self, index: usize) -> Option<&IntTuple<T>> {
        self.modes().get(index)
    }

    /// Whether this is a tuple, of any rank.
    pub fn is_tuple(&self) -> bool {
        matches!(self, IntTuple::Tuple(_))
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<&T> {
        match self {
            IntTuple::Int(value) => Some(value),
            IntTuple::Tuple(_) => None,
        }
    }

    /// The integers from left to right, whatever their nesting.
    pub fn leaves(&self) -> Vec<&T> {
        let mut leaves = Vec::new();
        self.push_leaves(&mut leaves);
        leaves
    }

    fn push_leaves<'a>(&'a self, leaves: &mut Vec<&'a T>) {
        match self {
            IntTuple::Int(value) => leaves.push(value),
            IntTuple::Tuple(modes) => modes.iter().for_each(|mode| mode.push_leaves(leaves)),
        }
    }

    /// The tuple of the same nesting whose integers are `f` of these.
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> IntTuple<U> {
        match self.try_map(&mut |leaf| Ok::<U, std::convert::Infallible>(f(leaf))) {
            Ok(mapped) => mapped,
            Err(never) => match never {},
        }
    }

    /// As [`map`](Self::map), for an `f` that can fail.
    pub fn try_map<U, E>(&self, f: &mut impl FnMut(&T) -> Result<U, E>) -> Result<IntTuple<U>, E> {
        Ok(match self {
            IntTuple::Int(value) => IntTuple::Int(f(value)?),
            IntTuple::Tuple(modes) => {
                IntTuple::Tuple(modes.iter().map(|mode| mode.try_map(f)).collect::<Result<_, _>>()?)
            }
        })
    }

    /// Whether both nest alike, whatever the integers (CuTe's `congruent`).
    pub fn congruent<U>(&self, other: &IntTuple<U>) -> bool {
        self.first_difference(other, &mut Vec::new()).is_none()
    }

    /// The first mode at which the nesting differs, and how.
    pub(crate) fn first_difference<U>(
        &self,
        other: &IntTuple<U>,
        path: &mut Vec<usize>,
    ) -> Option<(ModePath, String)> {
        let describe = |tuple: bool, rank: usize| match tuple {
            true => format!("a tuple of rank {rank}"),
            false => "an integer".to_owned(),
        };
        match (self, other) {
            (IntTuple::Int(_), IntTuple::Int(_)) => None,
            (IntTuple::Tuple(a), IntTuple::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).enumerate().find_map(|(i, (a, b))| {
                    path.push(i);
                    let difference = a.first_difference(b, path);
                    path.pop();
                    difference
                })
            }
            _ => Some((
                ModePath(path.clone()),
                format!(
                    "{} against {}",
                    describe(self.is_tuple(), self.rank()),
                    describe(other.is_tuple(), other.rank())
                ),
            )),
        }
    }

    /// Refuses a tuple that is deeper or longer than this crate works on.
    pub(crate) fn check_limits(&self, operation: &'static str) -> Result<(), Error> {
        let mut leaves = 0;
        self.count(operation, 0, &mut leaves)
    }

    fn count(&self, operation: &'static str, depth: usize, leaves: &mut usize) -> Result<(), Error> {
        let too_large = |what, limit: usize| Error::TooLarge {
            operation,
            what,
            found: i64::try_from(limit + 1).unwrap_or(i64::MAX),
            limit: i64::try_from(limit).unwrap_or(i64::MAX),
        };
        if self.modes().is_empty() || !self.is_tuple() {
            *leaves += 1;
        }
        if *leaves > MAX_LEAVES {
            return Err(too_large("number of integers", MAX_LEAVES));
        }
        match self {
            IntTuple::Int(_) => Ok(()),
            IntTuple::Tuple(_) if depth >= MAX_DEPTH => Err(too_large("nesting depth", MAX_DEPTH)),
            IntTuple::Tuple(modes) => {
                modes.iter().try_for_each(|mode| mode.count(operation, depth + 1, leaves))
            }
        }
    }
}

impl IntTuple<i64> {
    /// The product of all integers (`size` of a shape); 1 for `()`.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn product(&self) -> Result<i64, Error> {
        match self {
            IntTuple::Int(value) => Ok(*value),
            IntTuple::Tuple(modes) => {
                modes.iter().try_fold(1, |product, mode| checked::mul("product", product, mode.product()?))
            }
        }
    }
}

impl<T> From<T> for IntTuple<T> {
    fn from(value: T) -> Self {
        IntTuple::Int(value)
    }
}

impl<T> FromIterator<T> for IntTuple<T> {
    /// The flat tuple of these integers.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        IntTuple::Tuple(values.into_iter().map(IntTuple::Int).collect())
    }
}

impl<T: fmt::Display> fmt::Display for IntTuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntTuple::Int(value) => write!(f, "{value}"),
            IntTuple::Tuple(modes) => {
                f.write_str("(")?;
                for (i, mode) in modes.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    mode.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

impl<T: Leaf> FromStr for IntTuple<T> {
    type Err = Error;

    /// Reads `(4,(3,2))`; `_4`, `Int<4>` and white space are accepted.
    ///
    /// # Errors
    /// [`Error::Parse`] with the column; [`Error::TooLarge`] beyond [`MAX_DEPTH`] or [`MAX_LEAVES`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::int_tuple)
    }
}
