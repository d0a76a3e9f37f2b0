//! Grids as text: box-drawing lines between headers and between inner tiles.

use crate::{Axis, Border, Draw, Grid, Limits};

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
        let columns = &self.columns;
        let texts: Vec<Vec<String>> =
            self.cells.iter().map(|row| row.iter().map(crate::Cell::text).collect()).collect();
        let widths: Vec<usize> = (0..columns.shown)
            .map(|column| {
                let cells = texts.iter().filter_map(|row| row.get(column)).map(|text| width(text));
                cells.max().unwrap_or(0).max(column.to_string().len())
            })
            .collect();
        let header_width = self.rows.as_ref().map(|rows| rows.shown.saturating_sub(1).to_string().len());
        let table = Table { columns, widths, header_width };

        let mut lines: Vec<String> = self.grouping.iter().cloned().collect();
        lines.push(table.row("", (0..columns.shown).map(|column| column.to_string())));
        lines.push(table.rule('─', '┼', '╫'));
        for (row, cells) in texts.into_iter().enumerate() {
            match self.rows.as_ref().map_or(Border::None, |rows| rows.border_before(row)) {
                Border::None => {}
                Border::Inner => lines.push(table.rule('─', '┼', '╫')),
                Border::Outer => lines.push(table.rule('═', '╪', '╬')),
            }
            lines.push(table.row(&row.to_string(), cells.into_iter()));
        }
        lines.extend(self.footer());
        lines.join("\n")
    }
}

/// The widths that every line of one grid shares.
struct Table<'a> {
    columns: &'a Axis,
    widths: Vec<usize>,
    header_width: Option<usize>,
}

impl Table<'_> {
    /// One line of cells, right-aligned.
    fn row(&self, header: &str, cells: impl Iterator<Item = String>) -> String {
        let mut line = String::new();
        if let Some(header_width) = self.header_width {
            line.push_str(&format!("{header:>header_width$} │ "));
        }
        for ((column, cell), column_width) in cells.enumerate().zip(&self.widths) {
            match self.columns.border_before(column) {
                Border::None if column == 0 => {}
                Border::None => line.push(' '),
                Border::Inner => line.push_str(" │ "),
                Border::Outer => line.push_str(" ║ "),
            }
            line.extend(std::iter::repeat_n(' ', column_width.saturating_sub(width(&cell))));
            line.push_str(&cell);
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
        rule
    }
}

/// Every character of a cell is one column wide.
fn width(text: &str) -> usize {
    text.chars().count()
}
