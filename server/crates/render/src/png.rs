//! Pictures as PNG: the SVG, drawn with the one font that comes with the program, so that the same picture has the same
//! bytes on every machine.

use std::sync::Arc;

use resvg::{tiny_skia, usvg};

use crate::{Picture, SvgStyle};

/// Roboto Mono, under the SIL Open Font License (`font/OFL.txt`).
const FONT: &[u8] = include_bytes!("../font/RobotoMono-Regular.ttf");
/// Its name.
const FAMILY: &str = "Roboto Mono";
/// The most pixels of a picture: their bytes stay below 32 MB.
const MOST_PIXELS: u64 = 8_000_000;
/// Pixels of the file for one of the picture where that is small, so that text is sharp.
const SHARP: f64 = 2.0;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The picture is too large.
    #[error("{width}x{height} pixels are more than a PNG is made of; draw fewer rows and columns, or an SVG")]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// What the packages behind it say.
    #[error("no PNG: {0}")]
    Drawing(String),
}

impl Picture {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// [`PngError::TooLarge`].
    pub fn to_png(&self, style: SvgStyle) -> Result<Vec<u8>, PngError> {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_monospace_family(FAMILY);
        let options = usvg::Options {
            fontdb: Arc::new(fonts),
            font_family: FAMILY.to_owned(),
            ..usvg::Options::default()
        };
        let svg = self.to_svg(style);
        let tree =
            usvg::Tree::from_str(&svg, &options).map_err(|error| PngError::Drawing(error.to_string()))?;
        drop(svg);
        let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        // In a frame the size is said.
        let scales = if style.frame.is_some() { [1.0, 1.0] } else { [SHARP, 1.0] };
        let scale =
            scales.into_iter().find(|scale| pixels(width * scale) * pixels(height * scale) <= MOST_PIXELS);
        let Some(scale) = scale else {
            return Err(PngError::TooLarge { width: pixels(width), height: pixels(height) });
        };
        let (columns, rows) = (pixels(width * scale), pixels(height * scale));
        let mut pixmap = u32::try_from(columns)
            .ok()
            .zip(u32::try_from(rows).ok())
            .and_then(|(columns, rows)| tiny_skia::Pixmap::new(columns, rows))
            .ok_or(PngError::TooLarge { width: columns, height: rows })?;
        #[expect(clippy::cast_possible_truncation, reason = "1 or 2")]
        let transform = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| PngError::Drawing(error.to_string()))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size is not negative")]
fn pixels(length: f64) -> u64 {
    length.ceil().max(0.0) as u64
}
