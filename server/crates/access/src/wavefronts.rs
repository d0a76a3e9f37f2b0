//! Wavefronts of one access to shared memory: in which phases its lanes are served.

use layout_algebra::analysis::{WORD_BYTES, wavefronts};

use crate::integer::Node;
use crate::lanes::LANES;

/// The instruction that makes an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// A load, a store, or a copy by way of the L1 cache.
    Each,
    /// `ldmatrix`, for which so many lanes give an address.
    Matrix(usize),
    /// `cp.async.cg`, which comes past the L1 cache.
    PastL1,
    /// `wmma::load_matrix_sync` and `store_matrix_sync`, with the elements from line to line: which lane has which element is not
    /// specified.
    WholeMatrix(Node),
}

impl By {
    /// How many lanes give an address.
    pub(crate) fn lanes(self) -> usize {
        if let Self::Matrix(lanes) = self { lanes } else { LANES }
    }
}

/// What it takes, and the least for as many phases, for lanes that begin at these bytes; `None` where no count is known.
///
/// A phase serves so many lanes as fill all banks. Loads of 8 and 16 bytes serve two phases at once where no bank is left
/// with two words and each lane reads what its neighbour does, the next one or the next but one. Measured: on an H100, Nsight
/// Compute counts this of 111 patterns of lanes for each width, pairs of many kinds and lanes at random. Where a lane without
/// its neighbour takes part, one of these took more, so nothing is said of it.
///
/// `cp.async.cg` writes what arrives as it arrives: nothing is counted of it (`docs/copies-measured.md`).
pub(crate) fn of(active: &[(usize, i64)], width: i64, by: By, is_write: bool) -> Option<(i64, i64)> {
    if matches!(by, By::PastL1 | By::WholeMatrix(_)) {
        return None;
    }
    let together = usize::try_from(128 / width.max(WORD_BYTES)).ok()?;
    let may_pair = width > WORD_BYTES && by == By::Each && !is_write;
    let step = if may_pair { 2 * together } else { together };
    let (mut is, mut least) = (0, 0);
    for first in (0..LANES).step_by(step) {
        let of_lanes = |from: usize, to: usize| -> Vec<i64> {
            active.iter().filter(|(lane, _)| (from..to).contains(lane)).map(|(_, byte)| *byte).collect()
        };
        let (mut apart, mut phases) = (0, 0);
        for phase in (first..first + step).step_by(together) {
            let bytes = of_lanes(phase, phase + together);
            if !bytes.is_empty() {
                let all = wavefronts(&bytes, width);
                apart += all.taken;
                phases += all.least;
            }
        }
        if may_pair && phases > 1 && is_paired(active, first..first + step) {
            // As many words as one phase of the narrowest accesses serves.
            let words: Vec<i64> = of_lanes(first, first + step)
                .iter()
                .flat_map(|byte| (0..width / WORD_BYTES).map(move |word| byte + word * WORD_BYTES))
                .collect();
            if is_free(&words) {
                if of_lanes(first, first + step).len() < step {
                    return None;
                }
                (apart, phases) = (1, 1);
            }
        }
        is += apart;
        least += phases;
    }
    Some((is, least))
}

/// Whether each of these lanes reads what the next one, or each what the next but one reads.
fn is_paired(active: &[(usize, i64)], lanes: std::ops::Range<usize>) -> bool {
    let byte = |lane: usize| active.iter().find(|(known, _)| *known == lane).map(|(_, byte)| *byte);
    [1, 2].into_iter().any(|apart| {
        lanes.clone().all(|lane| match (byte(lane), byte(lane ^ apart)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        })
    })
}

/// Whether no bank has two of these words.
fn is_free(words: &[i64]) -> bool {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    let mut banks: Vec<i64> = words.iter().map(|word| word.rem_euclid(128)).collect();
    banks.sort_unstable();
    banks.windows(2).all(|pair| pair[0] != pair[1])
}
