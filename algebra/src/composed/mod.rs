//! Composed layouts: a swizzle after an offset after a layout (`ComposedLayout` in CuTe's `layout_composed.hpp` and
//! `swizzle_layout.hpp`).

mod cast;
mod chain;
mod compose;
mod inverse;
mod map;
mod max_common;
mod partition;
mod run_time_slice;
mod slice;

use std::fmt;

use crate::{Error, IntTuple, Layout, Swizzle, checked};

pub use cast::{composed_downcast, composed_recast, composed_upcast};
pub use chain::{Function, FunctionChain};
pub use compose::{compose_any, compose_swizzles};
pub use inverse::{composed_complement, composed_left_inverse, composed_right_inverse};
pub use map::{
    composed_composition, composed_cosize, composed_map, composed_tile_to_shape, composed_zipped_divide,
};
pub use max_common::{
    composed_max_alignment, composed_max_common_layout, composed_max_common_vector,
    logical_product_by_composed,
};
pub use partition::{composed_inner_partition, composed_local_partition, composed_outer_partition};
pub use run_time_slice::{RunTimeIndex, RunTimePart, RunTimeSlice, composed_slice_at_run_time};
pub use slice::{composed_domain_offset, composed_slice, composed_slice_and_offset};

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
    /// [`Overflow`](crate::ErrorKind::Overflow).
    pub fn cosize(&self) -> Result<i64, Error> {
        self.layout.cosize()
    }

    /// This, or the layout alone when swizzle and offset change nothing, as in CuTe's `composition(Sw, 0, layout)`.
    pub fn simplified(self) -> AnyLayout {
        match (self.swizzle.bits(), self.offset) {
            (0, 0) => AnyLayout::Layout(self.layout),
            _ => AnyLayout::Composed(self),
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

/// A plain or a composed layout: what operations on composed layouts give.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyLayout<D = i64> {
    /// `shape:stride`.
    Layout(Layout<D>),
    /// `Sw<B,M,S> o offset o shape:stride`.
    Composed(ComposedLayout<D>),
    /// A composition of more functions, or of others.
    Chain(FunctionChain),
}

impl AnyLayout<i64> {
    /// The value at a coordinate, in any form that [`Layout::eval`] takes.
    ///
    /// # Errors
    /// Those of [`Layout::eval`].
    pub fn eval(&self, coordinate: &IntTuple) -> Result<i64, Error> {
        match self {
            AnyLayout::Layout(layout) => layout.eval(coordinate),
            AnyLayout::Composed(composed) => composed.eval(coordinate),
            AnyLayout::Chain(chain) => chain.eval(coordinate),
        }
    }

    /// The value at the 1-D coordinate `index`.
    ///
    /// # Errors
    /// Those of [`eval`](Self::eval).
    pub fn at(&self, index: i64) -> Result<i64, Error> {
        self.eval(&IntTuple::Int(index))
    }

    /// The layout that is applied first, whose coordinates are those of the whole; `None` when that is a swizzle.
    pub fn domain(&self) -> Option<&Layout> {
        match self {
            AnyLayout::Layout(layout) => Some(layout),
            AnyLayout::Composed(composed) => Some(composed.layout()),
            AnyLayout::Chain(chain) => chain.domain(),
        }
    }

    /// The operation on the layout that is applied first: everything after it stays, as in CuTe's
    /// `layout_composed.hpp`.
    ///
    /// # Errors
    /// Those of `operation`; [`UnsupportedLayout`](crate::ErrorKind::UnsupportedLayout), of the operation `name`, when
    /// a swizzle is applied first.
    ///
    /// ```
    /// use layout_algebra::{AnyLayout, FunctionChain, flatten};
    ///
    /// let nested: FunctionChain = "16:3 o 2 o ((2,2),4):((4,8),1)".parse()?;
    /// let flat = AnyLayout::Chain(nested).map_domain("flatten", |layout| Ok(flatten(layout)))?;
    /// assert_eq!(flat.to_string(), "16:3 o 2 o (2,2,4):(4,8,1)");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn map_domain(
        &self,
        name: &'static str,
        operation: impl FnOnce(&Layout) -> Result<Layout, Error>,
    ) -> Result<AnyLayout, Error> {
        match self {
            AnyLayout::Layout(layout) => operation(layout).map(AnyLayout::Layout),
            AnyLayout::Composed(composed) => composed_map(composed, operation),
            AnyLayout::Chain(chain) => chain.map_domain(name, operation),
        }
    }

    /// The functions from the last that is applied to the first.
    fn functions(&self) -> Vec<Function> {
        match self {
            AnyLayout::Layout(layout) => vec![Function::Layout(layout.clone())],
            AnyLayout::Composed(composed) => FunctionChain::from(composed.clone()).functions().to_vec(),
            AnyLayout::Chain(chain) => chain.functions().to_vec(),
        }
    }
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> Self {
        AnyLayout::Layout(layout)
    }
}

impl From<ComposedLayout> for AnyLayout {
    fn from(composed: ComposedLayout) -> Self {
        AnyLayout::Composed(composed)
    }
}

impl<D: fmt::Display> fmt::Display for AnyLayout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLayout::Layout(layout) => layout.fmt(f),
            AnyLayout::Composed(composed) => composed.fmt(f),
            AnyLayout::Chain(chain) => chain.fmt(f),
        }
    }
}
