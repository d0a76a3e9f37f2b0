//! The offsets of a layout, in the order of its 1-D coordinates.

use smallvec::SmallVec;

use super::LayoutRef;
use crate::Error;
use crate::stride::Stride;

/// The offsets of a layout in the order of its 1-D coordinates; ends early after an error.
#[derive(Debug, Clone)]
pub struct Offsets<D> {
    /// Coordinate, size and stride of each mode of size above 1, leftmost first.
    digits: SmallVec<[(i64, i64, D); 8]>,
    left: i64,
    next: Option<D>,
}

impl<D: Stride> Offsets<D> {
    pub(super) fn of(layout: LayoutRef<'_, D>) -> Self {
        // Modes of size 1 never move; without them there are at most as many as an i64 has bits.
        let moving = layout.leaves().iter().filter(|(size, _)| *size > 1);
        let digits = moving.map(|(size, stride)| (0, *size, stride.clone())).collect();
        Offsets { digits, left: layout.size(), next: Some(D::zero()) }
    }

    /// Counts the coordinate up by one; the offset moves by the strides of the modes that change.
    fn advance(&mut self, offset: &D) -> Option<D> {
        let mut offset = offset.clone();
        for (index, size, stride) in &mut self.digits {
            *index += 1;
            if index < size {
                return offset.plus(&stride.between(*index - 1, *index)?);
            }
            offset = offset.plus(&stride.between(*size - 1, 0)?)?;
            *index = 0;
        }
        Some(offset)
    }
}

impl<D: Stride> Iterator for Offsets<D> {
    type Item = Result<D, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        match self.next.take() {
            Some(offset) => {
                self.next = self.advance(&offset);
                Some(Ok(offset))
            }
            None => {
                self.left = 0;
                Some(Err(D::sum_error("eval")))
            }
        }
    }
}
