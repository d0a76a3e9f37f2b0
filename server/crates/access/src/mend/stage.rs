//! Rows of neighbouring elements that each lane writes, with the rows of all lanes side by side: a whole warp puts them into shared memory
//! and writes them from there in their order. The code as it was stays for warps that are not whole, or whose rows lie elsewhere.

use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use super::alike::Alike;
use super::change::{MOST_BYTES, Mend, applied};
use super::guard::{around, indented, level};
use super::row::{OfOneRun, Row, first_round};
use crate::judge::Judgement;
use crate::lanes::{LANES, Lanes, Sum};
use crate::read::parse;
use crate::uses::{code_of, words};
use crate::{Access, Cost, Looked, Space, look};

/// So many threads of a block have room where no launch says how many there are.
const THREADS: i64 = 256;

/// Threads of a warp.
const WARP: i64 = LANES as i64;

/// The write of the access and its neighbours through shared memory.
pub(super) fn mend(text: &str, before: &Looked, access: &Access) -> Option<Mend> {
    let (_, tree) = parse(text)?;
    let is_it = |one: &&Judgement| one.access.range == access.range && one.access.is_write == access.is_write;
    let asked = before.judgements.iter().find(is_it)?;
    let row = Row::of(text, tree.root_node(), before, asked)?;
    let new = Staged::of(text, before, &row, access)?;
    let after = look(&applied(text, &new.edits), &before.headers);
    let cost = new.proved(before, &after, &row)?;
    let was = row.runs.iter().map(|run| run.was).max()?;
    (cost.is < was).then_some(Mend {
        title: new.title,
        edits: new.edits,
        cost,
        was,
        is_supposed: !row.called.is_empty(),
    })
}

struct Staged {
    title: String,
    edits: Vec<(Range<usize>, String)>,
    /// Where the new code stands in the new text, but for its end.
    new_code: Range<usize>,
    /// The counter of the loop that writes.
    counter: String,
}

impl Staged {
    fn of(text: &str, before: &Looked, row: &Row<'_>, access: &Access) -> Option<Self> {
        let count = i64::try_from(row.all.len()).ok()?;
        // Rows of an odd number of words meet each bank once.
        let is_staged = |run: &OfOneRun<'_>| {
            let is_apart = run.width.checked_mul(count).map(by_lane);
            run.width >= 4 && run.first.apart().1.lanes() == is_apart
        };
        if count < 3 || count % 2 == 0 || !row.runs.iter().all(is_staged) {
            return None;
        }
        let (kernel, _) = before.kernels.iter().find(|(kernel, _)| kernel.contains(&access.range.start))?;
        let threads = threads(before, kernel)?;
        let width = row.runs.iter().map(|run| run.width).max()?;
        let bytes = threads.checked_mul(count)?.checked_mul(width)?;
        if shared_bytes(text, before, kernel)?.checked_add(bytes)? > MOST_BYTES {
            return None;
        }
        let names = ["staged", "thread", "lane", "row", "i"].map(|name| row.free_name(name));
        let [staged, thread, lane, begin, counter] = &names;
        let of_kernel = row.code.get(kernel.clone())?;
        let has_others =
            ["threadIdx.y", "threadIdx.z", "thread_index()"].iter().any(|axis| of_kernel.contains(axis));
        let (linear, flat) = match has_others {
            true => ("threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)", ""),
            // A block of one row, which a launch may change.
            false => ("threadIdx.x", "blockDim.y * blockDim.z == 1 && "),
        };
        let (mut head, blanks) = indented(text, &row.range);
        let step = level(&blanks);
        let (of, first) = (&row.element, &row.all.first()?.target);
        let mut bounds = String::new();
        for bound in &row.bounds {
            let _ = write!(bounds, " && ({bound})");
        }
        let mut line = |depth: usize, line: &str| {
            let _ = write!(head, "{line}\n{blanks}{}", step.repeat(depth));
        };
        line(1, "{");
        line(1, &format!("__shared__ {of} {staged}[{threads} * {count}];"));
        line(1, &format!("const unsigned {thread} = {linear}, {lane} = {thread} % 32;"));
        line(
            1,
            &format!(
                "const size_t {begin} = reinterpret_cast<size_t>(&{first}) - {count} * sizeof({of}) * {lane};"
            ),
        );
        line(1, &format!("if ({thread} < {threads} && {flat}__activemask() == 0xffffffff"));
        line(
            2,
            &format!(
                "    && __all_sync(0xffffffff, {begin} == __shfl_sync(0xffffffff, {begin}, 0){bounds})) {{"
            ),
        );
        for (at, one) in row.all.iter().enumerate() {
            line(2, &format!("{staged}[{count} * {thread} + {at}] = {};", one.value));
        }
        line(2, "__syncwarp();");
        line(2, "#pragma unroll");
        line(3, &format!("for (int {counter} = 0; {counter} < {count}; ++{counter}) {{"));
        let from = format!("{staged}[{count} * ({thread} - {lane}) + 32 * {counter} + {lane}]");
        line(2, &format!("reinterpret_cast<{of}*>({begin})[32 * {counter} + {lane}] = {from};"));
        line(2, "}");
        line(1, "__syncwarp();");
        line(2, "} else {");
        let new_code = row.range.start..row.range.start + head.len();
        let mut edits = around(text, &row.range, head, &format!("{blanks}{step}"));
        // The old code is two levels deeper.
        let last = edits.len().checked_sub(1)?;
        for (_, with) in edits.get_mut(1..last)? {
            *with = step.repeat(2);
        }
        let _ = write!(edits.last_mut()?.1, "\n{blanks}}}");
        let mut title = format!(
            "write {count} elements a thread of `{}` through {bytes} bytes of shared memory where a warp is whole",
            row.base
        );
        if !row.called.is_empty() {
            let called: Vec<String> = row.called.iter().map(|name| format!("`{name}`")).collect();
            let _ = write!(title, ", if {} reads nothing that is written", called.join(" and "));
        }
        let counter = counter.clone();
        Some(Self { title, edits, new_code, counter })
    }

    /// What the writes cost together, where all else is as it was, and what lanes put into shared memory is written where each lane
    /// wrote it.
    fn proved(&self, before: &Looked, after: &Looked, row: &Row<'_>) -> Option<Cost> {
        let mut alike = Alike::of(before, after, &self.edits, &self.new_code)?;
        let within = |one: &&Judgement| self.new_code.contains(&one.access.range.start);
        let count = i64::try_from(row.all.len()).ok()?;
        let (mut worst, mut seen): (Option<Cost>, usize) = (None, 0);
        for run in &row.runs {
            let is_its = alike.run(run.run)?;
            let all = after.judgements.iter().filter(within).filter(|one| Rc::ptr_eq(&one.run, is_its));
            let all: Vec<&Judgement> = all.collect();
            seen += all.len();
            let is_of = |one: &&&Judgement, space: Space, is_write: bool| {
                one.access.space == space
                    && one.access.is_write == is_write
                    && one.access.width == Some(run.width)
                    && !one.access.is_fallback
            };
            let put: Vec<&&Judgement> = all.iter().filter(|one| is_of(one, Space::Shared, true)).collect();
            let [taken] = all.iter().filter(|one| is_of(one, Space::Shared, false)).collect::<Vec<_>>()[..]
            else {
                return None;
            };
            let [written] = all.iter().filter(|one| is_of(one, Space::Global, true)).collect::<Vec<_>>()[..]
            else {
                return None;
            };
            let is_complete = put.len() == row.all.len()
                && all.len() == put.len() + 2
                && written.access.base == row.base
                && put.iter().all(|one| one.declared.is_some() && one.declared == taken.declared);
            if !is_complete {
                return None;
            }
            // Lane by lane, its elements behind each other.
            let first = put.first()?.whole.as_deref()?;
            for (at, one) in (0_i64..).zip(&put) {
                let is_there = *one.whole.as_deref()? == first.plus(&Sum::number(at * run.width), 1)?;
                let cost = one.access.cost.filter(|cost| is_there && cost.is <= cost.least);
                cost?;
            }
            let own = by_lane(run.width.checked_mul(count)?);
            let side_by_side = Sum::of_lanes(by_lane(run.width));
            let step = WARP.checked_mul(run.width)?;
            let begin =
                |one: &Judgement| first_round(one.whole.as_deref()?, &one.run, &self.counter, count, step);
            let is_taken_there = first.apart().1.lanes() == Some(own)
                && begin(taken)? == first.apart().0.plus(&side_by_side, 1)?;
            let wanted = run.first.apart().0.plus(&side_by_side, 1)?;
            if !is_taken_there || !alike.is_same(&wanted, run.run, &begin(written)?, &written.run)? {
                return None;
            }
            taken.access.cost.filter(|cost| cost.is <= cost.least)?;
            let one = written.access.cost?;
            let cost = Cost { is: one.is.checked_mul(count)?, least: one.least.checked_mul(count)?, ..one };
            if worst.is_none_or(|worst| cost.is > worst.is) {
                worst = Some(cost);
            }
        }
        let is_all = after.judgements.iter().filter(within).count() == seen;
        worst.filter(|_| is_all)
    }
}

/// Lanes so many bytes apart.
fn by_lane(bytes: i64) -> Lanes {
    let mut lanes = [0; LANES];
    for (to, lane) in lanes.iter_mut().zip(0_i64..) {
        *to = lane * bytes;
    }
    lanes
}

/// The threads of the largest block that launches a kernel, as whole warps.
fn threads(before: &Looked, kernel: &Range<usize>) -> Option<i64> {
    let blocks = before.kernels.iter().filter(|(known, _)| known == kernel);
    let mut most = 0;
    for (_, block) in blocks {
        let threads = block.map_or(Some(THREADS), |sizes| {
            sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size))
        })?;
        most = most.max(threads);
    }
    (1..=1024).contains(&most).then_some((most + WARP - 1) / WARP * WARP)
}

/// Bytes of the shared arrays of a kernel; none where those of one are not known.
fn shared_bytes(text: &str, before: &Looked, kernel: &Range<usize>) -> Option<i64> {
    let code = code_of(text);
    // How much the launches give is theirs to say.
    if words(&code, "extern", kernel).next().is_some() {
        return None;
    }
    let known: Vec<&crate::Array> = before.arrays.iter().filter(|array| array.kernel == *kernel).collect();
    let own = known.iter().filter(|array| kernel.contains(&array.range.start)).count();
    if words(&code, "__shared__", kernel).count() > own {
        return None;
    }
    known.iter().try_fold(0_i64, |all, array| all.checked_add(array.bytes?))
}
