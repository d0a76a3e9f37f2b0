//! Pictures as SVG, small enough for a data URI: cells of one colour are one path of runs, and text is left out where it
//! could not be read.

use std::fmt::{self, Write as _};

use crate::{
    Border, Colour, Draw, Grid, Label, Limits, Marks, Overlay, Palette, Panel, Picture, Theme, escape::Xml,
};

/// Text of a picture at full size, in pixels.
const TEXT: f64 = 10.0;
/// Text that is smaller than this is not shown.
const SMALLEST_TEXT: f64 = 9.0;
/// The width of a character in parts of its height.
const CHARACTER: f64 = 0.6;
/// Height of a line of text outside of cells.
const LINE: f64 = 13.0;
/// Between panels.
const GAP: f64 = 22.0;
/// A small picture is scaled up to its frame, but not above this: a few cells should not fill a hover.
const LARGEST_SCALE: f64 = 1.6;
/// The longest side of a picture whose cells are colour alone, in pixels.
const COLOUR_SIDE: f64 = 1024.0;
/// The largest cell that is colour alone.
const COLOUR_CELL: f64 = 12.0;
/// Cells that are smaller have no lines between them.
const LINED_CELL: f64 = 9.0;
/// Smaller cells have no frames of their own.
const FRAMED_CELL: f64 = 4.0;
/// Inner tiles that are smaller have no lines between them.
const LINED_TILE: f64 = 7.0;

/// How a picture looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SvgStyle {
    /// Colours of the cells.
    pub palette: Palette,
    /// What it is looked at on.
    pub theme: Theme,
    /// Whether it brings its own ground.
    pub ground: bool,
    /// Width and height in pixels that the picture is scaled to; `None` for full size.
    pub frame: Option<(u32, u32)>,
}

impl SvgStyle {
    /// Scaled to what a hover shows without scrolling, on the editor's ground.
    pub const HOVER: Self =
        Self { palette: Palette::Pastels, theme: Theme::Light, ground: false, frame: Some((700, 200)) };
    /// At full size, on its own ground.
    pub const FILE: Self = Self { palette: Palette::Pastels, theme: Theme::Light, ground: true, frame: None };

    /// For another theme.
    #[must_use]
    pub fn on(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }
}

/// Draws a layout as an SVG document.
pub fn svg_grid<L: Draw + ?Sized>(layout: &L, limits: Limits, style: SvgStyle) -> String {
    layout.grid(limits).to_svg(style)
}

impl Grid {
    /// The grid alone as an SVG document.
    pub fn to_svg(&self, style: SvgStyle) -> String {
        Picture::of(self.clone()).to_svg(style)
    }
}

impl Picture {
    /// The picture as an SVG document, and how high its text is where it is shown.
    pub fn to_svg(&self, style: SvgStyle) -> String {
        Sheet::new(self, style).document()
    }
}

/// How large cells are, and whether they are labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cells {
    /// Two lines of text in each where there are two.
    Roomy,
    /// One line of text in each, as low as it gets.
    Tight,
    /// No text: width and height in pixels.
    Colour(f64, f64),
}

/// A panel on the sheet.
struct Placed<'a> {
    panel: &'a Panel,
    /// Where its cells begin.
    x: f64,
    y: f64,
}

/// Where everything stands, in pixels.
struct Sheet<'a> {
    style: SvgStyle,
    cells: Cells,
    cell_width: f64,
    cell_height: f64,
    placed: Vec<Placed<'a>>,
    width: f64,
    height: f64,
    scale: f64,
    below: Vec<String>,
}

impl<'a> Sheet<'a> {
    /// The first way to show the cells with which the text can be read in the frame, else as colour alone.
    fn new(picture: &'a Picture, style: SvgStyle) -> Self {
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
        let mut placed = Vec::new();
        let mut y = 0.0;
        let mut right = 0.0_f64;
        for (table_row, height) in rows.iter().enumerate() {
            let in_row = |panel: &&Panel| panel.at.0 == table_row;
            let above = picture.panels.iter().filter(in_row).map(above).fold(0.0, f64::max);
            let mut x = 0.0;
            for (table_column, width) in columns.iter().enumerate() {
                let in_column = |panel: &&Panel| panel.at.1 == table_column;
                let left = picture.panels.iter().filter(in_column).map(left).fold(0.0, f64::max);
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

    fn document(&self) -> String {
        let theme = self.style.theme;
        let margin = if self.style.ground { 6.0 } else { 0.0 };
        let (width, height) = (self.width + 2.0 * margin, self.height + 2.0 * margin);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" \
             font-family=\"monospace\" font-size=\"{TEXT}\" text-anchor=\"middle\" stroke-linecap=\"butt\">",
            Number(width * self.scale),
            Number(height * self.scale),
            Number(-margin),
            Number(-margin),
            Number(width),
            Number(height)
        );
        if self.style.ground {
            push(
                &mut svg,
                format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                    Number(-margin),
                    Number(-margin),
                    Number(width),
                    Number(height),
                    theme.ground()
                ),
            );
        }
        for placed in &self.placed {
            self.fills(placed, &mut svg);
            self.borders(placed, &mut svg);
            self.marks(placed, &mut svg);
            self.paths(placed, &mut svg);
            self.cell_texts(placed, &mut svg);
            self.headers(placed, &mut svg);
            self.arrows(placed, &mut svg);
        }
        self.texts_below(&mut svg);
        svg.push_str("</svg>");
        svg
    }

    /// Cells of one colour are one path of horizontal runs in a space where a cell is one unit, as thick as the cell.
    fn fills(&self, placed: &Placed<'_>, svg: &mut String) {
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
        for row in 0..grid.height() {
            let mut run: Option<(usize, usize, usize)> = None;
            let mut tones = grid.row_tones(row);
            for column in 0..=grid.width() {
                let path = tones.next().flatten().and_then(|tone| {
                    let at = of_tone.binary_search_by_key(&tone, |(tone, _)| *tone).ok()?;
                    of_tone.get(at).map(|(_, path)| *path)
                });
                match (run, path) {
                    (Some((at, start, length)), Some(path)) if at == path => {
                        run = Some((at, start, length + 1))
                    }
                    (before, path) => {
                        if let Some((at, start, length)) = before
                            && let Some((_, path)) = paths.get_mut(at)
                        {
                            push_run(path, start, row, length);
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
            push(svg, format_args!("<path stroke=\"{colour}\" d=\"{path}\"/>"));
        }
        svg.push_str("</g>");
    }

    fn cells_width(&self, grid: &Grid) -> f64 {
        count(grid.width()) * self.cell_width
    }

    fn cells_height(&self, grid: &Grid) -> f64 {
        count(grid.height()) * self.cell_height
    }

    /// Cell outlines thin, ends of inner tiles thicker, of tiles of tiles thickest; those that are too near to each other
    /// are left out.
    fn borders(&self, placed: &Placed<'_>, svg: &mut String) {
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
    fn marks(&self, placed: &Placed<'_>, svg: &mut String) {
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

    fn cell_texts(&self, placed: &Placed<'_>, svg: &mut String) {
        if matches!(self.cells, Cells::Colour(..)) {
            return;
        }
        let grid = &placed.panel.grid;
        push(svg, format_args!("<g fill=\"{}\">", self.style.theme.text()));
        for row in 0..grid.height() {
            let labels = (0..grid.width()).map(|column| grid.label(row, column));
            let middle = placed.y + (count(row) + 0.5) * self.cell_height;
            match self.cells {
                Cells::Roomy if is_two_lined(grid) => {
                    let (first, second): (Vec<_>, Vec<_>) = labels.map(Label::lines).unzip();
                    let is_alone = second.iter().all(String::is_empty);
                    self.row_of_text(
                        placed.x,
                        if is_alone { middle + 3.5 } else { middle - 2.0 },
                        &first,
                        svg,
                    );
                    self.row_of_text(placed.x, middle + 9.0, &second, svg);
                }
                _ => {
                    let texts: Vec<String> = labels.map(Label::text).collect();
                    self.row_of_text(placed.x, middle + 3.5, &texts, svg);
                }
            }
        }
        svg.push_str("</g>");
    }

    /// Numbers of rows and columns, the names of the sides, the title and what else is said of the panel.
    fn headers(&self, placed: &Placed<'_>, svg: &mut String) {
        let Placed { panel, x, y } = placed;
        let grid = &panel.grid;
        push(svg, format_args!("<g fill=\"{}\">", self.style.theme.label()));
        let digits = |extent: usize| count(extent.saturating_sub(1).to_string().len()) * TEXT * CHARACTER;
        let step = steps(digits(grid.width()) + 3.0, self.cell_width, &grid.columns);
        let columns: Vec<String> = (0..grid.width())
            // One column needs no number.
            .map(
                |column| {
                    if column % step == 0 && grid.width() > 1 { column.to_string() } else { String::new() }
                },
            )
            .collect();
        self.row_of_text(*x, y - 3.0, &columns, svg);
        if let Some(rows) = &grid.rows {
            let step = steps(TEXT, self.cell_height, rows);
            for row in (0..grid.height()).step_by(step) {
                let middle = y + (count(row) + 0.5) * self.cell_height + 3.5;
                push(
                    svg,
                    format_args!(
                        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                        Number(x - 3.0),
                        Number(middle),
                        Xml(&grid.row_name(row))
                    ),
                );
            }
        }
        svg.push_str("<g text-anchor=\"start\">");
        let line = |x: f64, y: f64, text: &str, svg: &mut String| {
            push(svg, format_args!("<text x=\"{}\" y=\"{}\">{}</text>", Number(x), Number(y), Xml(text)));
        };
        let left = x - left(panel);
        let mut above = y - LINE - 2.0;
        if let Some((vertical, horizontal)) = panel.sides {
            line(left, y - 3.0, vertical, svg);
            line(x + self.cells_width(grid) + 3.0, y - 3.0, horizontal, svg);
        }
        if let Some(grouping) = &grid.grouping {
            line(left, above, grouping, svg);
            above -= LINE;
        }
        if let Some(title) = &panel.title {
            push(svg, format_args!("<g fill=\"{}\">", self.style.theme.text_beside()));
            line(left, above, title, svg);
            svg.push_str("</g>");
        }
        for (number, text) in grid.footer().enumerate() {
            line(left, y + self.cells_height(grid) + LINE * count(number + 1) - 1.5, &text, svg);
        }
        svg.push_str("</g></g>");
    }

    /// One text a cell, centred.
    fn row_of_text(&self, x: f64, y: f64, texts: &[String], svg: &mut String) {
        if texts.iter().all(String::is_empty) {
            return;
        }
        push(
            svg,
            format_args!("<g transform=\"translate({} {})\">", Number(x + self.cell_width / 2.0), Number(y)),
        );
        for (column, text) in texts.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            push(
                svg,
                format_args!("<text x=\"{}\">{}</text>", Number(count(column) * self.cell_width), Xml(text)),
            );
        }
        svg.push_str("</g>");
    }

    /// The middle of a cell.
    fn centre(&self, placed: &Placed<'_>, (row, column): (usize, usize)) -> (f64, f64) {
        (placed.x + (count(column) + 0.5) * self.cell_width, placed.y + (count(row) + 0.5) * self.cell_height)
    }

    /// Lines below the text.
    fn paths(&self, placed: &Placed<'_>, svg: &mut String) {
        let ink = self.style.theme.ink();
        for overlay in &placed.panel.overlays {
            let Overlay::Path(cells) = overlay else { continue };
            let mut path = String::new();
            for (number, cell) in cells.iter().enumerate() {
                let (x, y) = self.centre(placed, *cell);
                let step = if number == 0 { 'M' } else { 'L' };
                push(&mut path, format_args!("{step}{} {}", Number(x), Number(y)));
            }
            push(
                svg,
                format_args!(
                    "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" stroke-opacity=\"0.4\" \
                     stroke-linejoin=\"round\" d=\"{path}\"/>"
                ),
            );
            if let Some(first) = cells.first() {
                let (x, y) = self.centre(placed, *first);
                let y = y - self.cell_height / 2.0 + 3.5;
                push(
                    svg,
                    format_args!(
                        "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{ink}\"/>",
                        Number(x),
                        Number(y)
                    ),
                );
            }
        }
    }

    fn arrows(&self, placed: &Placed<'_>, svg: &mut String) {
        for overlay in &placed.panel.overlays {
            if let Overlay::Arrow { from, to, label } = overlay {
                self.arrow(self.centre(placed, *from), self.centre(placed, *to), label, svg);
            }
        }
    }

    /// A bent line with a head, and its label in the middle on the ground.
    fn arrow(&self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), label: &str, svg: &mut String) {
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let bend = (length * 0.18).min(24.0);
        let (cx, cy) = ((x0 + x1) / 2.0 + uy * bend, (y0 + y1) / 2.0 - ux * bend);
        // The head points the way the line comes in.
        let (hx, hy) = (x1 - cx, y1 - cy);
        let head = hx.hypot(hy).max(1.0);
        let (hx, hy) = (hx / head * 6.0, hy / head * 6.0);
        let ink = self.style.theme.ink();
        push(
            svg,
            format_args!(
                "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\" d=\"M{} {}Q{} {} {} {}\"/>\
                 <path fill=\"{ink}\" d=\"M{} {}L{} {}L{} {}z\"/>",
                Number(x0),
                Number(y0),
                Number(cx),
                Number(cy),
                Number(x1 - hx),
                Number(y1 - hy),
                Number(x1),
                Number(y1),
                Number(x1 - hx * 1.4 - hy * 0.6),
                Number(y1 - hy * 1.4 + hx * 0.6),
                Number(x1 - hx * 1.4 + hy * 0.6),
                Number(y1 - hy * 1.4 - hx * 0.6)
            ),
        );
        // Beside the line, on its outer side.
        let (lx, ly) = ((x0 + 2.0 * cx + x1) / 4.0 + uy * 9.0, (y0 + 2.0 * cy + y1) / 4.0 - ux * 7.0);
        let width = count(label.chars().count()) * TEXT * CHARACTER + 4.0;
        push(
            svg,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" rx=\"2\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"{}\" fill=\"{ink}\">{}</text>",
                Number(lx - width / 2.0),
                Number(ly - 6.0),
                Number(width),
                self.style.theme.ground(),
                Number(lx),
                Number(ly + 3.5),
                Xml(label)
            ),
        );
    }

    /// What the colours mean and what is said of the whole picture.
    fn texts_below(&self, svg: &mut String) {
        if self.below.is_empty() {
            return;
        }
        push(svg, format_args!("<g fill=\"{}\" text-anchor=\"start\">", self.style.theme.label()));
        for (number, line) in self.below.iter().enumerate() {
            let y = self.height - LINE * count(self.below.len() - number - 1) - 2.5;
            push(svg, format_args!("<text y=\"{}\">{}</text>", Number(y), Xml(line)));
        }
        svg.push_str("</g>");
    }
}

impl Theme {
    /// Titles beside cells.
    fn text_beside(self) -> Colour {
        match self {
            Self::Light => Colour::BLACK,
            Self::Dark | Self::HighContrast => Colour::WHITE,
        }
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

fn is_two_lined(grid: &Grid) -> bool {
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

/// What stands above the cells of a panel.
fn above(panel: &Panel) -> f64 {
    LINE * count(1 + panel.grid.grouping.iter().count() + panel.title.iter().count()) + 2.0
}

/// What stands on their left.
fn left(panel: &Panel) -> f64 {
    panel.grid.row_name_width().map_or(0.0, |width| count(width) * TEXT * CHARACTER + 6.0)
}

/// Of how many cells one is numbered, so that each number has room: a length of an inner tile where there is one.
fn steps(room: f64, cell: f64, axis: &crate::Axis) -> usize {
    if cell >= room {
        return 1;
    }
    let tiles =
        (1..=axis.shown).filter(|step| axis.shown.is_multiple_of(*step) && count(*step) * cell >= room);
    tiles.min().unwrap_or(axis.shown).max(1)
}

fn text_width(text: &str) -> f64 {
    (count(text.chars().count()) + 0.5) * TEXT * CHARACTER
}

#[expect(clippy::cast_precision_loss, reason = "pictures are some thousand cells wide")]
fn count(cells: usize) -> f64 {
    cells as f64
}

/// Writing to a string cannot fail.
fn push(text: &mut String, arguments: fmt::Arguments<'_>) {
    let _infallible = text.write_fmt(arguments);
}

/// `M3 0h1`, without what formatting costs: there may be a run a cell.
fn push_run(path: &mut String, column: usize, row: usize, length: usize) {
    path.push('M');
    push_number(path, column);
    path.push(' ');
    push_number(path, row);
    path.push('h');
    push_number(path, length);
}

fn push_number(path: &mut String, number: usize) {
    if number >= 10 {
        push_number(path, number / 10);
    }
    path.push(char::from(b'0' + u8::try_from(number % 10).unwrap_or_default()));
}

/// A number with at most two decimals, and none where they are zero.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        if hundredths % 100.0 == 0.0 {
            write!(f, "{:.0}", hundredths / 100.0 + 0.0)
        } else if hundredths % 10.0 == 0.0 {
            write!(f, "{:.1}", self.0)
        } else {
            write!(f, "{:.2}", self.0)
        }
    }
}
