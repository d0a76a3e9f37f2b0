//! Grids as text: box-drawing lines between headers and between inner tiles.

use crate::{Axis, Border, Draw, Grid, Limits, Marks, Panel, Picture};

/// Draws a layout as lines of text, without a newline at the end.
///
/// Finest tiles are parted by single lines, tiles of tiles by double ones. `·` is an element without an owner,
/// `?` an offset beyond 64 bits.
pub fn text_grid<L: Draw + ?Sized>(layout: &L, limits: Limits) -> String {
    layout.grid(limits).to_text()
}

impl Grid {
    /// The grid as lines of text, without a newline at the end.
    pub fn to_text(&self) -> String {
        self.lines(Paint::None)
    }

    /// As [`to_text`](Self::to_text) with the colours of a terminal: cells of one shade have one, lines are dim.
    pub fn to_coloured_text(&self) -> String {
        self.lines(Paint::Ansi)
    }

    /// What stands in a cell; `*` is behind what is set off, `!` behind what waits for another access.
    pub(crate) fn written(&self, row: usize, column: usize) -> String {
        let marks = self.marks(row, column);
        let mark = match () {
            () if marks.has(Marks::CONFLICT) => "!",
            () if marks.has(Marks::CHOSEN) => "*",
            () if marks.has(Marks::UNUSED) => "-",
            () => "",
        };
        format!("{}{mark}", self.label(row, column).text())
    }

    fn lines(&self, paint: Paint) -> String {
        let columns = &self.columns;
        let mut texts: Vec<Vec<String>> = (0..self.height())
            .map(|row| (0..self.width()).map(|column| self.written(row, column)).collect())
            .collect();
        if let Some((row, column)) = self.marked
            && let Some(cell) = texts.get_mut(row).and_then(|row| row.get_mut(column))
        {
            *cell = format!("[{cell}]");
        }
        let widths: Vec<usize> = (0..columns.shown)
            .map(|column| {
                let cells = texts.iter().filter_map(|row| row.get(column)).map(|text| width(text));
                cells.max().unwrap_or(0).max(column.to_string().len())
            })
            .collect();
        let header_width = self.row_name_width();
        let table = Table { columns, widths, header_width, paint };

        let mut lines: Vec<String> = self.grouping.iter().cloned().collect();
        lines.push(table.row("", (0..columns.shown).map(|column| (column.to_string(), paint.header()))));
        lines.push(table.rule('─', '┼', '╫'));
        for (row, texts) in texts.into_iter().enumerate() {
            match self.rows.as_ref().map_or(Border::None, |rows| rows.border_before(row)) {
                Border::None => {}
                Border::Inner => lines.push(table.rule('─', '┼', '╫')),
                Border::Outer => lines.push(table.rule('═', '╪', '╬')),
            }
            let colours = (0..self.width()).map(|column| paint.cell(self.tone(row, column)));
            lines.push(table.row(&self.row_name(row), texts.into_iter().zip(colours)));
        }
        lines.extend(self.footer());
        lines.join("\n")
    }
}

/// The widest that grids are beside each other, in characters; wider ones stand below each other.
const WIDEST: usize = 120;
/// What stands between two grids.
const GAP: &str = "    ";

impl Picture {
    /// The picture as lines of text, without a newline at the end.
    pub fn to_text(&self) -> String {
        self.text(Paint::None)
    }

    /// As [`to_text`](Self::to_text) with the colours of a terminal.
    pub fn to_coloured_text(&self) -> String {
        self.text(Paint::Ansi)
    }

    fn text(&self, paint: Paint) -> String {
        let rows = self.panels.iter().map(|panel| panel.at.0).max().unwrap_or(0);
        let mut blocks = Vec::new();
        for row in 0..=rows {
            let mut panels: Vec<&Panel> = self.panels.iter().filter(|panel| panel.at.0 == row).collect();
            panels.sort_by_key(|panel| panel.at.1);
            let written: Vec<(Vec<String>, Vec<String>)> = panels
                .into_iter()
                .map(|panel| {
                    let lines = |paint| -> Vec<String> {
                        let grid = panel.grid.lines(paint);
                        panel.title.iter().cloned().chain(grid.lines().map(str::to_owned)).collect()
                    };
                    (lines(Paint::None), lines(paint))
                })
                .collect();
            blocks.push(beside(&written));
        }
        blocks.extend(Some(self.lines_below().join("\n")).filter(|lines| !lines.is_empty()));
        blocks.join("\n\n")
    }
}

/// Blocks of lines beside each other, where there is room; each comes as its widths are counted, and as it is written.
fn beside(blocks: &[(Vec<String>, Vec<String>)]) -> String {
    let widths: Vec<usize> =
        blocks.iter().map(|(plain, _)| plain.iter().map(|line| width(line)).max().unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + GAP.len() * blocks.len().saturating_sub(1) > WIDEST {
        let blocks: Vec<String> = blocks.iter().map(|(_, written)| written.join("\n")).collect();
        return blocks.join("\n\n");
    }
    let height = blocks.iter().map(|(plain, _)| plain.len()).max().unwrap_or(0);
    let lines = (0..height).map(|at| {
        let mut line = String::new();
        for (number, ((plain, written), block)) in blocks.iter().zip(&widths).enumerate() {
            let shown = plain.get(at).map_or(0, |line| width(line));
            line.push_str(written.get(at).map_or("", String::as_str));
            if number + 1 < blocks.len() {
                line.extend(std::iter::repeat_n(' ', block - shown + GAP.len()));
            }
        }
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The widths that every line of one grid shares.
struct Table<'a> {
    columns: &'a Axis,
    widths: Vec<usize>,
    header_width: Option<usize>,
    paint: Paint,
}

/// How the parts of a grid are told apart beside their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paint {
    None,
    Ansi,
}

/// A code of ANSI's "select graphic rendition"; none leaves the text as it is.
type Colour = Option<u8>;

const DIM: u8 = 2;

impl Paint {
    fn header(self) -> Colour {
        (self == Self::Ansi).then_some(DIM)
    }

    /// Neighbouring shades differ, and each can be read on light and on dark.
    fn cell(self, tone: Option<u32>) -> Colour {
        const COLOURS: [u8; 8] = [39, 36, 33, 35, 32, 34, 31, 90];
        let tone = tone.filter(|_| self == Self::Ansi)?;
        COLOURS.get(usize::try_from(tone % 8).ok()?).copied()
    }

    fn put(self, text: &str, colour: Colour, line: &mut String) {
        match colour {
            Some(code) => line.push_str(&format!("\u{1b}[{code}m{text}\u{1b}[0m")),
            None => line.push_str(text),
        }
    }
}

impl Table<'_> {
    /// One line of cells, right-aligned.
    fn row(&self, header: &str, cells: impl Iterator<Item = (String, Colour)>) -> String {
        let (paint, dim) = (self.paint, self.paint.header());
        let mut line = String::new();
        if let Some(header_width) = self.header_width {
            paint.put(&format!("{header:>header_width$} │ "), dim, &mut line);
        }
        for ((column, (cell, colour)), column_width) in cells.enumerate().zip(&self.widths) {
            match self.columns.border_before(column) {
                Border::None if column == 0 => {}
                Border::None => line.push(' '),
                Border::Inner => paint.put(" │ ", dim, &mut line),
                Border::Outer => paint.put(" ║ ", dim, &mut line),
            }
            line.extend(std::iter::repeat_n(' ', column_width.saturating_sub(width(&cell))));
            paint.put(&cell, colour, &mut line);
        }
        line
    }

    /// A horizontal line; `inner` and `outer` are its crossings with single and double vertical lines.
    fn rule(&self, line: char, inner: char, outer: char) -> String {
        let mut rule = String::new();
        if let Some(header_width) = self.header_width {
            rule.extend(std::iter::repeat_n(line, header_width + 1));
            rule.push(inner);
            rule.push(line);
        }
        for (column, column_width) in self.widths.iter().enumerate() {
            match self.columns.border_before(column) {
                Border::None if column == 0 => {}
                Border::None => rule.push(line),
                Border::Inner => rule.extend([line, inner, line]),
                Border::Outer => rule.extend([line, outer, line]),
            }
            rule.extend(std::iter::repeat_n(line, *column_width));
        }
        let mut painted = String::new();
        self.paint.put(&rule, self.paint.header(), &mut painted);
        painted
    }
}

/// Every character of a cell is one column wide.
fn width(text: &str) -> usize {
    text.chars().count()
}
