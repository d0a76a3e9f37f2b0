//! Threads of a square block whose x and y change roles: the thread (a, b) does what (b, a) did.

use std::ops::Range;

use super::change::{Mend, applied};
use super::host::launches;
use super::proof::Pairs;
use crate::mask::word_end;
use crate::uses::code_of;
use crate::{Access, Looked, look};

/// Where the place of a thread in its warp counts, or its place is asked for in another way.
const OF_WARPS: &[&str] = &[
    "__shfl",
    "__ballot",
    "__any",
    "__all",
    "__activemask",
    "__match",
    "__reduce",
    "__syncwarp",
    "warpSize",
    // Threads of a warp that rely on each other without saying so.
    "volatile",
    "asm",
    "cooperative_groups",
    "tiled_partition",
    "cg::",
    "wmma",
    "cub::",
    "laneid",
    "lane_id",
    "thread_rank",
];

/// What tells a thread its place.
const NAME: &str = "threadIdx";

/// The swap in the kernel of the access after which it is no finding.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let code = code_of(text);
    let (kernel, _) = before.kernels.iter().find(|(kernel, _)| kernel.contains(&access.range.start))?;
    let body = code.get(kernel.clone())?;
    // Of other blocks the threads (a, b) and (b, a) are not both there. Of several launches not all may be known.
    let blocks: Vec<_> = before.kernels.iter().filter(|(place, _)| place == kernel).collect();
    let is_square = |block: &Option<[i64; 3]>| block.is_some_and(|[x, y, _]| x == y && x > 1);
    let is_known = blocks.iter().all(|(_, block)| is_square(block)) && launches(&code, &access.kernel) <= 1;
    // What the file defines besides kernels may be called by this one.
    let in_kernels: usize = {
        let mut kernels: Vec<_> = before.kernels.iter().map(|(place, _)| place.clone()).collect();
        kernels.dedup();
        kernels.into_iter().map(|place| code.get(place).unwrap_or_default().matches(NAME).count()).sum()
    };
    let is_asked_elsewhere = in_kernels != code.matches(NAME).count();
    let is_plain = OF_WARPS.iter().all(|word| !body.contains(word));
    if !is_known || !is_plain || is_asked_elsewhere {
        return None;
    }
    let edits = swapped(&code, kernel)?;
    let after = look(&applied(text, &edits), &before.headers);
    let cost = Pairs::new(before, &after, &edits)?.cost(access)?;
    Some(Mend {
        title: "swap the roles of `threadIdx.x` and `threadIdx.y`".to_owned(),
        edits,
        cost,
        was: access.cost?.is,
        is_supposed: false,
    })
}

/// An edit for each `threadIdx.x` and `threadIdx.y`; `None` where the threads' place is given away whole.
fn swapped(code: &str, kernel: &Range<usize>) -> Option<Vec<(Range<usize>, String)>> {
    let mut edits = Vec::new();
    for (at, _) in code.get(kernel.clone())?.match_indices(NAME) {
        let dot = kernel.start + at + NAME.len();
        let (start, end) = (dot + 1, word_end(code.as_bytes(), dot + 1));
        let with = match code.get(dot..end)? {
            ".x" => "y",
            ".y" => "x",
            ".z" => continue,
            _ => return None,
        };
        edits.push((start..end, with.to_owned()));
    }
    Some(edits)
}
