//! Cells: their colours, the lines between them, and how they are set off.

use super::{
    number::{Number, count, push, push_number},
    sheet::{Placed, Sheet},
};
use crate::{Border, Colour, Grid, Marks};

/// The most tones that are looked up in a table.
const LONGEST_TABLE: usize = 1 << 16;
/// Cells that are smaller have no lines between them.
const LINED_CELL: f64 = 9.0;
/// Smaller cells have no frames of their own.
const FRAMED_CELL: f64 = 4.0;
/// Inner tiles that are smaller have no lines between them.
const LINED_TILE: f64 = 7.0;

impl Sheet<'_> {
    /// Cells of one colour are one path of horizontal runs in a space where a cell is one unit, as thick as the cell.
    pub(super) fn fills(&self, placed: &Placed<'_>, svg: &mut String) {
        let grid = &placed.panel.grid;
        let mut paths: Vec<(Colour, String)> = Vec::new();
        let colour = |tone| self.style.palette.colour(self.style.theme, grid.scale, tone);
        let mut of_tone: Vec<(u32, usize)> = Vec::new();
        for tone in grid.tones() {
            let colour = colour(tone);
            let at = paths.iter().position(|(other, _)| *other == colour).unwrap_or_else(|| {
                paths.push((colour, String::new()));
                paths.len() - 1
            });
            of_tone.push((tone, at));
        }
        // There may be a run a cell: the path of a tone is looked up in a table where that is short, and each number is
        // written once.
        let most = of_tone.last().map_or(0, |(tone, _)| *tone as usize);
        let mut table = vec![usize::MAX; if most < LONGEST_TABLE { most + 1 } else { 0 }];
        for (tone, path) in &of_tone {
            if let Some(place) = table.get_mut(*tone as usize) {
                *place = *path;
            }
        }
        let path_of = |tone: u32| match table.get(tone as usize) {
            Some(path) => Some(*path).filter(|path| *path != usize::MAX),
            None => {
                let at = of_tone.binary_search_by_key(&tone, |(tone, _)| *tone).ok()?;
                of_tone.get(at).map(|(_, path)| *path)
            }
        };
        let begins: Vec<String> = (0..grid.width()).map(|column| format!("M{column} ")).collect();
        for row in 0..grid.height() {
            let of_row = format!("{row}h");
            let mut run: Option<(usize, usize, usize)> = None;
            let mut tones = grid.row_tones(row);
            for column in 0..=grid.width() {
                let path = tones.next().flatten().and_then(path_of);
                match (run, path) {
                    (Some((at, start, length)), Some(path)) if at == path => {
                        run = Some((at, start, length + 1))
                    }
                    (before, path) => {
                        if let Some((at, start, length)) = before
                            && let (Some((_, path)), Some(begin)) = (paths.get_mut(at), begins.get(start))
                        {
                            path.push_str(begin);
                            path.push_str(&of_row);
                            push_number(path, length);
                        }
                        run = path.map(|path| (path, column, 1));
                    }
                }
            }
        }
        push(
            svg,
            format_args!(
                "<g transform=\"translate({} {}) scale({} {})\" stroke-width=\"1\" shape-rendering=\"crispEdges\">",
                Number(placed.x),
                Number(placed.y + self.cell_height / 2.0),
                Number(self.cell_width),
                Number(self.cell_height)
            ),
        );
        for (colour, path) in paths {
            push(svg, format_args!("<path stroke=\"{colour}\" d=\""));
            svg.push_str(&path);
            svg.push_str("\"/>");
        }
        svg.push_str("</g>");
    }

    /// Cell outlines thin, ends of inner tiles thicker, of tiles of tiles thickest; those that are too near to each other
    /// are left out.
    pub(super) fn borders(&self, placed: &Placed<'_>, svg: &mut String) {
        let widths = ["0.5", "1.25", "2.25"];
        let borders = [Border::None, Border::Inner, Border::Outer];
        for ((border, width), colour) in borders.into_iter().zip(widths).zip(self.style.theme.lines()) {
            let path = self.border_path(placed, border);
            if !path.is_empty() {
                push(
                    svg,
                    format_args!(
                        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{path}\"/>"
                    ),
                );
            }
        }
    }

    fn border_path(&self, placed: &Placed<'_>, border: Border) -> String {
        let grid = &placed.panel.grid;
        let mut path = String::new();
        let (width, height) = (self.cells_width(grid), self.cells_height(grid));
        let is_seen = |lines: usize, length: f64, total: usize| match border {
            // The frame is always there.
            Border::None => length >= LINED_CELL,
            Border::Inner | Border::Outer => {
                let tiles = count(lines) + 1.0;
                count(total) * length / tiles >= LINED_TILE
            }
        };
        let columns = &grid.columns;
        let lines: Vec<usize> =
            (0..=columns.shown).filter(|column| columns.border_before(*column) == border).collect();
        let seen = is_seen(lines.len(), self.cell_width, columns.shown);
        for column in lines.into_iter().filter(|column| seen || [0, columns.shown].contains(column)) {
            let x = placed.x + count(column) * self.cell_width;
            push(&mut path, format_args!("M{} {}v{}", Number(x), Number(placed.y), Number(height)));
        }
        let before = |row| grid.rows.as_ref().map_or(Border::None, |rows| rows.border_before(row));
        let lines: Vec<usize> = (0..=grid.height()).filter(|row| before(*row) == border).collect();
        let seen = is_seen(lines.len(), self.cell_height, grid.height());
        for row in lines.into_iter().filter(|row| seen || [0, grid.height()].contains(row)) {
            let y = placed.y + count(row) * self.cell_height;
            push(&mut path, format_args!("M{} {}h{}", Number(placed.x), Number(y), Number(width)));
        }
        path
    }

    /// Frames and crosses.
    pub(super) fn marks(&self, placed: &Placed<'_>, svg: &mut String) {
        let grid = &placed.panel.grid;
        let [mut shared, mut chosen, mut conflict, mut unused] = [const { String::new() }; 4];
        let (cell_width, cell_height) = (self.cell_width, self.cell_height);
        let is_large = cell_width >= FRAMED_CELL && cell_height >= FRAMED_CELL;
        for row in 0..grid.height() {
            for column in 0..grid.width() {
                let marks = grid.marks(row, column);
                if marks == Marks::NONE {
                    continue;
                }
                let (x, y) = (placed.x + count(column) * cell_width, placed.y + count(row) * cell_height);
                let frame = |path: &mut String, inset: f64| {
                    let (width, height) = (cell_width - 2.0 * inset, cell_height - 2.0 * inset);
                    push(
                        path,
                        format_args!(
                            "M{} {}h{}v{}h{}z",
                            Number(x + inset),
                            Number(y + inset),
                            Number(width),
                            Number(height),
                            Number(-width)
                        ),
                    );
                };
                if marks.has(Marks::SHARED) && is_large {
                    frame(&mut shared, 1.0);
                }
                if marks.has(Marks::UNUSED) && is_large {
                    frame(&mut unused, 2.0);
                }
                if marks.has(Marks::CHOSEN) && is_large {
                    self.outline(grid, (row, column), (x, y), &mut chosen);
                }
                if marks.has(Marks::CONFLICT) && is_large {
                    // A corner that is cut off, so that the text stays free.
                    let size = (cell_width.min(cell_height) / 2.5).min(8.0);
                    push(
                        &mut conflict,
                        format_args!(
                            "M{} {}h{}v{}z",
                            Number(x + cell_width - size),
                            Number(y),
                            Number(size),
                            Number(size)
                        ),
                    );
                }
            }
        }
        let (alarm, text, label) =
            (self.style.theme.alarm(), self.style.theme.text(), self.style.theme.label());
        for (path, look) in [
            (shared, format!("fill=\"none\" stroke=\"{alarm}\"")),
            (unused, format!("fill=\"none\" stroke=\"{label}\" stroke-dasharray=\"3 2\"")),
            (chosen, format!("fill=\"none\" stroke=\"{text}\" stroke-width=\"2\"")),
            (conflict, format!("fill=\"{alarm}\"")),
        ] {
            if !path.is_empty() {
                push(svg, format_args!("<path {look} d=\"{path}\"/>"));
            }
        }
    }

    /// Those sides of a chosen cell behind which another cell lies.
    fn outline(&self, grid: &Grid, (row, column): (usize, usize), (x, y): (f64, f64), path: &mut String) {
        let (width, height) = (self.cell_width, self.cell_height);
        let is_chosen = |row: Option<usize>, column: Option<usize>| {
            let (Some(row), Some(column)) = (row, column) else { return false };
            row < grid.height() && column < grid.width() && grid.marks(row, column).has(Marks::CHOSEN)
        };
        if !is_chosen(row.checked_sub(1), Some(column)) {
            push(path, format_args!("M{} {}h{}", Number(x), Number(y), Number(width)));
        }
        if !is_chosen(row.checked_add(1), Some(column)) {
            push(path, format_args!("M{} {}h{}", Number(x), Number(y + height), Number(width)));
        }
        if !is_chosen(Some(row), column.checked_sub(1)) {
            push(path, format_args!("M{} {}v{}", Number(x), Number(y), Number(height)));
        }
        if !is_chosen(Some(row), column.checked_add(1)) {
            push(path, format_args!("M{} {}v{}", Number(x + width), Number(y), Number(height)));
        }
    }
}
