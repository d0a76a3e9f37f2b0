//! Pictures of each kind: what a layout is looked at for.

mod hardware;
mod memory;
mod order;
mod part;

use layout_algebra::{AnyLayout, Error, IntTuple};

pub use hardware::{Operands, copy, mma, tensor_memory};
pub use memory::{MOST_THREADS, banks, conflicts, sectors, swizzle};
pub use order::{coordinate_lists, coordinates, foldings, offset_path, strides};
pub use part::{chosen, common, product, slice, split, strips};

/// A function from the 1-D coordinates of a shape to offsets.
pub struct Offsets<'a> {
    /// The shape.
    pub shape: IntTuple<i64>,
    /// The function.
    pub function: &'a AnyLayout,
}

impl Offsets<'_> {
    fn at(&self, index: i64) -> Result<i64, Error> {
        self.function.at(index)
    }
}

/// The most elements that a picture asks for one by one.
pub const MOST_ASKED: i64 = 1 << 18;

/// Why a value has no picture of a kind.
#[derive(Debug, thiserror::Error)]
pub enum KindError {
    /// There is too much of it.
    #[error("{size} elements are more than the {MOST_ASKED} that this kind of picture looks at")]
    TooLarge {
        /// How many there are.
        size: i64,
    },
    /// It needs another rank.
    #[error("a picture of {what} needs {needed}; this layout has rank {rank}")]
    Rank {
        /// The kind.
        what: &'static str,
        /// What it needs.
        needed: &'static str,
        /// What there is.
        rank: usize,
    },
    /// An operation on the way is refused.
    #[error(transparent)]
    Algebra(#[from] Error),
    /// A thread-value layout cannot be drawn over its tile.
    #[error(transparent)]
    ThreadValues(#[from] crate::ThreadValuesError),
}

/// The size of a shape, if that many elements are looked at.
fn looked_at(shape: &IntTuple<i64>) -> Result<i64, KindError> {
    match shape.product()? {
        size @ ..=MOST_ASKED => Ok(size),
        size => Err(KindError::TooLarge { size }),
    }
}
