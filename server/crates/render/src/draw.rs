//! What can be drawn as one grid.

use layout_algebra::analysis::{BANKS, WORD_BYTES};
use layout_algebra::{AnyLayout, ComposedLayout, Error, IntTuple, Layout, Stride, Swizzle, idx2crd};

use crate::{Cell, Grid, Label, Limits, Marks, Scale};

/// What the colours of a grid stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColourBy {
    /// The offset, in eight colours in turn.
    Offset,
    /// The offset, from faint to strong.
    Ramp,
    /// The bank of shared memory in which an element of so many bits begins.
    Bank {
        /// Bits of an element.
        element_bits: i64,
    },
    /// The thread that owns the element.
    Thread,
    /// Which value of its thread it is.
    Value,
    /// How many own it.
    Owners,
    /// The coordinate in this mode of the shape, as `[1, 0]` is the first mode of the second.
    Mode(Vec<usize>),
    /// Which tile of so many consecutive offsets it lies in.
    Tile(i64),
}

impl ColourBy {
    /// What a reader has to know of the colours; nothing of eight colours in turn.
    pub fn legend(&self) -> Option<String> {
        match self {
            Self::Offset => None,
            Self::Ramp => Some("colour: offset, from faint to strong".to_owned()),
            Self::Bank { element_bits } => {
                Some(format!("colour: bank of each {element_bits}-bit element, a hue for 16 bytes"))
            }
            Self::Thread => {
                Some("colour: thread, a hue a warp (of one warp, four lanes) and a shade a lane".to_owned())
            }
            Self::Value => Some("colour: value".to_owned()),
            Self::Owners => Some("colour: how many own the element".to_owned()),
            Self::Mode(path) => {
                let path: Vec<String> = path.iter().map(usize::to_string).collect();
                Some(format!("colour: coordinate in mode {}", path.join(".")))
            }
            Self::Tile(size) => Some(format!("colour: tile of {size} offsets")),
        }
    }
}

/// A value that has a grid.
pub trait Draw {
    /// Its shape: what the rows and columns count.
    fn shape(&self) -> IntTuple<i64>;

    /// What its colours stand for, where nobody says otherwise.
    fn usual_colour(&self) -> ColourBy;

    /// The grid, of which at most `limits` cells are computed; what it has no colours for is coloured as usual.
    fn coloured(&self, limits: Limits, colour: &ColourBy) -> Grid;

    /// The grid in its usual colours.
    fn grid(&self, limits: Limits) -> Grid {
        self.coloured(limits, &self.usual_colour())
    }
}

impl<D: Stride> Draw for Layout<D> {
    fn shape(&self) -> IntTuple<i64> {
        Layout::shape(self)
    }

    fn usual_colour(&self) -> ColourBy {
        ColourBy::Offset
    }

    fn coloured(&self, limits: Limits, colour: &ColourBy) -> Grid {
        let shape = Layout::shape(self);
        function(&shape, limits, colour, |index| self.at(index).map(|value| value.to_coordinate()))
    }
}

impl Draw for ComposedLayout<i64> {
    fn shape(&self) -> IntTuple<i64> {
        self.layout().shape()
    }

    /// Of a swizzle that moves anything, the banks: it is there for them.
    fn usual_colour(&self) -> ColourBy {
        match swizzled_bits(self.swizzle()) {
            Some(element_bits) => ColourBy::Bank { element_bits },
            None => ColourBy::Offset,
        }
    }

    fn coloured(&self, limits: Limits, colour: &ColourBy) -> Grid {
        let shape = self.layout().shape();
        function(&shape, limits, colour, |index| self.eval(&IntTuple::Int(index)).map(IntTuple::Int))
    }
}

/// What begins with a swizzle has no coordinates of its own, and one cell.
impl Draw for AnyLayout<i64> {
    fn shape(&self) -> IntTuple<i64> {
        self.domain().map_or(IntTuple::Int(1), Layout::shape)
    }

    fn usual_colour(&self) -> ColourBy {
        match self {
            Self::Composed(composed) => composed.usual_colour(),
            Self::Layout(_) | Self::Chain(_) => ColourBy::Offset,
        }
    }

    fn coloured(&self, limits: Limits, colour: &ColourBy) -> Grid {
        function(&Draw::shape(self), limits, colour, |index| self.at(index).map(IntTuple::Int))
    }
}

/// The bits of an element for which a swizzle is made: it moves 16 bytes at a time. None where it moves nothing, or less
/// than a byte, or no element that programs have.
pub fn swizzled_bits(swizzle: Swizzle) -> Option<i64> {
    const MOVED_BITS: i64 = 128;
    let bits = MOVED_BITS.checked_shr(swizzle.base())?;
    (swizzle.bits() > 0 && (8..=64).contains(&bits)).then_some(bits)
}

/// The bank in which the element at an offset begins.
pub(crate) fn bank(offset: i64, element_bits: i64) -> Option<u32> {
    let word = offset.checked_mul(element_bits)?.div_euclid(8 * WORD_BYTES);
    u32::try_from(word.rem_euclid(BANKS)).ok()
}

/// The grid of any function of a shape's coordinates.
pub(crate) fn function(
    shape: &IntTuple<i64>,
    limits: Limits,
    colour: &ColourBy,
    value: impl Fn(i64) -> Result<IntTuple<i64>, Error>,
) -> Grid {
    match colour {
        ColourBy::Ramp => ramp(shape, limits, value),
        ColourBy::Bank { element_bits } => {
            // Shades of cells without text are noise: what counts is which 16 bytes they lie in.
            let seen = |bank: u32| if limits.labels { bank } else { bank / 4 * 4 + 1 };
            let tone = |_, value: &IntTuple<i64>| bank(value.as_int().copied()?, *element_bits).map(seen);
            toned(shape, limits, Scale::Banks, value, tone)
        }
        ColourBy::Mode(path) => {
            toned(shape, limits, Scale::Cycle, value, |index, _| mode_tone(shape, index, path))
        }
        ColourBy::Tile(size) => toned(shape, limits, Scale::Cycle, value, |_, value| {
            cycle(value.as_int()?.checked_div_euclid(*size)?)
        }),
        ColourBy::Offset | ColourBy::Thread | ColourBy::Value | ColourBy::Owners => {
            toned(shape, limits, Scale::Cycle, value, |_, value| cycle(shade(value)))
        }
    }
}

fn toned(
    shape: &IntTuple<i64>,
    limits: Limits,
    scale: Scale,
    value: impl Fn(i64) -> Result<IntTuple<i64>, Error>,
    tone: impl Fn(i64, &IntTuple<i64>) -> Option<u32>,
) -> Grid {
    Grid::new(shape, limits, scale, |index| match value(index) {
        Ok(value) => Cell { tone: tone(index, &value), label: label(&value, limits), marks: Marks::NONE },
        Err(_) => Cell { label: Label::Overflow, tone: None, marks: Marks::NONE },
    })
}

/// Faint to strong over the offsets that are shown.
fn ramp(shape: &IntTuple<i64>, limits: Limits, value: impl Fn(i64) -> Result<IntTuple<i64>, Error>) -> Grid {
    // What has no offset stays blank.
    const NONE: i64 = i64::MIN;
    let mut offsets = Vec::new();
    let mut grid = Grid::new(shape, limits, Scale::Ramp, |index| {
        let value = value(index);
        offsets.push(value.as_ref().ok().and_then(|value| value.as_int().copied()).unwrap_or(NONE));
        let label = value.map_or(Label::Overflow, |value| label(&value, limits));
        Cell { label, tone: None, marks: Marks::NONE }
    });
    let known = || offsets.iter().copied().filter(|offset| *offset != NONE);
    let (low, high) = (known().min().unwrap_or_default(), known().max().unwrap_or_default());
    let steps = u64::from(Scale::STEPS) - 1;
    // The bits that matter to so few steps.
    let shift = u64::BITS.saturating_sub(high.abs_diff(low).leading_zeros()).saturating_sub(u64::BITS - 8);
    let range = (high.abs_diff(low) >> shift).max(1);
    let tone = |offset: i64| u32::try_from((offset.abs_diff(low) >> shift) * steps / range).ok();
    let mut offsets = offsets.iter().copied();
    grid.recolour(Scale::Ramp, |_, _| {
        (offsets.next().filter(|offset| *offset != NONE).and_then(tone), Marks::NONE)
    });
    grid
}

/// An offset as a number, a coordinate as a tuple.
pub(crate) fn label(value: &IntTuple<i64>, limits: Limits) -> Label {
    match value {
        _ if !limits.labels => Label::Nothing,
        IntTuple::Int(number) => Label::Number(*number),
        IntTuple::Tuple(_) => Label::Text(value.to_string().into()),
    }
}

/// Eight colours in turn.
pub(crate) fn cycle(number: i64) -> Option<u32> {
    u32::try_from(number.rem_euclid(8)).ok()
}

/// The 1-D coordinate of `index` in the mode at `path`.
pub(crate) fn mode_tone(shape: &IntTuple<i64>, index: i64, path: &[usize]) -> Option<u32> {
    let mut coordinate = idx2crd(index, shape).ok()?;
    let mut mode = shape;
    for at in path {
        coordinate = coordinate.modes().get(*at)?.clone();
        mode = mode.modes().get(*at)?;
    }
    cycle(layout_algebra::crd2idx(&coordinate, mode).ok()?)
}

/// An offset is its own shade. Neighbours of a coordinate differ in every direction: each of its numbers steps by
/// another odd number.
fn shade(value: &IntTuple<i64>) -> i64 {
    let weighted = (1_i64..).step_by(2).zip(value.leaves());
    weighted.fold(0, |shade, (weight, number)| shade.wrapping_add(number.wrapping_mul(weight)))
}
