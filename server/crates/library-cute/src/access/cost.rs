//! What the accesses of all warps to one side of a copy cost.

use std::collections::BTreeSet;

use layout_algebra::{
    IntTuple, Layout, Swizzle,
    analysis::{self, Access, SECTOR_BYTES, WORD_BYTES, Wavefronts, wavefronts},
    upcast,
};
use layoutlens_host_value::lanes::LaneOffsets;

use super::{instruction::Instruction, vector::gcd};

/// The most addresses that are looked at for one side of a copy.
const MOST_ADDRESSES: usize = 1 << 16;

/// A thread whose access cannot be aligned to its width when those before it are, and the byte where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Misaligned {
    pub(super) thread: i64,
    pub(super) byte: i64,
    pub(super) width: i64,
}

/// Bytes of the widest access of shared memory.
const WIDEST_BYTES: i64 = 16;

/// Where the lanes of all warps access memory.
pub(super) struct Accesses<'a> {
    /// Offsets in elements.
    pub(super) offsets: &'a LaneOffsets,
    /// The swizzle that the pointer applies to bytes.
    pub(super) of_pointer: Option<Swizzle>,
    /// Bits of an element.
    pub(super) bits: i64,
    /// Whether the values of a part are taken along its contiguous mode, as recast tensors have them; else in order.
    pub(super) is_recast: bool,
}

/// What an access of a warp moves of global memory, and the least for as many bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct SectorCount {
    pub(super) moved: i64,
    pub(super) least: i64,
}

/// What the accesses of a copy cost, at the coordinates that are not known where it costs the least, and the most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cost<C> {
    /// Bytes that a lane accesses.
    pub(super) bytes: i64,
    /// Accesses of one warp.
    pub(super) accesses: usize,
    /// Warps.
    pub(super) warps: usize,
    /// The most that one access costs.
    pub(super) worst: C,
    /// The bytes of the lanes of that access.
    pub(super) worst_bytes: Vec<i64>,
    /// All accesses of all warps together, where the coordinates that are not known make it the least.
    pub(super) total: C,
    /// Whether it is the same at all such coordinates.
    pub(super) is_everywhere: bool,
}

/// A cost of one access.
pub(super) trait Count: Copy + Default + PartialEq {
    /// By so many bytes all lanes may move, and it costs the same.
    const PERIOD: i64;
    fn of(bytes: &[i64], width: i64) -> Self;
    fn times(self, count: i64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn found(self) -> i64;
    fn least(self) -> i64;
}

impl Count for Wavefronts {
    const PERIOD: i64 = WORD_BYTES;
    fn times(self, count: i64) -> Self {
        Self { taken: self.taken * count, least: self.least * count }
    }
    fn of(bytes: &[i64], width: i64) -> Self {
        wavefronts(bytes, width)
    }
    fn plus(self, other: Self) -> Self {
        Self { taken: self.taken + other.taken, least: self.least + other.least }
    }
    fn found(self) -> i64 {
        self.taken
    }
    fn least(self) -> i64 {
        self.least
    }
}

impl Count for SectorCount {
    const PERIOD: i64 = SECTOR_BYTES;
    fn times(self, count: i64) -> Self {
        Self { moved: self.moved * count, least: self.least * count }
    }
    fn of(bytes: &[i64], width: i64) -> Self {
        let sectors: BTreeSet<i64> = bytes
            .iter()
            .flat_map(|byte| byte.div_euclid(SECTOR_BYTES)..=(byte + width - 1).div_euclid(SECTOR_BYTES))
            .collect();
        let distinct: BTreeSet<i64> = bytes.iter().copied().collect();
        let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        Self {
            moved: count(sectors.len()),
            least: (count(distinct.len()) * width + SECTOR_BYTES - 1) / SECTOR_BYTES,
        }
    }
    fn plus(self, other: Self) -> Self {
        Self { moved: self.moved + other.moved, least: self.least + other.least }
    }
    fn found(self) -> i64 {
        self.moved
    }
    fn least(self) -> i64 {
        self.least
    }
}

impl Accesses<'_> {
    /// The cost of the accesses by this instruction; `None` where the elements of an access are not side by side, or are too
    /// many to look at.
    pub(super) fn cost<C: Count>(&self, instruction: &Instruction) -> Option<Cost<C>> {
        let width = instruction.elements.checked_mul(self.bits).filter(|bits| bits % 8 == 0)? / 8;
        Access::new(8, width).ok()?;
        let starts = self.starts(instruction.elements)?;
        let accesses = starts.len();
        let warps = &self.offsets.warps;
        // Rows of matrices are given by lanes that all take part.
        if instruction.is_of_whole_warps && warps.iter().any(|warp| warp.len() < instruction.lanes) {
            return None;
        }
        let period = self.period(C::PERIOD.max(width))?;
        let starts = alike(starts, period);
        let places = alike(self.offsets.places.clone(), period);
        let threads: usize = warps.iter().map(Vec::len).sum();
        let addresses = starts.len().checked_mul(threads)?.checked_mul(places.len())?;
        if addresses == 0 || addresses > MOST_ADDRESSES {
            return None;
        }
        let mut totals = Vec::with_capacity(places.len());
        let mut worst: Option<(C, Vec<i64>)> = None;
        for (place, _) in places {
            let mut total = C::default();
            for warp in warps {
                for &(start, count) in &starts {
                    let lanes = warp.iter().take(instruction.lanes);
                    let bytes: Vec<i64> = lanes
                        .map(|lane| {
                            let offset = lane.begin.checked_add(start)?.checked_add(place)?;
                            self.first_byte(offset, instruction.elements, width)
                        })
                        .collect::<Option<_>>()?;
                    let found = C::of(&bytes, width);
                    total = total.plus(found.times(count));
                    let excess = |count: C| count.found() - count.least();
                    if worst.as_ref().is_none_or(|(worst, _)| excess(found) > excess(*worst)) {
                        worst = Some((found, bytes));
                    }
                }
            }
            totals.push(total);
        }
        let (worst, worst_bytes) = worst?;
        let least = totals.iter().copied().min_by_key(|total| total.found() - total.least())?;
        let is_everywhere = totals.iter().all(|total| *total == least);
        Some(Cost {
            bytes: width,
            accesses,
            warps: warps.len(),
            worst,
            worst_bytes,
            total: least,
            is_everywhere,
        })
    }

    /// In elements, how far all lanes of an access may move without costing something else: a multiple of so many bytes, and
    /// of what the swizzles leave as it is.
    fn period(&self, bytes: i64) -> Option<i64> {
        let bits = bytes.checked_mul(8)?;
        let plain = bits / gcd(bits, self.bits);
        let of_swizzle = |swizzle: Swizzle| {
            let top =
                i64::from(swizzle.base()) + i64::from(swizzle.bits()) + i64::from(swizzle.shift().abs());
            1_i64.checked_shl(u32::try_from(top).ok()?).filter(|period| *period > 0)
        };
        let is_any = |swizzle: &Swizzle| swizzle.bits() > 0;
        let of_layout = self.offsets.swizzle.filter(is_any).map_or(Some(1), of_swizzle)?;
        let of_pointer = self.of_pointer.filter(is_any).map_or(Some(1), of_swizzle)?.checked_mul(8)?;
        let of_pointer = of_pointer / gcd(of_pointer, self.bits);
        [of_layout, of_pointer].into_iter().try_fold(plain, |all, one| (all / gcd(all, one)).checked_mul(one))
    }

    /// The first access that is not aligned wherever the tensor begins, for another one is or differs from it. Where there
    /// is a swizzle, nothing is said.
    pub(super) fn misaligned(&self, instruction: &Instruction) -> Option<Misaligned> {
        let swizzled = |swizzle: Option<Swizzle>| swizzle.is_some_and(|swizzle| swizzle.bits() > 0);
        if swizzled(self.offsets.swizzle) || swizzled(self.of_pointer) {
            return None;
        }
        let width =
            instruction.elements.checked_mul(self.bits).filter(|bits| *bits > 0 && bits % 8 == 0)? / 8;
        let starts = self.starts(instruction.elements)?;
        let mut first = None;
        for lane in self.offsets.warps.iter().flatten() {
            for start in &starts {
                let offset = self.offsets.offset.checked_add(lane.begin)?.checked_add(*start)?;
                let byte = offset.checked_mul(self.bits)?.div_euclid(8);
                let before: i64 = *first.get_or_insert(byte);
                if byte.checked_sub(before)? % width != 0 {
                    return Some(Misaligned { thread: lane.thread, byte, width });
                }
            }
        }
        None
    }

    /// The first offsets of the accesses of a part, from where it begins.
    fn starts(&self, elements: i64) -> Option<Vec<i64>> {
        let limit = i64::try_from(MOST_ADDRESSES).ok()?;
        if self.is_recast && elements > 1 {
            let vectors = whole_vectors(&self.offsets.part, elements)?.eval_all(limit).ok()?;
            return vectors.into_iter().map(|vector| vector.checked_mul(elements)).collect();
        }
        let values = self.offsets.part.eval_all(limit).ok()?;
        let elements = usize::try_from(elements).ok().filter(|&elements| elements > 0)?;
        let groups = values.chunks(elements);
        groups
            .map(|group| {
                let first = *group.first()?;
                let is_vector = (first..).zip(group).all(|(expected, found)| expected == *found);
                (is_vector && group.len() == elements).then_some(first)
            })
            .collect()
    }

    /// The byte of the element at this offset, from which on an access of so many elements is whole and aligned.
    fn first_byte(&self, offset: i64, elements: i64, width: i64) -> Option<i64> {
        let offset = offset.checked_add(self.offsets.offset)?;
        let element = match self.offsets.swizzle {
            Some(swizzle) if swizzle.bits() > 0 => {
                // The bits below the swizzle's base stay as they are.
                let kept = 1_i64.checked_shl(swizzle.base())?;
                if elements > kept {
                    return None;
                }
                swizzle.apply(offset)
            }
            _ => offset,
        };
        let byte = element.checked_mul(self.bits)?.checked_div(8)?;
        let byte = match self.of_pointer {
            Some(swizzle) if swizzle.bits() > 0 => {
                if width > 1_i64.checked_shl(swizzle.base())? {
                    return None;
                }
                swizzle.apply(byte)
            }
            _ => byte,
        };
        (byte.rem_euclid(width) == 0).then_some(byte)
    }

    /// The wider accesses that a compiler may make of single ones: of elements of a part that lie side by side.
    pub(super) fn merged<C: Count>(&self, instruction: &Instruction) -> Vec<Cost<C>> {
        let widths = (1..).map_while(|doubled| instruction.elements.checked_shl(doubled));
        let widths = widths.take_while(|elements| elements * self.bits <= 8 * WIDEST_BYTES);
        let wider = |elements: i64| {
            let part = self.side_by_side(elements)?;
            let offsets = LaneOffsets { part, ..self.offsets.clone() };
            let wider = Accesses { offsets: &offsets, is_recast: false, ..*self };
            wider.cost(&Instruction { elements, ..instruction.clone() })
        };
        widths.map_while(wider).collect()
    }

    /// The part with its elements in the order of memory, when each `elements` of them are side by side.
    fn side_by_side(&self, elements: i64) -> Option<Layout> {
        let vectors = whole_vectors(&self.offsets.part, elements)?;
        let outer = Layout::new(
            vectors.shape(),
            vectors.stride().try_map(&mut |stride| stride.checked_mul(elements).ok_or(())).ok()?,
        );
        let inner = Layout::new(IntTuple::Int(elements), IntTuple::Int(1)).ok()?;
        Layout::from_modes([inner, outer.ok()?]).ok()
    }
}

/// Offsets of which no two are a multiple of the period apart, with how many there are of each.
fn alike(mut offsets: Vec<i64>, period: i64) -> Vec<(i64, i64)> {
    offsets.sort_unstable_by_key(|offset| (offset.rem_euclid(period), *offset));
    let groups = offsets.chunk_by(|one, next| one.rem_euclid(period) == next.rem_euclid(period));
    groups.filter_map(|group| Some((*group.first()?, i64::try_from(group.len()).ok()?))).collect()
}

/// The part in vectors of so many elements, when each element is in one whole vector.
fn whole_vectors(part: &Layout, elements: i64) -> Option<Layout> {
    let vectors = upcast(part, elements).ok()?;
    (vectors.size().checked_mul(elements) == Some(part.size())).then_some(vectors)
}

/// Why an access of shared memory takes more wavefronts than it must: `threads 0..7: 8 words of bank 0: ..`.
pub(super) fn conflict(cost: &Cost<Wavefronts>) -> Option<(i64, String)> {
    let conflicts =
        analysis::bank_conflicts(cost.worst_bytes.as_slice(), Access::new(8, cost.bytes).ok()?).ok()?;
    let phase = conflicts.worst_phase()?;
    let conflict = phase.worst_conflict()?;
    Some((conflicts.ways(), layoutlens_operation::conflict_text(phase, conflict)))
}
