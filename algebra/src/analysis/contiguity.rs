//! How many neighbouring coordinates have neighbouring offsets, and how well their runs are aligned.

use super::{ENUMERATION_LIMIT, OffsetFunction};
use crate::{Error, Layout, checked, coalesce};

/// The largest n that divides the size, such that every n consecutive coordinates from a multiple of n on have
/// consecutive offsets.
///
/// For a layout it is the size of the first mode of its coalesced form when that has stride 1, and otherwise 1.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge) for a swizzled layout or a table of more than [`ENUMERATION_LIMIT`]
/// coordinates; [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::contiguity};
///
/// assert_eq!(contiguity(&"((2,4),8):((1,2),16)".parse::<Layout>()?)?, 8);
/// assert_eq!(contiguity(&"Sw<2,1,3> o 0 o (8,8):(1,8)".parse::<ComposedLayout>()?)?, 2);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn contiguity<F: OffsetFunction + ?Sized>(function: &F) -> Result<i64, Error> {
    match function.as_layout() {
        Some(layout) => Ok(first_run(layout)),
        None => Ok(contiguity_of_table(&table("contiguity", function)?)),
    }
}

/// The largest n such that n consecutive coordinates, from each multiple of n on, are an aligned vector: consecutive
/// offsets, the first of them a multiple of n.
///
/// This is how many elements a vectorised access may take without reordering coordinates;
/// [`max_alignment`](crate::max_alignment) reorders them. What the pointer is aligned to comes on top.
///
/// # Errors
/// Those of [`contiguity`].
///
/// ```
/// use layout_algebra::{Layout, analysis::alignment};
///
/// assert_eq!(alignment(&"(8,4):(1,20)".parse::<Layout>()?)?, 4);
/// assert_eq!(alignment(&"(8,4):(1,5)".parse::<Layout>()?)?, 1);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn alignment<F: OffsetFunction + ?Sized>(function: &F) -> Result<i64, Error> {
    let Some(layout) = function.as_layout() else {
        let offsets = table("alignment", function)?;
        let run = contiguity_of_table(&offsets);
        let starts = offsets.iter().step_by(usize::try_from(run).unwrap_or(1));
        return Ok(starts.fold(run, |common, &start| checked::gcd(common, start)));
    };
    let run = first_run(layout);
    let modes = coalesce(layout).flat_modes();
    let rest = modes.into_iter().skip(usize::from(run > 1));
    Ok(rest.fold(run, |common, (_, stride)| checked::gcd(common, stride)))
}

fn first_run(layout: &Layout) -> i64 {
    match coalesce(layout).flat_modes().into_iter().next() {
        Some((size, 1)) => size,
        _ => 1,
    }
}

fn table<F: OffsetFunction + ?Sized>(operation: &'static str, function: &F) -> Result<Vec<i64>, Error> {
    function.offset_table(ENUMERATION_LIMIT).map_err(|error| error.of_operation(operation))
}

/// Runs may break at multiples of n only, so n is the largest common divisor of all breaks and the end.
fn contiguity_of_table(offsets: &[i64]) -> i64 {
    let breaks = (1_i64..).zip(offsets.windows(2)).filter_map(|(coordinate, pair)| match pair {
        [before, after] if before.checked_add(1) == Some(*after) => None,
        _ => Some(coordinate),
    });
    breaks.fold(offsets.size(), checked::gcd).max(1)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::{ComposedLayout, Swizzle};

    /// Tries every divisor of the size, largest first.
    fn brute_force(offsets: &[i64], is_aligned: bool) -> i64 {
        let size = offsets.len();
        let holds = |vector: usize| {
            offsets.chunks(vector).all(|run| {
                (!is_aligned || run[0] % vector as i64 == 0)
                    && run.windows(2).all(|pair| pair[1] == pair[0] + 1)
            })
        };
        (1..=size).rev().find(|&vector| size.is_multiple_of(vector) && holds(vector)).unwrap() as i64
    }

    proptest! {
        #[test]
        fn vectors_are_the_longest_that_brute_force_finds(layout in either_layout(), bits in 0_i64..3, base in 0_i64..3, offset in 0_i64..5) {
            let plain = offsets(&layout);
            prop_assert_eq!(contiguity(&layout).unwrap(), brute_force(&plain, false));
            prop_assert_eq!(alignment(&layout).unwrap(), brute_force(&plain, true));
            let swizzle = Swizzle::new(bits, base, 3).unwrap();
            let swizzled: Vec<i64> = plain.iter().map(|plain| swizzle.apply(plain + offset)).collect();
            let composed = ComposedLayout::new(swizzle, offset, layout);
            prop_assert_eq!(contiguity(&composed).unwrap(), brute_force(&swizzled, false));
            prop_assert_eq!(alignment(&composed).unwrap(), brute_force(&swizzled, true));
        }
    }
}
