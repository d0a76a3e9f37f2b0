//! Offsets of a layout in order, by stepping its coordinates: the definition that generated code is checked against.

use layout_algebra::Swizzle;

use crate::operand::{Leaf, Operand};

/// Walks the coordinates of a layout, leftmost mode fastest, and yields their offsets.
///
/// It adds strides and never divides, so it shares nothing with the index arithmetic of the kernels
/// ([`crate::kernel::Offset`]).
#[derive(Debug, Clone)]
pub(crate) struct OffsetWalk<'a> {
    leaves: &'a [Leaf],
    coordinate: Vec<i64>,
    offset: i64,
    finished: bool,
}

impl<'a> OffsetWalk<'a> {
    /// Starts at 1-D coordinate `start`; yields nothing when that is the size or more.
    pub(crate) fn new(leaves: &'a [Leaf], start: i64) -> Self {
        let (mut rest, mut offset) = (start, 0);
        let coordinate = leaves
            .iter()
            .map(|leaf| {
                let here = rest % leaf.shape;
                rest /= leaf.shape;
                offset += here * leaf.stride;
                here
            })
            .collect();
        OffsetWalk { leaves, coordinate, offset, finished: rest > 0 }
    }
}

impl Iterator for OffsetWalk<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if self.finished {
            return None;
        }
        let offset = self.offset;
        for (here, leaf) in self.coordinate.iter_mut().zip(self.leaves) {
            if *here + 1 < leaf.shape {
                *here += 1;
                self.offset += leaf.stride;
                return Some(offset);
            }
            self.offset -= *here * leaf.stride;
            *here = 0;
        }
        self.finished = true;
        Some(offset)
    }
}

/// Where a composed layout puts the offset that its inner layout gives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    offset: i64,
    swizzle: Option<Swizzle>,
}

impl Placement {
    pub(crate) fn of(operand: &Operand) -> Self {
        Placement { offset: operand.offset(), swizzle: operand.swizzle() }
    }

    pub(crate) fn place(self, inner: i64) -> i64 {
        let moved = self.offset + inner;
        self.swizzle.map_or(moved, |swizzle| swizzle.apply(moved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_from_the_middle_goes_on_as_the_whole_walk() {
        let leaves =
            [Leaf { shape: 4, stride: 3 }, Leaf { shape: 1, stride: 7 }, Leaf { shape: 5, stride: -2 }];
        let whole: Vec<_> = OffsetWalk::new(&leaves, 0).collect();
        assert_eq!(whole.len(), 20);
        assert_eq!(whole[..6], [0, 3, 6, 9, -2, 1]);
        for start in 0..=20 {
            let part: Vec<_> = OffsetWalk::new(&leaves, start).collect();
            assert_eq!(part, whole[usize::try_from(start).unwrap()..]);
        }
    }

    #[test]
    fn a_layout_without_modes_has_one_offset() {
        assert_eq!(OffsetWalk::new(&[], 0).collect::<Vec<_>>(), [0]);
    }
}
