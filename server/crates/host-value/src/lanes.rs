//! How a thread's part was cut out of a tensor, so that the parts of all other threads can be told.

use layout_algebra::{Cut, IntTuple, Layout, SliceIndex, Swizzle, dice, slice, symbolic::Integer};
use layoutlens_operation::{Value, value::Leaf};

/// The names of a thread's index in its block: those of C++ and of the DSL.
const THREAD_NAMES: [&str; 2] = ["threadIdx.x", "thread_idx.x"];

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
    /// Which modes of the part, and of what is left of it, were kept since; the others are at any coordinate.
    slices: Vec<IntTuple<bool>>,
    /// The layout of the tensor that these are the lanes of.
    pub seen: Value,
}

/// Offsets of the parts, in elements from the beginning of the tensor; a swizzle is applied to their sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneOffsets {
    /// Where the part of each thread begins, thread by thread.
    pub threads: Vec<i64>,
    /// The values of a part, from where it begins.
    pub part: Layout,
    /// What the coordinates that are not known may add: each of these.
    pub places: Vec<i64>,
    /// What the tensor adds before it swizzles.
    pub offset: i64,
    /// The swizzle of the tensor's layout.
    pub swizzle: Option<Swizzle>,
}

impl Lanes {
    /// A part as it was cut out.
    pub fn new(whole: Value, cut: Cut, thread: Integer, seen: Value) -> Self {
        Self { whole, cut, thread, slices: Vec::new(), seen }
    }

    /// The same of a slice of the part, at this coordinate, with the layout that it has.
    pub fn sliced(&self, at: &Value, seen: Value) -> Option<Self> {
        let Value::Tuple(at) = at else { return None };
        let kept = at.map(|index| matches!(index, Leaf::Keep));
        let slices: Vec<_> = self.slices.iter().cloned().chain([kept]).collect();
        (slices.len() <= MOST_SLICES).then(|| Self { slices, seen, ..self.clone() })
    }

    /// The offsets; `None` where they are not known, or are more places than `most`.
    pub fn offsets(&self, most: usize) -> Option<LaneOffsets> {
        self.offsets_in(&self.whole, most)
    }

    /// As [`offsets`](Self::offsets), had the tensor this layout.
    pub fn offsets_in(&self, whole: &Value, most: usize) -> Option<LaneOffsets> {
        let known;
        let (layout, offset, swizzle) = match whole {
            Value::Layout(layout) => (layout.as_ref(), 0, None),
            Value::Composed(composed) => (composed.layout(), *composed.offset(), Some(composed.swizzle())),
            Value::SymbolicLayout(layout) => {
                known = layout.known()?;
                (&known, 0, None)
            }
            _ => return None,
        };
        let begins = self.cut.offsets(layout).ok()?;
        let threads = self.in_order_of_lanes(&begins)?;
        let mut part = self.cut.part(layout).ok()?;
        let mut places = vec![0];
        for kept in &self.slices {
            let at = kept.map(|is_kept| if *is_kept { SliceIndex::All } else { SliceIndex::At(0) });
            let limit = i64::try_from(most).ok()?;
            if kept.leaves().iter().any(|is_kept| !**is_kept) {
                let fixed = dice(&at, &part).ok()?.eval_all(limit).ok()?;
                if places.len().checked_mul(fixed.len())? > most {
                    return None;
                }
                places =
                    places.iter().flat_map(|place| fixed.iter().map(move |offset| place + offset)).collect();
                places.sort_unstable();
                places.dedup();
            }
            part = slice(&at, &part).ok()?;
        }
        Some(LaneOffsets { threads, part, places, offset, swizzle })
    }

    /// The beginnings in the order of the block's threads, which follow each other in its warps.
    fn in_order_of_lanes(&self, begins: &[i64]) -> Option<Vec<i64>> {
        let index = self.thread.expression();
        let names = index.names();
        let mut names = names.iter();
        let (Some(name), None) = (names.next(), names.next()) else { return None };
        if !THREAD_NAMES.contains(&&*name.text) {
            return None;
        }
        if index == layout_algebra::symbolic::Expression::of_name(name.clone()) {
            return Some(begins.to_vec());
        }
        let begin = |thread: i64| {
            let constant = layout_algebra::symbolic::Expression::constant(thread);
            let logical = index.substitute(&|_| Some(constant.clone())).ok()?.as_constant()?;
            begins.get(usize::try_from(logical).ok()?).copied()
        };
        (0..i64::try_from(begins.len()).ok()?).map(begin).collect()
    }
}
