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

/// The integer offsets of all coordinates of these modes, in an empty table; `None` when one does not fit.
///
/// Each mode repeats the offsets of the modes to its left, which is a loop without carries.
pub(crate) fn fill_integer_table(modes: &[(i64, i64)], table: &mut Vec<i64>) -> Option<()> {
    let (mut lowest, mut highest) = (0_i64, 0_i64);
    for &(size, stride) in modes {
        let reach = (size - 1).checked_mul(stride)?;
        lowest = lowest.checked_add(reach.min(0))?;
        highest = highest.checked_add(reach.max(0))?;
    }
    // From here on all sums lie between the lowest and the highest.
    table.push(0);
    for &(size, stride) in modes {
        let filled = table.len();
        if filled == 1 {
            table.extend((1..size).map(|index| index * stride));
            continue;
        }
        for index in 1..size {
            let shift = index * stride;
            let start = table.len();
            table.extend_from_within(..filled);
            for offset in table.get_mut(start..)? {
                *offset += shift;
            }
        }
    }
    Some(())
}
