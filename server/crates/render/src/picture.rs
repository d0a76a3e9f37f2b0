//! What is drawn, whatever it is written as: grids beside each other with titles, what lies over them, and what the colours
//! mean.

use crate::Grid;

/// A picture: one or more grids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The grids.
    pub panels: Vec<Panel>,
    /// What the colours mean, where that is not plain.
    pub legend: Option<String>,
    /// What has to be said of all grids, a line each.
    pub notes: Vec<String>,
}

/// A grid in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// Row and column in the table of panels.
    pub at: (usize, usize),
    /// What stands above it.
    pub title: Option<String>,
    /// Names of the vertical and the horizontal side, `m` and `n`.
    pub sides: Option<(&'static str, &'static str)>,
    /// Its cells.
    pub grid: Grid,
    /// What lies over its cells.
    pub overlays: Vec<Overlay>,
}

/// Something over cells, each given by row and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overlay {
    /// A line from cell to cell.
    Path(Vec<(usize, usize)>),
    /// An arrow from one cell to another, with what the step is.
    Arrow {
        /// Where it begins.
        from: (usize, usize),
        /// Where it ends.
        to: (usize, usize),
        /// What stands beside it.
        label: String,
    },
}

impl Picture {
    /// One grid.
    pub fn of(grid: Grid) -> Self {
        Self { panels: vec![Panel::new((0, 0), grid)], legend: None, notes: Vec::new() }
    }

    /// With what the colours mean.
    #[must_use]
    pub fn with_legend(mut self, legend: Option<String>) -> Self {
        self.legend = legend;
        self
    }

    /// Lines that stand below all panels: the legend, the notes.
    pub(crate) fn lines_below(&self) -> Vec<String> {
        self.legend.iter().chain(&self.notes).cloned().collect()
    }

    /// How many cells are drawn.
    pub fn cells(&self) -> usize {
        self.panels.iter().map(|panel| panel.grid.height() * panel.grid.width()).sum()
    }
}

impl Panel {
    /// A grid without a title.
    pub fn new(at: (usize, usize), grid: Grid) -> Self {
        Self { at, title: None, sides: None, grid, overlays: Vec::new() }
    }

    /// With a title above.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With names of its sides.
    #[must_use]
    pub fn with_sides(mut self, vertical: &'static str, horizontal: &'static str) -> Self {
        self.sides = Some((vertical, horizontal));
        self
    }

    pub(crate) fn has_arrows(&self) -> bool {
        self.overlays.iter().any(|overlay| matches!(overlay, Overlay::Arrow { .. }))
    }

    /// With something over its cells.
    #[must_use]
    pub fn with(mut self, overlay: Overlay) -> Self {
        self.overlays.push(overlay);
        self
    }
}
