//! When a composition with run-time integers is right: digit by digit, without a carry.
//!
//! The left operand reads its argument as digits, one for each of its modes. A mode `s:d` of the right operand is split
//! as composition splits it; that is right when each part steps within one digit and fills it before the next. Several
//! modes are right together when what they add to a digit stays below its size (section 3.3.2 of the paper).

use std::collections::BTreeMap;

use super::{Answer, Fact, Verdict, refined};
use crate::analysis::ENUMERATION_LIMIT;
use crate::symbolic::coalesce::coalesce_for_composition;
use crate::symbolic::coordinates::coprofile;
use crate::symbolic::{Expression, Mode, SymbolicLayout, SymbolicTiler};
use crate::{Error, IntTuple};

/// [`composition`](crate::symbolic::composition), and when R(c) = A(B(c)).
///
/// # Errors
/// Those of [`composition`](crate::symbolic::composition).
///
/// ```
/// use layout_algebra::symbolic::{proof, SymbolicLayout};
///
/// let a: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// let answer = proof::composition(&a, &"128:1".parse()?)?;
/// assert_eq!(answer.value.to_string(), "(min(M,128),128/min(M,128)):(1,lda)");
/// assert_eq!(answer.verdict.to_string(), "right if M % 128 == 0");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composition(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::composition(a, b)?;
    let verdict = refined(|known| judge(&a.map(known)?, &b.map(known)?))?;
    Ok(Answer { value, verdict })
}

/// [`composition_tiler`](crate::symbolic::composition_tiler), and when it is right.
///
/// # Errors
/// Those of [`composition_tiler`](crate::symbolic::composition_tiler).
pub fn composition_tiler(
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::composition_tiler(layout, tiler)?;
    let verdict = refined(|known| judge_tiler(&layout.map(known)?, &tiler.map(known)?))?;
    Ok(Answer { value, verdict })
}

fn judge_tiler(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<Verdict, Error> {
    match tiler {
        SymbolicTiler::Keep => Ok(Verdict::default()),
        SymbolicTiler::Size(size) => judge(layout, &SymbolicLayout::of_mode(size.clone(), 1)),
        SymbolicTiler::Layout(right) => judge(layout, right),
        SymbolicTiler::ByMode(elements) => {
            let mut verdict = Verdict::default();
            for (mode, element) in layout.modes().iter().zip(elements) {
                verdict = verdict.and(judge_tiler(mode, element)?);
            }
            Ok(verdict)
        }
    }
}

/// When the composition that CuTe computes is A∘B.
pub(super) fn judge(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<Verdict, Error> {
    let verdict = judge_by_digits(a, b)?;
    match verdict.is_right() || !is_right_by_enumeration(a, b) {
        true => Ok(verdict),
        false => Ok(Verdict::default()),
    }
}

/// Whether all integers are known, and each coordinate shows that the composition is right.
fn is_right_by_enumeration(a: &SymbolicLayout, b: &SymbolicLayout) -> bool {
    let value = crate::symbolic::composition(a, b).ok().and_then(|value| value.known());
    let (Some(a), Some(b), Some(value)) = (a.known(), b.known(), value) else { return false };
    value.size() == b.size()
        && b.size() <= ENUMERATION_LIMIT
        && b.offsets().zip(value.offsets()).all(|(inner, found)| match (inner, found) {
            (Ok(inner), Ok(found)) => a.at(inner) == Ok(found),
            _ => false,
        })
}

fn judge_by_digits(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<Verdict, Error> {
    let left = coalesce_for_composition(a, &coprofile(b)?)?;
    // Coordinates are independent of each other: each has its modes of both operands.
    let mut coordinates: BTreeMap<&[usize], Vec<&Mode>> = BTreeMap::new();
    for mode in b.tuple().leaves() {
        if mode.stride.value.known() != Some(0) {
            coordinates.entry(&mode.stride.path).or_default().push(mode);
        }
    }
    let mut verdict = Verdict::default();
    for (path, modes) in coordinates {
        let mut along = Some(left.tuple());
        for &index in path {
            along = along.and_then(|along| along.mode(index));
        }
        let Some(along) = along else {
            verdict.lack(Fact::Beyond("a coordinate of the right operand has no mode in the left one"));
            continue;
        };
        verdict = verdict.and(judge_coordinate(along, &modes)?);
    }
    Ok(verdict)
}

fn judge_coordinate(left: &IntTuple<Mode>, right: &[&Mode]) -> Result<Verdict, Error> {
    let digits: Vec<Expression> = left.leaves().into_iter().map(|mode| mode.size.expression()).collect();
    // One mode is linear, however far it is extended.
    let Some((_, bounded)) = digits.split_last().filter(|(_, bounded)| !bounded.is_empty()) else {
        return Ok(Verdict::default());
    };
    let mut verdict = Verdict::default();
    let mut added = vec![Expression::default(); bounded.len()];
    for mode in right {
        split(mode, bounded, &mut added, &mut verdict)?;
    }
    if right.len() > 1 {
        for (digit, added) in bounded.iter().zip(&added) {
            if !digit.minus(added)?.is_positive() {
                verdict.lack(Fact::Beyond("modes of the right operand may carry into each other"));
            }
        }
    }
    Ok(verdict)
}

/// Splits a mode as composition does: what it adds to each digit at most, and what must hold for the parts to be right.
fn split(
    mode: &Mode,
    bounded: &[Expression],
    added: &mut [Expression],
    verdict: &mut Verdict,
) -> Result<(), Error> {
    let one = Expression::constant(1);
    let (mut size, mut stride) = (mode.size.expression(), mode.stride.value.expression());
    if !stride.is_positive() {
        let fact = Fact::AtLeast { larger: stride, smaller: one };
        verdict.lack(fact);
        return Ok(());
    }
    for (digit, added) in bounded.iter().zip(added) {
        let reach = stride.times(&size.minus(&one)?)?;
        if digit.minus(&reach)?.is_positive() {
            // The rest of the mode moves within this digit.
            *added = added.plus(&reach)?;
            return Ok(());
        }
        if stride.is_multiple_of(digit) {
            stride = stride.quotient(digit)?;
            continue;
        }
        verdict.needs_divisor(digit, &stride);
        let steps = digit.quotient(&stride)?;
        if steps.is_zero() {
            // It steps over the digit and out of its multiples, which is noted above; the program divides nothing here.
            return Ok(());
        }
        if size.as_constant().is_some() && steps.as_constant().is_none() {
            // Under this the steps are at least the size.
            verdict.needs_divisor(&steps, &size);
            *added = added.plus(&reach)?;
            return Ok(());
        }
        verdict.needs_divisor(&size, &steps);
        *added = added.plus(&digit.minus(&stride)?)?;
        (size, stride) = (size.quotient(&steps)?, one.clone());
    }
    Ok(())
}
