//! Thread-value layouts, drawn the way hardware manuals do: the tile, and in each cell who owns it.

use layout_algebra::{IntTuple, Layout, analysis::WARP};

use crate::{Cell, ColourBy, Draw, Grid, Label, Limits, Marks, Owner, Scale, draw::cycle};

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
    /// Sorted by element, then by owner; an owner that has the element twice is here once.
    owners: Vec<(i64, Owner)>,
    outside: usize,
    threads: i64,
}

impl ThreadValues {
    /// Whether [`new`](Self::new) draws this layout over this tile, as far as that is known without looking up each element.
    ///
    /// # Errors
    /// Those of [`new`](Self::new) but for elements beyond 64 bits.
    pub fn check(layout: &Layout<i64>, tile: &IntTuple<i64>) -> Result<(), ThreadValuesError> {
        let rank = layout.rank();
        if rank < 2 {
            return Err(ThreadValuesError::Rank { rank });
        }
        if let Some(extent) = tile.leaves().into_iter().copied().find(|extent| *extent < 1) {
            return Err(ThreadValuesError::Tile { extent });
        }
        let size = layout.size();
        if size > MAX_THREAD_VALUES {
            return Err(ThreadValuesError::TooLarge { size });
        }
        tile.product()?;
        Ok(())
    }

    /// Looks up the owners of each element of `tile`, whose elements are counted leftmost mode fastest.
    ///
    /// Mode 0 of `layout` is the threads; the other modes together are the values.
    ///
    /// # Errors
    /// [`ThreadValuesError`]: a layout of rank 1, a tile with an extent below 1, a layout of more than [`MAX_THREAD_VALUES`] pairs, or beyond 64 bits.
    pub fn new(layout: &Layout<i64>, tile: &IntTuple<i64>) -> Result<Self, ThreadValuesError> {
        Self::check(layout, tile)?;
        let shape = layout.shape();
        let threads = shape.modes().first().unwrap_or(&IntTuple::Int(1)).product()?;
        let (size, elements) = (layout.size(), tile.product()?);
        let mut owners = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        let mut outside = 0;
        for thread in 0..threads {
            for value in 0..size / threads {
                let element = layout.at(thread + value * threads)?;
                match (0..elements).contains(&element) {
                    true => owners.push((element, Owner { thread, value })),
                    false => outside += 1,
                }
            }
        }
        owners.sort_unstable();
        owners.dedup();
        Ok(Self { tile: tile.clone(), owners, outside, threads })
    }
}

impl ThreadValues {
    /// The tile that is owned.
    pub fn tile(&self) -> &IntTuple<i64> {
        &self.tile
    }

    /// The same with the two modes of the tile changed: rows become columns.
    #[must_use]
    pub(crate) fn transposed(mut self) -> Self {
        let [rows, columns] = match self.tile.modes() {
            [rows, columns] => [rows.clone(), columns.clone()],
            _ => return self,
        };
        let (Ok(height), Ok(width)) = (rows.product(), columns.product()) else { return self };
        for (element, _) in &mut self.owners {
            *element = *element / height + *element % height * width;
        }
        self.owners.sort_unstable();
        self.tile = IntTuple::Tuple(vec![columns, rows]);
        self
    }

    /// Who owns an element.
    fn owners(&self, element: i64) -> &[(i64, Owner)] {
        let start = self.owners.partition_point(|(other, _)| *other < element);
        let owners = self.owners.get(start..).unwrap_or_default();
        let end = owners.partition_point(|(other, _)| *other == element);
        owners.get(..end).unwrap_or_default()
    }

    /// The grid in which the elements of one thread are set off.
    pub fn of_thread(&self, thread: i64, limits: Limits) -> Grid {
        let mut grid = self.grid(limits);
        grid.notes.push(format!("thread {thread} is set off"));
        let places: Vec<bool> = (0..grid.height())
            .flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
            .map(|(row, column)| {
                let owners = self.owners(grid.index_of(row, column));
                owners.iter().any(|(_, owner)| owner.thread == thread)
            })
            .collect();
        let mut places = places.into_iter();
        grid.recolour(Scale::Chosen, |_, _| match places.next() {
            Some(true) => (Some(1), Marks::CHOSEN),
            _ => (Some(0), Marks::NONE),
        });
        grid
    }
}

impl Draw for ThreadValues {
    fn shape(&self) -> IntTuple<i64> {
        self.tile.clone()
    }

    fn usual_colour(&self) -> ColourBy {
        ColourBy::Thread
    }

    fn coloured(&self, limits: Limits, colour: &ColourBy) -> Grid {
        let scale = match colour {
            ColourBy::Value | ColourBy::Owners | ColourBy::Mode(_) => Scale::Cycle,
            _ if self.threads <= WARP => Scale::Lanes,
            _ => Scale::Threads,
        };
        let mut grid = Grid::new(&self.tile, limits, scale, |index| {
            let owners = self.owners(index);
            let first = owners.first().map(|(_, owner)| owner);
            let tone = match colour {
                ColourBy::Value => first.and_then(|owner| cycle(owner.value)),
                ColourBy::Owners => first.and_then(|_| u32::try_from(owners.len()).ok()),
                ColourBy::Mode(path) => first.and_then(|_| crate::draw::mode_tone(&self.tile, index, path)),
                _ => first.and_then(|owner| u32::try_from(owner.thread).ok()),
            };
            let label = match limits.labels {
                true => Label::Owners(owners.iter().map(|(_, owner)| *owner).collect()),
                false => Label::Nothing,
            };
            Cell { label, tone, marks: if owners.len() > 1 { Marks::SHARED } else { Marks::NONE } }
        });
        if self.outside > 0 {
            grid.notes.push(format!("{} thread-value pairs lie outside the tile", self.outside));
        }
        grid
    }
}
