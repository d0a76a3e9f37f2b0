//! What one access of a warp to shared memory costs, counted without saying which banks are hit.

use super::bank_conflicts::{BANKS, WORD_BYTES};

/// Wavefronts of one access, and the fewest that as many bytes take side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Wavefronts {
    /// What the access takes.
    pub taken: i64,
    /// One a phase: what it takes without conflicts.
    pub least: i64,
}

/// The wavefronts of an access in which lane l moves `width` bytes from byte `first_bytes[l]` on; the phases are those of
/// [`bank_conflicts`](super::bank_conflicts). `width` is 1, 2, 4, 8 or 16, and each byte a multiple of it.
///
/// ```
/// use layout_algebra::analysis::{Wavefronts, wavefronts};
///
/// let rows: Vec<i64> = (0..32).map(|lane| lane * 128).collect();
/// assert_eq!(wavefronts(&rows, 16), Wavefronts { taken: 32, least: 4 });
/// let side_by_side: Vec<i64> = (0..32).map(|lane| lane * 16).collect();
/// assert_eq!(wavefronts(&side_by_side, 16), Wavefronts { taken: 4, least: 4 });
/// ```
pub fn wavefronts(first_bytes: &[i64], width: i64) -> Wavefronts {
    let together = usize::try_from(BANKS * WORD_BYTES / width.max(WORD_BYTES)).unwrap_or(1).max(1);
    let phases = first_bytes.chunks(together);
    let least = i64::try_from(phases.len()).unwrap_or(i64::MAX);
    Wavefronts { taken: phases.map(|phase| ways(phase, width)).sum(), least }
}

/// The most words of one bank that a phase needs.
fn ways(first_bytes: &[i64], width: i64) -> i64 {
    let words_each = (width / WORD_BYTES).max(1);
    let mut words: Vec<(i64, i64)> = first_bytes
        .iter()
        .flat_map(|byte| {
            let first = byte.div_euclid(WORD_BYTES);
            (first..first + words_each).map(|word| (word.rem_euclid(BANKS), word))
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    let of_banks = words.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len);
    i64::try_from(of_banks.max().unwrap_or(1)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::{Access, bank_conflicts};

    proptest! {
        #[test]
        fn they_are_those_of_the_conflicts(
            vectors in prop::collection::vec(0_i64..512, 1..=32),
            width in prop::sample::select(vec![1_i64, 2, 4, 8, 16]),
        ) {
            let bytes: Vec<i64> = vectors.iter().map(|vector| vector * width).collect();
            let conflicts = bank_conflicts(bytes.as_slice(), Access::new(8, width).unwrap()).unwrap();
            let counted = wavefronts(&bytes, width);
            prop_assert_eq!(
                (counted.taken, counted.least),
                (conflicts.wavefronts(), conflicts.ideal_wavefronts())
            );
        }
    }
}
