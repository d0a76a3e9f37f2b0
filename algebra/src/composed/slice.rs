//! Slices of composed layouts (`slice_and_offset`, `domain_offset` in CuTe's `layout_composed.hpp` and
//! `swizzle_layout.hpp`).

use super::{AnyLayout, ComposedLayout, Function, FunctionChain};
use crate::error::shortened;
use crate::proof::{Answer, Verdict};
use crate::{
    Error, ErrorKind, IntTuple, Layout, SliceIndex, Swizzle, analysis, checked, composition, dice, idx2crd,
    slice, slice_offset,
};

const OPERATION: &str = "slice_and_offset";

/// The part of a composed layout that a coordinate leaves open, and the offset at which it begins; and whether both
/// together reach what the layout does.
///
/// A slice of a swizzled layout whose open modes do not move bits that the swizzle reads together with those that it
/// changes is a plain layout: CuTe gives that, with negative strides where the swizzle has set a bit. Otherwise the fixed
/// part of the coordinate goes into the offset inside the swizzle as far as the swizzle acts on it.
///
/// # Errors
/// [`ErrorKind::CoordinateMismatch`]; those of [`composition()`], where CuTe refuses too: the layout must compose with
/// the bits of the swizzle; [`ErrorKind::UnsupportedLayout`] when the coordinate leaves nothing open, or the layout is
/// no swizzled one and no layout of a layout; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_slice_and_offset};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// let (row, offset) = composed_slice_and_offset(&"(5,_)".parse()?, &composed.into())?.value;
/// assert_eq!((row.to_string().as_str(), offset), ("((32,2)):((1,-32))", 352));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_slice_and_offset(
    coordinate: &IntTuple<SliceIndex>,
    layout: &AnyLayout,
) -> Result<Answer<(AnyLayout, i64)>, Error> {
    match layout {
        AnyLayout::Layout(layout) => {
            let offset = slice_offset(coordinate, layout)?;
            Ok(Answer::exact((AnyLayout::Layout(slice(coordinate, layout)?), offset)))
        }
        AnyLayout::Composed(composed) => {
            let value = slice_of_swizzled(coordinate, composed)?;
            let verdict = judge(coordinate, composed, &value)?;
            Ok(Answer { value, verdict })
        }
        AnyLayout::Chain(chain) => slice_of_chain(coordinate, chain).map(|value| Answer::exact((value, 0))),
    }
}

/// The layout of [`composed_slice_and_offset`].
///
/// # Errors
/// Those of [`composed_slice_and_offset`].
pub fn composed_slice(
    coordinate: &IntTuple<SliceIndex>,
    layout: &AnyLayout,
) -> Result<Answer<AnyLayout>, Error> {
    let answer =
        composed_slice_and_offset(coordinate, layout).map_err(|error| error.of_operation("slice"))?;
    Ok(Answer { value: answer.value.0, verdict: answer.verdict })
}

/// The same layout from `coordinate` on: the fixed offset is added inside (CuTe's `domain_offset`).
///
/// # Errors
/// Those of [`Layout::eval`]; [`ErrorKind::UnsupportedLayout`] when there is no offset between the functions to add it
/// to.
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_domain_offset};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// let moved = composed_domain_offset(&"(1,3)".parse()?, &composed.into())?;
/// assert_eq!(moved.to_string(), "Sw<3,4,3> o 67 o (8,64):(64,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_domain_offset(coordinate: &IntTuple, layout: &AnyLayout) -> Result<AnyLayout, Error> {
    with_more_offset("domain_offset", layout, |domain| Ok((domain.eval(coordinate)?, domain.clone())))
}

/// `A o (offset + more) o domain'`, for the `more` and the new domain that `change` makes of the domain.
fn with_more_offset(
    operation: &'static str,
    layout: &AnyLayout,
    change: impl FnOnce(&Layout) -> Result<(i64, Layout), Error>,
) -> Result<AnyLayout, Error> {
    let mut functions = layout.functions();
    let [.., Function::Offset(offset), Function::Layout(domain)] = functions.as_mut_slice() else {
        let reason = "CuTe has this operation for A o offset o layout";
        let kind = ErrorKind::UnsupportedLayout { layout: shortened(layout), reason };
        return Err(Error::new(operation, kind));
    };
    let (more, changed) = change(domain)?;
    *offset = checked::add(operation, *offset, more)?;
    *domain = changed;
    FunctionChain::new(functions)?.into_layout()
}

/// A slice of `A o offset o B` for a layout A.
fn slice_of_chain(coordinate: &IntTuple<SliceIndex>, chain: &FunctionChain) -> Result<AnyLayout, Error> {
    if !matches!(chain.functions(), [Function::Layout(_), ..]) {
        let reason = "CuTe slices a swizzle of a composed layout only when that is a plain layout";
        return Err(Error::new(OPERATION, ErrorKind::UnsupportedLayout { layout: shortened(chain), reason }));
    }
    with_more_offset(OPERATION, &AnyLayout::Chain(chain.clone()), |domain| {
        Ok((slice_offset(coordinate, domain)?, slice(coordinate, domain)?))
    })
}

/// The bits of an offset as a swizzle sees them: those that it reads or changes, and the others.
pub(super) struct Projections {
    /// `x` without the bits that the swizzle reads or changes.
    passed: Layout,
    /// Only these.
    pub(super) involved: Layout,
}

impl Projections {
    pub(super) fn new(swizzle: Swizzle) -> Result<Self, Error> {
        let sizes = low_sizes(swizzle)?;
        let shape: IntTuple = sizes.into_iter().chain([1]).collect();
        let compact = Layout::compact(shape.clone())?;
        let strides: Vec<i64> = compact.flat_modes().into_iter().map(|(_, stride)| stride).collect();
        let size = compact.size();
        let stride_of = |mode: usize| strides.get(mode).copied().unwrap_or(0);
        let passed = [stride_of(0), 0, stride_of(2), 0, size].into_iter().collect();
        let involved = [0, stride_of(1), 0, stride_of(3), 0].into_iter().collect();
        Ok(Projections {
            passed: Layout::new(shape.clone(), passed)?,
            involved: Layout::new(shape, involved)?,
        })
    }
}

/// The bits of an offset that a swizzle reads or changes, as a layout.
pub(super) fn involved_bits(swizzle: Swizzle) -> Result<Layout, Error> {
    Ok(Projections::new(swizzle)?.involved)
}

/// How many offsets the bits below, the lower mask, the bits between and the higher mask of a swizzle count.
pub(super) fn low_sizes(swizzle: Swizzle) -> Result<[i64; 4], Error> {
    // A swizzle whose shift is smaller than its bits is refused when it is made.
    let between = swizzle.shift().unsigned_abs().saturating_sub(swizzle.bits());
    let size = |bits: u32| {
        1_i64.checked_shl(bits).filter(|size| *size > 0).ok_or_else(|| Error::overflow(OPERATION))
    };
    Ok([size(swizzle.base())?, size(swizzle.bits())?, size(between)?, size(swizzle.bits())?])
}

/// CuTe's `slice_and_offset` of `Sw o offset o layout`, for static coordinates.
fn slice_of_swizzled(
    coordinate: &IntTuple<SliceIndex>,
    composed: &ComposedLayout,
) -> Result<(AnyLayout, i64), Error> {
    let (swizzle, layout) = (composed.swizzle(), composed.layout());
    let open = slice(coordinate, layout)?;
    let composed_with = |offset: i64, open: Layout| ComposedLayout::new(swizzle, offset, open).simplified();
    if coordinate.leaves().into_iter().all(|index| *index == SliceIndex::All) {
        return Ok((composed_with(*composed.offset(), open), 0));
    }
    if open.rank() == 0 {
        let reason = "CuTe has no slice of a swizzled layout that leaves no mode open; evaluate it";
        let kind = ErrorKind::UnsupportedLayout { layout: shortened(layout), reason };
        return Err(Error::new(OPERATION, kind));
    }
    let refused = |error: Error| error.of_operation(OPERATION);
    let projections = Projections::new(swizzle)?;
    let fixed = dice(coordinate, layout)?;
    let fixed_at = fixed_coordinate(coordinate);
    let inside = involved_offset(&composition(&projections.involved, &fixed).map_err(refused)?, &fixed_at)?;
    let inside = composed.offset() ^ inside;
    let outside = composition(&projections.passed, &fixed).map_err(refused)?.eval(&fixed_at)?;
    let open_involved = composition(&projections.involved, &open).map_err(refused)?;
    let active = open_involved.at(open_involved.size() - 1)?;
    if active & !swizzle.apply(active) != 0 {
        return Ok((composed_with(inside, open), outside));
    }
    let plain = composition(&swizzle_as_layout(swizzle, inside)?, &open).map_err(refused)?;
    Ok((AnyLayout::Layout(plain), checked::add(OPERATION, swizzle.apply(inside), outside)?))
}

/// The fixed indices of a coordinate, concatenated as `dice` concatenates the modes.
fn fixed_coordinate(coordinate: &IntTuple<SliceIndex>) -> IntTuple {
    match coordinate {
        IntTuple::Int(SliceIndex::At(index)) => IntTuple::Int(*index),
        _ => coordinate
            .leaves()
            .into_iter()
            .filter_map(|index| match index {
                SliceIndex::At(index) => Some(*index),
                SliceIndex::All => None,
            })
            .collect(),
    }
}

/// The bits that the fixed coordinate puts where the swizzle acts (CuTe's `to_mixed_bits`): mode by mode, with XOR.
fn involved_offset(involved: &Layout, coordinate: &IntTuple) -> Result<i64, Error> {
    match (involved.shape().is_tuple(), coordinate) {
        (true, IntTuple::Tuple(indices)) => involved
            .modes()
            .iter()
            .zip(indices)
            .try_fold(0, |bits, (mode, index)| Ok(bits ^ involved_offset(mode, index)?)),
        (true, IntTuple::Int(index)) => involved_offset(involved, &idx2crd(*index, &involved.shape())?),
        (false, _) => {
            let value = involved.eval(coordinate)?;
            let Some((size, stride)) = involved.flat_modes().pop() else { return Ok(0) };
            let reach = checked::mul(OPERATION, size, stride)?;
            if reach != 0 && reach.count_ones() != 1 {
                let reason =
                    "CuTe slices a swizzled layout only where the sliced modes move whole groups of bits";
                let layout = shortened(involved);
                return Err(Error::new(OPERATION, ErrorKind::UnsupportedLayout { layout, reason }));
            }
            Ok(value & checked::mul(OPERATION, size - 1, stride)?)
        }
    }
}

/// The swizzle as a layout of offsets that move bits of one of its masks only, when `offset` holds the others.
fn swizzle_as_layout(swizzle: Swizzle, offset: i64) -> Result<Layout, Error> {
    let lowest = |mask: i64| mask & mask.wrapping_neg();
    let (changed, read) = (lowest(swizzle.target_mask()), lowest(swizzle.source_mask()));
    let [below, _, between, _] = low_sizes(swizzle)?;
    let bits = swizzle.bits();
    // A bit that is changed goes down where the bit that decides it is set; a bit that is read takes the changed one along.
    let changed_bits: IntTuple = (0..bits)
        .map(|bit| if offset & read << bit == 0 { changed << bit } else { -(changed << bit) })
        .collect();
    let read_bits: IntTuple = (0..bits)
        .map(
            |bit| {
                if offset & changed << bit == 0 { (read + changed) << bit } else { (read - changed) << bit }
            },
        )
        .collect();
    let (low, high) = if changed < read { (changed_bits, read_bits) } else { (read_bits, changed_bits) };
    let twos = || (0..bits).map(|_| 2).collect::<IntTuple>();
    let reach = swizzle.base() + bits + swizzle.shift().unsigned_abs();
    let shape = [IntTuple::Int(below), twos(), IntTuple::Int(between), twos(), IntTuple::Int(1)];
    let middle = 1 << (swizzle.base() + bits);
    let stride = [IntTuple::Int(1), low, IntTuple::Int(middle), high, IntTuple::Int(1 << reach)];
    Layout::new(IntTuple::Tuple(shape.into()), IntTuple::Tuple(stride.into()))
}

/// Whether slice and offset reach what the layout does at each coordinate that is left open.
fn judge(
    coordinate: &IntTuple<SliceIndex>,
    composed: &ComposedLayout,
    (part, offset): &(AnyLayout, i64),
) -> Result<Verdict, Error> {
    let open = slice(coordinate, composed.layout())?;
    if open.size() > analysis::ENUMERATION_LIMIT {
        let limit = analysis::ENUMERATION_LIMIT;
        let limit = format!("{} coordinates, and no more than {limit} are enumerated", open.size());
        return Ok(Verdict::Unproved { limit });
    }
    let begin = checked::add(OPERATION, *composed.offset(), slice_offset(coordinate, composed.layout())?)?;
    for at in 0..open.size() {
        let expected = composed.swizzle().apply(checked::add(OPERATION, begin, open.at(at)?)?);
        let found = checked::add(OPERATION, part.at(at)?, *offset)?;
        if expected != found {
            return Ok(Verdict::Wrong { at, expected: expected.to_string(), found: found.to_string() });
        }
    }
    Ok(Verdict::Proved)
}
