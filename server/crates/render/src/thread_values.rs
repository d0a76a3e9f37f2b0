//! Thread-value layouts, drawn the way hardware manuals do: the tile, and in each cell who owns it.

use std::collections::HashMap;

use layout_algebra::{IntTuple, Layout};

use crate::{Cell, Draw, Grid, Limits, Owner};

/// The most (thread, value) pairs that are looked through to find the owners of the shown cells.
pub const MAX_THREAD_VALUES: i64 = 1 << 18;

/// Why a thread-value layout cannot be drawn over a tile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThreadValuesError {
    /// The layout has no value mode.
    #[error("a thread-value layout has two modes, threads and values; this one has {rank}")]
    Rank {
        /// Its rank.
        rank: usize,
    },
    /// The tile has no elements.
    #[error("a tile has an extent of {extent}; extents are at least 1")]
    Tile {
        /// The first extent below 1.
        extent: i64,
    },
    /// Too many (thread, value) pairs to look through.
    #[error("{size} thread-value pairs are more than the limit of {MAX_THREAD_VALUES}")]
    TooLarge {
        /// How many pairs there are.
        size: i64,
    },
    /// A size or an index leaves 64 bits.
    #[error(transparent)]
    Algebra(#[from] layout_algebra::Error),
}

/// The inverse picture of a layout `(T,V) -> index in a tile`: for each element of the tile, its owners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadValues {
    tile: IntTuple<i64>,
    owners: HashMap<i64, Vec<Owner>>,
    outside: usize,
}

impl ThreadValues {
    /// Looks up the owners of each element of `tile`, whose elements are counted leftmost mode fastest.
    ///
    /// Mode 0 of `layout` is the threads; the other modes together are the values.
    ///
    /// # Errors
    /// [`ThreadValuesError`]: a layout of rank 1, a tile with an extent below 1, a layout of more than [`MAX_THREAD_VALUES`] pairs, or beyond 64 bits.
    pub fn new(layout: &Layout<i64>, tile: &IntTuple<i64>) -> Result<Self, ThreadValuesError> {
        let shape = layout.shape();
        let modes = shape.modes();
        let (Some(threads), 2..) = (modes.first(), modes.len()) else {
            return Err(ThreadValuesError::Rank { rank: modes.len() });
        };
        if let Some(extent) = tile.leaves().into_iter().copied().find(|extent| *extent < 1) {
            return Err(ThreadValuesError::Tile { extent });
        }
        let threads = threads.product()?;
        let size = layout.size();
        if size > MAX_THREAD_VALUES {
            return Err(ThreadValuesError::TooLarge { size });
        }
        let elements = tile.product()?;
        let mut owners: HashMap<i64, Vec<Owner>> = HashMap::new();
        let mut outside = 0;
        for thread in 0..threads {
            for value in 0..size / threads {
                let element = layout.at(thread + value * threads)?;
                match (0..elements).contains(&element) {
                    true => owners.entry(element).or_default().push(Owner { thread, value }),
                    false => outside += 1,
                }
            }
        }
        Ok(Self { tile: tile.clone(), owners, outside })
    }
}

impl Draw for ThreadValues {
    fn grid(&self, limits: Limits) -> Grid {
        let mut grid = Grid::new(&self.tile, limits, |index| {
            Cell::Owners(self.owners.get(&index).cloned().unwrap_or_default())
        });
        if self.outside > 0 {
            grid.notes.push(format!("{} thread-value pairs lie outside the tile", self.outside));
        }
        grid
    }
}
