//! Composed layouts: a swizzle after an offset after a layout (`ComposedLayout` in CuTe's `layout_composed.hpp`).

use std::fmt;
use std::str::FromStr;

use crate::cursor::Cursor;
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, Swizzle, Tiler, checked};

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
    /// The cosize of the layout, as CuTe defines it: before the offset and the swizzle.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    pub fn cosize(&self) -> Result<i64, Error> {
        self.layout.cosize()
    }

    /// The same swizzle and offset after `layout`; a plain layout when they change nothing, as in CuTe.
    fn after(&self, layout: Layout) -> AnyLayout {
        match (self.swizzle.bits(), self.offset) {
            (0, 0) => AnyLayout::Layout(layout),
            _ => AnyLayout::Composed(ComposedLayout::new(self.swizzle, self.offset, layout)),
        }
    }

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

/// A plain or a composed layout: what operations on composed layouts give.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyLayout<D = i64> {
    /// `shape:stride`.
    Layout(Layout<D>),
    /// `Sw<B,M,S> o offset o shape:stride`.
    Composed(ComposedLayout<D>),
}

impl<D: fmt::Display> fmt::Display for AnyLayout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLayout::Layout(layout) => layout.fmt(f),
            AnyLayout::Composed(composed) => composed.fmt(f),
        }
    }
}

/// The operation on the composed layout's domain: swizzle and offset stay (CuTe's `layout_composed.hpp`).
///
/// Covers every operation that changes only how coordinates are read: composition, the divides and products,
/// `coalesce`, `group`, `tile_to_shape`.
///
/// # Errors
/// Those of `operation`.
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_map, group};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (2,3,5):(15,5,1)".parse()?;
/// let grouped = composed_map(&composed, |layout| group(layout, 0, 2))?;
/// assert_eq!(grouped.to_string(), "Sw<3,4,3> o 0 o ((2,3),5):((15,5),1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_map(
    composed: &ComposedLayout,
    operation: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<AnyLayout, Error> {
    Ok(composed.after(operation(&composed.layout)?))
}

/// The cosize of the layout, as CuTe defines it: before the offset and the swizzle.
///
/// # Errors
/// [`Error::Overflow`].
pub fn composed_cosize(composed: &ComposedLayout) -> Result<i64, Error> {
    composed.cosize()
}

/// [`composition_tiler`](crate::composition_tiler) with a composed layout on the left.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_composition(composed: &ComposedLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
    composed_map(composed, |layout| crate::composition_tiler(layout, tiler))
}

/// [`zipped_divide`](crate::zipped_divide) of a composed layout.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_zipped_divide(composed: &ComposedLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
    composed_map(composed, |layout| crate::zipped_divide(layout, tiler)).map_err(|error| match error {
        // CuTe reports a tuple that is no pair as a mismatch of ranks here.
        Error::UnderscoreMode { operation, mode, found } if found.starts_with('(') => {
            Error::ProfileMismatch {
                operation,
                left: found,
                right: "_".to_owned(),
                mode,
                difference: "'_' needs a (tile, rest) pair".to_owned(),
            }
        }
        error => error,
    })
}

/// [`tile_to_shape`](crate::tile_to_shape) of a composed layout.
///
/// # Errors
/// Those of the plain operation.
pub fn composed_tile_to_shape(
    composed: &ComposedLayout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<AnyLayout, Error> {
    composed_map(composed, |layout| crate::tile_to_shape(layout, target, order))
}

/// [`upcast`](crate::upcast) of a composed layout: swizzle, offset and layout are each cast.
///
/// # Errors
/// Those of the plain operation; [`Error::BadFactor`] when the factor is no power of two,
/// [`Error::OffsetDivisibility`].
pub fn composed_upcast(composed: &ComposedLayout, factor: i64) -> Result<ComposedLayout, Error> {
    let layout = crate::upcast(&composed.layout, factor)?;
    let swizzle = composed.swizzle.upcast(factor)?;
    if composed.offset % factor != 0 {
        return Err(Error::OffsetDivisibility { operation: "upcast", offset: composed.offset, factor });
    }
    Ok(ComposedLayout::new(swizzle, composed.offset / factor, layout))
}
