//! Grids as SVG: a picture that reads on light and dark backgrounds and stays small enough for a data URI.

use std::fmt::{self, Write as _};

use crate::{Border, Cell, Draw, Grid, Limits, Palette, escape::Xml};

/// Height of a cell in pixels, and its width unless its text needs more.
const CELL: usize = 20;
/// Height of a line of text outside the cells.
const LINE: usize = 14;
/// Width of a character.
const CHARACTER: usize = 5;
/// A picture is scaled down to its frame, but not below this: smaller digits cannot be read.
const SMALLEST_SCALE: f64 = 0.6;
/// A small picture is scaled up to its frame, but not above this: a few cells should not fill a hover.
const LARGEST_SCALE: f64 = 1.6;

/// How a picture looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SvgStyle {
    /// Fills of the cells.
    pub palette: Palette,
    /// Width and height in pixels that the picture is scaled to; `None` for full size.
    pub frame: Option<(u32, u32)>,
}

impl SvgStyle {
    /// Greys, scaled to what a hover shows without scrolling.
    pub const HOVER: Self = Self { palette: Palette::Greys, frame: Some((700, 200)) };
    /// Greys at full size.
    pub const FILE: Self = Self { palette: Palette::Greys, frame: None };
}

/// Draws a layout as an SVG document.
pub fn svg_grid<L: Draw + ?Sized>(layout: &L, limits: Limits, style: SvgStyle) -> String {
    layout.grid(limits).to_svg(style)
}

impl Grid {
    /// The grid as an SVG document.
    ///
    /// Cells of one colour are one path and a row of text is one group: 32x32 cells stay below 70 KB.
    pub fn to_svg(&self, style: SvgStyle) -> String {
        let canvas = Canvas::new(self);
        let (width, height) = canvas.size();
        let scale = style.frame.map_or(1.0, |frame| scale_to_fit((width, height), frame));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"monospace\" font-size=\"8\" text-anchor=\"middle\">{}{}{}{}{}{}</svg>",
            scaled(width, scale),
            scaled(height, scale),
            canvas.fills(style.palette),
            canvas.borders(),
            canvas.shared_frames(),
            canvas.cell_texts(),
            canvas.headers(),
            canvas.notes(),
        )
    }
}

/// Where everything stands, in pixels.
struct Canvas<'a> {
    grid: &'a Grid,
    footer: Vec<String>,
    cell_width: usize,
    left: usize,
    top: usize,
}

impl<'a> Canvas<'a> {
    fn new(grid: &'a Grid) -> Self {
        let lines = grid.cells.iter().flatten().map(Cell::lines);
        let longest = lines.map(|(first, second)| first.chars().count().max(second.chars().count())).max();
        Self {
            grid,
            footer: grid.footer().collect(),
            cell_width: CELL.max(longest.unwrap_or(0) * CHARACTER + 2),
            left: if grid.rows.is_some() { CELL } else { 0 },
            top: LINE + if grid.grouping.is_some() { LINE } else { 0 },
        }
    }

    fn cells_width(&self) -> usize {
        self.grid.columns.shown * self.cell_width
    }

    fn cells_height(&self) -> usize {
        self.grid.cells.len() * CELL
    }

    /// Width and height of the whole picture.
    fn size(&self) -> (usize, usize) {
        let outside = self.grid.grouping.iter().chain(&self.footer);
        let text_width = outside.map(|line| (line.chars().count() + 1) * CHARACTER).max().unwrap_or(0);
        let width = (self.left + self.cells_width() + 1).max(text_width);
        (width, self.top + self.cells_height() + 1 + self.footer.len() * LINE)
    }

    /// The upper left corner of each cell that `choose` takes.
    fn corners(&self, choose: impl Fn(&Cell) -> bool) -> impl Iterator<Item = (usize, usize)> {
        let cells =
            self.grid.cells.iter().enumerate().flat_map(|(row, cells)| {
                cells.iter().enumerate().map(move |(column, cell)| (row, column, cell))
            });
        let chosen = cells.filter(move |(_, _, cell)| choose(cell));
        chosen.map(|(row, column, _)| (self.left + column * self.cell_width, self.top + row * CELL))
    }

    /// A cell is filled by a stroke as thick as the cell: half the bytes of its outline.
    fn fills(&self, palette: Palette) -> String {
        let colour = |(index, fill)| {
            let mut path = String::new();
            for (x, y) in self.corners(|cell| cell.shade().map(Palette::index) == Some(index)) {
                push(&mut path, format_args!("M{x} {}h{}", y + CELL / 2, self.cell_width));
            }
            element(&path, format_args!("<path stroke=\"{fill}\" stroke-width=\"{CELL}\" d=\"{path}\"/>"))
        };
        palette.fills().into_iter().enumerate().map(colour).collect()
    }

    /// Cell outlines thin, ends of inner tiles thicker, of tiles of tiles thickest.
    fn borders(&self) -> String {
        let strokes =
            [(Border::None, "#888", "0.5"), (Border::Inner, "#555", "1.5"), (Border::Outer, "#222", "2.5")];
        let stroke = |(border, colour, width)| {
            let path = self.border_path(border);
            element(&path, format_args!("<path stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{path}\"/>"))
        };
        strokes.into_iter().map(stroke).collect()
    }

    fn border_path(&self, border: Border) -> String {
        let mut path = String::new();
        let columns = &self.grid.columns;
        for column in (0..=columns.shown).filter(|column| columns.border_before(*column) == border) {
            let x = self.left + column * self.cell_width;
            push(&mut path, format_args!("M{x} {}v{}", self.top, self.cells_height()));
        }
        let before = |row| self.grid.rows.as_ref().map_or(Border::None, |rows| rows.border_before(row));
        for row in (0..=self.grid.cells.len()).filter(|row| before(*row) == border) {
            let y = self.top + row * CELL;
            push(&mut path, format_args!("M{} {y}h{}", self.left, self.cells_width()));
        }
        path
    }

    /// A frame inside each cell with more than one owner.
    fn shared_frames(&self) -> String {
        let (width, height) = (self.cell_width - 2, CELL - 2);
        let mut path = String::new();
        for (x, y) in self.corners(Cell::is_shared) {
            push(&mut path, format_args!("M{} {}h{width}v{height}h-{width}z", x + 1, y + 1));
        }
        element(&path, format_args!("<path fill=\"none\" stroke=\"#c33\" d=\"{path}\"/>"))
    }

    fn cell_texts(&self) -> String {
        let mut texts = String::from("<g fill=\"#111\">");
        for (row, cells) in self.grid.cells.iter().enumerate() {
            let y = self.top + row * CELL;
            let (first, second): (Vec<_>, Vec<_>) = cells.iter().map(Cell::lines).unzip();
            match second.iter().all(String::is_empty) {
                true => texts.push_str(&self.row_of_text(y + 13, &first)),
                false => {
                    texts.push_str(&self.row_of_text(y + 9, &first));
                    texts.push_str(&self.row_of_text(y + 17, &second));
                }
            }
        }
        texts.push_str("</g>");
        texts
    }

    fn headers(&self) -> String {
        let columns: Vec<String> = (0..self.grid.columns.shown).map(|column| column.to_string()).collect();
        let mut headers = format!("<g fill=\"#888\">{}", self.row_of_text(self.top - 4, &columns));
        if self.grid.rows.is_some() {
            for row in 0..self.grid.cells.len() {
                let y = self.top + row * CELL + 13;
                push(&mut headers, format_args!("<text x=\"{}\" y=\"{y}\">{row}</text>", CELL / 2));
            }
        }
        headers.push_str("</g>");
        headers
    }

    /// One text a cell, centred.
    fn row_of_text(&self, y: usize, texts: &[String]) -> String {
        let mut row = format!("<g transform=\"translate({} {y})\">", self.left + self.cell_width / 2);
        for (column, text) in texts.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            push(&mut row, format_args!("<text x=\"{}\">{}</text>", column * self.cell_width, Xml(text)));
        }
        row.push_str("</g>");
        row
    }

    /// The grouping above and the footer below the cells.
    fn notes(&self) -> String {
        let mut notes = String::new();
        if let Some(grouping) = &self.grid.grouping {
            push(&mut notes, format_args!("<text y=\"9\">{}</text>", Xml(grouping)));
        }
        for (line, text) in self.footer.iter().enumerate() {
            let y = self.top + self.cells_height() + line * LINE + 11;
            push(&mut notes, format_args!("<text y=\"{y}\">{}</text>", Xml(text)));
        }
        element(&notes, format_args!("<g fill=\"#888\" text-anchor=\"start\">{notes}</g>"))
    }
}

/// The element, unless it would be empty.
fn element(content: &str, element: fmt::Arguments<'_>) -> String {
    if content.is_empty() { String::new() } else { element.to_string() }
}

/// Writing to a string cannot fail.
fn push(text: &mut String, arguments: fmt::Arguments<'_>) {
    let _infallible = text.write_fmt(arguments);
}

#[expect(clippy::cast_precision_loss, reason = "pictures are some thousand pixels wide")]
fn scale_to_fit((width, height): (usize, usize), (frame_width, frame_height): (u32, u32)) -> f64 {
    let across = f64::from(frame_width) / width as f64;
    let down = f64::from(frame_height) / height as f64;
    across.min(down).clamp(SMALLEST_SCALE, LARGEST_SCALE)
}

#[expect(clippy::cast_precision_loss, reason = "pictures are some thousand pixels wide")]
fn scaled(length: usize, scale: f64) -> String {
    format!("{:.0}", length as f64 * scale)
}
