//! Colours as numbers: mixed in a space in which equal steps look equal, and compared as people with each kind of colour
//! vision see them.

use std::fmt;

/// A colour of sRGB, 0 to 255 a channel; prints as `#1a2b3c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub [u8; 3]);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Colour {
    /// Black.
    pub const BLACK: Self = Self([0; 3]);
    /// White.
    pub const WHITE: Self = Self([255; 3]);

    /// From `0x1a2b3c`.
    pub(crate) const fn hex(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue])
    }

    /// From lightness 0 to 1, chroma and hue in degrees of OKLCH (Björn Ottosson, 2020); what sRGB does not have is cut.
    pub(crate) fn oklch(lightness: f64, chroma: f64, hue: f64) -> Self {
        let (sine, cosine) = hue.to_radians().sin_cos();
        let (a, b) = (chroma * cosine, chroma * sine);
        let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        Self::from_linear([
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
        ])
    }

    /// This much of the way to the other colour, from 0 to 1.
    pub(crate) fn toward(self, other: Self, part: f64) -> Self {
        let [from, to] = [self.0, other.0];
        let channel =
            |(from, to): (u8, u8)| byte((f64::from(from) * (1.0 - part) + f64::from(to) * part) / 255.0);
        let [red, green, blue] = [0, 1, 2].map(|at: usize| {
            let pair = from.get(at).copied().zip(to.get(at).copied());
            pair.map_or(0, channel)
        });
        Self([red, green, blue])
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn from_linear(channels: [f64; 3]) -> Self {
        Self(channels.map(|value| {
            let value = value.clamp(0.0, 1.0);
            byte(if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 })
        }))
    }

    /// How bright it is, 0 to 1, as WCAG 2 counts it.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of WCAG 2, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// How it looks to who has this kind of colour vision.
    pub fn seen_with(self, vision: Vision) -> Self {
        let [red, green, blue] = self.linear();
        let rows = vision.matrix();
        Self::from_linear(
            rows.map(|[of_red, of_green, of_blue]| of_red * red + of_green * green + of_blue * blue),
        )
    }

    /// How far apart two colours look: 0.02 can just be told apart (the distance of OKLab).
    pub fn distance(self, other: Self) -> f64 {
        let [one, other] = [self.oklab(), other.oklab()];
        one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }

    fn oklab(self) -> [f64; 3] {
        let [red, green, blue] = self.linear();
        let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let medium = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        [
            0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
            0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short,
        ]
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255")]
fn byte(value: f64) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

/// A kind of colour vision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vision {
    /// All three kinds of cones.
    Usual,
    /// No cones for long waves: red is dark.
    Protan,
    /// No cones for medium waves.
    Deutan,
    /// No cones for short waves.
    Tritan,
}

impl Vision {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Protan, Self::Deutan, Self::Tritan];

    /// Machado, Oliveira and Fernandes (2009) at full severity, on linear light.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Usual => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}
