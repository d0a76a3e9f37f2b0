//! The verdicts of complement and the inverses.

use super::{Answer, Verdict, too_many};
use crate::analysis::{ENUMERATION_LIMIT, is_injective};
use crate::coalesce::flat_value;
use crate::{Error, IntTuple, Layout, coalesce};

/// [`complement`](crate::complement()), which is right whenever CuTe accepts: the offsets of its domain increase and,
/// but for 0, none is an offset of the layout.
///
/// Each gap holds whole steps of what lies below it and ends before the next stride, so sums of both are distinct.
///
/// # Errors
/// Those of [`complement`](crate::complement()).
pub fn complement(layout: &Layout, cotarget: &IntTuple) -> Result<Answer<Layout>, Error> {
    crate::complement(layout, cotarget).map(Answer::exact)
}

/// [`complement_in_cosize`](crate::complement_in_cosize), which is right whenever CuTe accepts.
///
/// # Errors
/// Those of [`complement_in_cosize`](crate::complement_in_cosize).
pub fn complement_in_cosize(layout: &Layout) -> Result<Answer<Layout>, Error> {
    crate::complement_in_cosize(layout).map(Answer::exact)
}

/// [`right_inverse`](crate::right_inverse), which is right by construction: `layout(R(i)) = i`.
///
/// The modes it takes have the strides 1, s0, s0*s1, ..: the layout of each digit of i is the digit's own weight.
///
/// # Errors
/// Those of [`right_inverse`](crate::right_inverse).
pub fn right_inverse(layout: &Layout) -> Result<Answer<Layout>, Error> {
    crate::right_inverse(layout).map(Answer::exact)
}

/// [`left_inverse`](crate::left_inverse), and whether `R(layout(i)) = i` (for layouts that are not injective,
/// `layout(R(layout(i))) = layout(i)`).
///
/// # Errors
/// Those of [`left_inverse`](crate::left_inverse).
///
/// ```
/// use layout_algebra::proof;
///
/// let answer = proof::left_inverse(&"(2,5,9):(24,3,3)".parse()?)?;
/// assert_eq!(answer.verdict.name(), "wrong");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse(layout: &Layout) -> Result<Answer<Layout>, Error> {
    let value = crate::left_inverse(layout)?;
    let verdict = judge(layout, &value)?;
    Ok(Answer { value, verdict })
}

fn judge(layout: &Layout, inverse: &Layout) -> Result<Verdict, Error> {
    if has_separate_digits(layout) {
        return Ok(Verdict::Proved);
    }
    if layout.size() > ENUMERATION_LIMIT {
        return Ok(too_many(layout.size()));
    }
    let (flat_layout, flat_inverse) = (layout.flat_modes(), inverse.flat_modes());
    let overflow = || Error::Overflow { operation: "left_inverse" };
    let is_injective = is_injective(layout)?;
    for (at, offset) in (0..).zip(layout.offsets()) {
        let offset = offset?;
        let back = flat_value(&flat_inverse, offset).ok_or_else(overflow)?;
        let (expected, found) = match is_injective {
            true => (at, back),
            false => (offset, flat_value(&flat_layout, back).ok_or_else(overflow)?),
        };
        if expected != found {
            return Ok(Verdict::Wrong { at, expected: expected.to_string(), found: found.to_string() });
        }
    }
    Ok(Verdict::Proved)
}

/// Whether each stride, in increasing order, is at least what the mode before it reaches: then the offset's digits
/// in the inverse's sizes are the mode's own coordinates.
fn has_separate_digits(layout: &Layout) -> bool {
    let mut modes = coalesce(layout).flat_modes();
    modes.retain(|&(size, stride)| size != 1 && stride != 0);
    modes.sort_by_key(|&(_, stride)| stride);
    modes.windows(2).all(|pair| match pair {
        [(size, stride), (_, next)] => stride.checked_mul(*size).is_some_and(|reached| reached <= *next),
        _ => true,
    })
}
