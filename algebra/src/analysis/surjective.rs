//! Which offsets a layout leaves out.

use super::{OffsetFunction, image};
use crate::{Error, ErrorKind, Layout};

/// The smallest offset of at least 0 that the layout does not produce.
///
/// # Errors
/// [`ErrorKind::NegativeStride`], [`ErrorKind::Overflow`].
pub(crate) fn first_gap(layout: &Layout) -> Result<i64, Error> {
    const OPERATION: &str = "first_gap";
    let mut modes = layout.flat_modes();
    if let Some((mode, &(_, stride))) =
        modes.iter().enumerate().find(|(_, (size, stride))| *size > 1 && *stride < 0)
    {
        let layout = crate::error::shortened(layout);
        return Err(Error::new(OPERATION, ErrorKind::NegativeStride { layout, mode, stride }));
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

/// Whether every offset from 0 to the largest is reached, and none below 0: for a layout, all of its cosize.
///
/// # Errors
/// [`ErrorKind::Overflow`]; [`ErrorKind::TooLarge`] for a swizzled layout or a table of more than
/// [`ENUMERATION_LIMIT`](super::ENUMERATION_LIMIT) coordinates. A layout's strides decide without enumeration.
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::is_surjective};
///
/// assert!(is_surjective(&"(4,2):(1,3)".parse::<Layout>()?)?);
/// assert!(!is_surjective(&"(4,2):(1,8)".parse::<Layout>()?)?);
/// assert!(is_surjective(&"Sw<1,0,1> o 0 o (2,2):(2,1)".parse::<ComposedLayout>()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_surjective<F: OffsetFunction + ?Sized>(function: &F) -> Result<bool, Error> {
    let of_operation = |error: Error| error.of_operation("is_surjective");
    let Some(layout) = function.as_layout() else {
        let image = image(function).map_err(of_operation)?;
        return Ok(image.contains(0) && image.contains(image.len() - 1) && image.is_one_interval());
    };
    match first_gap(layout) {
        Ok(gap) => Ok(gap == layout.cosize()?),
        // An offset below 0 is outside.
        Err(error) if matches!(error.kind(), ErrorKind::NegativeStride { .. }) => Ok(false),
        Err(error) => Err(of_operation(error)),
    }
}

/// Whether every offset from 0 to the size is reached exactly once.
///
/// # Errors
/// Those of [`is_surjective`].
///
/// ```
/// use layout_algebra::{Layout, analysis::is_bijective};
///
/// assert!(is_bijective(&"(4,8):(8,1)".parse::<Layout>()?)?);
/// assert!(!is_bijective(&"(4,8):(16,1)".parse::<Layout>()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_bijective<F: OffsetFunction + ?Sized>(function: &F) -> Result<bool, Error> {
    if !is_surjective(function)? {
        return Ok(false);
    }
    // As many offsets as coordinates, all reached: none twice.
    match function.as_layout() {
        Some(layout) => Ok(layout.cosize()? == layout.size()),
        None => Ok(image(function)?.len() == function.size()),
    }
}

/// Whether the layout has a full inverse (section 3.4 of the CuTe paper), which bijective layouts have.
///
/// # Errors
/// Those of [`is_surjective`].
///
/// ```
/// use layout_algebra::{Layout, analysis::is_compact};
///
/// assert!(is_compact(&"((2,2),(4,2)):((1,8),(2,16))".parse::<Layout>()?)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn is_compact<F: OffsetFunction + ?Sized>(function: &F) -> Result<bool, Error> {
    is_bijective(function)
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
            prop_assert_eq!(is_surjective(offsets.as_slice()).unwrap(), image.iter().copied().eq(0..cosize));
            prop_assert_eq!(is_bijective(offsets.as_slice()).unwrap(), is_bijective(&layout).unwrap());
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
