//! Kernels as a quick fix leaves them, beside those that other people wrote: what both take.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use layoutlens_access::{accesses, mends};

use super::{
    host::folder,
    kernel::{Kernel, Piece},
};
use crate::error::Error;

/// A kernel of the table, and the quick fix with which it is measured again.
pub(super) struct Mended {
    /// The host of the kernel as it is.
    pub(super) host: &'static str,
    /// The line and the beginning of the access at which the fixes are asked for, one after the other, each in the text as
    /// the one before left it.
    pub(super) at: &'static [(usize, &'static str)],
    /// Bytes of dynamic shared memory that the launch gives then.
    pub(super) shared: &'static str,
}

/// The kernels whose quick fixes are measured.
pub(super) const MENDED: &[Mended] = &[
    Mended { host: "apex-swap", at: &[(526, "*local_stripe0")], shared: "4608" },
    Mended { host: "llmc-attention", at: &[(496, "S[")], shared: "16512" },
    Mended { host: "gsplat-2dgs", at: &[(260, "radii["), (266, "ray_transforms[")], shared: "0" },
    Mended { host: "ggml-cumsum", at: &[(175, "dst_row[")], shared: "2048" },
];

/// What the hosts of kernels with their fixes are called.
pub(super) fn name(host: &str) -> String {
    format!("{host}-mended")
}

/// A file with the fixes, and what they are called.
pub(super) struct Text {
    pub(super) text: String,
    pub(super) titles: Vec<String>,
    /// Where lines were added or taken away: the line of the old text, and by how many.
    moved: Vec<(usize, isize)>,
}

impl Text {
    /// The text of a kernel's file with the fixes that are offered at these places.
    pub(super) fn of(mended: &Mended, kernel: &Kernel, repositories: &Path) -> Result<Self, Error> {
        let path = folder(repositories, kernel.project).join(kernel.file);
        let mut text = fs::read_to_string(&path).map_err(Error::file(&path))?;
        let (mut titles, mut moved) = (Vec::new(), Vec::new());
        for (line, spelled) in mended.at {
            let is_there = |at: usize| {
                text.get(at..).is_some_and(|rest| rest.starts_with(spelled)) && line_of(&text, at) == *line
            };
            let all = accesses(&text);
            let found = all.iter().filter(|access| is_there(access.range.start));
            let mend = found.flat_map(|access| mends(&text, &[], access)).next();
            let mend = mend.ok_or_else(|| {
                Error::Other(format!("{}:{line}: nothing mends `{spelled}`", path.display()))
            })?;
            for (range, with) in &mend.edits {
                let before = text.get(range.clone()).unwrap_or_default().matches('\n').count();
                let by = with.matches('\n').count().cast_signed() - before.cast_signed();
                moved.push((line_of(&text, range.end), by));
            }
            text = mend.applied(&text);
            titles.push(mend.title);
        }
        Ok(Self { text, titles, moved })
    }

    /// Lines of the old text in the new one.
    pub(super) fn piece(&self, piece: &Piece) -> Piece {
        let line = |line: usize| {
            let by: isize = self.moved.iter().filter(|(at, _)| *at <= line).map(|(_, by)| by).sum();
            line.saturating_add_signed(by)
        };
        Piece { file: piece.file, from: line(piece.from), to: line(piece.to) }
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or_default().matches('\n').count() + 1
}

/// What a whole kernel took: each of these by its name.
pub(super) type Totals = BTreeMap<String, u64>;

/// What `counters.py` writes of whole kernels: lines of a host, a counter and what it counted.
pub(super) fn totals(path: &Path) -> Result<BTreeMap<String, Totals>, Error> {
    let text = fs::read_to_string(path).map_err(Error::file(path))?;
    let mut all: BTreeMap<String, Totals> = BTreeMap::new();
    for (at, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |text: &str| text.parse::<u64>().ok();
        let (Some([host, counter, _]), Some(count)) =
            (fields.first_chunk::<3>(), fields.get(2).and_then(|count| number(count)))
        else {
            let place = format!("{}:{}", path.display(), at + 1);
            return Err(Error::Other(format!("{place}: this is no count of a kernel: {line}")));
        };
        *all.entry((*host).to_owned()).or_default().entry((*counter).to_owned()).or_default() += count;
    }
    Ok(all)
}

/// What is told of a kernel before and after, by the counters' names.
const TOLD: [(&str, &str); 4] = [
    ("memory_l1_wavefronts_shared", "wavefronts of shared memory"),
    ("memory_l2_theoretical_sectors_global", "sectors of global memory"),
    ("lts__t_sectors_op_write.sum", "sectors written to the L2 cache"),
    ("sm__cycles_elapsed.max", "cycles"),
];

/// The part of the page with the kernels before and after their fixes: of each the kernel's name, what the fixes are called, and
/// what it took before and after.
pub(super) fn section(mended: &[(&str, Vec<String>, &Totals, &Totals)]) -> String {
    let mut out = String::from(
        "\n## Before and after the quick fix\n\nThe same kernels as the quick fix leaves them, with as much dynamic shared memory as it says: \
         what all warps took.\n\n| kernel | quick fix |",
    );
    for (_, name) in TOLD {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|---|---|---|---|---|\n");
    for (kernel, titles, before, after) in mended {
        let _ = write!(out, "| `{kernel}` | {} |", titles.join("; "));
        for (counter, _) in TOLD {
            let told = |totals: &Totals| {
                totals.get(counter).map_or_else(|| "not counted".to_owned(), u64::to_string)
            };
            let _ = write!(out, " {} → {} |", told(before), told(after));
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_behind_what_a_fix_joins_move() {
        let text = Text { text: String::new(), titles: Vec::new(), moved: vec![(12, -1), (20, 2)] };
        let piece = |from, to| {
            let moved = text.piece(&Piece { file: "k.cu", from, to });
            (moved.from, moved.to)
        };
        assert_eq!(piece(3, 11), (3, 11));
        assert_eq!(piece(3, 12), (3, 11));
        assert_eq!(piece(3, 30), (3, 31));
    }

    #[test]
    fn a_kernel_is_told_before_and_after() {
        let totals = |wavefronts| Totals::from([("memory_l1_wavefronts_shared".to_owned(), wavefronts)]);
        let page =
            section(&[("attention", vec!["pad the rows of `S` by 1".to_owned()], &totals(640), &totals(20))]);
        assert!(
            page.contains(
                "| `attention` | pad the rows of `S` by 1 | 640 → 20 | not counted → not counted |"
            ),
            "{page}"
        );
    }

    #[test]
    fn each_fix_is_of_a_kernel_that_is_measured() {
        for mended in MENDED {
            assert!(
                super::super::table::KERNELS.iter().any(|kernel| kernel.host == mended.host),
                "{}",
                mended.host
            );
        }
    }
}
