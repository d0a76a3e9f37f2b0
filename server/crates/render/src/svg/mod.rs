//! Pictures as SVG, small enough for a data URI: cells of one colour are one path of runs, and text is left out where it
//! could not be read.

mod cells;
mod number;
mod overlay;
mod sheet;
mod text;

use self::{
    number::{Number, push},
    sheet::{Sheet, TEXT},
};
use crate::{Draw, Grid, Limits, Palette, Picture, Theme};

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

impl Sheet<'_> {
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
}
