//! The verdict of the divides: each element of the layout in exactly one tile.

use super::composition::{enumerate_all, judge};
use super::{Answer, Verdict};
use crate::analysis::first_gap;
use crate::divide::{compact_tile, tile_and_rest};
use crate::explain::{Step, Trace};
use crate::layout::LayoutRef;
use crate::stride::Stride;
use crate::zip::Form;
use crate::{Error, Layout, Tiler, TilerMode};

/// [`logical_divide`](crate::logical_divide), and whether its tiles make up the layout.
///
/// # Errors
/// Those of [`logical_divide`](crate::logical_divide).
pub fn logical_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Answer<Layout<D>>, Error> {
    let value = crate::logical_divide(layout, tiler)?;
    let verdict = judge_logical(layout, tiler, &value, &mut ())?;
    Ok(Answer { value, verdict })
}

/// [`zipped_divide`](crate::zipped_divide), and whether its tiles make up the layout.
///
/// # Errors
/// Those of [`zipped_divide`](crate::zipped_divide).
pub fn zipped_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Answer<Layout<D>>, Error> {
    regrouped("zipped_divide", Form::Zipped, layout, tiler)
}

/// [`tiled_divide`](crate::tiled_divide), and whether its tiles make up the layout.
///
/// # Errors
/// Those of [`tiled_divide`](crate::tiled_divide).
pub fn tiled_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Answer<Layout<D>>, Error> {
    regrouped("tiled_divide", Form::Tiled, layout, tiler)
}

/// [`flat_divide`](crate::flat_divide), and whether its tiles make up the layout.
///
/// # Errors
/// Those of [`flat_divide`](crate::flat_divide).
pub fn flat_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Answer<Layout<D>>, Error> {
    regrouped("flat_divide", Form::Flat, layout, tiler)
}

/// Whether `divided`, which was computed without any condition being checked, is the layout in tiles of this one layout:
/// each coordinate is tried.
///
/// # Errors
/// Those of [`complement`](crate::complement()); [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Layout, proof::{self, Verdict}};
///
/// let layout: Layout = "(12,(4,8)):(7,(1,30))".parse()?;
/// let divided: Layout = "((12,4,2),(1,1,3)):((7,1,30),(896,11,90))".parse()?;
/// let verdict = proof::unchecked_divide(&layout, &"128:1".parse()?, &divided)?;
/// assert!(matches!(verdict, Verdict::Wrong { at: 96, .. }));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn unchecked_divide(layout: &Layout, tile: &Layout, divided: &Layout) -> Result<Verdict, Error> {
    let pair = tile_and_rest(layout.as_ref(), tile.as_ref(), &mut ())?;
    enumerate_all(layout.as_ref(), pair.as_ref(), divided.as_ref())
}

/// A form of the logical divide, with the verdict of that.
fn regrouped<D: Stride>(
    operation: &'static str,
    form: Form,
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Answer<Layout<D>>, Error> {
    let logical = crate::logical_divide(layout, tiler).map_err(|error| error.of_operation(operation))?;
    let value = form.of(operation, &logical, tiler)?;
    let verdict = judge_logical(layout, tiler, &logical, &mut ())?
        .regrouped(&logical, |coordinates| form.of(operation, coordinates, tiler))?;
    Ok(Answer { value, verdict })
}

/// Whether the tiles that `divided`, a logical divide, consists of make up the layout.
pub(crate) fn judge_logical<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    divided: &Layout<D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    match tiler {
        Tiler::Layout(tile) => judge_tile(layout.as_ref(), tile.as_ref(), divided.as_ref(), trace),
        Tiler::ByMode(elements) => judge_by_mode(layout.as_ref(), elements, divided.as_ref(), trace),
    }
}

fn judge_by_mode<D: Stride>(
    layout: LayoutRef<'_, D>,
    elements: &[TilerMode],
    divided: LayoutRef<'_, D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::Proved;
    let mut before = 1;
    for (i, ((mode, divided), element)) in layout.modes().zip(divided.modes()).zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        let of_mode = match element {
            TilerMode::Keep => Verdict::Proved,
            TilerMode::Size(size) => judge_tile(mode, compact_tile(*size)?.as_ref(), divided, &mut trace)?,
            TilerMode::Layout(tile) => judge_tile(mode, tile.as_ref(), divided, &mut trace)?,
            TilerMode::ByMode(elements) => judge_by_mode(mode, elements, divided, &mut trace)?,
        };
        verdict = verdict.or_graver(of_mode.at_multiple(before));
        before *= divided.size();
    }
    // The verdict of a mode that does not divide, as one of the whole.
    if let Verdict::NeedsPredicate { covers, of, .. } = &mut verdict {
        (*covers, *of) = (divided.size(), layout.size());
    }
    Ok(verdict)
}

fn judge_tile<D: Stride>(
    layout: LayoutRef<'_, D>,
    tile: LayoutRef<'_>,
    divided: LayoutRef<'_, D>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    let pair = tile_and_rest(layout, tile, &mut ())?;
    let composed = judge(layout, pair.as_ref(), divided, trace)?;
    if composed != Verdict::Proved {
        return Ok(composed);
    }
    let (covers, of) = (divided.size(), layout.size());
    let gap = first_gap(&pair)?;
    let verdict = match (gap < of, covers == of) {
        (true, _) => missed_element(layout, &pair, divided, gap)?,
        (false, true) => Verdict::Proved,
        (false, false) => Verdict::NeedsPredicate { covers, of, residue: of % tile.size() },
    };
    trace.step(|| coverage_step(&pair, gap, of, &verdict));
    Ok(verdict)
}

/// Whether (tile, rest) reaches each element of a layout of size `of`; `gap` is the first number that it does not reach.
fn coverage_step(pair: &Layout, gap: i64, of: i64, verdict: &Verdict) -> Step {
    let how = match gap < of {
        true => format!("(tile, rest) = {pair} does not reach element {gap}"),
        false => format!("(tile, rest) = {pair} reaches each of the {of} elements"),
    };
    Step::verdict(&how, verdict).with("elements", of)
}

/// Element `missed` of the layout is in no tile: the first tile coordinate that holds another one twice, or one
/// from outside the layout, stands where it should.
fn missed_element<D: Stride>(
    layout: LayoutRef<'_, D>,
    pair: &Layout,
    divided: LayoutRef<'_, D>,
    missed: i64,
) -> Result<Verdict, Error> {
    let mut held = std::collections::HashSet::new();
    let limit = usize::try_from(crate::analysis::ENUMERATION_LIMIT).unwrap_or(usize::MAX);
    let mut at = pair.size() - 1;
    for (coordinate, element) in (0..).zip(pair.offsets().take(limit)) {
        let element = element?;
        if element >= layout.size() || !held.insert(element) {
            at = coordinate;
            break;
        }
    }
    let value = |layout: LayoutRef<'_, D>, index| {
        layout.offset_of_index(index).map(|offset| offset.to_string()).ok_or_else(|| D::sum_error("eval"))
    };
    Ok(Verdict::Wrong { at, expected: value(layout, missed)?, found: value(divided, at)? })
}
