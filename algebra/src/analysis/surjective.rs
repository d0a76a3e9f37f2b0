//! Which offsets a layout leaves out.

use crate::{Error, Layout};

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
    use crate::analysis::injective::first_collision_by_hash;
    use crate::analysis::{first_collision, is_injective};
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
