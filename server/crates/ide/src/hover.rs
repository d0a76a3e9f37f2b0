//! What a layout is: facts, steps, grid.

use std::ops::Range;

use layoutlens_world::Analysis;

/// What the client can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HoverOptions {
    /// The client asked for SVG pictures as data URIs (never sent otherwise: Neovim prints them).
    pub images: bool,
}

/// Text for a hover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// Bytes it is about.
    pub range: Range<usize>,
    /// Markdown; readable as plain text too.
    pub markdown: String,
}

/// The hover at `offset`.
pub fn hover(_analysis: &Analysis, _offset: usize, _options: HoverOptions) -> Option<Hover> {
    None
}
