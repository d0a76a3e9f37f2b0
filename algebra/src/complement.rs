//! Complement: the offsets that a layout leaves free (`complement` in CuTe's `layout.hpp`; section 3.5 of the paper).

use std::fmt::{self, Display};

use smallvec::SmallVec;

use crate::coalesce::push_coalesced;
use crate::codomain::{Axis, coprofile, is_same_axis, multiple};
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::filter::filter_into;
use crate::layout::{FlatModes, LayoutBuilder, LayoutRef, check_shape};
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, checked, coshape, filter, xor};

const OPERATION: &str = "complement";

/// The layout that fills the gaps of `layout` and repeats it up to `cotarget` (an integer or a shape).
///
/// For coordinate strides the cotarget nests as the coordinates do (either may have more modes; an integer is the first), and
/// the result has one mode for each number of them, as in the CuTe DSL (CuTe C++ has no such complement). For XOR
/// strides it holds the bits that are the highest one of no offset.
///
/// # Errors
/// [`ErrorKind::NonInjective`] where CuTe refuses: two modes overlap. [`ErrorKind::NegativeStride`]: CuTe gives layouts
/// of negative size for such. [`ErrorKind::NonPositiveSize`] for the cotarget, [`ErrorKind::UnsupportedStride`],
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{IntTuple, Layout, complement};
///
/// let layout: Layout = "4:2".parse()?;
/// assert_eq!(complement(&layout, &IntTuple::Int(24))?.to_string(), "(2,3):(1,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn complement<D: Stride>(layout: &Layout<D>, cotarget: &IntTuple) -> Result<Layout<D>, Error> {
    complement_traced(layout, cotarget, &mut ())
}

/// The complement up to the cosize of the filtered layout: only its gaps.
///
/// # Errors
/// Those of [`complement`]; [`ErrorKind::NeedsCotarget`] for coordinate strides.
pub fn complement_in_cosize<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    complement(layout, &cosize_target(layout)?)
}

/// The cotarget of a complement that is given none.
pub(crate) fn cosize_target<D: Stride>(layout: &Layout<D>) -> Result<IntTuple, Error> {
    if !D::IS_LINEAR {
        return xor::cosize_target(layout);
    }
    let mut cosize = 1;
    for (size, stride) in filter(layout).leaves() {
        let (&[], step) = multiple(OPERATION, stride)? else {
            let (of_paper, coshape) = (complement_with_extension(layout)?, coshape(layout)?);
            let (of_paper, coshape) = (of_paper.to_string(), coshape.to_string());
            return Err(Error::new(OPERATION, ErrorKind::NeedsCotarget { coshape, of_paper }));
        };
        let reach = checked::mul(OPERATION, size - 1, checked::abs(OPERATION, step)?)?;
        cosize = checked::add(OPERATION, cosize, reach)?;
    }
    Ok(IntTuple::Int(cosize))
}

/// [`complement`], with each step told to `trace`.
pub(crate) fn complement_traced<D: Stride>(
    layout: &Layout<D>,
    cotarget: &IntTuple,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    check_shape(cotarget)?;
    if !D::IS_LINEAR {
        return xor::complement(layout, cotarget, trace);
    }
    let mut filtered = FlatModes::new();
    filter_into(layout.leaves(), &mut filtered);
    trace.step(|| filter_step(&layout, &filtered));
    let mut complement = LayoutBuilder::new();
    match D::HAS_AXES {
        false => along_axis(&filtered, &[], Cotarget::Shape(cotarget), &mut complement, trace)?,
        true => match &coprofile(OPERATION, layout.leaves())? {
            IntTuple::Int(axis) => {
                along_axis(&filtered, axis, Cotarget::Shape(cotarget), &mut complement, trace)?;
            }
            profile => axis_by_axis(&filtered, profile, cotarget, &mut Axis::new(), &mut complement, trace)?,
        },
    }
    trace.step(|| Step::result(OPERATION, "complement", &complement.whole()));
    complement.finish()
}

/// The complement of integer strides up to a flat shape, whose sizes are at least 1 and have a product that fits, as the
/// next mode of a layout under construction.
pub(crate) fn complement_in_sizes(
    layout: LayoutRef<'_>,
    sizes: &[i64],
    complement: &mut LayoutBuilder<i64>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    let start = complement.mark();
    let mut filtered = FlatModes::new();
    filter_into(layout.leaves(), &mut filtered);
    trace.step(|| filter_step(&layout, &filtered));
    along_axis(&filtered, &[], Cotarget::Sizes(sizes), complement, trace)?;
    trace.step(|| Step::result(OPERATION, "complement", &complement.since(start)));
    Ok(())
}

/// The complement of filtered modes along one axis.
fn along_axis<D: Stride>(
    filtered: &[(i64, D)],
    axis: &[usize],
    cotarget: Cotarget<'_>,
    complement: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    complement.coalesced(|result| {
        let mut gaps = Gaps::of(result, axis);
        gaps.fill(filtered, trace)?;
        gaps.repeat(cotarget, trace)
    })
}

fn filter_step<D: Stride>(layout: &impl Display, filtered: &FlatModes<D>) -> Step {
    let filtered = Layout::from_flat(filtered.clone());
    Step::new(OPERATION, format!("{layout} without stride-0 and size-1 modes, coalesced: {filtered}"))
}

/// What a complement repeats its layout up to.
#[derive(Clone, Copy)]
enum Cotarget<'a> {
    /// An integer or a shape.
    Shape(&'a IntTuple),
    /// The sizes of a coalesced layout.
    Sizes(&'a [i64]),
}

impl Cotarget<'_> {
    /// How many times `reached` it takes to cover this, each size rounded up.
    fn repeats(self, reached: i64) -> Result<i64, Error> {
        match self {
            Cotarget::Shape(IntTuple::Int(size)) => repeats([size].into_iter(), reached),
            Cotarget::Shape(shape) => repeats(shape.iter_leaves(), reached),
            Cotarget::Sizes(sizes) => repeats(sizes.iter(), reached),
        }
    }
}

/// The size of `ceil_div` of a shape of these sizes by an integer.
fn repeats<'a>(sizes: impl Iterator<Item = &'a i64>, divisor: i64) -> Result<i64, Error> {
    let (mut product, mut rest) = (1, divisor);
    let mut sizes = sizes.peekable();
    while let Some(&size) = sizes.next() {
        // Divisions take longer than all else here.
        let quotient = if rest == 1 { size } else { checked::ceil_div_positive(size, rest) };
        product = checked::mul(OPERATION, product, quotient)?;
        if rest != 1 && sizes.peek().is_some() {
            rest = checked::ceil_div_positive(rest, size);
        }
    }
    Ok(product)
}

impl Display for Cotarget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cotarget::Shape(shape) => shape.fmt(f),
            Cotarget::Sizes([]) => f.write_str("1"),
            Cotarget::Sizes([size]) => size.fmt(f),
            Cotarget::Sizes(sizes) => sizes.iter().copied().collect::<IntTuple>().fmt(f),
        }
    }
}

/// The complement along each axis up to the cotarget's size there. As in the CuTe DSL, an axis without gaps keeps the step
/// that leads beyond the layout; where one of layout and cotarget has more axes, the other has size 1; an integer is the
/// size along the first axis; and an axis that the layout does not reach is repeated whole, nested as the cotarget.
fn axis_by_axis<D: Stride>(
    filtered: &[(i64, D)],
    profile: &IntTuple<Axis>,
    cotarget: &IntTuple,
    path: &mut Axis,
    complement: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    match profile {
        IntTuple::Int(axis) => {
            let size = IntTuple::Int(cotarget.product()?);
            complement.flat(|result| {
                let mut gaps = Gaps::of(result, axis);
                gaps.fill(filtered, trace)?;
                gaps.repeat(Cotarget::Shape(&size), trace)?;
                gaps.end_beyond()
            })
        }
        IntTuple::Tuple(axes) => {
            let (targets, one) = (cotarget.modes(), IntTuple::Int(1));
            let rank = axes.len().max(targets.len());
            complement.tuple(rank);
            for i in 0..rank {
                let target = targets.get(i).unwrap_or(&one);
                path.push(i);
                match axes.get(i) {
                    Some(axis) => axis_by_axis(filtered, axis, target, path, complement, trace)?,
                    None => whole_axis(target, path, complement),
                }
                path.pop();
            }
            Ok(())
        }
    }
}

/// The cotarget along an axis that the layout does not reach: every coordinate of it goes to itself.
fn whole_axis<D: Stride>(target: &IntTuple, axis: &mut Axis, complement: &mut LayoutBuilder<D>) {
    match target {
        IntTuple::Int(size) => complement.leaf(*size, D::along(axis, 1)),
        IntTuple::Tuple(targets) => {
            complement.tuple(targets.len());
            for (i, target) in targets.iter().enumerate() {
                axis.push(i);
                whole_axis(target, axis, complement);
                axis.pop();
            }
        }
    }
}

/// A flat layout, for a message.
pub(crate) fn shortened_flat<D: Stride>(modes: &[(i64, D)]) -> String {
    shortened(&Layout::from_flat(modes.iter().cloned().collect()))
}

/// The complement in the form of Table 7 of the paper: the gaps, then a mode of size 1 whose stride leads beyond the layout,
/// so that whatever the complement is extended to stays disjoint from the layout.
///
/// CuTe's [`complement`] drops a mode of size 1, and where gaps are left then, these are what extends: into offsets of
/// the layout.
///
/// # Errors
/// Those of [`complement`].
///
/// ```
/// use layout_algebra::{Layout, complement_in_cosize, complement_with_extension};
///
/// let layout: Layout = "(4,8):(1,8)".parse()?;
/// assert_eq!(complement_with_extension(&layout)?.to_string(), "(2,1):(4,64)");
/// assert_eq!(complement_in_cosize(&layout)?.to_string(), "2:4");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn complement_with_extension<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    if !D::IS_LINEAR {
        return xor::complement_with_extension(layout);
    }
    let mut filtered = FlatModes::new();
    filter_into(layout.leaves(), &mut filtered);
    extension_axis_by_axis(&filtered, &coprofile(OPERATION, layout.leaves())?)
}

fn extension_axis_by_axis<D: Stride>(
    filtered: &FlatModes<D>,
    profile: &IntTuple<Axis>,
) -> Result<Layout<D>, Error> {
    match profile {
        IntTuple::Int(axis) => {
            let mut modes = FlatModes::new();
            let mut gaps = Gaps::of(&mut modes, axis);
            gaps.fill(filtered, &mut ())?;
            let beyond = D::along(axis, gaps.reached);
            modes.push((1, beyond));
            Ok(Layout::from_flat(modes))
        }
        IntTuple::Tuple(axes) => {
            let modes = axes.iter().map(|axis| extension_axis_by_axis(filtered, axis));
            Layout::from_modes(modes.collect::<Result<Vec<_>, _>>()?)
        }
    }
}

/// The complement with its last mode, the repeats of the whole, kept whatever their number.
///
/// This is the complement of the paper, whose extension beyond its domain is disjoint from the layout too: CuTe
/// drops the last mode when it has size 1, and what is left extends into the layout's own offsets.
pub(crate) fn extended_complement(layout: LayoutRef<'_>) -> Result<Layout, Error> {
    let (mut filtered, mut modes) = (FlatModes::new(), FlatModes::new());
    filter_into(layout.leaves(), &mut filtered);
    let mut gaps = Gaps::of(&mut modes, &[]);
    gaps.fill(&filtered, &mut ())?;
    let reached = gaps.reached;
    // The last mode extends; its size has no meaning, but 1 would be dropped.
    modes.push((2, reached));
    Ok(Layout::from_flat_tuple(modes))
}

/// The gaps below each mode along an axis, in the order of strides.
struct Gaps<'r, D> {
    /// Where the gaps are put, coalesced, from `start` on.
    result: &'r mut FlatModes<D>,
    start: usize,
    axis: &'r [usize],
    /// The first number beyond the period of layout and gaps.
    reached: i64,
}

impl<'r, D: Stride> Gaps<'r, D> {
    fn of(result: &'r mut FlatModes<D>, axis: &'r [usize]) -> Self {
        let start = result.len();
        Gaps { result, start, axis, reached: 1 }
    }

    fn push(&mut self, size: i64, step: i64) {
        push_coalesced(self.result, self.start, size, D::along(self.axis, step));
    }

    /// Puts the gaps of filtered modes.
    fn fill(&mut self, filtered: &[(i64, D)], trace: &mut impl Trace) -> Result<(), Error> {
        // One mode needs no order, and is what most tiles are.
        if let [(size, stride)] = filtered {
            return match self.step_of(stride)? {
                Some(step) => self.below(filtered, (step, *size, 0), trace),
                None => Ok(()),
            };
        }
        // Stride, size and place of each mode along the axis.
        let mut modes: SmallVec<[(i64, i64, usize); 8]> = SmallVec::new();
        for (mode, (size, stride)) in filtered.iter().enumerate() {
            if let Some(step) = self.step_of(stride)? {
                modes.push((step, *size, mode));
            }
        }
        modes.sort_by_key(|&(stride, ..)| stride);
        modes.iter().try_for_each(|&mode| self.below(filtered, mode, trace))
    }

    /// A stride as a number of steps along the axis; `None` when it leads elsewhere or nowhere.
    fn step_of(&self, stride: &D) -> Result<Option<i64>, Error> {
        let (axis, step) = multiple(OPERATION, stride)?;
        Ok((is_same_axis(axis, self.axis) && step != 0).then_some(step))
    }

    /// Puts the gap below a mode, given as stride, size and place, whose stride is at least that of the modes before.
    fn below(
        &mut self,
        filtered: &[(i64, D)],
        (stride, size, mode): (i64, i64, usize),
        trace: &mut impl Trace,
    ) -> Result<(), Error> {
        let taken = self.reached;
        if stride < 0 {
            let layout = shortened_flat(filtered);
            return Err(Error::new(OPERATION, ErrorKind::NegativeStride { layout, mode, stride }));
        }
        let gap = if taken == 1 { stride } else { stride / taken };
        if gap == 0 {
            let layout = shortened_flat(filtered);
            return Err(Error::new(OPERATION, ErrorKind::NonInjective { layout, mode, stride, taken }));
        }
        let reached = checked::mul(OPERATION, stride, size)?;
        trace.step(|| {
            let how = format!("gap {stride} / {taken} = {gap} of stride {taken}; next {reached}");
            Step::of_some_mode(OPERATION, format!("{size}:{stride}: {how}"))
                .with("size", size)
                .with("stride", stride)
                .with("gap", gap)
                .with("reached", reached)
        });
        self.push(gap, taken);
        self.reached = reached;
        Ok(())
    }

    /// Puts the repeats of layout and gaps up to the cotarget.
    fn repeat(&mut self, cotarget: Cotarget<'_>, trace: &mut impl Trace) -> Result<(), Error> {
        let reached = self.reached;
        let repeats = cotarget.repeats(reached)?;
        trace.step(|| {
            let how = format!("{repeats} times that reaches {cotarget}");
            Step::of_some_mode(OPERATION, format!("layout and gaps cover the offsets below {reached}; {how}"))
                .with("reached", reached)
                .with("repeats", repeats)
        });
        self.push(repeats, reached);
        Ok(())
    }

    /// Puts `1:reached` when there is nothing else.
    fn end_beyond(self) -> Result<(), Error> {
        if self.result.len() == self.start {
            self.result.push((1, D::along(self.axis, self.reached)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coordinate;

    fn check(layout: &str, cotarget: &str, expected: &str) {
        let layout: Layout<Coordinate> = layout.parse().unwrap();
        assert_eq!(complement(&layout, &cotarget.parse().unwrap()).unwrap().to_string(), expected);
    }

    #[test]
    fn an_axis_of_the_cotarget_that_the_layout_does_not_reach_is_repeated_whole() {
        check("(2,(8)):(16@0,(1@0))", "(32,23)", "(2,23):(8@0,1@1)");
        check("((8)):((1@2))", "(1,31,8,1)", "(1,31,1,1):(1@0,1@1,8@2,1@3)");
    }

    #[test]
    fn an_axis_that_the_layout_does_not_reach_nests_as_the_cotarget() {
        check("(2,8,2):(1@0,4@0,2@0)", "(64,((37,1)))", "(2,((37,1))):(32@0,((1@0@0@1,1@1@0@1)))");
        check(
            "(4,2):(1@0@0,1@1@0)",
            "((8,4,(3,1)),2)",
            "((2,2,(3,1)),2):((4@0@0,2@1@0,(1@0@2@0,1@1@2@0)),1@1)",
        );
    }

    #[test]
    fn an_integer_is_the_size_along_the_first_axis() {
        check("(4,8):(1@0,1@1)", "32", "(8,1):(4@0,8@1)");
        check("(4,2):(1@0,1@1@1)", "(8,6)", "(2,(6,1)):(4@0,(1@0@1,2@1@1))");
    }

    #[test]
    fn a_shape_along_one_axis_counts_by_its_size() {
        check("(4,2):(1@0,1@1)", "((8,2),(3,2))", "(4,3):(4@0,2@1)");
    }

    #[test]
    fn an_axis_that_the_cotarget_lacks_has_size_one() {
        check("(5):(1@1)", "(3)", "(3,1):(1@0,5@1)");
        check("(6,6):(1@2,1@0)", "(56,2)", "(10,2,1):(6@0,1@1,6@2)");
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn complement_is_ordered_and_disjoint(layout in either_layout(), cotarget in 1..200_i64) {
            let Ok(complement) = complement(&layout, &IntTuple::Int(cotarget)) else { return Ok(()) };
            let free = offsets(&complement);
            prop_assert!(free.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(free.iter().skip(1).all(|offset| !offsets(&layout).contains(offset)));
        }

        #[test]
        fn extended_complement_is_disjoint_without_end(layout in either_layout()) {
            let Ok(complement) = extended_complement(layout.as_ref()) else { return Ok(()) };
            let free: Vec<i64> = (1..3 * complement.size()).map(|index| complement.at(index).unwrap()).collect();
            prop_assert!(free.iter().all(|offset| !offsets(&layout).contains(offset)));
        }

        #[test]
        fn layout_and_complement_fill_the_cotarget_when_gaps_divide(layout in crate::arbitrary::permuted_layout()) {
            let doubled = Layout::new(layout.shape(), layout.stride().map(|stride| stride * 2)).unwrap();
            let cotarget = 4 * layout.size();
            let complement = complement(&doubled, &IntTuple::Int(cotarget)).unwrap();
            let both = Layout::from_modes([doubled, complement]).unwrap();
            let mut all = offsets(&both);
            all.sort_unstable();
            all.dedup();
            prop_assert_eq!(all, (0..cotarget).collect::<Vec<_>>());
        }
    }
}
