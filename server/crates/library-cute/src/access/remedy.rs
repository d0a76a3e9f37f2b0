//! What would make an access of shared memory take as few wavefronts as it can: another swizzle of the tensor, or a padded
//! leading dimension. What is told was tried.

use layout_algebra::{ComposedLayout, IntTuple, Layout, Swizzle, analysis::Wavefronts};
use layoutlens_host_value::{block::Block, lanes::Lanes};
use layoutlens_operation::{Value, WayOut};

use super::{
    cost::{Accesses, Cost},
    instruction::Instruction,
};

/// The most places of coordinates that are not known.
pub(super) const MOST_PLACES: usize = 64;
/// The most bits of a swizzle, and the farthest that it looks.
const MOST_BITS: i64 = 5;
const FARTHEST: i64 = 8;

/// Another layout of the tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Remedy {
    /// What to change.
    pub(super) what: String,
    /// The same, for who changes it.
    pub(super) way: WayOut,
    /// The layout that comes of it.
    pub(super) layout: Value,
    /// Wavefronts of all accesses with it.
    pub(super) total: i64,
}

/// Remedies for a tensor of which each access should take its least.
pub(super) fn remedies(
    lanes: &Lanes,
    block: Block,
    bits: i64,
    is_recast: bool,
    instruction: &Instruction,
    of_pointer: Option<Swizzle>,
) -> Vec<Remedy> {
    let plain = match &lanes.whole {
        Value::Layout(layout) => layout.as_ref(),
        Value::Composed(composed) if *composed.offset() == 0 => composed.layout(),
        _ => return Vec::new(),
    };
    // The swizzle of a pointer counts bytes and stays where it is.
    if of_pointer.is_some_and(|swizzle| swizzle.bits() > 0) {
        return Vec::new();
    }
    let replaces = match &lanes.whole {
        Value::Composed(composed) => Some(composed.swizzle()),
        _ => None,
    };
    let free = |layout: &Value| -> Option<i64> {
        let offsets = lanes.offsets_in(layout, block, MOST_PLACES).ok()?;
        let accesses = Accesses { offsets: &offsets, of_pointer: None, bits, is_recast };
        let cost: Cost<Wavefronts> = accesses.cost(instruction)?;
        (cost.is_everywhere && cost.total.taken == cost.total.least).then_some(cost.total.taken)
    };
    let swizzled = swizzled(plain, instruction.elements).find_map(|(swizzle, layout)| {
        let total = free(&layout)?;
        let what = match replaces {
            Some(_) => format!("{swizzle} in its place"),
            None => format!("{swizzle} over it"),
        };
        Some(Remedy { what, way: WayOut::Swizzle { swizzle, replaces }, layout, total })
    });
    let padded = padded(plain, instruction.elements).and_then(|(leading, longer, layout)| {
        let total = free(&layout)?;
        let Value::Layout(padded) = &layout else { return None };
        let way = WayOut::Padding { leading, layout: padded.as_ref().clone() };
        Some(Remedy { what: format!("a leading dimension of {longer} for {leading}"), way, layout, total })
    });
    swizzled.into_iter().chain(padded).collect()
}

/// The tensor's layout behind each swizzle that keeps vectors whole and permutes the tensor alone, those of the fewest bits
/// first.
fn swizzled(plain: &Layout, elements: i64) -> impl Iterator<Item = (Swizzle, Value)> {
    let extent = plain.cosize().unwrap_or(0);
    let lowest = i64::from(elements.max(1).ilog2());
    let candidates = (1..=MOST_BITS).flat_map(move |bits| {
        (lowest..=lowest + 3).flat_map(move |base| (bits..=FARTHEST).map(move |shift| (bits, base, shift)))
    });
    let fits = move |&(bits, base, shift): &(i64, i64, i64)| {
        1_i64
            .checked_shl(u32::try_from(bits + base + shift).unwrap_or(u32::MAX))
            .is_some_and(|period| period > 0 && extent % period == 0)
    };
    candidates.filter(fits).filter_map(move |(bits, base, shift)| {
        let swizzle = Swizzle::new(bits, base, shift).ok()?;
        Some((swizzle, Value::from(ComposedLayout::new(swizzle, 0, plain.clone()))))
    })
}

/// The tensor with the next longer leading dimension that keeps vectors aligned: of two modes, the larger stride.
fn padded(plain: &Layout, elements: i64) -> Option<(i64, i64, Value)> {
    let [(first, 1), (_, leading)] = *plain.leaves() else {
        let [(_, leading), (second, 1)] = *plain.leaves() else { return None };
        return pad(plain, leading, second, elements);
    };
    pad(plain, leading, first, elements)
}

fn pad(plain: &Layout, leading: i64, within: i64, elements: i64) -> Option<(i64, i64, Value)> {
    if leading < within || leading <= 1 {
        return None;
    }
    let longer = leading.checked_add(elements)?;
    let stride: IntTuple = plain.stride().map(|&stride| if stride == leading { longer } else { stride });
    let layout = Layout::new(plain.shape(), stride).ok()?;
    Some((leading, longer, Value::from(layout)))
}
