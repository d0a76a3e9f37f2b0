//! A layout, or a mode of one, borrowed: what operations read.

use std::fmt;

use super::profile::{Profile, ProfileRef};
use super::{FlatModes, Layout, Offsets, extend};
use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, ModePath, checked};

/// A layout, or a mode of one, borrowed.
pub(crate) struct LayoutRef<'a, D = i64> {
    profile: ProfileRef<'a>,
    flat: &'a [(i64, D)],
}

impl<D> Clone for LayoutRef<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for LayoutRef<'_, D> {}

impl<'a, D> LayoutRef<'a, D> {
    pub(super) fn new(profile: ProfileRef<'a>, flat: &'a [(i64, D)]) -> Self {
        LayoutRef { profile, flat }
    }

    pub(crate) fn profile(self) -> ProfileRef<'a> {
        self.profile
    }

    /// The sizes and strides from left to right, whatever their nesting.
    pub(crate) fn leaves(self) -> &'a [(i64, D)] {
        self.flat
    }

    pub(crate) fn is_tuple(self) -> bool {
        self.profile.is_tuple()
    }

    pub(crate) fn rank(self) -> usize {
        self.profile.rank()
    }

    pub(crate) fn size(self) -> i64 {
        self.flat.iter().map(|(size, _)| size).product()
    }

    pub(crate) fn shape(self) -> IntTuple {
        self.profile.tuple_of(self.flat.iter().map(|(size, _)| *size))
    }

    /// The modes; `4:1` is its own only mode.
    pub(crate) fn modes(self) -> Modes<'a, D> {
        Modes { left: self.rank(), profile: self.profile.inside(), flat: self.flat }
    }

    /// Mode `index`, if there is one.
    pub(crate) fn mode(self, index: usize) -> Option<LayoutRef<'a, D>> {
        self.modes().nth(index)
    }
}

impl<D: Stride> LayoutRef<'_, D> {
    pub(crate) fn to_layout(self) -> Layout<D> {
        let (mut profile, mut flat) = (Profile::EMPTY, FlatModes::new());
        profile.push_all(self.profile);
        extend(&mut flat, self.flat);
        Layout { profile, flat }
    }

    /// As [`Layout::eval`].
    ///
    /// # Errors
    /// [`ErrorKind::CoordinateMismatch`], [`ErrorKind::Overflow`].
    pub(crate) fn eval(self, coordinate: &IntTuple) -> Result<D, Error> {
        coordinate.check_limits("eval")?;
        offset(coordinate, self).map_err(|stop| match stop {
            Stop::NoSum => D::sum_error("eval"),
            Stop::Mismatch(mode) => Error::new(
                "eval",
                ErrorKind::CoordinateMismatch {
                    coordinate: shortened(coordinate),
                    shape: shortened(&self.shape()),
                },
            )
            .at(mode),
        })
    }

    /// The offsets of the 1-D coordinates from 0 on, one by one.
    pub(crate) fn offsets(self) -> Offsets<D> {
        Offsets::of(self)
    }

    /// The offset of a 1-D coordinate, which goes on along the last integer; `None` when it does not fit.
    pub(crate) fn offset_of_index(self, index: i64) -> Option<D> {
        let mut rest = index;
        let mut sum = D::zero();
        let last = match self.profile.ends_with_leaf() {
            true => self.flat.len().checked_sub(1),
            // What is left goes to the `()` at the end, which has no offset.
            false => None,
        };
        for (i, (size, stride)) in self.flat.iter().enumerate() {
            let part = if last == Some(i) { rest } else { rest % size };
            rest /= size;
            sum = sum.plus(&stride.times(part)?)?;
        }
        Some(sum)
    }
}

impl LayoutRef<'_> {
    /// As [`Layout::cosize`].
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub(crate) fn cosize(self) -> Result<i64, Error> {
        const OPERATION: &str = "cosize";
        self.flat.iter().try_fold(1, |cosize, &(size, stride)| {
            let reach = checked::mul(OPERATION, size - 1, checked::abs(OPERATION, stride)?)?;
            checked::add(OPERATION, cosize, reach)
        })
    }
}

impl<D: fmt::Display> fmt::Display for LayoutRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.profile.write(f, self.flat.iter().map(|(size, _)| size))?;
        f.write_str(":")?;
        self.profile.write(f, self.flat.iter().map(|(_, stride)| stride))
    }
}

impl<D: fmt::Debug> fmt::Debug for LayoutRef<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.profile.write(f, self.flat.iter().map(|(size, _)| size))?;
        f.write_str(":")?;
        self.profile.write(f, self.flat.iter().map(|(_, stride)| format!("{stride:?}")))
    }
}

/// Why a coordinate has no offset.
enum Stop {
    NoSum,
    Mismatch(ModePath),
}

fn offset<D: Stride>(coordinate: &IntTuple<i64>, layout: LayoutRef<'_, D>) -> Result<D, Stop> {
    match coordinate {
        IntTuple::Int(index) => layout.offset_of_index(*index).ok_or(Stop::NoSum),
        IntTuple::Tuple(parts) if layout.is_tuple() && parts.len() == layout.rank() => {
            let mut sum = D::zero();
            for (i, (part, mode)) in parts.iter().zip(layout.modes()).enumerate() {
                let term = offset(part, mode).map_err(|stop| match stop {
                    Stop::NoSum => Stop::NoSum,
                    Stop::Mismatch(mut mode) => {
                        mode.0.insert(0, i);
                        Stop::Mismatch(mode)
                    }
                })?;
                sum = sum.plus(&term).ok_or(Stop::NoSum)?;
            }
            Ok(sum)
        }
        IntTuple::Tuple(_) => Err(Stop::Mismatch(ModePath::default())),
    }
}

/// The modes of a layout, one by one.
pub(crate) struct Modes<'a, D> {
    left: usize,
    profile: ProfileRef<'a>,
    flat: &'a [(i64, D)],
}

impl<'a, D> Iterator for Modes<'a, D> {
    type Item = LayoutRef<'a, D>;

    fn next(&mut self) -> Option<LayoutRef<'a, D>> {
        self.left = self.left.checked_sub(1)?;
        let (profile, leaves, further) = self.profile.split_first();
        let (flat, rest) = self.flat.split_at(leaves.min(self.flat.len()));
        (self.profile, self.flat) = (further, rest);
        Some(LayoutRef { profile, flat })
    }
}
