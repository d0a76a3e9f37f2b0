//! Where everything of a picture stands, and how large cells are.

use super::{SvgStyle, number::count};
use crate::{Axis, Grid, Label, Panel, Picture};

/// Text of a picture at full size, in pixels.
pub(super) const TEXT: f64 = 10.0;
/// Text that is smaller than this is not shown.
const SMALLEST_TEXT: f64 = 9.0;
/// The width of a character in parts of its height.
pub(super) const CHARACTER: f64 = 0.6;
/// Height of a line of text outside of cells.
pub(super) const LINE: f64 = 13.0;
/// Between panels.
const GAP: f64 = 22.0;
/// A small picture is scaled up to its frame, but not above this: a few cells should not fill a hover.
const LARGEST_SCALE: f64 = 1.6;
/// The longest side of a picture whose cells are colour alone, in pixels.
const COLOUR_SIDE: f64 = 1024.0;
/// The largest cell that is colour alone.
const COLOUR_CELL: f64 = 12.0;

/// How large cells are, and whether they are labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cells {
    /// Two lines of text in each where there are two.
    Roomy,
    /// One line of text in each, as low as it gets.
    Tight,
    /// No text: width and height in pixels.
    Colour(f64, f64),
}

/// A panel on the sheet.
pub(super) struct Placed<'a> {
    pub(super) panel: &'a Panel,
    /// Where its cells begin.
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Where everything stands, in pixels.
pub(super) struct Sheet<'a> {
    pub(super) style: SvgStyle,
    pub(super) cells: Cells,
    pub(super) cell_width: f64,
    pub(super) cell_height: f64,
    pub(super) placed: Vec<Placed<'a>>,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scale: f64,
    pub(super) below: Vec<String>,
}

impl<'a> Sheet<'a> {
    /// The first way to show the cells with which the text can be read in the frame, else as colour alone.
    pub(super) fn new(picture: &'a Picture, style: SvgStyle) -> Self {
        let is_labelled = picture.panels.iter().all(|panel| panel.grid.is_labelled());
        if is_labelled {
            for cells in [Cells::Roomy, Cells::Tight] {
                let sheet = Self::with(picture, style, cells);
                if sheet.scale * TEXT >= SMALLEST_TEXT {
                    return sheet;
                }
            }
        }
        let bare = Self::with(picture, style, Cells::Colour(0.0, 0.0));
        let (rows, columns) = table_size(picture);
        let (rows, columns) = (count(rows.iter().sum()), count(columns.iter().sum()));
        let (width, height) = match style.frame {
            Some((width, height)) => (f64::from(width) - bare.width, f64::from(height) - bare.height),
            None => (COLOUR_SIDE, COLOUR_SIDE),
        };
        let fit = |room: f64, cells: f64| (room / cells.max(1.0)).clamp(0.01, COLOUR_CELL);
        let side = fit(width, columns).min(fit(height, rows));
        // A whole number of pixels is sharp.
        let side = if side >= 2.0 { side.floor() } else { side };
        // A strip may be as thin as it likes, and is as high as a line.
        let is_strip = picture.panels.iter().all(|panel| panel.grid.rows.is_none());
        let high = if is_strip { fit(height, rows).min(COLOUR_CELL).max(side) } else { side };
        Self::with(picture, style, Cells::Colour(side, high))
    }

    fn with(picture: &'a Picture, style: SvgStyle, cells: Cells) -> Self {
        let (cell_width, cell_height) = cell_size(picture, cells);
        let (rows, columns) = table_size(picture);
        let has_levels = has_levels(style, cells);
        let (above, left) =
            (|panel: &Panel| above(panel, has_levels), |panel: &Panel| left(panel, has_levels));
        let mut placed = Vec::new();
        let mut y = 0.0;
        let mut right = 0.0_f64;
        for (table_row, height) in rows.iter().enumerate() {
            let in_row = |panel: &&Panel| panel.at.0 == table_row;
            let above = picture.panels.iter().filter(in_row).map(&above).fold(0.0, f64::max);
            let mut x = 0.0;
            for (table_column, width) in columns.iter().enumerate() {
                let in_column = |panel: &&Panel| panel.at.1 == table_column;
                let left = picture.panels.iter().filter(in_column).map(&left).fold(0.0, f64::max);
                let panels = picture.panels.iter().filter(|panel| panel.at == (table_row, table_column));
                for panel in panels {
                    placed.push(Placed { panel, x: x + left, y: y + above });
                    let outside =
                        panel.title.iter().chain(&panel.grid.grouping).cloned().chain(panel.grid.footer());
                    right = right.max(x + outside.map(|line| text_width(&line)).fold(0.0, f64::max));
                }
                let side = if picture
                    .panels
                    .iter()
                    .filter(in_column)
                    .any(|panel| panel.sides.is_some() || panel.has_arrows())
                {
                    LINE
                } else {
                    0.0
                };
                let titles =
                    picture.panels.iter().filter(in_column).filter_map(|panel| panel.title.as_deref());
                // The last column may be narrower than its titles, which end where the picture does.
                let titled = if table_column + 1 < columns.len() {
                    titles.map(text_width).fold(0.0, f64::max)
                } else {
                    0.0
                };
                x += (left + count(*width) * cell_width + side).max(titled) + GAP;
                right = right.max(x - GAP + 1.0);
            }
            let footer = picture.panels.iter().filter(in_row).map(|panel| panel.grid.footer().count()).max();
            y += above + count(*height) * cell_height + 1.0 + LINE * count(footer.unwrap_or(0));
            if table_row + 1 < rows.len() {
                y += GAP / 2.0;
            }
        }
        let below = picture.lines_below();
        let width = right.max(below.iter().map(|line| text_width(line)).fold(0.0, f64::max)).ceil();
        let height = (y + LINE * count(below.len())).ceil();
        let scale = match (style.frame, cells) {
            (Some((frame_width, frame_height)), Cells::Roomy | Cells::Tight) => {
                (f64::from(frame_width) / width).min(f64::from(frame_height) / height).min(LARGEST_SCALE)
            }
            _ => 1.0,
        };
        Self { style, cells, cell_width, cell_height, placed, width, height, scale, below }
    }

    pub(super) fn has_levels(&self) -> bool {
        has_levels(self.style, self.cells)
    }

    pub(super) fn cells_width(&self, grid: &Grid) -> f64 {
        count(grid.width()) * self.cell_width
    }

    pub(super) fn cells_height(&self, grid: &Grid) -> f64 {
        count(grid.height()) * self.cell_height
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, placed: &Placed<'_>, (row, column): (usize, usize)) -> (f64, f64) {
        (placed.x + (count(column) + 0.5) * self.cell_width, placed.y + (count(row) + 0.5) * self.cell_height)
    }
}

/// The most rows and columns of cells of each row and column of panels.
fn table_size(picture: &Picture) -> (Vec<usize>, Vec<usize>) {
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    for panel in &picture.panels {
        let (row, column) = panel.at;
        rows.resize(rows.len().max(row + 1), 0);
        columns.resize(columns.len().max(column + 1), 0);
        if let Some(height) = rows.get_mut(row) {
            *height = panel.grid.height().max(*height);
        }
        if let Some(width) = columns.get_mut(column) {
            *width = panel.grid.width().max(*width);
        }
    }
    (rows, columns)
}

pub(super) fn is_two_lined(grid: &Grid) -> bool {
    let mut labels = (0..grid.height()).flat_map(|row| (0..grid.width()).map(move |column| (row, column)));
    labels.any(|(row, column)| matches!(grid.label(row, column), Label::Owners(owners) if !owners.is_empty()))
}

fn cell_size(picture: &Picture, cells: Cells) -> (f64, f64) {
    if let Cells::Colour(width, height) = cells {
        return (width, height);
    }
    let is_roomy = cells == Cells::Roomy;
    let is_two_lined = is_roomy && picture.panels.iter().any(|panel| is_two_lined(&panel.grid));
    let mut longest = 0;
    for panel in &picture.panels {
        let grid = &panel.grid;
        for row in 0..grid.height() {
            for column in 0..grid.width() {
                let (first, second) = grid.label(row, column).lines();
                let (first, second) = (first.chars().count(), second.chars().count());
                longest = longest.max(if is_two_lined { first.max(second) } else { first + second });
            }
        }
    }
    let width = count(longest) * TEXT * CHARACTER;
    match (is_roomy, is_two_lined) {
        (true, true) => ((width + 6.0).max(28.0), 28.0),
        (true, false) => ((width + 8.0).max(22.0), 22.0),
        (false, _) => (width + 4.0, 11.5),
    }
}

/// The most levels of tiles that are numbered beside the cells.
const MOST_LEVELS: usize = 2;
/// The width of the numbers of a level.
pub(super) const LEVEL_WIDTH: f64 = 2.0 * TEXT * CHARACTER + 3.0;

/// Whether tiles are numbered: in what is looked at in its own size, where there is room.
fn has_levels(style: SvgStyle, cells: Cells) -> bool {
    style.frame.is_none() && !matches!(cells, Cells::Colour(..))
}

/// The lengths of the tiles of a side that are numbered, innermost first, each with how many of them the next one has.
pub(super) fn levels(axis: &Axis) -> Vec<(usize, usize)> {
    let lengths = axis.tiles().iter().filter_map(|length| usize::try_from(*length).ok());
    let lengths: Vec<usize> = lengths.filter(|length| *length < axis.shown).take(MOST_LEVELS).collect();
    let next = lengths.iter().skip(1).copied().chain([usize::MAX]);
    lengths.iter().zip(next).map(|(length, next)| (*length, (next / length).max(1))).collect()
}

/// What stands above the cells of a panel.
fn above(panel: &Panel, has_levels: bool) -> f64 {
    let levels = if has_levels { levels(&panel.grid.columns).len() } else { 0 };
    LINE * count(1 + levels + panel.grid.grouping.iter().count() + panel.title.iter().count()) + 2.0
}

/// What stands on their left.
pub(super) fn left(panel: &Panel, has_levels: bool) -> f64 {
    let names = panel.grid.row_name_width().map_or(0.0, |width| count(width) * TEXT * CHARACTER + 6.0);
    let levels = panel.grid.rows.as_ref().filter(|_| has_levels).map_or(0, |rows| levels(rows).len());
    names + count(levels) * LEVEL_WIDTH
}

fn text_width(text: &str) -> f64 {
    (count(text.chars().count()) + 0.5) * TEXT * CHARACTER
}
