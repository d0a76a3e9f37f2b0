//! The verdict of composition: R(c) = A(B(c)) for every coordinate c of B.

use super::conditions::meets_paper_conditions;
use super::{Answer, Verdict, is_enumerable, too_many, value_at};
use crate::coalesce::{coalesce_extending, flat_value};
use crate::explain::{Step, Trace};
use crate::layout::{FlatModes, LayoutRef};
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, Tiler, TilerMode};

/// [`composition`](crate::composition()), and whether it is A∘B.
///
/// # Errors
/// Those of [`composition`](crate::composition()).
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Answer<Layout<D>>, Error> {
    let value = crate::composition(a, b)?;
    let verdict = judge(a.as_ref(), b.as_ref(), value.as_ref(), &mut ())?;
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
    let verdict = judge_tiler(a, tiler, &value, &mut ())?;
    Ok(Answer { value, verdict })
}

/// Whether `composed`, which was computed without any condition being checked, is a∘tiler: each coordinate is tried.
///
/// # Errors
/// [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Layout, Tiler, proof::{self, Verdict}};
///
/// // What CuTe makes of these at run time, where it checks nothing.
/// let (a, b): (Layout, Layout) = ("(2,3):(1,2)".parse()?, "(2,3):(3,1)".parse()?);
/// let composed: Layout = "((1,2),(2,1)):((3,4),(1,2))".parse()?;
/// let verdict = proof::unchecked_composition(&a, &Tiler::Layout(b), &composed)?;
/// assert!(matches!(verdict, Verdict::Wrong { at: 1, .. }));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn unchecked_composition(a: &Layout, tiler: &Tiler, composed: &Layout) -> Result<Verdict, Error> {
    unchecked(a.as_ref(), tiler, composed.as_ref())
}

fn unchecked(a: LayoutRef<'_>, tiler: &Tiler, composed: LayoutRef<'_>) -> Result<Verdict, Error> {
    let elements = match tiler {
        Tiler::Layout(b) => return enumerate_all(a, b.as_ref(), composed),
        Tiler::ByMode(elements) => elements,
    };
    let mut verdict = Verdict::Proved;
    let mut before = 1;
    for ((a, composed), b) in a.modes().zip(composed.modes()).zip(elements) {
        let of_mode = match b {
            TilerMode::Keep => Verdict::Proved,
            TilerMode::Size(size) => enumerate_all(a, Layout::checked_mode(*size, 1)?.as_ref(), composed)?,
            TilerMode::Layout(b) => enumerate_all(a, b.as_ref(), composed)?,
            TilerMode::ByMode(elements) => unchecked(a, &Tiler::ByMode(elements.clone()), composed)?,
        };
        verdict = verdict.or_graver(of_mode.at_multiple(before));
        before *= composed.size();
    }
    Ok(verdict)
}

/// As [`enumerate`]; there is a value for each coordinate of b, and no other.
pub(super) fn enumerate_all(
    a: LayoutRef<'_>,
    b: LayoutRef<'_>,
    composed: LayoutRef<'_>,
) -> Result<Verdict, Error> {
    let verdict = enumerate(a, b, composed)?;
    let (of, found) = (b.size(), composed.size());
    if verdict != Verdict::Proved || of == found {
        return Ok(verdict);
    }
    let at = of.min(found);
    let nothing = |size: i64| format!("nothing, for it has {size} elements");
    let at_end = |layout: LayoutRef<'_>, index| -> Result<String, Error> {
        Ok(layout.offset_of_index(index).ok_or_else(|| Error::overflow("composition"))?.to_string())
    };
    let expected = match at < of {
        true => at_end(a, b.offset_of_index(at).ok_or_else(|| Error::overflow("composition"))?)?,
        false => nothing(of),
    };
    let found = if at < found { at_end(composed, at)? } else { nothing(found) };
    Ok(Verdict::Wrong { at, expected, found })
}

/// Whether `composed`, which CuTe computes of a and the tiler, is what it should be, mode by mode.
pub(crate) fn judge_tiler<D: Stride, E: Stride>(
    a: &Layout<D>,
    tiler: &Tiler<E>,
    composed: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    match tiler {
        Tiler::Layout(b) => judge(a.as_ref(), b.as_ref(), composed.as_ref(), trace),
        Tiler::ByMode(elements) => judge_by_mode(a.as_ref(), elements, composed.as_ref(), trace),
    }
}

fn judge_by_mode<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    elements: &[TilerMode<E>],
    composed: LayoutRef<'_, D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::Proved;
    let mut before = 1;
    for (i, ((a, composed), b)) in a.modes().zip(composed.modes()).zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        let of_mode = match b {
            TilerMode::Keep => Verdict::Proved,
            TilerMode::Size(size) => {
                judge(a, Layout::<i64>::checked_mode(*size, 1)?.as_ref(), composed, &mut trace)?
            }
            TilerMode::Layout(b) => judge(a, b.as_ref(), composed, &mut trace)?,
            TilerMode::ByMode(elements) => judge_by_mode(a, elements, composed, &mut trace)?,
        };
        verdict = verdict.or_graver(of_mode.at_multiple(before));
        before *= composed.size();
    }
    Ok(verdict)
}

/// Whether `composed`, which CuTe computes of a and b, is a∘b.
pub(crate) fn judge<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    composed: LayoutRef<'_, D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    if meets_paper_conditions(a, b, trace)? {
        trace.step(|| Step::verdict("the conditions of the paper (section 3.3.2) hold", &Verdict::Proved));
        return Ok(Verdict::Proved);
    }
    let verdict = enumerate(a, b, composed)?;
    trace.step(|| Step::verdict("not all conditions hold, so each coordinate is tried", &verdict));
    Ok(verdict)
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
