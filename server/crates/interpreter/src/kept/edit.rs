//! What an edit of a C++ file leaves as it is, and which of its functions it does not reach.

use std::ops::Range;

use layoutlens_syntax::same_code::Places;
use rustc_hash::FxHashMap;

use crate::state::function_start::FunctionStart;

/// How the items of a file follow from those of an earlier revision of it.
#[derive(Debug)]
pub(super) struct Edit {
    /// What stands in both, in order: where it stood, and how far it moved.
    pub(super) same: Vec<(Range<usize>, isize)>,
    /// The functions, by where they begin now, that nothing of what changed has to do with; and where each began.
    pub(super) unreached: FxHashMap<FunctionStart, FunctionStart>,
}

impl Edit {
    /// Where a function began that the edit does not reach.
    pub(super) fn unreached(&self, now: FunctionStart) -> Option<FunctionStart> {
        self.unreached.get(&now).copied()
    }

    /// Whether everything stands where it stood.
    pub(super) fn moves_nothing(&self) -> bool {
        self.same.iter().all(|(_, bytes)| *bytes == 0)
    }
}

impl Places for Edit {
    fn of_range(&self, range: &Range<usize>) -> Option<Range<usize>> {
        // Of no place in the text.
        if *range == (0..0) {
            return Some(0..0);
        }
        let behind = self.same.partition_point(|(item, _)| item.start <= range.start);
        let (item, bytes) = self.same.get(behind.checked_sub(1)?)?;
        let moved = |at: usize| match at {
            // Where nothing ends.
            usize::MAX => Some(at),
            _ if at <= item.end => at.checked_add_signed(*bytes),
            _ => None,
        };
        Some(moved(range.start)?..moved(range.end)?)
    }
}
