//! Colours of cells: what a tone means, and which colour it gets in each palette and theme.

use crate::Colour;

/// Which colours cells have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Palette {
    /// Light and dark greys in turn, CuTe's way; readable in print and without colour vision.
    Greys,
    /// Pale colours around the wheel.
    #[default]
    Pastels,
    /// Eight colours that differ in lightness as much as in hue, so that they stay apart for every kind of colour vision.
    ColourBlind,
}

/// What a picture is looked at on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
    /// White lines and text on black.
    HighContrast,
}

/// What the tones of a grid stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Eight colours in turn: neighbouring numbers differ.
    Cycle,
    /// Banks of shared memory, 0 to 31: a hue for each 16 bytes of a line of 128, a shade for each of its four banks.
    Banks,
    /// Threads: a hue a warp, a shade a lane.
    Threads,
    /// Threads of one warp: a hue four lanes, a shade each.
    Lanes,
    /// From faint to strong, 0 to [`Scale::STEPS`] - 1.
    Ramp,
    /// 0 is not meant, 1 is, and what is above are groups that are told apart.
    Chosen,
}

impl Scale {
    /// How many steps a ramp has.
    pub const STEPS: u32 = 64;

    /// Hue and shade of a tone; a shade lies between 0 and 1.
    fn place(self, tone: u32) -> (u32, f64) {
        let part = |number: u32, of: u32| f64::from(number) / f64::from(of.max(2) - 1);
        match self {
            Self::Cycle => (tone % 8, 0.5),
            Self::Banks => (tone / 4 % 8, part(tone % 4, 4)),
            Self::Lanes => (tone / 4 % 8, part(tone % 4, 4)),
            // Neighbours in a quad differ as much as the rows of an MMA do.
            Self::Threads => (tone / 32 % 8, part(tone % 32 / 4 + tone % 4 * 8, 32)),
            Self::Ramp => (0, part(tone.min(Self::STEPS - 1), Self::STEPS)),
            Self::Chosen => (tone.saturating_sub(1) % 8, 0.3),
        }
    }
}

/// Pale hues in an order in which neighbours differ, in degrees of OKLCH.
const HUES: [f64; 8] = [255.0, 75.0, 150.0, 350.0, 200.0, 40.0, 115.0, 305.0];
const LIGHT_GREYS: [u32; 8] =
    [0xff_ffff, 0xb3_b3b3, 0xd9_d9d9, 0x99_9999, 0xf2_f2f2, 0xa6_a6a6, 0xcc_cccc, 0x8c_8c8c];
const DARK_GREYS: [u32; 8] =
    [0x10_1010, 0x5a_5a5a, 0x30_3030, 0x66_6666, 0x1c_1c1c, 0x50_5050, 0x3c_3c3c, 0x70_7070];
// Found by a search for the largest least distance of any two under all four visions, with text of full contrast on each.
const LIGHT_APART: [u32; 8] =
    [0xdb_fefd, 0x62_89e8, 0xfe_d684, 0xbe_700d, 0x9c_d1fe, 0x82_7386, 0xe7_9f26, 0xa6_a59f];
const DARK_APART: [u32; 8] =
    [0x6f_6f98, 0x44_1602, 0x34_419e, 0x9e_5b0c, 0x15_0969, 0x65_3e44, 0x00_0000, 0x14_001a];

impl Palette {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Greys, Self::Pastels, Self::ColourBlind];

    /// The colour of a tone.
    pub fn colour(self, theme: Theme, scale: Scale, tone: u32) -> Colour {
        let is_light = theme == Theme::Light;
        if scale == Scale::Chosen && tone == 0 {
            return theme.unmeant();
        }
        let (hue, shade) = scale.place(tone);
        if scale == Scale::Ramp {
            return self.ramp(theme, shade);
        }
        let place = usize::try_from(hue).unwrap_or_default();
        let of = |table: [u32; 8]| Colour::hex(table.get(place).copied().unwrap_or_default());
        let is_plain = matches!(scale, Scale::Cycle | Scale::Chosen);
        // The eight colours as they are where there is one a hue; a shade is a part of the way to the ground.
        let (base, way) = match (self, is_light) {
            (Self::Greys, _) if !is_plain => return grey(theme, scale, place, shade),
            (Self::Greys, true) => (of(LIGHT_GREYS), 0.0),
            (Self::Greys, false) => (of(DARK_GREYS), 0.0),
            (Self::Pastels, true) => (Colour::oklch(0.76, 0.115, HUES[place % 8]), 0.1 + 0.65 * shade),
            (Self::Pastels, false) => (Colour::oklch(0.47, 0.1, HUES[place % 8]), 0.55 * shade),
            (Self::ColourBlind, true) => (of(LIGHT_APART), if is_plain { 0.0 } else { 0.55 * shade }),
            (Self::ColourBlind, false) => (of(DARK_APART), if is_plain { 0.0 } else { 0.55 * shade }),
        };
        match (self, is_light) {
            // What is nearly the ground itself goes the other way.
            (Self::ColourBlind, true) if base.luminance() > 0.6 => base.toward(Colour::BLACK, 0.45 * way),
            (Self::ColourBlind, false) if base.luminance() < 0.03 => base.toward(Colour::WHITE, 0.4 * way),
            (_, true) => base.toward(Colour::WHITE, way),
            (_, false) => base.toward(Colour::BLACK, way),
        }
    }

    fn ramp(self, theme: Theme, shade: f64) -> Colour {
        let (from, to) = if theme == Theme::Light { (0.97, 0.6) } else { (0.22, 0.53) };
        let lightness = from + (to - from) * shade;
        match self {
            Self::Greys => Colour::oklch(lightness, 0.0, 0.0),
            Self::Pastels => Colour::oklch(lightness, 0.02 + 0.09 * shade, 200.0 + 80.0 * shade),
            Self::ColourBlind => Colour::oklch(lightness, 0.02 + 0.09 * shade, 95.0 - 30.0 * shade),
        }
    }
}

/// There are no hues among greys: what has a hue and a shade elsewhere goes round from light to dark, in another order for
/// each hue.
fn grey(theme: Theme, scale: Scale, hue: usize, shade: f64) -> Colour {
    const STARTS: [f64; 8] = [0.0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875];
    // A warp has 32 shades, 16 bytes have 4.
    let spread = if scale == Scale::Threads { 0.9 } else { 0.1 };
    let part = (STARTS[hue % 8] + shade * spread).fract();
    match theme {
        Theme::Light => Colour::oklch(1.0 - 0.4 * part, 0.0, 0.0),
        Theme::Dark | Theme::HighContrast => Colour::oklch(0.15 + 0.38 * part, 0.0, 0.0),
    }
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::HighContrast];

    /// What lies below the picture where it brings its own ground.
    pub fn ground(self) -> Colour {
        match self {
            Self::Light => Colour::WHITE,
            Self::Dark => Colour::hex(0x1e_1e1e),
            Self::HighContrast => Colour::BLACK,
        }
    }

    /// Text in cells.
    pub fn text(self) -> Colour {
        match self {
            Self::Light => Colour::BLACK,
            Self::Dark | Self::HighContrast => Colour::WHITE,
        }
    }

    /// Text beside cells.
    pub fn label(self) -> Colour {
        match self {
            Self::Light => Colour::hex(0x55_5555),
            Self::Dark => Colour::hex(0xbb_bbbb),
            Self::HighContrast => Colour::WHITE,
        }
    }

    /// What is to be seen first: frames of conflicts and of cells with several owners.
    pub(crate) fn alarm(self) -> Colour {
        match self {
            Self::Light => Colour::hex(0xc0_0020),
            Self::Dark => Colour::hex(0xff_6b6b),
            Self::HighContrast => Colour::hex(0xff_ff00),
        }
    }

    /// Paths and arrows over cells.
    pub(crate) fn ink(self) -> Colour {
        match self {
            Self::Light => Colour::hex(0x1f_4fa3),
            Self::Dark => Colour::hex(0x9c_c4ff),
            Self::HighContrast => Colour::hex(0x00_ffff),
        }
    }

    /// Cells that are not meant.
    fn unmeant(self) -> Colour {
        match self {
            Self::Light => Colour::hex(0xf4_f4f4),
            Self::Dark => Colour::hex(0x2a_2a2a),
            Self::HighContrast => Colour::BLACK,
        }
    }

    /// Lines between cells, between inner tiles, between tiles of tiles.
    pub(crate) fn lines(self) -> [Colour; 3] {
        match self {
            Self::Light => [0xa8_a8a8, 0x55_5555, 0x11_1111],
            Self::Dark => [0x60_6060, 0xb0_b0b0, 0xf0_f0f0],
            Self::HighContrast => [0x90_9090, 0xff_ffff, 0xff_ffff],
        }
        .map(Colour::hex)
    }
}
