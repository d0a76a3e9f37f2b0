//! Questions about a layout as a function: injective, bijective, onto its cosize.

use std::collections::HashMap;

use crate::stride::Stride;
use crate::{Error, IntTuple, Layout};

/// The most coordinates that are enumerated for one question.
pub const ENUMERATION_LIMIT: i64 = 1 << 20;

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
            None => Err(too_many(size)),
        };
    }
    match dense_range(layout) {
        Some((lowest, span)) => first_collision_in_range(layout, lowest, span),
        None => first_collision_by_hash(layout),
    }
}

fn first_collision_by_hash<D: Stride>(layout: &Layout<D>) -> Result<Option<(i64, i64)>, Error> {
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

fn too_many(size: i64) -> Error {
    Error::TooLarge { operation: "enumeration", what: "size", found: size, limit: ENUMERATION_LIMIT }
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

/// The smallest offset of at least 0 that the layout does not produce.
///
/// # Errors
/// [`Error::NegativeStride`], [`Error::Overflow`].
pub(crate) fn first_gap(layout: &Layout) -> Result<i64, Error> {
    const OPERATION: &str = "first_gap";
    let mut modes = layout.flat_modes();
    if let Some((mode, &(_, stride))) =
        modes.iter().enumerate().find(|(_, (size, stride))| *size > 1 && *stride < 0)
    {
        let layout = crate::error::shortened(layout);
        return Err(Error::NegativeStride { operation: OPERATION, layout, mode, stride });
    }
    modes.sort_by_key(|&(_, stride)| stride);
    let mut gap = 1;
    for (size, stride) in modes {
        // Offsets below `gap` are all there; a larger step leaves `gap` out, a smaller one extends them.
        if size > 1 && stride > gap {
            break;
        }
        let reach = crate::checked::mul(OPERATION, size - 1, stride)?;
        gap = crate::checked::add(OPERATION, gap, reach)?;
    }
    Ok(gap)
}

/// Whether the layout reaches every offset from 0 to its cosize.
///
/// # Errors
/// [`Error::Overflow`].
///
/// ```
/// use layout_algebra::analysis::is_surjective;
///
/// assert!(is_surjective(&"(4,2):(1,3)".parse()?)?);
/// assert!(!is_surjective(&"(4,2):(1,8)".parse()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_surjective(layout: &Layout) -> Result<bool, Error> {
    match first_gap(layout) {
        Ok(gap) => Ok(gap == layout.cosize()?),
        // An offset below 0 is outside.
        Err(Error::NegativeStride { .. }) => Ok(false),
        Err(error) => Err(error.of_operation("is_surjective")),
    }
}

/// Whether the layout reaches every offset from 0 to its size exactly once.
///
/// # Errors
/// [`Error::Overflow`].
///
/// ```
/// use layout_algebra::analysis::is_bijective;
///
/// assert!(is_bijective(&"(4,8):(8,1)".parse()?)?);
/// assert!(!is_bijective(&"(4,8):(16,1)".parse()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_bijective(layout: &Layout) -> Result<bool, Error> {
    // As many offsets as coordinates, all reached: none twice.
    Ok(is_surjective(layout)? && layout.cosize()? == layout.size())
}

/// Whether the layout has a full inverse (section 3.4 of the CuTe paper), which bijective layouts have.
///
/// # Errors
/// [`Error::Overflow`].
pub fn is_compact(layout: &Layout) -> Result<bool, Error> {
    is_bijective(layout)
}

#[cfg(test)]
mod laws {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};

    fn brute_force_collision(offsets: &[i64]) -> Option<(usize, usize)> {
        (0..offsets.len())
            .find_map(|later| Some((offsets[..later].iter().position(|o| *o == offsets[later])?, later)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn questions_have_the_answers_of_enumeration(layout in either_layout()) {
            let offsets = offsets(&layout);
            let image: BTreeSet<i64> = offsets.iter().copied().collect();
            let cosize = layout.cosize().unwrap();
            let collision = brute_force_collision(&offsets).map(|(a, b)| (a as i64, b as i64));
            prop_assert_eq!(first_collision(&layout).unwrap(), collision);
            prop_assert_eq!(first_collision_by_hash(&layout).unwrap(), collision);
            prop_assert_eq!(is_injective(&layout).unwrap(), collision.is_none());
            prop_assert_eq!(is_surjective(&layout).unwrap(), image.iter().copied().eq(0..cosize));
            prop_assert_eq!(is_bijective(&layout).unwrap(), collision.is_none() && image.iter().copied().eq(0..layout.size()));
            prop_assert_eq!(first_gap(&layout).unwrap(), (0..).find(|offset| !image.contains(offset)).unwrap());
        }
    }

    #[test]
    fn coordinate_layouts_are_injective_axis_by_axis() {
        let layout = |text: &str| text.parse::<Layout<crate::Coordinate>>().unwrap();
        assert!(is_injective(&layout("(4,8):(1@0,1@1)")).unwrap());
        assert_eq!(first_collision(&layout("(4,8):(1@0,2@0)")).unwrap(), Some((2, 4)));
        assert_eq!(first_collision(&layout("(2,2):(1@0,-1@0)")).unwrap(), Some((0, 3)));
    }
}
