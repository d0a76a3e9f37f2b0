//! Functions and tables of offsets as layouts: one where one exists, else a composition of several.

use std::collections::HashSet;

use super::{ENUMERATION_LIMIT, too_many};
use crate::stride::Stride;
use crate::{ComposedLayout, Error, ErrorKind, IntTuple, Layout, Swizzle, checked};

const OPERATION: &str = "from_offsets";

/// The most offsets for which a swizzle is searched.
pub const MOST_SWIZZLED_OFFSETS: i64 = 1 << 16;

/// The most offsets of a function that [`layouts_composing_to`] composes: its numbers double with each one.
pub const MOST_COMPOSED_OFFSETS: i64 = 63;

/// A function, told by layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Representation {
    /// It is one layout.
    Layout(Layout),
    /// It is a layout behind an offset and a swizzle.
    Composed(ComposedLayout),
    /// It is the composition of these, the last one applied first.
    Composition(Vec<Layout>),
}

/// The smallest layout whose 1-D coordinates have these offsets in order, if there is one: it has the fewest modes.
///
/// Integer and coordinate layouts with a given function have one coalesced form, and this is it. XOR strides are
/// searched through all ways to factor the size.
///
/// # Errors
/// [`ErrorKind::TooLarge`] above [`ENUMERATION_LIMIT`] offsets, [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, analysis::layout_from_offsets};
///
/// assert_eq!(layout_from_offsets(&[0, 8, 1, 9, 2, 10])?, Some("(2,3):(8,1)".parse()?));
/// assert_eq!(layout_from_offsets(&[0, 1, 3])?, None::<Layout>);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn layout_from_offsets<D: Stride>(offsets: &[D]) -> Result<Option<Layout<D>>, Error> {
    let canonical: Vec<D> = offsets.iter().cloned().map(Stride::canonical).collect();
    let size = i64::try_from(offsets.len()).unwrap_or(i64::MAX);
    let at = |index: i64| usize::try_from(index).ok().and_then(|index| canonical.get(index)).cloned();
    if size > ENUMERATION_LIMIT {
        return Err(too_many(size, ENUMERATION_LIMIT).of_operation(OPERATION));
    }
    let Some(modes) = factor(&at, 1, size, &mut HashSet::new()) else { return Ok(None) };
    // The strides as they were given, which may have been written otherwise than in canonical form.
    let given = |unit: i64| usize::try_from(unit).ok().and_then(|unit| offsets.get(unit)).cloned();
    let modes = modes.into_iter().map(|(size, unit)| Some(Layout::of_mode(size, given(unit)?)));
    let Some(modes) = modes.collect::<Option<Vec<Layout<D>>>>() else { return Ok(None) };
    match modes.as_slice() {
        [] => Ok(Some(Layout::of_mode(1, D::zero()))),
        [only] => Ok(Some(only.clone())),
        _ => Layout::from_modes(modes).map(Some),
    }
}

/// Sizes and units (the coordinate one step along the mode) of modes that make up the function from `unit` on; the
/// longest first mode is tried first.
///
/// `failed` holds the units from which nothing was found, so that each is tried once.
fn factor<D: Stride>(
    at: &impl Fn(i64) -> Option<D>,
    unit: i64,
    size: i64,
    failed: &mut HashSet<i64>,
) -> Option<Vec<(i64, i64)>> {
    if at(0)?.canonical() != D::zero().canonical() || failed.contains(&unit) {
        return None;
    }
    let count = size / unit;
    if count == 1 {
        return Some(Vec::new());
    }
    let stride = at(unit)?;
    let is_multiple =
        |index: &i64| stride.times(*index).is_some_and(|offset| at(index * unit) == Some(offset.canonical()));
    let run = (0..count).take_while(is_multiple).fold(0, |length, _| length + 1);
    // An integer layout continues where a shorter first mode ends, so only the longest one can be right.
    let shortest = if D::IS_LINEAR { run } else { 2 };
    for first in (shortest.max(2)..=run).rev().filter(|first| count % first == 0) {
        let adds_up = |index: i64| -> Option<bool> {
            let (inside, outside) = (at(index % first * unit)?, at(index / first * first * unit)?);
            Some(at(index * unit)? == inside.plus(&outside)?.canonical())
        };
        if !(first..count).all(|index| adds_up(index) == Some(true)) {
            continue;
        }
        if let Some(rest) = factor(at, unit * first, size, failed) {
            return Some([vec![(first, unit)], rest].concat());
        }
    }
    failed.insert(unit);
    None
}

/// The layout of a shape whose 1-D coordinates have these offsets in order, if there is one.
///
/// # Errors
/// Those of [`Layout::new`].
///
/// ```
/// use layout_algebra::{Layout, analysis::layout_from_offsets_with_shape};
///
/// let offsets = [0, 1, 2, 3, 4, 5, 6, 7];
/// let layout: Option<Layout> = layout_from_offsets_with_shape(&"(2,(2,2))".parse()?, &offsets)?;
/// assert_eq!(layout.unwrap().to_string(), "(2,(2,2)):(1,(2,4))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn layout_from_offsets_with_shape<D: Stride>(
    shape: &IntTuple,
    offsets: &[D],
) -> Result<Option<Layout<D>>, Error> {
    let mut before = 1;
    let at = |index: i64| usize::try_from(index).ok().and_then(|index| offsets.get(index));
    let stride = shape.try_map(&mut |&size| {
        let unit = if size > 1 { at(before).cloned() } else { Some(D::zero()) };
        before = checked::mul(OPERATION, before, size)?;
        Ok(unit)
    })?;
    let Ok(stride) = stride.try_map(&mut |unit| unit.clone().ok_or(())) else { return Ok(None) };
    let layout = Layout::new(shape.clone(), stride)?;
    if i64::try_from(offsets.len()) != Ok(layout.size()) {
        return Ok(None);
    }
    for (found, wanted) in layout.offsets().zip(offsets) {
        if found?.canonical() != wanted.clone().canonical() {
            return Ok(None);
        }
    }
    Ok(Some(layout))
}

/// The swizzled layout whose 1-D coordinates have these offsets in order, if there is one: of those with the fewest
/// bits in the swizzle the one that keeps the fewest bits in place and looks the least far. One without a swizzle has
/// [`Swizzle::IDENTITY`].
///
/// A swizzle is its own inverse, so every swizzle whose bits the offsets have is tried on them.
///
/// # Errors
/// [`ErrorKind::TooLarge`] above [`MOST_SWIZZLED_OFFSETS`] offsets.
///
/// ```
/// use layout_algebra::analysis::composed_from_offsets;
///
/// let composed = composed_from_offsets(&[0, 3, 1, 2])?.unwrap();
/// assert_eq!(composed.to_string(), "Sw<1,0,1> o 0 o (2,2):(2,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_from_offsets(offsets: &[i64]) -> Result<Option<ComposedLayout>, Error> {
    let size = i64::try_from(offsets.len()).unwrap_or(i64::MAX);
    if size > MOST_SWIZZLED_OFFSETS {
        return Err(too_many(size, MOST_SWIZZLED_OFFSETS).of_operation(OPERATION));
    }
    if let Some(plain) = unswizzled(offsets, Swizzle::IDENTITY)? {
        return Ok(Some(plain));
    }
    if offsets.iter().any(|&offset| offset < 0) {
        return Ok(None);
    }
    let top = 64 - offsets.iter().fold(0, |all, offset| all | offset).leading_zeros();
    let top = i64::from(top);
    for bits in 1..=top / 2 {
        for base in 0..=top - 2 * bits {
            for shift in bits..=top - base - bits {
                for shift in [shift, -shift] {
                    if let Ok(swizzle) = Swizzle::new(bits, base, shift)
                        && let Some(composed) = unswizzled(offsets, swizzle)?
                    {
                        return Ok(Some(composed));
                    }
                }
            }
        }
    }
    Ok(None)
}

/// What lies behind the swizzle, if that is a layout behind an offset.
fn unswizzled(offsets: &[i64], swizzle: Swizzle) -> Result<Option<ComposedLayout>, Error> {
    let Some(&first) = offsets.first() else { return Ok(None) };
    let offset = swizzle.apply(first);
    let at = |index: i64| {
        let swizzled = usize::try_from(index).ok().and_then(|index| offsets.get(index))?;
        swizzle.apply(*swizzled).checked_sub(offset)
    };
    let size = i64::try_from(offsets.len()).unwrap_or(i64::MAX);
    let Some(modes) = factor(&at, 1, size, &mut HashSet::new()) else { return Ok(None) };
    let modes = modes.into_iter().map(|(size, unit)| Some(Layout::of_mode(size, at(unit)?)));
    let Some(modes) = modes.collect::<Option<Vec<Layout>>>() else { return Ok(None) };
    let layout = match modes.as_slice() {
        [] => Layout::of_mode(1, 0),
        [only] => only.clone(),
        _ => Layout::from_modes(modes)?,
    };
    Ok(Some(ComposedLayout::new(swizzle, offset, layout)))
}

/// Layouts whose composition gives the 1-D coordinates these offsets, the last one applied first: the construction of
/// section 2.4.3 of the CuTe paper, by which layouts generate every function with f(0) = 0.
///
/// `(2,2,2,..):(f(1),f(2),f(3),..) o (3,1):(1,4) o (4,1):(1,6) o .. o (N-1,1):(1,2(N-2))`: the layouts on the right take
/// i to 2^(i-1), beyond their bounds, and the first one picks f(i) there.
///
/// # Errors
/// [`ErrorKind::NotZeroAtZero`]; [`ErrorKind::TooLarge`] above [`MOST_COMPOSED_OFFSETS`] offsets.
///
/// ```
/// use layout_algebra::analysis::{evaluate_composition, layouts_composing_to};
///
/// let layouts = layouts_composing_to(&[0, 7, 7, 1, 5])?;
/// let texts: Vec<String> = layouts.iter().map(|layout| layout.to_string()).collect();
/// assert_eq!(texts, ["(2,2,2,2):(7,7,1,5)", "(3,1):(1,4)", "(4,1):(1,6)"]);
/// assert_eq!(evaluate_composition(&layouts, 4)?, 5);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn layouts_composing_to(offsets: &[i64]) -> Result<Vec<Layout>, Error> {
    const OPERATION: &str = "completeness";
    let size = i64::try_from(offsets.len()).unwrap_or(i64::MAX);
    if size > MOST_COMPOSED_OFFSETS {
        return Err(too_many(size, MOST_COMPOSED_OFFSETS).of_operation(OPERATION));
    }
    let rest = match offsets {
        [0, rest @ ..] => rest,
        [] => &[],
        [found, ..] => return Err(Error::new(OPERATION, ErrorKind::NotZeroAtZero { found: *found })),
    };
    if rest.is_empty() {
        return Ok(vec![Layout::of_mode(1, 0)]);
    }
    let first = Layout::from_modes(rest.iter().map(|&offset| Layout::of_mode(2, offset)))?;
    let mut layouts = vec![first];
    for bound in 3..size {
        let doubling = [Layout::of_mode(bound, 1), Layout::of_mode(1, 2 * (bound - 1))];
        layouts.push(Layout::from_modes(doubling)?);
    }
    Ok(layouts)
}

/// Where a composition takes a coordinate, in bounds or beyond: through the last layout first.
///
/// # Errors
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, analysis::evaluate_composition};
///
/// let layouts: [Layout; 2] = ["(2,2):(5,7)".parse()?, "(3,1):(1,4)".parse()?];
/// assert_eq!(evaluate_composition(&layouts, 2)?, 7);
/// assert_eq!(evaluate_composition(&layouts, 3)?, 14); // beyond: 3 goes to 4, and that to 2*7
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn evaluate_composition(layouts: &[Layout], coordinate: i64) -> Result<i64, Error> {
    layouts.iter().rev().try_fold(coordinate, |coordinate, layout| layout.at(coordinate))
}

/// A table of offsets as one layout, else as one behind a swizzle, else as a composition of several.
///
/// # Errors
/// [`ErrorKind::TooLarge`] above [`MOST_SWIZZLED_OFFSETS`] offsets, and above [`MOST_COMPOSED_OFFSETS`] for a
/// composition; [`ErrorKind::NotZeroAtZero`].
///
/// ```
/// use layout_algebra::analysis::{Representation, represent};
///
/// assert!(matches!(represent(&[0, 4, 8])?, Representation::Layout(layout) if layout.to_string() == "3:4"));
/// assert!(matches!(represent(&[0, 1, 3, 2])?, Representation::Composed(_)));
/// assert!(matches!(represent(&[0, 1, 4, 9])?, Representation::Composition(_)));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn represent(offsets: &[i64]) -> Result<Representation, Error> {
    if let Some(layout) = layout_from_offsets(offsets)? {
        return Ok(Representation::Layout(layout));
    }
    match composed_from_offsets(offsets)? {
        Some(composed) => Ok(Representation::Composed(composed)),
        None => layouts_composing_to(offsets).map(Representation::Composition),
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::{Coordinate, Xor, coalesce};

    proptest! {
        #[test]
        fn the_offsets_of_a_layout_give_its_coalesced_form(layout in either_layout()) {
            let table = offsets(&layout);
            prop_assert_eq!(layout_from_offsets(&table).unwrap(), Some(coalesce(&layout)));
            let with_shape = layout_from_offsets_with_shape(&layout.shape(), &table).unwrap().unwrap();
            prop_assert_eq!(offsets(&with_shape), table);
        }

        #[test]
        fn a_table_that_one_change_spoils_gives_no_layout_with_other_offsets(layout in either_layout(), at in any::<prop::sample::Index>(), change in 1_i64..5) {
            let mut table = offsets(&layout);
            let at = at.index(table.len());
            table[at] += change;
            if let Some(found) = layout_from_offsets(&table).unwrap() {
                prop_assert_eq!(offsets(&found), table);
            }
        }

        #[test]
        fn the_offsets_of_a_swizzled_layout_give_one_with_no_more_bits(
            layout in either_layout(), bits in 0_i64..3, base in 0_i64..3, shift in 2_i64..4, offset in 0_i64..9, up in any::<bool>()
        ) {
            let swizzle = Swizzle::new(bits, base, if up { shift } else { -shift }).unwrap();
            let composed = ComposedLayout::new(swizzle, offset, layout);
            let table = composed.eval_all(1 << 20).unwrap();
            let found = composed_from_offsets(&table).unwrap().unwrap();
            prop_assert!(found.swizzle().bits() <= swizzle.bits());
            prop_assert_eq!(found.eval_all(1 << 20).unwrap(), table);
        }

        #[test]
        fn every_function_with_f_of_0_equal_to_0_is_a_composition(rest in prop::collection::vec(-100_i64..100, 0..62)) {
            let table = [vec![0], rest].concat();
            let layouts = layouts_composing_to(&table).unwrap();
            for (coordinate, &offset) in (0..).zip(&table) {
                prop_assert_eq!(evaluate_composition(&layouts, coordinate).unwrap(), offset);
            }
        }

        #[test]
        fn a_table_of_xor_offsets_gives_a_layout_of_them(modes in prop::collection::vec((1_i64..5, 0_i64..16), 1..4)) {
            let modes = modes.into_iter().map(|(size, bits)| Layout::of_mode(size, Xor::new(bits).unwrap()));
            let table = Layout::from_modes(modes).unwrap().eval_all(1 << 10).unwrap();
            let found = layout_from_offsets(&table).unwrap().unwrap();
            prop_assert_eq!(found.eval_all(1 << 10).unwrap(), table);
        }
    }

    #[test]
    fn coordinates_make_layouts_too() {
        let layout: Layout<Coordinate> = "(4,(4,2)):(1@1,(1@0,6@1))".parse().unwrap();
        let table = layout.eval_all(32).unwrap();
        let found = layout_from_offsets(&table).unwrap().unwrap();
        assert_eq!(found.eval_all(32).unwrap().len(), 32);
        assert!(
            found
                .offsets()
                .zip(&table)
                .all(|(found, wanted)| found.unwrap().canonical() == wanted.clone().canonical())
        );
        assert_eq!(found.shape().to_string(), "(4,4,2)");
    }

    #[test]
    fn tables_have_limits() {
        let squares = |count: i64| (0..count).map(|index| index * index).collect::<Vec<_>>();
        assert_eq!(composed_from_offsets(&squares(MOST_SWIZZLED_OFFSETS)), Ok(None));
        assert_eq!(
            composed_from_offsets(&squares(MOST_SWIZZLED_OFFSETS + 1)).unwrap_err().why(),
            "too_large"
        );
        assert_eq!(layout_from_offsets(&squares(ENUMERATION_LIMIT)), Ok(None));
        assert_eq!(layout_from_offsets(&squares(ENUMERATION_LIMIT + 1)).unwrap_err().why(), "too_large");
    }

    #[test]
    fn what_no_layout_is_says_why() {
        assert_eq!(layout_from_offsets::<i64>(&[]).unwrap(), None);
        assert_eq!(composed_from_offsets(&[]).unwrap(), None);
        assert_eq!(composed_from_offsets(&[0, -3, 1, 2]).unwrap(), None);
        assert_eq!(layout_from_offsets_with_shape(&"(2,2)".parse().unwrap(), &[0, 1, 2]), Ok(None::<Layout>));
        assert_eq!(
            layout_from_offsets_with_shape(&"(2,2)".parse().unwrap(), &[0, 1, 2, 4]),
            Ok(None::<Layout>)
        );
        assert_eq!(layout_from_offsets(&[5]).unwrap(), None);
        assert_eq!(layout_from_offsets(&[0]).unwrap().unwrap().to_string(), "1:0");
        assert_eq!(composed_from_offsets(&[5, 7]).unwrap().unwrap().to_string(), "Sw<0,4,3> o 5 o 2:2");
        assert_eq!(
            layouts_composing_to(&[4, 5]).unwrap_err().to_string(),
            "completeness: 0 goes to 4, and every composition of layouts takes 0 to 0"
        );
        assert_eq!(layouts_composing_to(&[0; 64]).unwrap_err().why(), "too_large");
        assert!(
            matches!(represent(&[0, 1, 4, 9, 16]).unwrap(), Representation::Composition(layouts) if layouts.len() == 3)
        );
        assert!(matches!(represent(&[0, 3, 1, 2]).unwrap(), Representation::Composed(_)));
        assert!(matches!(represent(&[0, 2, 4]).unwrap(), Representation::Layout(_)));
    }
}
