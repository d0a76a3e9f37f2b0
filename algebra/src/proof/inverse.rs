//! The verdicts of complement and the inverses.

use super::{Answer, Verdict, is_enumerable, too_many, value_at};
use smallvec::SmallVec;

use crate::analysis::is_injective;
use crate::coalesce::coalesce_flat;
use crate::codomain::is_same_axis;
use crate::explain::{Step, Trace};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout};

/// [`complement`](crate::complement()), which is right whenever CuTe accepts: the offsets of its domain increase and,
/// but for 0, none is an offset of the layout.
///
/// Each gap holds whole steps of what lies below it and ends before the next stride, so sums of both are distinct.
///
/// # Errors
/// Those of [`complement`](crate::complement()).
pub fn complement<D: Stride>(layout: &Layout<D>, cotarget: &IntTuple) -> Result<Answer<Layout<D>>, Error> {
    crate::complement(layout, cotarget).map(Answer::exact)
}

/// [`complement_in_cosize`](crate::complement_in_cosize), which is right whenever CuTe accepts.
///
/// # Errors
/// Those of [`complement_in_cosize`](crate::complement_in_cosize).
pub fn complement_in_cosize<D: Stride>(layout: &Layout<D>) -> Result<Answer<Layout<D>>, Error> {
    crate::complement_in_cosize(layout).map(Answer::exact)
}

/// [`right_inverse`](crate::right_inverse), which is right by construction: `layout(R(i)) = i`.
///
/// The modes it takes have the strides 1, s0, s0*s1, ..: the layout of each digit of i is the digit's own weight.
///
/// # Errors
/// Those of [`right_inverse`](crate::right_inverse).
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Answer<Layout<D::Inverse>>, Error> {
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
/// let answer = proof::left_inverse(&"(2,5,9):(24,3,3)".parse::<layout_algebra::Layout>()?)?;
/// assert_eq!(answer.verdict.name(), "wrong");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Answer<Layout<D::Inverse>>, Error> {
    let value = crate::left_inverse(layout)?;
    let verdict = judge(layout, &value, &mut ())?;
    Ok(Answer { value, verdict })
}

/// Whether `inverse`, the left inverse that CuTe computes, gives each coordinate back.
pub(crate) fn judge<D: Stride>(
    layout: &Layout<D>,
    inverse: &Layout<D::Inverse>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    // With XOR strides it is right by construction: each offset that is made of the bits of a coordinate goes back there.
    if !D::IS_LINEAR || has_separate_digits(layout) {
        let how = "no stride is less than what the modes of smaller stride reach";
        trace.step(|| Step::verdict(how, &Verdict::Proved));
        return Ok(Verdict::Proved);
    }
    let verdict = enumerate(layout, inverse)?;
    trace.step(|| Step::verdict("the images of the modes overlap, so each coordinate is tried", &verdict));
    Ok(verdict)
}

fn enumerate<D: Stride>(layout: &Layout<D>, inverse: &Layout<D::Inverse>) -> Result<Verdict, Error> {
    if !is_enumerable(layout.size(), layout.as_ref()) {
        return Ok(too_many(layout.size()));
    }
    let is_injective = is_injective(layout)?;
    for (at, offset) in (0..).zip(layout.offsets()) {
        let offset = offset?;
        let back = value_at(inverse.as_ref(), &offset.to_coordinate())?.to_coordinate();
        let (is_right, expected, found) = match is_injective {
            true => (back == IntTuple::Int(at), at.to_string(), back.to_string()),
            false => {
                let again = layout.eval(&back)?;
                let texts = (offset.to_string(), again.to_string());
                (again.canonical() == offset.canonical(), texts.0, texts.1)
            }
        };
        if !is_right {
            return Ok(Verdict::Wrong { at, expected, found });
        }
    }
    Ok(Verdict::Proved)
}

/// Whether along each axis every stride, in increasing order, is at least what the mode before it reaches: then the
/// offset's digits in the inverse's sizes are the mode's own coordinates.
fn has_separate_digits<D: Stride>(layout: &Layout<D>) -> bool {
    let coalesced = coalesce_flat(layout.leaves());
    let mut modes: SmallVec<[(&[usize], i64, i64); 8]> = SmallVec::new();
    for (size, stride) in &coalesced {
        match stride.as_multiple() {
            Some((axis, step)) if step != 0 => modes.push((axis, step, *size)),
            Some(_) => {}
            None => return false,
        }
    }
    modes.sort_unstable();
    modes.windows(2).all(|pair| match pair {
        [(axis, step, size), (next_axis, next_step, _)] if is_same_axis(axis, next_axis) => {
            step.checked_mul(*size).is_some_and(|reached| reached <= *next_step)
        }
        _ => true,
    })
}
