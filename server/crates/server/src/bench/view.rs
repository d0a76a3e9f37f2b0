//! What a page or a command line wants to see of a layout.

use layout_algebra::IntTuple;
use layoutlens_eval::element_type;
use layoutlens_ide::{BenchView, PictureKind, TableRows, Wanted};
use layoutlens_render::{ColourBy, Palette, SvgStyle, Theme};
use serde::Deserialize;

/// How a layout is to be shown; what is left out is chosen by the value.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct View {
    kind: Option<String>,
    colour: Option<String>,
    palette: Option<String>,
    theme: Option<String>,
    thread: Option<i64>,
    /// The type of the elements: `f16`.
    r#type: Option<String>,
    vector: Option<i64>,
    tile: Option<String>,
    beside: Vec<String>,
    phase: Option<usize>,
    /// Rows of the table: from an index on, or those of an offset.
    table: Option<Rows>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Rows {
    from: i64,
    count: usize,
    offset: Option<i64>,
}

impl View {
    /// What is asked, as the features take it.
    ///
    /// # Errors
    /// Which part of it says nothing.
    pub(crate) fn read(self) -> Result<(BenchView, SvgStyle), String> {
        let kind = self.kind.filter(|kind| !kind.is_empty());
        let kind = kind
            .map(|kind| PictureKind::named(&kind).ok_or_else(|| format!("there is no kind `{kind}`")))
            .transpose()?;
        let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let wanted = Wanted {
            kind,
            colour: some(self.colour).map(|text| colour(&text)).transpose()?,
            limits: None,
            thread: None,
            element_bits: some(self.r#type).map(|text| element_bits(&text)).transpose()?,
            vector: self.vector.filter(|vector| *vector > 0),
            tile: some(self.tile).map(|text| shape(&text)).transpose()?,
            beside: self.beside,
            phase: self.phase,
            is_zoomed: true,
        };
        let rows = match self.table {
            None => TableRows::None,
            Some(Rows { offset: Some(offset), .. }) => TableRows::Of(offset),
            Some(Rows { from, count, .. }) => TableRows::From(from, count),
        };
        let palette = match self.palette.as_deref() {
            None | Some("" | "pastels") => Palette::Pastels,
            Some("greys") => Palette::Greys,
            Some("color-blind") => Palette::ColourBlind,
            Some(other) => return Err(format!("there is no palette `{other}`")),
        };
        let theme = match self.theme.as_deref() {
            None | Some("" | "light") => Theme::Light,
            Some("dark") => Theme::Dark,
            Some("high-contrast") => Theme::HighContrast,
            Some(other) => return Err(format!("there is no theme `{other}`")),
        };
        let thread = self.thread.filter(|thread| *thread >= 0);
        Ok((BenchView { wanted, thread, rows }, SvgStyle { palette, theme, ..SvgStyle::FILE }))
    }
}

/// What the colours mean, by its name.
pub(crate) fn colour(text: &str) -> Result<ColourBy, String> {
    let (word, number) = text.split_once(':').unwrap_or((text, ""));
    match (word, number) {
        ("offset", "") => Ok(ColourBy::Offset),
        ("ramp", "") => Ok(ColourBy::Ramp),
        // The bits are filled in from what is known of the elements.
        ("bank", "") => Ok(ColourBy::Bank { element_bits: 0 }),
        ("thread", "") => Ok(ColourBy::Thread),
        ("value", "") => Ok(ColourBy::Value),
        ("owner" | "owners", "") => Ok(ColourBy::Owners),
        ("tile", number) => match number.parse::<i64>() {
            Ok(size @ 1..) => Ok(ColourBy::Tile(size)),
            _ => Err("a tile has a number of offsets, `tile:12`".to_owned()),
        },
        ("mode", path) => {
            let path: Option<Vec<usize>> = path.split('.').map(|mode| mode.parse().ok()).collect();
            path.map(ColourBy::Mode)
                .ok_or_else(|| "a mode is named by its place, `mode:0` or `mode:1.0`".to_owned())
        }
        _ => Err("one of offset, ramp, bank, thread, value, owner, mode:1.0, tile:12".to_owned()),
    }
}

/// The bits of an element type, by its name.
pub(crate) fn element_bits(name: &str) -> Result<i64, String> {
    let element = element_type::find(name.trim()).map(|element| element.bits());
    element.ok_or_else(|| "no element type; `f16`, `bf16`, `f32`, `u8` and others are".to_owned())
}

/// A shape.
pub(crate) fn shape(text: &str) -> Result<IntTuple<i64>, String> {
    text.parse().map_err(|error: layout_algebra::Error| error.to_string())
}
