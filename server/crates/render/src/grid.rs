//! A table of cells before it is text or a picture: headers, cells, borders, and what has to be said about it.

use layout_algebra::IntTuple;

use crate::{Axis, Cell, Label, Marks, Scale};

/// How many cells are shown at most, and whether they are labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Rows of a grid.
    pub rows: usize,
    /// Columns of a grid, cells of a strip.
    pub columns: usize,
    /// Whether cells have labels; those that are colour alone take an eighth of the memory.
    pub labels: bool,
}

/// The most cells of a picture that have labels: more cannot be read at once.
const MOST_LABELLED: i64 = 4096;
/// The most cells of a picture.
const MOST_DRAWN: i64 = 1 << 18;
/// The corner that stands for a layout with more cells.
const CORNER: usize = 32;

impl Limits {
    /// What a hover shows as text.
    pub const TEXT: Self = Self::of(16, 16);
    /// The corner that a picture shows of what has more cells than can be drawn.
    pub const SVG: Self = Self::of(CORNER, CORNER);

    /// So many rows and columns, with labels.
    pub const fn of(rows: usize, columns: usize) -> Self {
        Self { rows, columns, labels: true }
    }

    /// What a picture of this shape shows: all cells with labels, or all cells as colour alone, or a corner.
    pub fn of_picture(shape: &IntTuple<i64>) -> Self {
        let all = Self::of(usize::MAX, usize::MAX);
        match shape.product() {
            Ok(..=MOST_LABELLED) => all,
            Ok(..=MOST_DRAWN) => Self { labels: false, ..all },
            Ok(_) | Err(_) => Self::SVG,
        }
    }

    /// The same without labels.
    pub const fn unlabelled(self) -> Self {
        Self { labels: false, ..self }
    }
}

/// The largest tone for which a table notes whether it occurs.
const MOST_NOTED: u32 = 1 << 16;
/// A cell without a colour.
const BLANK: u32 = u32::MAX;

/// A table of cells: a strip when there is one mode, rows by columns otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The vertical side; `None` for a strip.
    pub rows: Option<Axis>,
    /// The horizontal side.
    pub columns: Axis,
    /// What the colours stand for.
    pub scale: Scale,
    /// The row and column of a cell that is to be found at once: it stands in brackets, `[26]`.
    pub marked: Option<(usize, usize)>,
    /// Which modes the sides stand for, where that is not plain; stands above the cells.
    pub grouping: Option<String>,
    /// What else has to be said, a line each; stands below the cells.
    pub notes: Vec<String>,
    /// What stands before rows instead of their numbers; empty where these do.
    pub row_names: Vec<String>,
    /// Row by row; empty where cells are colour alone.
    labels: Vec<Label>,
    /// Row by row.
    tones: Vec<u32>,
    /// Row by row.
    marks: Vec<Marks>,
}

impl Grid {
    /// Lays out the coordinates of `shape` and asks `cell` for each shown one by its 1-D coordinate.
    ///
    /// Mode 0 runs down; the other modes, grouped leftmost fastest, run across. The size of `shape` fits in 64 bits.
    pub(crate) fn new(
        shape: &IntTuple<i64>,
        limits: Limits,
        scale: Scale,
        mut cell: impl FnMut(i64) -> Cell,
    ) -> Self {
        let modes = shape.modes();
        let (rows, columns) = match modes {
            [first, rest @ ..] if !rest.is_empty() => {
                (Some(Axis::new(std::slice::from_ref(first), limits.rows)), Axis::new(rest, limits.columns))
            }
            _ => (None, Axis::new(modes, limits.columns)),
        };
        let column_step = rows.as_ref().map_or(1, |rows| rows.extent);
        let shown_rows = rows.as_ref().map_or(1, |rows| rows.shown);
        let count = shown_rows * columns.shown;
        let mut grid = Self {
            grouping: (modes.len() > 2)
                .then(|| format!("rows = mode 0, columns = modes 1..{}", modes.len() - 1)),
            rows,
            columns,
            scale,
            marked: None,
            notes: Vec::new(),
            row_names: Vec::new(),
            labels: Vec::with_capacity(if limits.labels { count } else { 0 }),
            tones: Vec::with_capacity(count),
            marks: Vec::with_capacity(count),
        };
        for row in (0..).take(shown_rows) {
            for column in (0..).take(grid.columns.shown) {
                let Cell { label, tone, marks } = cell(row + column * column_step);
                grid.tones.push(tone.unwrap_or(BLANK));
                grid.marks.push(marks);
                if limits.labels {
                    grid.labels.push(label);
                }
            }
        }
        grid
    }

    /// How many rows are shown; a strip has one.
    pub fn height(&self) -> usize {
        self.rows.as_ref().map_or(1, |rows| rows.shown)
    }

    /// How many columns are shown.
    pub fn width(&self) -> usize {
        self.columns.shown
    }

    /// Whether cells have labels.
    pub fn is_labelled(&self) -> bool {
        !self.labels.is_empty()
    }

    fn place(&self, row: usize, column: usize) -> usize {
        row * self.columns.shown + column
    }

    /// What is written at a place.
    pub fn label(&self, row: usize, column: usize) -> &Label {
        self.labels.get(self.place(row, column)).unwrap_or(&Label::Nothing)
    }

    /// What chooses the colour at a place.
    pub fn tone(&self, row: usize, column: usize) -> Option<u32> {
        self.tones.get(self.place(row, column)).copied().filter(|tone| *tone != BLANK)
    }

    /// How the cell at a place is set off.
    pub fn marks(&self, row: usize, column: usize) -> Marks {
        self.marks.get(self.place(row, column)).copied().unwrap_or_default()
    }

    /// What stands before a row.
    pub(crate) fn row_name(&self, row: usize) -> String {
        self.row_names.get(row).cloned().unwrap_or_else(|| row.to_string())
    }

    /// The widest of what stands before rows, in characters; nothing before a strip.
    pub(crate) fn row_name_width(&self) -> Option<usize> {
        let rows = self.rows.as_ref()?;
        let names = self.row_names.iter().map(|name| name.chars().count());
        Some(names.max().unwrap_or_else(|| rows.shown.saturating_sub(1).to_string().len()))
    }

    /// Gives each shown cell another tone and sets it off; `choose` is asked with row and column.
    pub(crate) fn recolour(
        &mut self,
        scale: Scale,
        mut choose: impl FnMut(usize, usize) -> (Option<u32>, Marks),
    ) {
        self.scale = scale;
        let width = self.columns.shown.max(1);
        for (place, (tone, marks)) in self.tones.iter_mut().zip(&mut self.marks).enumerate() {
            let (chosen, more) = choose(place / width, place % width);
            *tone = chosen.unwrap_or(BLANK);
            *marks = marks.and(more);
        }
    }

    /// The tones that occur, each once, in order.
    pub(crate) fn tones(&self) -> Vec<u32> {
        let known = || self.tones.iter().copied().filter(|tone| *tone != BLANK);
        match known().max() {
            None => Vec::new(),
            // There are more cells than tones, as a rule.
            Some(most) if most < MOST_NOTED => {
                let mut occurs = vec![false; most as usize + 1];
                for tone in known() {
                    if let Some(occurs) = occurs.get_mut(tone as usize) {
                        *occurs = true;
                    }
                }
                (0..=most).zip(occurs).filter_map(|(tone, occurs)| occurs.then_some(tone)).collect()
            }
            Some(_) => {
                let mut tones: Vec<u32> = known().collect();
                tones.sort_unstable();
                tones.dedup();
                tones
            }
        }
    }

    /// The tone of every cell of a row; what is blank is [`None`].
    pub(crate) fn row_tones(&self, row: usize) -> impl Iterator<Item = Option<u32>> + '_ {
        let start = row * self.columns.shown;
        let tones = self.tones.get(start..start + self.columns.shown).unwrap_or_default();
        tones.iter().map(|tone| Some(*tone).filter(|tone| *tone != BLANK))
    }

    /// Row and column of a 1-D coordinate, where it is shown.
    pub fn cell_of(&self, index: i64) -> Option<(usize, usize)> {
        let rows = self.rows.as_ref().map_or(1, |rows| rows.extent.max(1));
        let place = |number: i64| usize::try_from(number).ok();
        place(index.rem_euclid(rows))
            .zip(place(index.div_euclid(rows)))
            .filter(|(row, column)| *row < self.height() && *column < self.width())
    }

    /// The 1-D coordinate of a place.
    pub(crate) fn index_of(&self, row: usize, column: usize) -> i64 {
        let rows = self.rows.as_ref().map_or(1, |rows| rows.extent);
        let number = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        number(column).saturating_mul(rows).saturating_add(number(row))
    }

    /// Marks the cell of a 1-D coordinate, where it is shown; says whether it is.
    pub fn mark(&mut self, index: i64) -> bool {
        self.marked = self.cell_of(index);
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
