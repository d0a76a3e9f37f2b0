//! Lenses over `show` and `run` statements.

use std::ops::Range;

use layoutlens_world::Analysis;

/// A lens above a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLens {
    /// Bytes of the statement.
    pub range: Range<usize>,
    /// The text of the lens.
    pub title: String,
    /// What a click does.
    pub kind: LensKind,
}

/// What a lens does. Each carries all that the click needs: the document may have changed by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LensKind {
    /// Opens the grid of a layout, given as the text and the SVG of its picture.
    OpenGrid {
        /// What the grid shows, for the title.
        title: String,
        /// The layout in CuTe notation, to be drawn when clicked.
        layout: String,
    },
    /// Runs the statement on a GPU.
    RunOnGpu {
        /// The statement with its names replaced by their values, as `layoutlens run` takes it.
        statement: String,
    },
    /// Runs the statement on the emulator.
    Emulate {
        /// The statement with its names replaced by their values.
        statement: String,
    },
}

/// The lenses of a document.
pub fn code_lenses(_analysis: &Analysis) -> Vec<CodeLens> {
    Vec::new()
}
