//! Composed layouts: a swizzle after an offset after a layout (`ComposedLayout` in CuTe).

use std::fmt;
use std::str::FromStr;

use crate::cursor::Cursor;
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, Swizzle, checked};

/// `Sw<B,M,S> o offset o layout`: the coordinate c goes to `swizzle(offset + layout(c))`.
///
/// ```
/// use layout_algebra::ComposedLayout;
///
/// let atom: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// assert_eq!(atom.eval(&"(2,0)".parse()?)?, 144);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ComposedLayout<D = i64> {
    swizzle: Swizzle,
    offset: D,
    layout: Layout<D>,
}

impl<D> ComposedLayout<D> {
    /// `swizzle o offset o layout`.
    pub fn new(swizzle: Swizzle, offset: D, layout: Layout<D>) -> Self {
        ComposedLayout { swizzle, offset, layout }
    }

    /// The function that is applied last (CuTe's `layout_a`).
    pub fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// What is added to the layout's offset.
    pub fn offset(&self) -> &D {
        &self.offset
    }

    /// The layout that is applied first (CuTe's `layout_b`).
    pub fn layout(&self) -> &Layout<D> {
        &self.layout
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.layout.size()
    }
}

impl ComposedLayout<i64> {
    /// The offset of a coordinate, in any form that [`Layout::eval`] takes.
    ///
    /// # Errors
    /// Those of [`Layout::eval`].
    pub fn eval(&self, coordinate: &IntTuple<i64>) -> Result<i64, Error> {
        let inner = checked::add("eval", self.offset, self.layout.eval(coordinate)?)?;
        Ok(self.swizzle.apply(inner))
    }

    /// The offsets of the 1-D coordinates `0..size`.
    ///
    /// # Errors
    /// Those of [`Layout::eval_all`].
    pub fn eval_all(&self, limit: i64) -> Result<Vec<i64>, Error> {
        let offsets = self.layout.eval_all(limit)?;
        offsets
            .into_iter()
            .map(|offset| Ok(self.swizzle.apply(checked::add("eval_all", self.offset, offset)?)))
            .collect()
    }
}

impl<D: fmt::Display> fmt::Display for ComposedLayout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o {}", self.swizzle, self.offset, self.layout)
    }
}

impl<D: Stride> FromStr for ComposedLayout<D> {
    type Err = Error;

    /// Reads `Sw<3,4,3> o 0 o (8,64):(64,1)`; `S<..>` and `_0` are accepted.
    ///
    /// # Errors
    /// [`Error::Parse`] with the column, [`Error::BadSwizzle`], and those of [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Cursor::read_all(text, Cursor::composed_layout)
    }
}
