//! Hierarchical tuples of integers (`IntTuple` in CuTe's `int_tuple.hpp`).

mod walk;

pub(crate) use walk::Token;

use crate::{Error, ErrorKind, ModePath, checked};

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
        let (mut depth, mut deepest) = (0, 0);
        for token in self.walk() {
            match token {
                Token::Leaf(_) => {}
                Token::Open(_) => depth += 1,
                Token::Close => depth -= 1,
            }
            deepest = depth.max(deepest);
        }
        deepest
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
        self.iter_leaves().collect()
    }

    /// The modes, taken out of the tuple; an integer is its own only mode.
    pub fn into_modes(mut self) -> Vec<IntTuple<T>> {
        match &mut self {
            IntTuple::Int(_) => vec![self],
            IntTuple::Tuple(modes) => std::mem::take(modes),
        }
    }

    /// The tuple of the same nesting whose integers are `f` of these.
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> IntTuple<U> {
        match self.try_map(&mut |leaf| Ok::<U, std::convert::Infallible>(f(leaf))) {
            Ok(mapped) => mapped,
            Err(never) => match never {},
        }
    }

    /// Whether both nest alike, whatever the integers (CuTe's `congruent`).
    pub fn congruent<U>(&self, other: &IntTuple<U>) -> bool {
        self.first_difference(other, &[]).is_none()
    }

    /// The first mode at which the nesting differs, behind the modes of `path`, and how.
    pub(crate) fn first_difference<U>(
        &self,
        other: &IntTuple<U>,
        path: &[usize],
    ) -> Option<(ModePath, String)> {
        let mut path = path.to_vec();
        let outer = path.len();
        for (own, others) in self.walk().zip(other.walk()) {
            match (own, others) {
                (Token::Leaf(_), Token::Leaf(_)) => {}
                (Token::Open(rank), Token::Open(other)) if rank == other => {
                    path.push(0);
                    continue;
                }
                (Token::Close, Token::Close) => {
                    path.pop();
                }
                (own, others) => {
                    let difference = format!("{} against {}", own.described(), others.described());
                    return Some((ModePath(path), difference));
                }
            }
            if path.len() > outer
                && let Some(mode) = path.last_mut()
            {
                *mode += 1;
            }
        }
        None
    }

    /// Refuses a tuple that is deeper or longer than this crate works on.
    pub(crate) fn check_limits(&self, operation: &'static str) -> Result<(), Error> {
        let too_large = |what, limit: usize| {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            Err(Error::new(operation, ErrorKind::TooLarge { what, found: limit.saturating_add(1), limit }))
        };
        let (mut depth, mut leaves) = (0, 0);
        for token in self.walk() {
            match token {
                Token::Leaf(_) => leaves += 1,
                Token::Open(rank) => {
                    depth += 1;
                    leaves += usize::from(rank == 0);
                }
                Token::Close => depth -= 1,
            }
            if depth > MAX_DEPTH {
                return too_large("nesting depth", MAX_DEPTH);
            }
            if leaves > MAX_LEAVES {
                return too_large("number of integers", MAX_LEAVES);
            }
        }
        Ok(())
    }
}

impl IntTuple<i64> {
    /// The product of all integers (`size` of a shape); 1 for `()`.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub fn product(&self) -> Result<i64, Error> {
        self.iter_leaves().try_fold(1, |product, size| checked::mul("product", product, *size))
    }

    /// The product of each mode (`product_each` in CuTe's `int_tuple.hpp`); an integer is its own only mode.
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    ///
    /// ```
    /// use layout_algebra::IntTuple;
    ///
    /// let shape: IntTuple = "((2,3),4)".parse()?;
    /// assert_eq!(shape.product_each()?.to_string(), "(6,4)");
    /// assert_eq!(IntTuple::Int(8).product_each()?.to_string(), "(8)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn product_each(&self) -> Result<Self, Error> {
        let products =
            self.modes().iter().map(|mode| mode.product().map_err(|_| Error::overflow("product_each")));
        products.collect()
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
