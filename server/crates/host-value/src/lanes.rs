//! How a thread's part was cut out of a tensor, so that the parts of all other threads can be told.

use layout_algebra::{
    Cut, IntTuple, Layout, MOST_LANES, SliceIndex, Swizzle, dice, slice,
    symbolic::{Expression, Integer, Name},
};
use layoutlens_operation::{Value, symbolic, value::Leaf};

use crate::block::Block;

/// How C++ and the DSL call the place of a thread in its block.
const THREAD: [&str; 2] = ["threadIdx", "thread_idx"];

/// How they call the sizes of a block.
const BLOCK: [&str; 2] = ["blockDim", "block_dim"];

/// Threads of a warp.
const WARP: i64 = 32;

/// The most slices of slices that are followed.
const MOST_SLICES: usize = 8;

/// How a part was cut out.
#[derive(Debug, Clone, PartialEq)]
pub struct Lanes {
    /// The layout of the tensor it was cut out of.
    pub whole: Value,
    /// What gives each thread its part.
    pub cut: Cut,
    /// The index for which the part was taken.
    pub thread: Integer,
    /// Whether the tensor certainly begins at one place for all threads of a warp.
    pub begins_alike: bool,
    /// Which modes of the part, and of what is left of it, were kept since; the others are at any coordinate.
    slices: Vec<IntTuple<bool>>,
    /// The layout of the tensor that these are the lanes of.
    pub seen: Value,
}

/// Offsets of the parts, in elements from the beginning of the tensor; a swizzle is applied to their sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneOffsets {
    /// Where the parts of the lanes of each warp begin.
    pub warps: Vec<Vec<Lane>>,
    /// The values of a part, from where it begins.
    pub part: Layout,
    /// What the coordinates that are not known may add: each of these.
    pub places: Vec<i64>,
    /// What the tensor adds before it swizzles.
    pub offset: i64,
    /// The swizzle of the tensor's layout.
    pub swizzle: Option<Swizzle>,
    /// What the code does not say and what was taken to be so; empty where the offsets are certain.
    pub suppositions: Vec<&'static str>,
}

/// A thread and where its part begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// Its number in the block.
    pub thread: i64,
    /// The offset.
    pub begin: i64,
}

/// Why it is not known where the parts of the lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfollowed {
    /// Sizes or strides are of run time.
    #[error("its sizes and strides must be known in numbers")]
    RunTime,
    /// The index for which the part was taken is not made of the thread's own.
    #[error("the index of the thread must be made of `threadIdx`, or of `thread_idx()` in the DSL")]
    Index,
    /// More coordinates than are looked at.
    #[error("the coordinates that are not known stand for more places than are looked at")]
    Places,
    /// The algebra refuses the partition.
    #[error("it cannot be cut up in this way")]
    Cut,
}

/// The launch is not seen.
const ALONG_X: &str = "if the block's threads are counted by x";
/// A block has more threads than parts.
const WITHOUT_PART: &str = "if threads behind the last part do nothing";
/// Where a tensor begins is not known.
const ALIKE: &str = "if the tensor begins at one place for all threads of a warp";

impl Lanes {
    /// A part as it was cut out.
    pub fn new(whole: Value, cut: Cut, thread: Integer, seen: Value, begins_alike: bool) -> Self {
        Self { whole, cut, thread, begins_alike, slices: Vec::new(), seen }
    }

    /// The same of a slice of the part, at this coordinate, with the layout that it has.
    pub fn sliced(&self, at: &Value, seen: Value) -> Option<Self> {
        let Value::Tuple(at) = at else { return None };
        let kept = at.map(|index| matches!(index, Leaf::Keep));
        let slices: Vec<_> = self.slices.iter().cloned().chain([kept]).collect();
        let begins_alike = self.begins_alike
            && !symbolic::names(&Value::Tuple(at.clone())).iter().any(|name| names_thread(name));
        (slices.len() <= MOST_SLICES).then(|| Self { slices, seen, begins_alike, ..self.clone() })
    }

    /// The offsets.
    ///
    /// # Errors
    /// Why they are not known; [`Unfollowed::Places`] where they are more places than `most`.
    pub fn offsets(&self, block: Block, most: usize) -> Result<LaneOffsets, Unfollowed> {
        self.offsets_in(&self.whole, block, most)
    }

    /// As [`offsets`](Self::offsets), had the tensor this layout.
    ///
    /// # Errors
    /// Those of [`offsets`](Self::offsets).
    pub fn offsets_in(&self, whole: &Value, block: Block, most: usize) -> Result<LaneOffsets, Unfollowed> {
        let known;
        let (layout, offset, swizzle) = match whole {
            Value::Layout(layout) => (layout.as_ref(), 0, None),
            Value::Composed(composed) => (composed.layout(), *composed.offset(), Some(composed.swizzle())),
            Value::SymbolicLayout(layout) => {
                known = layout.known().ok_or(Unfollowed::RunTime)?;
                (&known, 0, None)
            }
            _ => return Err(Unfollowed::RunTime),
        };
        let cut = |_| Unfollowed::Cut;
        let begins = self.cut.offsets(layout, block.threads(MOST_LANES).unwrap_or(0)).map_err(cut)?;
        let mut suppositions = Vec::new();
        if !self.begins_alike {
            suppositions.push(ALIKE);
        }
        let warps = self.in_warps(&begins, block, &mut suppositions).ok_or(Unfollowed::Index)?;
        let mut part = self.cut.part(layout).map_err(cut)?;
        let mut places = vec![0_i64];
        for kept in &self.slices {
            let at = kept.map(|is_kept| if *is_kept { SliceIndex::All } else { SliceIndex::At(0) });
            let limit = i64::try_from(most).map_err(|_| Unfollowed::Places)?;
            if kept.leaves().iter().any(|is_kept| !**is_kept) {
                let fixed = dice(&at, &part).map_err(cut)?.eval_all(limit).map_err(|_| Unfollowed::Places)?;
                if places.len().saturating_mul(fixed.len()) > most {
                    return Err(Unfollowed::Places);
                }
                let all =
                    places.iter().flat_map(|place| fixed.iter().map(|offset| place.checked_add(*offset)));
                places = all.collect::<Option<_>>().ok_or(Unfollowed::Places)?;
                places.sort_unstable();
                places.dedup();
            }
            part = slice(&at, &part).map_err(cut)?;
        }
        Ok(LaneOffsets { warps, part, places, offset, swizzle, suppositions })
    }

    /// The beginnings in the warps of the block. Where the launch is not seen, x alone may count the threads, as many as there
    /// are parts.
    fn in_warps(
        &self,
        begins: &[i64],
        block: Block,
        suppositions: &mut Vec<&'static str>,
    ) -> Option<Vec<Vec<Lane>>> {
        let index = self.thread.expression();
        let names = index.names();
        if !depends_on_thread(names.iter()) {
            return None;
        }
        let threads = match block.threads(MOST_LANES) {
            Some(threads) => threads,
            None => {
                suppositions.push(ALONG_X);
                self.cut.threads().min(MOST_LANES)
            }
        };
        let mut warps = Vec::new();
        let mut has_idle = false;
        for first in (0..threads).step_by(usize::try_from(WARP).ok()?) {
            let mut warp = Vec::new();
            for thread in first..threads.min(first + WARP) {
                let part = at_thread(&index, thread, block)?;
                match usize::try_from(part).ok().and_then(|part| begins.get(part)) {
                    Some(&begin) => warp.push(Lane { thread, begin }),
                    None => has_idle = true,
                }
            }
            if !warp.is_empty() {
                warps.push(warp);
            }
        }
        if has_idle {
            suppositions.push(WITHOUT_PART);
        }
        Some(warps)
    }
}

/// Whether a value hangs on which thread of its block has it.
pub fn is_of_thread(value: &Value) -> bool {
    symbolic::names(value).iter().any(|name| is_axis(name, THREAD).is_some())
}

/// Words in names of what differs between the threads of a warp.
const OF_THREADS: [&str; 5] = ["thread", "tid", "lane", "elect", "warp"];

/// Whether a name says that it may be of one thread.
pub fn names_thread(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    OF_THREADS.iter().any(|word| name.contains(word))
}

fn depends_on_thread<'a>(mut names: impl Iterator<Item = &'a Name>) -> bool {
    names.any(|name| is_axis(&name.text, THREAD).is_some())
}

/// `0` of `threadIdx.x`.
fn is_axis(name: &str, of: [&str; 2]) -> Option<usize> {
    let (base, axis) = name.rsplit_once('.')?;
    of.contains(&base).then(|| ["x", "y", "z"].iter().position(|known| *known == axis)).flatten()
}

/// The number that an index is for a thread of the block; `None` where it hangs on something else, too.
fn at_thread(index: &Expression, thread: i64, block: Block) -> Option<i64> {
    let number = |name: &Name| {
        let size = is_axis(&name.text, BLOCK);
        match (is_axis(&name.text, THREAD), block.sizes(), size) {
            (Some(axis), Some(_), _) => Some(block.place(thread)?[axis]),
            (Some(0), None, _) => Some(thread),
            (None, Some(sizes), Some(axis)) => Some(sizes[axis]),
            _ => None,
        }
    };
    // Nearly always it is a name alone, and this is asked for each thread of a block.
    if let Some(name) = index.as_name() {
        return number(name);
    }
    index.substitute(&|name| number(name).map(Expression::constant)).ok()?.as_constant()
}
