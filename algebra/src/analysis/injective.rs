//! Whether a layout gives each coordinate an offset of its own.

use std::collections::HashMap;

use super::{ENUMERATION_LIMIT, too_many};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout};

/// Whether no two coordinates share an offset.
///
/// # Errors
/// [`Error::TooLarge`] when strides alone do not tell and there are more than [`ENUMERATION_LIMIT`] coordinates;
/// [`Error::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, analysis::is_injective};
///
/// assert!(is_injective(&"(4,8):(8,1)".parse::<Layout>()?)?);
/// assert!(!is_injective(&"(4,8):(0,1)".parse::<Layout>()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_injective<D: Stride>(layout: &Layout<D>) -> Result<bool, Error> {
    if broadcast_mode(layout).is_some() {
        return Ok(false);
    }
    Ok(first_collision(layout)?.is_none())
}

/// The first two 1-D coordinates that share an offset: the smallest that repeats one, after the one it repeats.
///
/// # Errors
/// Those of [`is_injective`].
///
/// ```
/// use layout_algebra::{Layout, analysis::first_collision};
///
/// assert_eq!(first_collision(&"(4,4):(1,2)".parse::<Layout>()?)?, Some((2, 4)));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn first_collision<D: Stride>(layout: &Layout<D>) -> Result<Option<(i64, i64)>, Error> {
    if has_segregated_modes(layout) {
        return Ok(None);
    }
    let size = layout.size();
    if size > ENUMERATION_LIMIT {
        // Not the first, but one for certain.
        return match broadcast_mode(layout) {
            Some(before) => Ok(Some((0, before))),
            None => Err(too_many(size, ENUMERATION_LIMIT)),
        };
    }
    match dense_range(layout) {
        Some((lowest, span)) => first_collision_in_range(layout, lowest, span),
        None => first_collision_by_hash(layout),
    }
}

pub(super) fn first_collision_by_hash<D: Stride>(layout: &Layout<D>) -> Result<Option<(i64, i64)>, Error> {
    let mut held: HashMap<D, i64> = HashMap::new();
    for (coordinate, offset) in (0..).zip(layout.offsets()) {
        if let Some(earlier) = held.insert(offset?.canonical(), coordinate) {
            return Ok(Some((earlier, coordinate)));
        }
    }
    Ok(None)
}

/// The lowest offset and how many lie from it to the highest, when they are integers in a range that one bit each
/// can stand for.
fn dense_range<D: Stride>(layout: &Layout<D>) -> Option<(i64, usize)> {
    const MOST_BITS: usize = 1 << 26;
    let (mut lowest, mut highest) = (0_i64, 0_i64);
    for (size, stride) in layout.flat_modes() {
        let Some((&[], step)) = stride.as_multiple() else { return None };
        let reach = (size - 1).checked_mul(step)?;
        let end = if reach < 0 { &mut lowest } else { &mut highest };
        *end = end.checked_add(reach)?;
    }
    let span = usize::try_from(highest.checked_sub(lowest)?.checked_add(1)?).ok()?;
    (span <= MOST_BITS).then_some((lowest, span))
}

fn first_collision_in_range<D: Stride>(
    layout: &Layout<D>,
    lowest: i64,
    span: usize,
) -> Result<Option<(i64, i64)>, Error> {
    let mut held = vec![0_u64; span.div_ceil(64)];
    for (coordinate, offset) in (0..).zip(layout.offsets()) {
        let offset = offset?;
        let IntTuple::Int(value) = offset.to_coordinate() else { return first_collision_by_hash(layout) };
        let bit = usize::try_from(value - lowest).unwrap_or(usize::MAX);
        // Every offset lies in the range.
        let Some(word) = held.get_mut(bit / 64) else { return first_collision_by_hash(layout) };
        if *word & (1 << (bit % 64)) != 0 {
            let earlier = (0..).zip(layout.offsets()).find(|(_, earlier)| earlier.as_ref() == Ok(&offset));
            return Ok(earlier.map(|(earlier, _)| (earlier, coordinate)));
        }
        *word |= 1 << (bit % 64);
    }
    Ok(None)
}

/// The distance of two coordinates that differ in a stride-0 mode only, if there is one.
fn broadcast_mode<D: Stride>(layout: &Layout<D>) -> Option<i64> {
    let mut before = 1;
    layout.flat_modes().into_iter().find_map(|(size, stride)| {
        let distance = before;
        before *= size;
        (size > 1 && stride.is_zero()).then_some(distance)
    })
}

/// Whether each stride, in increasing order, is more than all modes of smaller stride reach together; this makes a
/// layout injective.
fn has_segregated_modes<D: Stride>(layout: &Layout<D>) -> bool {
    if !D::IS_LINEAR {
        return crate::xor::has_independent_bits(layout);
    }
    let mut modes = Vec::new();
    for (size, stride) in layout.flat_modes() {
        if size == 1 {
            continue;
        }
        match stride.as_multiple() {
            Some((basis, step)) if step != 0 => {
                modes.push((basis.to_vec(), step.unsigned_abs(), size.unsigned_abs()))
            }
            _ => return false,
        }
    }
    modes.sort();
    let mut reach: (Vec<usize>, u64) = (Vec::new(), 0);
    modes.into_iter().all(|(basis, step, size)| {
        if basis != reach.0 {
            reach = (basis, 0);
        }
        let is_segregated = step > reach.1;
        reach.1 = reach.1.saturating_add((size - 1).saturating_mul(step));
        is_segregated && reach.1 < u64::MAX
    })
}
