//! Whether a layout gives each coordinate an offset of its own.

use std::collections::HashMap;

use super::{ENUMERATION_LIMIT, too_many};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, checked};

/// Whether no two coordinates share an offset.
///
/// Strides decide when each steps over all that the smaller ones reach (yes), when two of them meet within their sizes,
/// and when there are more coordinates than offsets (no); else the coordinates are enumerated.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge) when strides alone do not tell and there are more than
/// [`ENUMERATION_LIMIT`] coordinates; [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Layout, analysis::is_injective};
///
/// assert!(is_injective(&"(4,8):(8,1)".parse::<Layout>()?)?);
/// assert!(!is_injective(&"(4,8):(0,1)".parse::<Layout>()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_injective<D: Stride>(layout: &Layout<D>) -> Result<bool, Error> {
    if broadcast_mode(layout).is_some() || is_crowded(layout) {
        return Ok(false);
    }
    Ok(first_collision(layout)?.is_none())
}

/// Whether there are more coordinates than integers from the lowest offset to the highest.
fn is_crowded<D: Stride>(layout: &Layout<D>) -> bool {
    offset_range(layout)
        .and_then(|(lowest, highest)| highest.checked_sub(lowest))
        .is_some_and(|reach| reach < layout.size() - 1)
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
    first_collision_within(layout, ENUMERATION_LIMIT)
}

/// As [`first_collision`], of a layout of which at most `limit` coordinates are enumerated. Two coordinates of a larger
/// one that collide by two of its modes are not the first, but for certain.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge) when strides alone do not tell and there are more than `limit` coordinates;
/// [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Layout, analysis::first_collision_within};
///
/// let layout: Layout = "(4,4,4):(1,2,9)".parse()?;
/// assert_eq!(first_collision_within(&layout, 64)?, Some((2, 4)));
/// assert_eq!(first_collision_within(&layout, 16)?, Some((2, 4)));
/// let layout: Layout = "(2,4,4):(5,3,20)".parse()?;
/// assert_eq!(first_collision_within(&layout, 32)?, None);
/// assert!(first_collision_within(&layout, 16).is_err());
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn first_collision_within<D: Stride>(
    layout: &Layout<D>,
    limit: i64,
) -> Result<Option<(i64, i64)>, Error> {
    if has_segregated_modes(layout) {
        return Ok(None);
    }
    let size = layout.size();
    if size > limit {
        // Not the first, but one for certain.
        let collision = broadcast_mode(layout).map(|before| (0, before)).or_else(|| colliding_modes(layout));
        return match collision {
            None if !has_two_modes(layout) => Err(too_many(size, limit)),
            collision => Ok(collision),
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
    let (lowest, highest) = offset_range(layout)?;
    let span = usize::try_from(highest.checked_sub(lowest)?.checked_add(1)?).ok()?;
    (span <= MOST_BITS).then_some((lowest, span))
}

/// The lowest and the highest offset, when they are integers.
fn offset_range<D: Stride>(layout: &Layout<D>) -> Option<(i64, i64)> {
    let (mut lowest, mut highest) = (0_i64, 0_i64);
    for (size, stride) in layout.flat_modes() {
        let Some((&[], step)) = stride.as_multiple() else { return None };
        let reach = (size - 1).checked_mul(step)?;
        let end = if reach < 0 { &mut lowest } else { &mut highest };
        *end = end.checked_add(reach)?;
    }
    Some((lowest, highest))
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

/// Whether at most two modes move, along axes that are known: then [`colliding_modes`] tells every collision.
fn has_two_modes<D: Stride>(layout: &Layout<D>) -> bool {
    let moving = layout.flat_modes().into_iter().filter(|(size, _)| *size > 1);
    let known: Vec<bool> = moving.map(|(_, stride)| stride.as_multiple().is_some()).collect();
    known.len() <= 2 && known.into_iter().all(|is_known| is_known)
}

/// Two coordinates that share an offset by two modes alone: steps of one along the first mode and of the other along
/// the second reach the same offset, or cancel out, within their sizes.
fn colliding_modes<D: Stride>(layout: &Layout<D>) -> Option<(i64, i64)> {
    let mut before = 1;
    let mut earlier: Vec<(i64, i64, D, i64)> = Vec::new();
    for (size, stride) in layout.flat_modes() {
        let distance = before;
        before *= size;
        let Some((axis, step)) = stride.as_multiple().filter(|&(_, step)| size > 1 && step != 0) else {
            continue;
        };
        for (other_size, other_distance, other, other_step) in &earlier {
            let common = checked::gcd(step, *other_step);
            let (times, other_times) = (other_step / common, step / common);
            let is_inside = times.unsigned_abs() < size.unsigned_abs()
                && other_times.unsigned_abs() < other_size.unsigned_abs();
            if is_inside && other.as_multiple().is_some_and(|(other_axis, _)| other_axis == axis) {
                let (here, there) = (times.abs() * distance, other_times.abs() * other_distance);
                // With steps of one sign both reach the same offset; else together they come back to 0.
                return Some(if (step > 0) == (*other_step > 0) {
                    (here.min(there), here.max(there))
                } else {
                    (0, here + there)
                });
            }
        }
        earlier.push((size, distance, stride.clone(), step));
    }
    None
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

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};

    /// A layout of two modes with strides of any sign.
    fn two_modes() -> impl Strategy<Value = Layout> {
        (1_i64..7, 1_i64..7, -9_i64..10, -9_i64..10).prop_map(|(first, second, a, b)| {
            Layout::from_modes([Layout::of_mode(first, a), Layout::of_mode(second, b)]).unwrap()
        })
    }

    proptest! {
        #[test]
        fn modes_that_collide_share_the_offset_that_they_say(layout in prop_oneof![either_layout(), two_modes()]) {
            let offsets = offsets(&layout);
            if let Some((earlier, later)) = colliding_modes(&layout) {
                prop_assert!(earlier < later);
                let at = |coordinate: i64| offsets[usize::try_from(coordinate).unwrap()];
                prop_assert_eq!(at(earlier), at(later));
            }
            prop_assert!(!is_crowded(&layout) || first_collision(&layout).unwrap().is_some());
        }

        #[test]
        fn two_modes_collide_whenever_two_coordinates_do(layout in two_modes()) {
            let collides = first_collision(&layout).unwrap().is_some();
            prop_assert_eq!(broadcast_mode(&layout).is_some() || colliding_modes(&layout).is_some(), collides);
        }
    }

    #[test]
    fn large_layouts_are_decided_by_their_strides() {
        let layout = |text: &str| text.parse::<Layout>().unwrap();
        assert_eq!(is_injective(&layout("(2000,2000):(1,2000)")), Ok(true));
        assert_eq!(is_injective(&layout("(2000,2000):(2,3)")), Ok(false));
        assert_eq!(first_collision(&layout("(2000,2000):(2,3)")), Ok(Some((3, 4000))));
        assert_eq!(is_injective(&layout("(1024,1024,4):(6,10,15)")), Ok(false));
        // No two modes collide, and there are more coordinates than offsets.
        assert_eq!(is_injective(&layout("(128,128,128):(131,137,139)")), Ok(false));
        assert_eq!(first_collision(&layout("(128,128,128):(131,137,139)")).unwrap_err().why(), "too_large");
        assert_eq!(is_injective(&layout("(1500,1500):(1501,1500)")), Ok(true));
        assert_eq!(is_injective(&layout("(1024,2,1024):(2000001,1000,999)")).unwrap_err().why(), "too_large");
    }
}
