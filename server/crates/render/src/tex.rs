//! Pictures as LaTeX, in the manner of CuTe's `print_latex`: a standalone document of TikZ nodes, one a cell, rows downward.

use std::fmt::{self, Write as _};

use crate::{Border, Grid, Marks, Overlay, Palette, Picture, Theme};

/// The most cells of a grid that TeX is given: it takes a node for each, and seconds for some thousand of them.
const MOST_CELLS: usize = 1 << 12;
/// The rows and columns of a larger grid that it is given.
const CORNER: usize = 32;

/// The rows and columns that are drawn.
fn drawn(grid: &Grid) -> (usize, usize) {
    let (height, width) = (grid.height(), grid.width());
    match height * width <= MOST_CELLS {
        true => (height, width),
        false => (height.min(CORNER), width.min(CORNER)),
    }
}

/// What is said of a grid that is not drawn whole.
fn cut(grid: &Grid) -> Option<String> {
    let ((rows, columns), (height, width)) = (drawn(grid), (grid.height(), grid.width()));
    ((rows, columns) != (height, width))
        .then(|| format!("showing {rows}x{columns} of {height}x{width}: TeX takes too long for more"))
}

impl Picture {
    /// The picture as a LaTeX document that `pdflatex` takes.
    pub fn to_tex(&self, palette: Palette) -> String {
        let mut tex = String::from(
            "\\documentclass{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n\
             % A cell: row, column, colour, text.\n\
             \\newcommand{\\cell}[4]{\\definecolor{cell}{HTML}{#3}\\node[fill=cell] at (#1,#2) {#4};}\n\
             \\newcommand{\\rowname}[3]{\\node at (#1,#2) {\\Large\\texttt{#3}};}\n\
             \\newcommand{\\columnname}[3]{\\node at (#1,#2) {\\Large\\texttt{#3}};}\n\
             \\begin{document}\n\
             \\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]\n",
        );
        let heights = |column: usize| {
            let panels = self.panels.iter().filter(move |panel| panel.at.0 == column);
            panels.map(|panel| drawn(&panel.grid).0 + 3).max().unwrap_or(0)
        };
        let widths = |row: usize| {
            let panels = self.panels.iter().filter(move |panel| panel.at.1 == row);
            panels.map(|panel| drawn(&panel.grid).1 + 2).max().unwrap_or(0)
        };
        for panel in &self.panels {
            let top: usize = (0..panel.at.0).map(heights).sum();
            let left: usize = (0..panel.at.1).map(widths).sum();
            if let Some(title) = &panel.title {
                put(
                    &mut tex,
                    format_args!(
                        "\\node[anchor=west] at ({},{left}) {{\\texttt{{{}}}}};\n",
                        count(top) - 2,
                        Tex(title)
                    ),
                );
            }
            cells(&panel.grid, palette, (top, left), &mut tex);
            for overlay in &panel.overlays {
                self::overlay(overlay, (top, left), drawn(&panel.grid), &mut tex);
            }
            let below = cut(&panel.grid).into_iter().chain(panel.grid.footer()).enumerate();
            for (number, note) in below {
                put(
                    &mut tex,
                    format_args!(
                        "\\node[anchor=west] at ({},{left}) {{\\texttt{{{}}}}};\n",
                        top + drawn(&panel.grid).0 + number,
                        Tex(&note)
                    ),
                );
            }
        }
        let bottom: usize =
            (0..=self.panels.iter().map(|panel| panel.at.0).max().unwrap_or(0)).map(heights).sum();
        for (number, line) in self.lines_below().iter().enumerate() {
            put(
                &mut tex,
                format_args!(
                    "\\node[anchor=west] at ({},0) {{\\texttt{{{}}}}};\n",
                    bottom + number,
                    Tex(line)
                ),
            );
        }
        tex.push_str("\\end{tikzpicture}\n\\end{document}\n");
        tex
    }
}

fn cells(grid: &Grid, palette: Palette, (top, left): (usize, usize), tex: &mut String) {
    let (height, width) = drawn(grid);
    for row in 0..height {
        for column in 0..width {
            let colour = match grid.tone(row, column) {
                Some(tone) => palette.colour(Theme::Light, grid.scale, tone),
                None => crate::Colour::WHITE,
            };
            let colour = colour.to_string();
            let (first, second) = grid.label(row, column).lines();
            let text = if second.is_empty() {
                Tex(&first).to_string()
            } else {
                format!("\\shortstack{{{}\\\\{}}}", Tex(&first), Tex(&second))
            };
            put(
                tex,
                format_args!(
                    "\\cell{{{}}}{{{}}}{{{}}}{{{text}}}\n",
                    top + row,
                    left + column,
                    colour.trim_start_matches('#').to_uppercase()
                ),
            );
        }
    }
    put(
        tex,
        format_args!(
            "\\draw[color=black,thick,shift={{(-0.5,-0.5)}}] ({top},{left}) grid ({},{});\n",
            top + height,
            left + width
        ),
    );
    let before = |row| grid.rows.as_ref().map_or(Border::None, |rows| rows.border_before(row));
    for row in (0..height).filter(|row| before(*row) != Border::None) {
        put(
            tex,
            format_args!(
                "\\draw[line width=2pt,shift={{(-0.5,-0.5)}}] ({0},{left}) -- ({0},{1});\n",
                top + row,
                left + width
            ),
        );
    }
    for column in (0..width).filter(|column| grid.columns.border_before(*column) != Border::None) {
        put(
            tex,
            format_args!(
                "\\draw[line width=2pt,shift={{(-0.5,-0.5)}}] ({top},{0}) -- ({1},{0});\n",
                left + column,
                top + height
            ),
        );
    }
    for row in 0..height {
        for column in 0..width {
            let marks = grid.marks(row, column);
            let look = match () {
                () if marks.has(Marks::CONFLICT) => "red,line width=3pt",
                () if marks.has(Marks::CHOSEN) => "black,line width=3pt",
                () if marks.has(Marks::SHARED) => "red,line width=1pt",
                () => continue,
            };
            put(
                tex,
                format_args!(
                    "\\draw[{look},shift={{(-0.45,-0.45)}}] ({},{}) rectangle +(0.9,0.9);\n",
                    top + row,
                    left + column
                ),
            );
        }
    }
    if grid.rows.is_some() {
        for row in 0..height {
            put(
                tex,
                format_args!(
                    "\\rowname{{{}}}{{{}}}{{{}}}\n",
                    top + row,
                    count(left) - 1,
                    Tex(&grid.row_name(row))
                ),
            );
        }
    }
    for column in 0..width {
        put(tex, format_args!("\\columnname{{{}}}{{{}}}{{{column}}}\n", count(top) - 1, left + column));
    }
}

fn overlay(
    overlay: &Overlay,
    (top, left): (usize, usize),
    (height, width): (usize, usize),
    tex: &mut String,
) {
    let is_drawn = |(row, column): &(usize, usize)| *row < height && *column < width;
    let place = |(row, column): (usize, usize)| format!("({},{})", top + row, left + column);
    match overlay {
        Overlay::Path(cells) => {
            let cells: Vec<String> = cells.iter().copied().filter(is_drawn).map(place).collect();
            put(tex, format_args!("\\draw[blue,thick,opacity=0.5] {};\n", cells.join(" -- ")));
        }
        Overlay::Arrow { from, to, .. } if !is_drawn(from) || !is_drawn(to) => {}
        Overlay::Arrow { from, to, label } => put(
            tex,
            format_args!(
                "\\draw[blue,very thick,->] {} to[bend left] node[midway,fill=white,inner sep=1pt,minimum size=0pt] \
                 {{{}}} {};\n",
                place(*from),
                Tex(label),
                place(*to)
            ),
        ),
    }
}

fn count(cells: usize) -> i64 {
    i64::try_from(cells).unwrap_or(i64::MAX)
}

/// Writing to a string cannot fail.
fn put(tex: &mut String, arguments: fmt::Arguments<'_>) {
    let _infallible = tex.write_fmt(arguments);
}

/// Text in which no character means anything to TeX.
struct Tex<'a>(&'a str);

impl fmt::Display for Tex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::escape::Tex(self.0).fmt(f)
    }
}
