//! Slices of swizzled layouts at coordinates of run time, as kernels cut them: by thread index, by pipeline stage.
//!
//! CuTe keeps apart which bits of the fixed part are static (`MixedBits` in `swizzle.hpp`): where the swizzle's effect
//! hangs on a bit of run time, a stride of the slice becomes a run-time integer, and modes do not merge across it.

use super::slice::{Projections, low_sizes};
use super::{AnyLayout, ComposedLayout, composed_slice_and_offset};
use crate::proof::Answer;
use crate::symbolic::{self, Integer, ScaledBasis, SymbolicLayout};
use crate::{Error, IntTuple, Layout, SliceIndex, Swizzle, checked, composition, dice, idx2crd, slice};

const OPERATION: &str = "slice_and_offset";

/// An index of a coordinate: open, static, or a run-time integer that has this value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RunTimeIndex {
    /// `_`.
    All,
    /// `Int<2>{}`.
    Static(i64),
    /// A run-time integer, and the value for which the slice is shown.
    RunTime(i64),
}

impl RunTimeIndex {
    fn value(self) -> Option<i64> {
        match self {
            RunTimeIndex::All => None,
            RunTimeIndex::Static(value) | RunTimeIndex::RunTime(value) => Some(value),
        }
    }
}

/// A slice of a swizzled layout at a coordinate of run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTimeSlice {
    /// The layout of the open modes.
    pub layout: RunTimePart,
    /// Where it begins, for the values that were given.
    pub offset: i64,
    /// Whether the layout is another one for other values of the run-time indices.
    pub depends_on_values: bool,
}

/// The layout of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunTimePart {
    /// A plain layout; strides that hang on run-time bits are run-time integers.
    Plain(SymbolicLayout),
    /// Still swizzled.
    Composed(ComposedLayout),
}

/// As [`composed_slice_and_offset`], at a coordinate of which some indices are known at run time only.
///
/// # Errors
/// Those of [`composed_slice_and_offset`].
///
/// ```
/// use layout_algebra::{ComposedLayout, RunTimeIndex, RunTimePart, IntTuple, composed_slice_at_run_time};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// let row = IntTuple::Tuple(vec![RunTimeIndex::RunTime(5).into(), RunTimeIndex::All.into()]);
/// let slice = composed_slice_at_run_time(&row, &composed)?.value;
/// let RunTimePart::Plain(layout) = &slice.layout else { panic!("a row of the atom is plain") };
/// assert_eq!(layout.cpp(), "((_16,_2,_2)):((_1,16,-32))");
/// assert!(slice.depends_on_values);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_slice_at_run_time(
    coordinate: &IntTuple<RunTimeIndex>,
    composed: &ComposedLayout,
) -> Result<Answer<RunTimeSlice>, Error> {
    let fixed = coordinate.map(|index| index.value().map_or(SliceIndex::All, SliceIndex::At));
    let (of_values, verdict) = {
        let answer = composed_slice_and_offset(&fixed, &composed.clone().into())?;
        (answer.value, answer.verdict)
    };
    let inside = involved_bits(coordinate, composed)?;
    if inside.run_time == 0 {
        return Ok(Answer { value: static_slice(of_values)?, verdict });
    }
    let value = match of_values {
        (AnyLayout::Composed(part), offset) => {
            RunTimeSlice { layout: RunTimePart::Composed(part), offset, depends_on_values: true }
        }
        (_, offset) => {
            let open = SymbolicLayout::from(&slice(&fixed, composed.layout())?);
            let layout = symbolic::composition(&swizzle_as_layout(composed.swizzle(), inside)?, &open)?;
            let depends_on_values = !layout.is_static();
            RunTimeSlice { layout: RunTimePart::Plain(layout), offset, depends_on_values }
        }
    };
    Ok(Answer { value, verdict })
}

/// A slice in which the swizzle meets no bit of run time.
fn static_slice((layout, offset): (AnyLayout, i64)) -> Result<RunTimeSlice, Error> {
    let layout = match layout {
        AnyLayout::Composed(part) => RunTimePart::Composed(part),
        AnyLayout::Layout(part) => RunTimePart::Plain((&part).into()),
        AnyLayout::Chain(chain) => return Err(chain.without_domain(OPERATION)),
    };
    Ok(RunTimeSlice { layout, offset, depends_on_values: false })
}

/// An offset of which some bits are static and the others known at run time only.
#[derive(Debug, Clone, Copy)]
struct MixedBits {
    /// Its value.
    value: i64,
    /// Which bits are known at run time only.
    run_time: i64,
}

impl MixedBits {
    /// Whether none of the bits of `mask` is set, and whether that is known at compile time.
    fn misses(self, mask: i64) -> (bool, bool) {
        (self.value & mask == 0, self.run_time & mask == 0)
    }
}

/// The bits that the fixed part of the coordinate puts where the swizzle acts.
fn involved_bits(coordinate: &IntTuple<RunTimeIndex>, composed: &ComposedLayout) -> Result<MixedBits, Error> {
    let fixed = coordinate.map(|index| index.value().map_or(SliceIndex::All, SliceIndex::At));
    let before = MixedBits { value: *composed.offset(), run_time: 0 };
    let indices: Vec<RunTimeIndex> =
        coordinate.leaves().into_iter().copied().filter(|index| *index != RunTimeIndex::All).collect();
    if indices.is_empty() {
        return Ok(before);
    }
    let involved = Projections::new(composed.swizzle())?.involved;
    let diced = composition(&involved, &dice(&fixed, composed.layout())?)?;
    // A coordinate that is one index dices the whole layout, not its only mode.
    let modes = if coordinate.is_tuple() { diced.modes() } else { vec![diced] };
    modes.iter().zip(indices).try_fold(before, |bits, (mode, index)| {
        let (value, is_static) = match index {
            RunTimeIndex::Static(value) => (value, true),
            RunTimeIndex::RunTime(value) => (value, false),
            RunTimeIndex::All => return Ok(bits),
        };
        let (mut of_mode, mut reached) = (0, 0);
        for (size, stride, at) in leaves(mode, value)? {
            let mask = checked::mul(OPERATION, size - 1, stride)?;
            of_mode ^= checked::mul(OPERATION, at, stride)? & mask;
            reached |= mask;
        }
        let run_time = if is_static { 0 } else { reached };
        Ok(MixedBits { value: bits.value ^ of_mode, run_time: bits.run_time | run_time })
    })
}

/// Size, stride and index of each leaf of a mode at a coordinate.
fn leaves(mode: &Layout, at: i64) -> Result<Vec<(i64, i64, i64)>, Error> {
    let coordinate = idx2crd(at, &mode.shape())?;
    let indices = coordinate.leaves().into_iter().copied();
    Ok(mode.flat_modes().into_iter().zip(indices).map(|((size, stride), at)| (size, stride, at)).collect())
}

/// The swizzle as a layout of offsets that move bits of one of its masks only, when `offset` holds the others; a stride
/// that hangs on a bit of run time is a run-time integer.
fn swizzle_as_layout(swizzle: Swizzle, offset: MixedBits) -> Result<SymbolicLayout, Error> {
    let lowest = |mask: i64| mask & mask.wrapping_neg();
    let (changed, read) = (lowest(swizzle.target_mask()), lowest(swizzle.source_mask()));
    let [below, _, between, _] = low_sizes(swizzle)?;
    let stride = |mask: i64, missed: i64, hit: i64| {
        let (misses, is_static) = offset.misses(mask);
        let stride = if misses { missed } else { hit };
        let stride = if is_static { Integer::Static(stride) } else { Integer::Dynamic(stride.into()) };
        IntTuple::Int(ScaledBasis::from(stride))
    };
    let bits = swizzle.bits();
    let changed_bits = (0..bits).map(|bit| stride(read << bit, changed << bit, -(changed << bit)));
    let read_bits =
        (0..bits).map(|bit| stride(changed << bit, (read + changed) << bit, (read - changed) << bit));
    let (changed_bits, read_bits) =
        (IntTuple::Tuple(changed_bits.collect()), IntTuple::Tuple(read_bits.collect()));
    let (low, high) = if changed < read { (changed_bits, read_bits) } else { (read_bits, changed_bits) };
    let twos = || IntTuple::Tuple(vec![IntTuple::Int(Integer::Static(2)); bits as usize]);
    let size = |size: i64| IntTuple::Int(Integer::Static(size));
    let fixed = |stride: i64| IntTuple::Int(ScaledBasis::from(stride));
    let reach = swizzle.base() + bits + swizzle.shift().unsigned_abs();
    let shape = IntTuple::Tuple(vec![size(below), twos(), size(between), twos(), size(1)]);
    let middle = 1 << (swizzle.base() + bits);
    let stride = IntTuple::Tuple(vec![fixed(1), low, fixed(middle), high, fixed(1 << reach)]);
    SymbolicLayout::new(&shape, &stride)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(composed: &str, coordinate: &[RunTimeIndex], expected: &str, offset: i64) {
        let composed: ComposedLayout = composed.parse().unwrap();
        let coordinate = IntTuple::Tuple(coordinate.iter().copied().map(IntTuple::Int).collect());
        let slice = composed_slice_at_run_time(&coordinate, &composed).unwrap().value;
        let layout = match slice.layout {
            RunTimePart::Plain(layout) => layout.cpp(),
            RunTimePart::Composed(layout) => layout.to_string(),
        };
        assert_eq!((layout.as_str(), slice.offset), (expected, offset));
    }

    #[test]
    fn modes_do_not_merge_across_strides_of_run_time() {
        use RunTimeIndex::{All, RunTime, Static};
        check("Sw<3,3,3> o 0 o (8,64):(64,1)", &[Static(0), All], "(_64):(_1)", 0);
        check("Sw<3,3,3> o 0 o (8,64):(64,1)", &[RunTime(0), All], "((_8,_2,_2,_2)):((_1,8,16,32))", 0);
        check("Sw<3,3,3> o 0 o (8,64):(64,1)", &[RunTime(3), All], "((_8,_2,_2,_2)):((_1,-8,-16,32))", 216);
    }

    #[test]
    fn a_stage_of_run_time_that_the_swizzle_does_not_see_changes_nothing() {
        use RunTimeIndex::{All, RunTime};
        let staged = "Sw<3,3,3> o 0 o (8,64,3):(64,1,512)";
        check(staged, &[All, All, RunTime(2)], "Sw<3,3,3> o 0 o (8,64):(64,1)", 1024);
    }
}
