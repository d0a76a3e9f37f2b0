//! The layouts that a run works on.

use std::{fmt, str::FromStr};

use layout_algebra::{ComposedLayout, IntTuple, Layout, Swizzle};
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, RunError};

/// Leaves that one operand may have; a kernel has a term of index arithmetic for each.
pub const MAX_KERNEL_LEAVES: usize = 32;

/// Elements that one operand may have or span: 2^40. What a device can hold is less and is checked there.
pub const MAX_CELLS: i64 = 1 << 40;

/// One operand: a layout, or the composed layout `swizzle o offset o layout`.
///
/// It crosses the process boundary in CuTe notation.
///
/// ```
/// use layoutlens_run::Operand;
/// let operand: Operand = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// assert_eq!(serde_json::to_string(&operand).unwrap(), r#""Sw<3,4,3> o 0 o (8,64):(64,1)""#);
/// assert_eq!(operand.extent()?.size, 512);
/// # Ok::<(), layoutlens_run::RunError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Operand {
    layout: Layout,
    offset: i64,
    swizzle: Option<Swizzle>,
}

/// One shape and its stride, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Number of coordinates.
    pub(crate) shape: i64,
    /// Distance of neighbouring coordinates.
    pub(crate) stride: i64,
}

/// How much room an operand takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Number of coordinates.
    pub size: i64,
    /// Elements that a buffer needs so that every offset lies in it; for a swizzled layout an upper bound.
    pub cells: i64,
}

impl Operand {
    /// The layout, without offset and swizzle.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What is added to the layout's offset before the swizzle; 0 for a plain layout.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// What is applied last.
    pub fn swizzle(&self) -> Option<Swizzle> {
        self.swizzle
    }

    /// The composed layout; `None` without a swizzle.
    pub(crate) fn composed(&self) -> Option<ComposedLayout> {
        self.swizzle.map(|swizzle| ComposedLayout::new(swizzle, self.offset, self.layout.clone()))
    }

    /// Whether an offset falls where a coordinate grows.
    pub(crate) fn runs_backwards(&self) -> bool {
        self.leaves().iter().any(|leaf| leaf.shape > 1 && leaf.stride < 0)
    }

    /// The layout's leaves in colexicographic order, leftmost first.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        leaves_of(&self.layout)
    }

    /// The leaves of each top-level mode; a rank-0 layout (`8:1`) is its own only mode.
    pub(crate) fn modes(&self) -> Vec<Vec<Leaf>> {
        match self.layout.shape() {
            IntTuple::Int(_) => vec![self.leaves()],
            IntTuple::Tuple(_) => self.layout.modes().iter().map(leaves_of).collect(),
        }
    }

    /// How many coordinates the operand has and how large a buffer they need.
    ///
    /// # Errors
    /// [`ErrorCode::BadLayout`] for a shape below 1, more than [`MAX_KERNEL_LEAVES`] leaves, or numbers that leave 64 bits;
    /// [`ErrorCode::NegativeOffset`] when a coordinate lies before the start of the buffer.
    pub fn extent(&self) -> Result<Extent, RunError> {
        let bad = |message| Err(RunError::new(ErrorCode::BadLayout, message));
        let leaves = self.leaves();
        if leaves.len() > MAX_KERNEL_LEAVES {
            return bad(format!(
                "{self} has {} leaves; a kernel is made for up to {MAX_KERNEL_LEAVES}",
                leaves.len()
            ));
        }
        if let Some(leaf) = leaves.iter().find(|leaf| leaf.shape < 1) {
            return bad(format!("{self} has a mode of shape {}; every shape must be at least 1", leaf.shape));
        }
        let Some((size, least, greatest)) = bounds(&leaves, self.offset) else {
            return bad(format!("the offsets of {self} do not fit in 64 bits"));
        };
        if least < 0 {
            let message = format!(
                "{self} reaches offset {least}, before the start of its buffer; a composed layout with an offset of \
                 {} or more would stay inside",
                self.offset.saturating_sub(least)
            );
            return Err(RunError::new(ErrorCode::NegativeOffset, message));
        }
        let highest =
            self.swizzle.map_or(greatest, |swizzle| highest_swizzled(greatest, swizzle.target_mask()));
        match highest.checked_add(1) {
            Some(cells) => Ok(Extent { size, cells }),
            None => bad(format!("the offsets of {self} do not fit in 64 bits")),
        }
    }

    /// The coordinate with 1-D coordinate `index`, in the layout's nesting: `(3,(0,1))`.
    pub fn coordinate(&self, index: i64) -> String {
        let mut text = String::new();
        write_coordinate(&self.layout.shape(), &mut { index }, &mut text);
        text
    }
}

/// A bound of what a swizzle that changes the bits of `mask`, which are neighbours, makes of the offsets up to
/// `greatest`.
///
/// Only an offset with smaller bits in the mask may have larger ones below it.
fn highest_swizzled(greatest: i64, mask: i64) -> i64 {
    let below = if greatest & mask == 0 { 0 } else { (1 << mask.trailing_zeros()) - 1 };
    greatest | mask | below
}

fn leaves_of(layout: &Layout) -> Vec<Leaf> {
    layout.leaves().iter().map(|&(shape, stride)| Leaf { shape, stride }).collect()
}

/// The greatest common divisor of two positive numbers.
pub(crate) fn gcd(mut first: i64, mut second: i64) -> i64 {
    while second != 0 {
        (first, second) = (second, first % second);
    }
    first
}

/// The product of the shapes, and the least and the greatest offset; `None` when one leaves 64 bits.
///
/// The sum of all reaches must fit too, so that every partial sum does, in whichever order it is formed.
fn bounds(leaves: &[Leaf], offset: i64) -> Option<(i64, i64, i64)> {
    let (mut size, mut least, mut greatest, mut total) = (1_i64, offset, offset, offset.checked_abs()?);
    for leaf in leaves {
        size = size.checked_mul(leaf.shape)?;
        let reach = (leaf.shape - 1).checked_mul(leaf.stride)?;
        total = total.checked_add(reach.checked_abs()?)?;
        let end = if reach < 0 { &mut least } else { &mut greatest };
        *end = end.checked_add(reach)?;
    }
    Some((size, least, greatest))
}

/// Takes the part of `shape` off `index` and appends the coordinate.
fn write_coordinate(shape: &IntTuple, index: &mut i64, text: &mut String) {
    match shape {
        IntTuple::Int(extent) => {
            // A check refuses shapes below 1.
            let extent = (*extent).max(1);
            text.push_str(&(*index % extent).to_string());
            *index /= extent;
        }
        IntTuple::Tuple(modes) => {
            text.push('(');
            for (position, mode) in modes.iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_coordinate(mode, index, text);
            }
            text.push(')');
        }
    }
}

impl From<&Layout> for Operand {
    fn from(layout: &Layout) -> Self {
        Operand { layout: layout.clone(), offset: 0, swizzle: None }
    }
}

impl From<&ComposedLayout> for Operand {
    fn from(composed: &ComposedLayout) -> Self {
        Operand {
            layout: composed.layout().clone(),
            offset: *composed.offset(),
            swizzle: Some(composed.swizzle()),
        }
    }
}

impl fmt::Display for Operand {
    /// CuTe notation: `(4,8):(1,4)`, `Sw<3,4,3> o 0 o (8,64):(64,1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.swizzle {
            Some(swizzle) => write!(f, "{swizzle} o {} o {}", self.offset, self.layout),
            None => self.layout.fmt(f),
        }
    }
}

impl FromStr for Operand {
    type Err = RunError;

    /// Reads CuTe notation.
    ///
    /// # Errors
    /// [`ErrorCode::BadLayout`] with the reason.
    fn from_str(text: &str) -> Result<Self, RunError> {
        let read = match text.parse::<Layout>() {
            Ok(layout) => Ok(Operand::from(&layout)),
            Err(error) => match text.parse::<ComposedLayout>() {
                Ok(composed) => Ok(Operand::from(&composed)),
                Err(composed) => Err(if text.contains('<') { composed } else { error }),
            },
        };
        read.map_err(|error| RunError::new(ErrorCode::BadLayout, format!("{text}: {error}")))
    }
}

impl TryFrom<String> for Operand {
    type Error = RunError;

    fn try_from(text: String) -> Result<Self, RunError> {
        text.parse()
    }
}

impl From<Operand> for String {
    fn from(operand: Operand) -> String {
        operand.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn operand(text: &str) -> Operand {
        text.parse().unwrap()
    }

    #[test]
    fn coordinates_keep_the_nesting() {
        let nested = operand("(4,(2,3)):(1,(4,8))");
        assert_eq!(nested.coordinate(23), "(3,(1,2))");
        assert_eq!(operand("8:1").coordinate(5), "5");
    }

    #[test]
    fn a_swizzle_can_reach_beyond_the_layout() {
        assert_eq!(operand("(8,64):(64,1)").extent().unwrap(), Extent { size: 512, cells: 512 });
        assert_eq!(operand("Sw<3,0,3> o 0 o 16:1").extent().unwrap(), Extent { size: 16, cells: 16 });
        assert_eq!(operand("Sw<1,0,-3> o 0 o 2:1").extent().unwrap(), Extent { size: 2, cells: 10 });
    }

    #[test]
    fn an_offset_below_the_greatest_can_be_swizzled_above_it() {
        let swizzle: layout_algebra::Swizzle = "Sw<2,1,2>".parse().unwrap();
        assert!(swizzle.apply(697) > swizzle.apply(700));
        assert_eq!(operand("Sw<2,1,2> o 700 o 2:-3").extent().unwrap(), Extent { size: 2, cells: 704 });
        for greatest in 0..200 {
            for swizzle in ["Sw<2,1,2>", "Sw<3,0,3>", "Sw<1,2,-1>", "Sw<2,1,-3>", "Sw<0,4,3>"] {
                let swizzle: layout_algebra::Swizzle = swizzle.parse().unwrap();
                let reached = (0..=greatest).map(|offset| swizzle.apply(offset)).max();
                let bound = super::highest_swizzled(greatest, swizzle.target_mask());
                assert!(reached.is_some_and(|reached| reached <= bound), "{swizzle} of 0..={greatest}");
            }
        }
    }

    #[test]
    fn negative_strides_run_when_an_offset_lifts_them() {
        let error = operand("4:-2").extent().unwrap_err();
        assert_eq!(error.code, ErrorCode::NegativeOffset);
        assert!(error.message.contains("offset -6") && error.message.contains("offset of 6"), "{error}");
        assert_eq!(operand("Sw<0,4,3> o 6 o 4:-2").extent().unwrap(), Extent { size: 4, cells: 7 });
    }

    #[test]
    fn sizes_beyond_64_bits_are_refused() {
        let error = operand("(2,2):(4611686018427387904,4611686018427387904)").extent().unwrap_err();
        assert_eq!(error.code, ErrorCode::BadLayout);
    }
}
