//! When complements, left inverses and upcasts with run-time integers are right.

use super::{Answer, Fact, Verdict, divides, leaves};
use crate::symbolic::{Expression, Integer, SymbolicLayout, coalesce, filter};
use crate::{Error, IntTuple};

/// [`complement`](crate::symbolic::complement), and when it is disjoint from the layout.
///
/// # Errors
/// Those of [`complement`](crate::symbolic::complement).
pub fn complement(
    layout: &SymbolicLayout,
    cotarget: &IntTuple<Integer>,
) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::complement(layout, cotarget)?;
    judged(layout, value)
}

/// [`complement_in_cosize`](crate::symbolic::complement_in_cosize), and when it is disjoint from the layout.
///
/// # Errors
/// Those of [`complement_in_cosize`](crate::symbolic::complement_in_cosize).
pub fn complement_in_cosize(layout: &SymbolicLayout) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::complement_in_cosize(layout)?;
    judged(layout, value)
}

fn judged(layout: &SymbolicLayout, value: SymbolicLayout) -> Result<Answer<SymbolicLayout>, Error> {
    let mut verdict = Verdict::default();
    judge_gaps(layout, &mut verdict)?;
    Ok(Answer { value, verdict })
}

/// Each stride must lie behind what the modes of smaller stride reach.
pub(super) fn judge_gaps(layout: &SymbolicLayout, verdict: &mut Verdict) -> Result<(), Error> {
    let mut modes = leaves(&filter(layout)?);
    modes.retain(|(size, _)| size.as_constant() != Some(1));
    // CuTe sorts static strides; a run-time one stands alone.
    modes.sort_by_key(|(_, stride)| stride.as_constant());
    let mut covered = Expression::constant(1);
    for (size, stride) in modes {
        verdict.needs_at_least(&stride, &covered);
        covered = stride.times(&size)?;
    }
    Ok(())
}

/// [`left_inverse`](crate::symbolic::left_inverse), and when it undoes the layout.
///
/// # Errors
/// Those of [`left_inverse`](crate::symbolic::left_inverse).
///
/// ```
/// use layout_algebra::symbolic::proof;
///
/// let answer = proof::left_inverse(&"(M,8):(1,64)".parse()?)?;
/// assert_eq!(answer.value.to_string(), "(64,8):(1,M)");
/// assert_eq!(answer.verdict.to_string(), "right if 64 >= M");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse(layout: &SymbolicLayout) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::left_inverse(layout)?;
    let mut modes = leaves(&coalesce(layout)?);
    modes.retain(|(_, stride)| stride.as_constant() != Some(0));
    modes.sort_by_key(|(_, stride)| stride.as_constant());
    let mut verdict = Verdict::default();
    let mut covered = Expression::constant(1);
    for (size, stride) in modes {
        verdict.needs_at_least(&stride, &covered);
        covered = stride.times(&size)?;
    }
    Ok(Answer { value, verdict })
}

/// [`recast`](crate::symbolic::recast), and when no element is cut.
///
/// # Errors
/// Those of [`recast`](crate::symbolic::recast).
pub fn recast(
    layout: &SymbolicLayout,
    old_bits: i64,
    new_bits: i64,
) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::recast(layout, old_bits, new_bits)?;
    let (more, _) = crate::recast_factors::recast_factors(old_bits, new_bits)?;
    let verdict = if more == 1 { Verdict::default() } else { upcast(layout, more)?.verdict };
    Ok(Answer { value, verdict })
}

/// [`upcast`](crate::symbolic::upcast), and when no element is cut.
///
/// # Errors
/// Those of [`upcast`](crate::symbolic::upcast).
///
/// ```
/// use layout_algebra::symbolic::proof;
///
/// let answer = proof::upcast(&"(M,K):(1,lda)".parse()?, 8)?;
/// assert_eq!(answer.verdict.to_string(), "right if lda % 8 == 0, and needs a predicate unless M % 8 == 0");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn upcast(layout: &SymbolicLayout, factor: i64) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::upcast(layout, factor)?;
    let mut verdict = Verdict::default();
    for mode in layout.tuple().leaves() {
        match &mode.stride.value {
            Integer::Dynamic(stride) => verdict.needs_divisor(stride, &Expression::constant(factor)),
            Integer::Static(0) => {}
            Integer::Static(stride) => {
                let merged = (factor / stride.saturating_abs().max(1)).max(1);
                let (size, merged) = (mode.size.expression(), Expression::constant(merged));
                if !size.is_multiple_of(&merged) {
                    match mode.size.is_static() {
                        true => verdict.round_up_unless(Fact::Beyond("a size does not divide")),
                        false => verdict.round_up_unless(divides(&size, &merged)),
                    }
                }
            }
        }
    }
    Ok(Answer { value, verdict })
}
