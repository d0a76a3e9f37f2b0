//! Colours of cells.

/// Eight colours that neighbouring shades do not share. The first is CuTe's way: interleaved greys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Palette {
    /// Light and dark greys in turn; readable in print and without colour vision.
    #[default]
    Greys,
    /// Pale colours around the wheel.
    Pastels,
    /// Hues that stay apart for colour-blind readers (after Okabe and Ito), paled for black text.
    ColourBlind,
}

impl Palette {
    /// The eight fills, all light enough for black text.
    pub(crate) const fn fills(self) -> [&'static str; 8] {
        match self {
            Palette::Greys => ["#fff", "#b3b3b3", "#d9d9d9", "#999", "#f2f2f2", "#a6a6a6", "#ccc", "#8c8c8c"],
            Palette::Pastels => {
                ["#f4bbb3", "#b3f4cb", "#dbb3f4", "#f4ecb3", "#b3ecf4", "#f4b3dc", "#ccf4b3", "#b3bcf4"]
            }
            Palette::ColourBlind => {
                ["#f2f2f2", "#f3cf80", "#abdaf4", "#80cfb9", "#f7f1a0", "#80b9d9", "#eaaf80", "#e6bcd3"]
            }
        }
    }

    /// Which of the eight fills a shade gets.
    pub(crate) fn index(shade: i64) -> usize {
        // 0 to 7.
        usize::try_from(shade.rem_euclid(8)).unwrap_or_default()
    }
}
