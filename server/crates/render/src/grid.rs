//! The picture before it is text or SVG: headers, cells, borders, and what has to be said about it.

use layout_algebra::IntTuple;

use crate::{Axis, Cell};

/// How many cells are shown at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows of a grid.
    pub rows: usize,
    /// Columns of a grid, cells of a strip.
    pub columns: usize,
}

impl Limits {
    /// What a hover shows as text.
    pub const TEXT: Self = Self { rows: 16, columns: 16 };
    /// What a hover shows as a picture.
    pub const SVG: Self = Self { rows: 32, columns: 32 };
}

/// A table of cells: a strip when there is one mode, rows by columns otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The vertical side; `None` for a strip.
    pub rows: Option<Axis>,
    /// The horizontal side.
    pub columns: Axis,
    /// The shown cells, row by row.
    pub cells: Vec<Vec<Cell>>,
    /// The row and column of a cell that is to be found at once: it stands in brackets, `[26]`.
    pub marked: Option<(usize, usize)>,
    /// Which modes the sides stand for, where that is not plain; stands above the cells.
    pub grouping: Option<String>,
    /// What else has to be said, a line each; stands below the cells.
    pub notes: Vec<String>,
}

impl Grid {
    /// Lays out the coordinates of `shape` and asks `cell` for each shown one by its 1-D coordinate.
    ///
    /// Mode 0 runs down; the other modes, grouped leftmost fastest, run across. The size of `shape` fits in 64 bits.
    pub(crate) fn new(shape: &IntTuple<i64>, limits: Limits, cell: impl Fn(i64) -> Cell) -> Self {
        let modes = shape.modes();
        let (rows, columns) = match modes {
            [first, rest @ ..] if !rest.is_empty() => {
                (Some(Axis::new(std::slice::from_ref(first), limits.rows)), Axis::new(rest, limits.columns))
            }
            _ => (None, Axis::new(modes, limits.columns)),
        };
        let column_step = rows.as_ref().map_or(1, |rows| rows.extent);
        let row_cells =
            |row| (0..).take(columns.shown).map(|column| cell(row + column * column_step)).collect();
        let cells = (0..).take(rows.as_ref().map_or(1, |rows| rows.shown)).map(row_cells).collect();
        let grouping =
            (modes.len() > 2).then(|| format!("rows = mode 0, columns = modes 1..{}", modes.len() - 1));
        Self { rows, columns, cells, marked: None, grouping, notes: Vec::new() }
    }

    /// Marks the cell of a 1-D coordinate, where it is shown; says whether it is.
    pub fn mark(&mut self, index: i64) -> bool {
        let rows = self.rows.as_ref().map_or(1, |rows| rows.extent.max(1));
        let place = |number: i64| usize::try_from(number).ok();
        self.marked = place(index % rows)
            .zip(place(index / rows))
            .filter(|(row, column)| self.cells.get(*row).is_some_and(|cells| *column < cells.len()));
        self.marked.is_some()
    }

    /// `showing 16x16 of 128x64`, when cells are cut off.
    pub fn truncation(&self) -> Option<String> {
        let columns = &self.columns;
        match &self.rows {
            Some(rows) if rows.is_truncated() || columns.is_truncated() => Some(format!(
                "showing {}x{} of {}x{}",
                rows.shown, columns.shown, rows.extent, columns.extent
            )),
            None if columns.is_truncated() => {
                Some(format!("showing {} of {}", columns.shown, columns.extent))
            }
            _ => None,
        }
    }

    /// The lines below the cells: the truncation, then the notes.
    pub(crate) fn footer(&self) -> impl Iterator<Item = String> + '_ {
        self.truncation().into_iter().chain(self.notes.iter().cloned())
    }
}
