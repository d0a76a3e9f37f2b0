//! Text: in cells, beside them and below.

use super::{
    number::{Number, count, push},
    sheet::{CHARACTER, Cells, LEVEL_WIDTH, LINE, Placed, Sheet, TEXT, is_two_lined, left, levels},
};
use crate::{Axis, Colour, Label, Theme, escape::Xml};

impl Sheet<'_> {
    pub(super) fn cell_texts(&self, placed: &Placed<'_>, svg: &mut String) {
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
    pub(super) fn headers(&self, placed: &Placed<'_>, svg: &mut String) {
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
        let levels = if self.has_levels() { levels(&grid.columns) } else { Vec::new() };
        self.tile_numbers(placed, &levels, svg);
        svg.push_str("<g text-anchor=\"start\">");
        let line = |x: f64, y: f64, text: &str, svg: &mut String| {
            push(svg, format_args!("<text x=\"{}\" y=\"{}\">{}</text>", Number(x), Number(y), Xml(text)));
        };
        let left = x - left(panel, self.has_levels());
        let mut above = y - LINE * count(1 + levels.len()) - 2.0;
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

    /// The numbers of tiles of more than one cell: those of columns above the columns' numbers, of rows on the left of theirs.
    fn tile_numbers(&self, placed: &Placed<'_>, of_columns: &[(usize, usize)], svg: &mut String) {
        let Placed { panel, x, y } = placed;
        let grid = &panel.grid;
        let mut put = |x: f64, y: f64, number: usize| {
            push(svg, format_args!("<text x=\"{}\" y=\"{}\">{number}</text>", Number(x), Number(y)));
        };
        let middle = |first: usize, length: usize, shown: usize, cell: f64| {
            count(first + (first + length).min(shown)) / 2.0 * cell
        };
        for (level, (length, each)) in (1..).zip(of_columns) {
            for first in (0..grid.width()).step_by(*length) {
                let at = x + middle(first, *length, grid.width(), self.cell_width);
                put(at, y - 3.0 - LINE * count(level), first / length % each);
            }
        }
        let rows = grid.rows.as_ref().filter(|_| self.has_levels());
        let of_rows = rows.map(levels).unwrap_or_default();
        let names = left(panel, false);
        for (level, (length, each)) in (0..).zip(&of_rows) {
            for first in (0..grid.height()).step_by(*length) {
                let at = y + middle(first, *length, grid.height(), self.cell_height) + 3.5;
                put(x - names - (count(level) + 0.5) * LEVEL_WIDTH, at, first / length % each);
            }
        }
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

    /// What the colours mean and what is said of the whole picture.
    pub(super) fn texts_below(&self, svg: &mut String) {
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

/// Of how many cells one is numbered, so that each number has room: a length of an inner tile where there is one.
fn steps(room: f64, cell: f64, axis: &Axis) -> usize {
    if cell >= room {
        return 1;
    }
    let tiles =
        (1..=axis.shown).filter(|step| axis.shown.is_multiple_of(*step) && count(*step) * cell >= room);
    tiles.min().unwrap_or(axis.shown).max(1)
}
