//! The offsets of a layout of integers, all of them at once.

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
