//! The verdict of composition: R(c) = A(B(c)) for every coordinate c of B.

use super::{Answer, Verdict, is_enumerable, too_many, value_at};
use crate::coalesce::{coalesce_extending, flat_value};
use crate::composition::meets_paper_conditions;
use crate::layout::{FlatModes, LayoutRef};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, Tiler, TilerMode};

/// [`composition`](crate::composition()), and whether it is A∘B.
///
/// # Errors
/// Those of [`composition`](crate::composition()).
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Answer<Layout<D>>, Error> {
    let value = crate::composition(a, b)?;
    let verdict = judge(a.as_ref(), b.as_ref(), value.as_ref())?;
    Ok(Answer { value, verdict })
}

/// [`composition_tiler`](crate::composition_tiler), and whether each mode is what it should be.
///
/// # Errors
/// Those of [`composition_tiler`](crate::composition_tiler).
pub fn composition_tiler<D: Stride, E: Stride>(
    a: &Layout<D>,
    tiler: &Tiler<E>,
) -> Result<Answer<Layout<D>>, Error> {
    let value = crate::composition_tiler(a, tiler)?;
    let verdict = match tiler {
        Tiler::Layout(b) => judge(a.as_ref(), b.as_ref(), value.as_ref())?,
        Tiler::ByMode(elements) => judge_by_mode(a.as_ref(), elements, value.as_ref())?,
    };
    Ok(Answer { value, verdict })
}

fn judge_by_mode<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    elements: &[TilerMode<E>],
    composed: LayoutRef<'_, D>,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::Proved;
    let mut before = 1;
    for ((a, composed), b) in a.modes().zip(composed.modes()).zip(elements) {
        let of_mode = match b {
            TilerMode::Keep => Verdict::Proved,
            TilerMode::Size(size) => judge(a, Layout::<i64>::checked_mode(*size, 1)?.as_ref(), composed)?,
            TilerMode::Layout(b) => judge(a, b.as_ref(), composed)?,
            TilerMode::ByMode(elements) => judge_by_mode(a, elements, composed)?,
        };
        verdict = verdict.or_graver(of_mode.at_multiple(before));
        before *= composed.size();
    }
    Ok(verdict)
}

/// Whether `composed`, which CuTe computes of a and b, is a∘b.
pub(super) fn judge<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    composed: LayoutRef<'_, D>,
) -> Result<Verdict, Error> {
    if meets_paper_conditions(a, b)? {
        return Ok(Verdict::Proved);
    }
    enumerate(a, b, composed)
}

/// Whether `composed(c) = a(b(c))` for each c.
pub(crate) fn enumerate<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    composed: LayoutRef<'_, D>,
) -> Result<Verdict, Error> {
    if !is_enumerable(b.size(), a) {
        return Ok(too_many(b.size()));
    }
    let mut flat_a = FlatModes::new();
    coalesce_extending(a.leaves(), &mut flat_a);
    for (at, (inner, found)) in (0..).zip(b.offsets().zip(composed.offsets())) {
        let (inner, found) = (inner?, found?);
        let expected = match inner.to_coordinate() {
            IntTuple::Int(index) => flat_value(&flat_a, index).ok_or_else(|| D::sum_error("composition"))?,
            coordinate => value_at(a, &coordinate)?,
        };
        if expected != found && expected.clone().canonical() != found.clone().canonical() {
            return Ok(Verdict::Wrong { at, expected: expected.to_string(), found: found.to_string() });
        }
    }
    Ok(Verdict::Proved)
}
