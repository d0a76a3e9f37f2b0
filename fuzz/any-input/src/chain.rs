//! Random chains of operations: no panic, limits hold, every result prints as text that reads as the same value, and
//! what is proved holds at sampled coordinates.

use std::collections::HashSet;

use crate::{Integer, Operand, Shape, Tile};
use arbitrary::Arbitrary;
use layout_algebra::{
    ComposedLayout, Error, Layout, MAX_LEAVES, Swizzle, blocked_product, coalesce, coalesce_by_profile,
    downcast, explain, filter, filter_zeros, flatten, group, make_fragment_like, make_layout_like,
    max_common_layout, max_common_vector, nullspace,
    proof::{self, Answer, Verdict},
    raked_product, recast, select, take, upcast,
};

/// Steps of a chain, and coordinates that are looked at from either end of a layout.
const STEPS: usize = 12;
const SAMPLES: i64 = 64;
/// Layouts of at most this size are enumerated.
const ENUMERATED: i64 = 1024;

/// Where a chain begins, and its operations.
#[derive(Debug, Arbitrary)]
pub struct Chain {
    start: Operand,
    steps: Vec<Step>,
}

#[derive(Debug, Arbitrary)]
enum Step {
    Coalesce,
    CoalesceByProfile(Shape),
    Filter,
    FilterZeros,
    Flatten,
    Nullspace,
    Compose(Operand),
    ComposeByMode(Tile),
    Complement(Shape),
    ComplementInCosize,
    RightInverse,
    LeftInverse,
    LogicalDivide(Tile),
    ZippedDivide(Tile),
    TiledDivide(Tile),
    FlatDivide(Tile),
    LogicalProduct(Tile),
    ZippedProduct(Tile),
    BlockedProduct(Operand),
    RakedProduct(Operand),
    TileToShape(Shape, Option<Shape>),
    Group(u8, u8),
    Take(u8, u8),
    Select(Vec<u8>),
    Upcast(Integer),
    Downcast(Integer),
    Recast(Integer, Integer),
    MakeLayoutLike,
    MakeFragmentLike,
    MaxCommon(Operand),
    Swizzled(u8, u8, i8, Integer),
}

/// What comes of a chain of operations.
///
/// # Panics
/// Where what the file says does not hold.
pub fn chain(chain: Chain) {
    let Some(mut layout) = chain.start.0 else { return };
    for step in chain.steps.into_iter().take(STEPS) {
        match apply(&layout, step) {
            Ok(Some(next)) => {
                check_value(&next);
                layout = next;
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The next layout of the chain, with the laws of the operation checked; `None` where an operand could not be drawn.
fn apply(layout: &Layout, step: Step) -> Result<Option<Layout>, Error> {
    Ok(Some(match step {
        Step::Coalesce => same_function(layout, coalesce(layout)),
        Step::CoalesceByProfile(profile) => same_function(layout, coalesce_by_profile(layout, &profile.0)?),
        Step::Filter => filter(layout),
        Step::FilterZeros => filter_zeros(layout),
        Step::Flatten => same_function(layout, flatten(layout)),
        Step::Nullspace => nullspace_maps_to_zero(layout),
        Step::Compose(Operand(Some(right))) => composed_as_defined(layout, &right)?,
        Step::ComposeByMode(Tile(Some(tiler))) => {
            explain::composition_tiler(layout, &tiler)?;
            proof::composition_tiler(layout, &tiler)?.value
        }
        Step::Complement(cotarget) => disjoint(layout, proof::complement(layout, &cotarget.0)?),
        Step::ComplementInCosize => disjoint(layout, proof::complement_in_cosize(layout)?),
        Step::RightInverse => inverted_from_right(layout)?,
        Step::LeftInverse => proof::left_inverse(layout)?.value,
        Step::LogicalDivide(Tile(Some(tiler))) => rearranged(layout, proof::logical_divide(layout, &tiler)?),
        Step::ZippedDivide(Tile(Some(tiler))) => rearranged(layout, proof::zipped_divide(layout, &tiler)?),
        Step::TiledDivide(Tile(Some(tiler))) => rearranged(layout, proof::tiled_divide(layout, &tiler)?),
        Step::FlatDivide(Tile(Some(tiler))) => rearranged(layout, proof::flat_divide(layout, &tiler)?),
        Step::LogicalProduct(Tile(Some(tiler))) => proof::logical_product(layout, &tiler)?.value,
        Step::ZippedProduct(Tile(Some(tiler))) => proof::zipped_product(layout, &tiler)?.value,
        Step::BlockedProduct(Operand(Some(grid))) => blocked_product(layout, &grid)?,
        Step::RakedProduct(Operand(Some(grid))) => raked_product(layout, &grid)?,
        Step::TileToShape(target, order) => {
            proof::tile_to_shape(layout, &target.0, order.as_ref().map(|order| &order.0))?.value
        }
        Step::Group(begin, end) => same_function(layout, group(layout, begin.into(), end.into())?),
        Step::Take(begin, end) => take(layout, begin.into(), end.into())?,
        Step::Select(modes) => select(layout, &modes.into_iter().map(usize::from).collect::<Vec<_>>())?,
        Step::Upcast(by) => upcast(layout, by.0)?,
        Step::Downcast(by) => downcast(layout, by.0)?,
        Step::Recast(old, new) => recast(layout, old.0, new.0)?,
        Step::MakeLayoutLike => make_layout_like(layout)?,
        Step::MakeFragmentLike => make_fragment_like(layout)?,
        Step::MaxCommon(Operand(Some(other))) => {
            max_common_vector(layout, &other)?;
            max_common_layout(layout, &other)?
        }
        Step::Swizzled(bits, base, shift, offset) => {
            swizzled(layout, Swizzle::new(bits.into(), base.into(), shift.into())?, offset.0)?;
            return Ok(None);
        }
        _ => return Ok(None),
    }))
}

fn check_value(layout: &Layout) {
    let text = layout.to_string();
    assert!(text.parse::<Layout>().is_ok_and(|again| again == *layout), "{text} does not read as itself");
    let leaves = layout.shape().leaves().len();
    assert!(leaves <= MAX_LEAVES, "{leaves} leaves in {text}");
    assert!(layout.size() >= 1, "{text} has no element");
}

/// Coordinates to look at: all, or some from either end. None of a layout with a negative stride: CuTe states its
/// operations for others, and its integer division of negative offsets is another than that of the definitions.
fn samples(layout: &Layout) -> impl Iterator<Item = i64> + use<> {
    let size = if is_specified(layout) { layout.size() } else { 0 };
    let first = if size <= ENUMERATED { size } else { SAMPLES };
    (0..first).chain((first.max(size - SAMPLES))..size)
}

fn is_specified(layout: &Layout) -> bool {
    layout.stride().leaves().iter().all(|stride| **stride >= 0)
}

/// Rearranging and merging modes leaves the function alone.
fn same_function(layout: &Layout, other: Layout) -> Layout {
    assert_eq!(layout.size(), other.size(), "{layout} and {other}");
    for index in samples(layout) {
        let (offset, again) = (layout.at(index), other.at(index));
        // What overflows in one may be reached by a shorter sum in the other.
        if let (Ok(offset), Ok(again)) = (offset, again) {
            assert_eq!(offset, again, "{layout} and {other} at {index}");
        }
    }
    other
}

fn nullspace_maps_to_zero(layout: &Layout) -> Layout {
    let kernel = nullspace(layout);
    for index in samples(&kernel) {
        let Ok(coordinate) = kernel.at(index) else { continue };
        assert_eq!(layout.at(coordinate).ok(), Some(0), "nullspace {kernel} of {layout} at {index}");
    }
    kernel
}

fn composed_as_defined(left: &Layout, right: &Layout) -> Result<Layout, Error> {
    explain::composition(left, right)?;
    let Answer { value, verdict } = proof::composition(left, right)?;
    for index in samples(&value).filter(|_| is_specified(left) && is_specified(right)) {
        let (Ok(found), Ok(inner)) = (value.at(index), right.at(index)) else { continue };
        let Ok(expected) = left.at(inner) else { continue };
        match &verdict {
            Verdict::Proved => assert_eq!(found, expected, "{left} o {right} = {value} at {index}"),
            Verdict::Wrong { at, .. } if index < *at => {
                assert_eq!(found, expected, "{left} o {right} = {value} is right before {at}");
            }
            Verdict::Wrong { at, .. } if index == *at => {
                assert_ne!(found, expected, "{left} o {right} = {value} is wrong at {at}");
            }
            _ => {}
        }
    }
    Ok(value)
}

/// The complement's offsets increase, and none but 0 is one of the layout's.
fn disjoint(layout: &Layout, answer: Answer<Layout>) -> Layout {
    if answer.verdict == Verdict::Proved && is_specified(layout) {
        let held: HashSet<i64> = samples(layout).filter_map(|index| layout.at(index).ok()).collect();
        let mut last = None;
        for index in samples(&answer.value) {
            let Ok(offset) = answer.value.at(index) else { continue };
            assert!(last < Some(offset), "complement {} of {layout} at {index}", answer.value);
            assert!(offset == 0 || !held.contains(&offset), "{} of {layout}: {offset}", answer.value);
            last = Some(offset);
        }
    }
    answer.value
}

fn inverted_from_right(layout: &Layout) -> Result<Layout, Error> {
    let Answer { value, verdict } = proof::right_inverse(layout)?;
    for index in samples(&value).filter(|_| is_specified(layout) && verdict == Verdict::Proved) {
        let Ok(coordinate) = value.at(index) else { continue };
        assert_eq!(layout.at(coordinate).ok(), Some(index), "right inverse {value} of {layout}");
    }
    Ok(value)
}

/// The offsets of a proved divide are those of the layout in another order.
fn rearranged(layout: &Layout, answer: Answer<Layout>) -> Layout {
    // A tile of one element may have any stride, and then so has the result.
    let is_specified = is_specified(layout) && is_specified(&answer.value);
    if answer.verdict == Verdict::Proved && is_specified {
        assert_eq!(layout.size(), answer.value.size(), "{} of {layout}", answer.value);
        if layout.size() <= ENUMERATED {
            let sorted = |layout: &Layout| {
                let mut offsets: Vec<_> = samples(layout).map(|index| layout.at(index).ok()).collect();
                offsets.sort_unstable();
                offsets
            };
            assert_eq!(sorted(layout), sorted(&answer.value), "{} of {layout}", answer.value);
        }
    }
    answer.value
}

/// A swizzle is its own inverse, with any layout inside of it.
fn swizzled(layout: &Layout, swizzle: Swizzle, offset: i64) -> Result<(), Error> {
    for index in samples(layout) {
        let Ok(inner) = layout.at(index) else { continue };
        if inner >= 0 {
            assert_eq!(swizzle.apply(swizzle.apply(inner)), inner, "{swizzle} twice");
        }
    }
    let composed = ComposedLayout::new(swizzle, offset, layout.clone());
    let text = composed.to_string();
    assert!(text.parse::<ComposedLayout>().is_ok_and(|again| again == composed), "{text}");
    Ok(())
}
