//! Bank conflicts of shared memory, phase by phase.

use std::ops::Range;

use super::access::{Access, WARP, thread_offsets, vectors};
use super::{ENUMERATION_LIMIT, OffsetFunction};
use crate::Error;

const OPERATION: &str = "bank_conflicts";
/// Banks of shared memory.
pub const BANKS: i64 = 32;
/// Bytes that a bank serves at once: one word.
pub const WORD_BYTES: i64 = 4;

/// What the accesses of all warps cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankConflicts {
    /// The access of each thread.
    pub access: Access,
    /// The phases of each warp's request, warp by warp, and vector by vector where threads access several.
    pub requests: Vec<Vec<Phase>>,
}

/// The threads of a warp that access shared memory at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// Which threads.
    pub threads: Range<i64>,
    /// The most words of one bank that they access: how many wavefronts the phase takes. 1 is free of conflicts.
    pub ways: i64,
    /// The banks of which they access several words.
    pub conflicts: Vec<BankConflict>,
}

/// A bank of which one phase accesses several words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankConflict {
    /// The bank, from 0 to 31.
    pub bank: i64,
    /// The words in it and who accesses them, at least two.
    pub words: Vec<WordAccess>,
}

/// A word of 4 bytes and the threads that access it; that several do is no conflict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordAccess {
    /// Its address in words, from the base of the layout.
    pub word: i64,
    /// The threads, in increasing order.
    pub threads: Vec<i64>,
}

impl BankConflicts {
    /// The most wavefronts that a phase takes; 1 when there are no conflicts.
    pub fn ways(&self) -> i64 {
        self.phases().map(|phase| phase.ways).max().unwrap_or(1)
    }

    /// Wavefronts of all requests together: what the access takes of the shared memory pipe.
    pub fn wavefronts(&self) -> i64 {
        self.phases().map(|phase| phase.ways).sum()
    }

    /// The wavefronts without conflicts: one a phase.
    pub fn ideal_wavefronts(&self) -> i64 {
        i64::try_from(self.phases().count()).unwrap_or(i64::MAX)
    }

    /// Whether no phase has a conflict.
    pub fn is_free(&self) -> bool {
        self.ways() == 1
    }

    /// All phases in order.
    pub fn phases(&self) -> impl Iterator<Item = &Phase> {
        self.requests.iter().flatten()
    }

    /// The phase that takes the most wavefronts, the first of them.
    pub fn worst_phase(&self) -> Option<&Phase> {
        self.phases().fold(None, |worst: Option<&Phase>, phase| match worst {
            Some(worst) if worst.ways >= phase.ways => Some(worst),
            _ => Some(phase),
        })
    }
}

impl Phase {
    /// The first bank of which it accesses the most words, if it has a conflict.
    pub fn worst_conflict(&self) -> Option<&BankConflict> {
        self.conflicts.iter().find(|conflict| i64::try_from(conflict.words.len()) == Ok(self.ways))
    }
}

/// The bank conflicts when thread t of a block accesses the vector that begins at offset `threads(t)`.
///
/// Shared memory has 32 banks of 4-byte words. A request of a warp is served in phases: all 32 threads at once with
/// 1, 2 and 4 bytes a thread, half a warp with 8 bytes, a quarter with 16; `ldmatrix` reads one 8x8 matrix a phase, as
/// an access of 16 bytes does ([`Access::ldmatrix`]). In a phase each bank serves one word, to any number of threads;
/// each further word takes another wavefront. Offsets count elements from a base that is aligned to 128 bytes.
///
/// Sources: CUDA C++ Programming Guide, section on shared memory of compute capability 5.x and above (banks, words,
/// broadcasts). The phases are measured: on an H200, 82 to 119 patterns each of loads of 1 to 16 bytes, stores of 4 to 16,
/// `ldmatrix` (`.x2`, `.x4`, `.trans`) and `stmatrix` take the wavefronts counted here, within 2 per cent; with one
/// exception. Loads of 8 and 16 bytes in which each even thread reads the vector that the next thread reads, in the whole
/// warp, serve twice as many threads at once. That is not counted, for a store does not.
///
/// # Errors
/// [`AccessWidth`](crate::ErrorKind::AccessWidth) above 16 bytes, [`Misaligned`](crate::ErrorKind::Misaligned),
/// [`TooLarge`](crate::ErrorKind::TooLarge) above [`MOST_THREADS`](super::MOST_THREADS),
/// [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::{Access, bank_conflicts}};
///
/// // 32 threads read a column of a row-major 32x32 tile of f32.
/// let column = bank_conflicts(&"32:32".parse::<Layout>()?, Access::new(32, 1)?)?;
/// assert_eq!((column.ways(), column.wavefronts(), column.ideal_wavefronts()), (32, 32, 1));
///
/// // The rows of an 8x64 tile of f16, as ldmatrix addresses them, with and without the 128-byte swizzle.
/// let rows: Layout = "8:64".parse()?;
/// assert_eq!(bank_conflicts(&rows, Access::ldmatrix(16)?)?.ways(), 8);
/// let swizzled: ComposedLayout = "Sw<3,3,3> o 0 o 8:64".parse()?;
/// assert!(bank_conflicts(&swizzled, Access::ldmatrix(16)?)?.is_free());
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn bank_conflicts<F: OffsetFunction + ?Sized>(
    threads: &F,
    access: Access,
) -> Result<BankConflicts, Error> {
    let access = access.of_shared_memory(OPERATION)?;
    let offsets = thread_offsets(OPERATION, threads)?;
    Ok(BankConflicts { access, requests: requests(access, &offsets)? })
}

/// The bank conflicts when thread t holds the values `offset(t, 0..values)` and accesses them vector by vector: a
/// thread-value layout, or any other function.
///
/// # Errors
/// Those of [`bank_conflicts`]; [`ScatteredVector`](crate::ErrorKind::ScatteredVector) when the values of a vector are
/// not adjacent; [`BadFactor`](crate::ErrorKind::BadFactor) when they make no whole number of vectors; the errors of
/// `offset`.
///
/// ```
/// use layout_algebra::{IntTuple, Layout, analysis::{Access, bank_conflicts_of_values}};
///
/// // Thread t holds the 8 elements of row t of a row-major 32x8 tile of f32, and reads them as two float4.
/// let tv: Layout = "(32,8):(8,1)".parse()?;
/// let offset = |thread, value| tv.eval(&[thread, value].into_iter().collect());
/// let conflicts = bank_conflicts_of_values(32, 8, Access::new(32, 4)?, offset)?;
/// assert_eq!((conflicts.requests.len(), conflicts.ways()), (2, 2));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn bank_conflicts_of_values(
    threads: i64,
    values: i64,
    access: Access,
    offset: impl FnMut(i64, i64) -> Result<i64, Error>,
) -> Result<BankConflicts, Error> {
    let access = access.of_shared_memory(OPERATION)?;
    let mut all = Vec::new();
    for starts in vectors(OPERATION, access, threads, values, offset)? {
        all.extend(requests(access, &starts)?);
    }
    Ok(BankConflicts { access, requests: all })
}

/// The first phase with a conflict, of up to [`ENUMERATION_LIMIT`] threads.
///
/// # Errors
/// Those of [`bank_conflicts`].
///
/// ```
/// use layout_algebra::{Layout, analysis::{Access, first_bank_conflict}};
///
/// let phase = first_bank_conflict(&"(32,2):(1,33)".parse::<Layout>()?, Access::new(32, 1)?)?;
/// assert_eq!(phase, None);
/// let phase = first_bank_conflict(&"32:2".parse::<Layout>()?, Access::new(64, 1)?)?.unwrap();
/// assert_eq!((phase.threads, phase.ways), (0..16, 2));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn first_bank_conflict<F: OffsetFunction + ?Sized>(
    threads: &F,
    access: Access,
) -> Result<Option<Phase>, Error> {
    const OPERATION: &str = "conflict_free";
    let access = access.of_shared_memory(OPERATION)?;
    let offsets = threads.offset_table(ENUMERATION_LIMIT).map_err(|error| error.of_operation(OPERATION))?;
    let bytes = access.first_bytes(OPERATION, &offsets)?;
    let together = phase_length(access);
    let mut phases = (0..).step_by(together).zip(bytes.chunks(together));
    let conflict = phases.find(|(_, bytes)| has_conflict(access, bytes.iter().copied()));
    Ok(conflict.map(|(first, bytes)| phase(access, first, bytes)))
}

fn requests(access: Access, offsets: &[i64]) -> Result<Vec<Vec<Phase>>, Error> {
    let bytes = access.first_bytes(OPERATION, offsets)?;
    let mut requests: Vec<Vec<Phase>> = Vec::new();
    for phase in phases(access, &bytes) {
        match requests.last_mut() {
            Some(request) if phase.threads.start % WARP != 0 => request.push(phase),
            _ => requests.push(vec![phase]),
        }
    }
    Ok(requests)
}

/// How many threads a phase has.
pub(super) fn phase_length(access: Access) -> usize {
    usize::try_from(access.threads_a_phase()).unwrap_or(1)
}

/// Whether the threads of a phase, which access vectors at these bytes, access two words of one bank.
pub(super) fn has_conflict(access: Access, mut bytes: impl Iterator<Item = i64>) -> bool {
    let mut word_of_bank = [None; BANKS as usize];
    bytes.any(|byte| {
        let mut words = byte.div_euclid(WORD_BYTES)..=(byte + access.bytes() - 1).div_euclid(WORD_BYTES);
        words.any(|word| {
            let bank =
                usize::try_from(word.rem_euclid(BANKS)).ok().and_then(|bank| word_of_bank.get_mut(bank));
            bank.is_some_and(|held| held.replace(word).is_some_and(|other| other != word))
        })
    })
}

fn phases(access: Access, bytes: &[i64]) -> impl Iterator<Item = Phase> {
    let together = phase_length(access);
    (0..).step_by(together).zip(bytes.chunks(together)).map(move |(first, bytes)| phase(access, first, bytes))
}

/// The phase of the threads from `first` on, of which each accesses a vector at its byte.
fn phase(access: Access, first: i64, bytes: &[i64]) -> Phase {
    let mut hits = Vec::new();
    for (thread, byte) in (first..).zip(bytes) {
        let words = byte.div_euclid(WORD_BYTES)..=(byte + access.bytes() - 1).div_euclid(WORD_BYTES);
        hits.extend(words.map(|word| (word.rem_euclid(BANKS), word, thread)));
    }
    hits.sort_unstable();
    let words_of_bank = |bank: &[(i64, i64, i64)]| -> Vec<WordAccess> {
        let same_word = bank.chunk_by(|a, b| a.1 == b.1);
        let access = |hits: &[(i64, i64, i64)]| {
            let threads = hits.iter().map(|&(_, _, thread)| thread).collect();
            hits.first().map(|&(_, word, _)| WordAccess { word, threads })
        };
        same_word.filter_map(access).collect()
    };
    let conflicts: Vec<BankConflict> = hits
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|bank| matches!(bank, [first, .., last] if first.1 != last.1))
        .filter_map(|bank| {
            bank.first().map(|&(number, ..)| BankConflict { bank: number, words: words_of_bank(bank) })
        })
        .collect();
    let most_words = conflicts.iter().map(|conflict| conflict.words.len()).max().unwrap_or(1);
    let threads = first..first.saturating_add(i64::try_from(bytes.len()).unwrap_or(i64::MAX));
    Phase { threads, ways: i64::try_from(most_words).unwrap_or(i64::MAX), conflicts }
}

#[cfg(test)]
mod laws {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::either_layout;
    use crate::{ComposedLayout, Layout, Swizzle};

    /// Looks at every byte of every thread on its own.
    fn brute_force_ways(access: Access, offsets: &[i64]) -> Vec<i64> {
        let together = match access.bytes() {
            16 => 8,
            8 => 16,
            _ => 32,
        };
        let ways = |threads: &[i64]| {
            let mut words: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
            for first in threads.iter().map(|offset| offset * access.element_bits() / 8) {
                for byte in first..first + access.bytes() {
                    words.entry((byte / 4) % 32).or_default().insert(byte / 4);
                }
            }
            words.values().map(|words| words.len() as i64).max().unwrap()
        };
        offsets.chunks(32).flat_map(|warp| warp.chunks(together).map(ways)).collect()
    }

    #[track_caller]
    fn check(layout: &str, element_bits: i64, elements: i64, ways: i64, wavefronts: i64) {
        let access = Access::new(element_bits, elements).unwrap();
        let layout: ComposedLayout = match layout.parse::<Layout>() {
            Ok(layout) => ComposedLayout::new(Swizzle::IDENTITY, 0, layout),
            Err(_) => layout.parse().unwrap(),
        };
        let conflicts = bank_conflicts(&layout, access).unwrap();
        assert_eq!((conflicts.ways(), conflicts.wavefronts()), (ways, wavefronts), "{conflicts:?}");
    }

    #[test]
    fn a_column_of_words_conflicts_as_often_as_its_stride_shares_with_32() {
        check("32:1", 32, 1, 1, 1);
        check("32:2", 32, 1, 2, 2);
        check("32:8", 32, 1, 8, 8);
        check("32:32", 32, 1, 32, 32);
        check("32:33", 32, 1, 1, 1);
    }

    #[test]
    fn threads_that_share_a_word_do_not_conflict() {
        check("32:0", 32, 1, 1, 1);
        check("32:1", 8, 1, 1, 1);
        check("32:1", 16, 1, 1, 1);
        check("32:2", 16, 1, 1, 1);
        check("32:4", 16, 1, 2, 2);
    }

    #[test]
    fn wide_accesses_go_in_halves_and_quarters_of_a_warp() {
        check("32:1", 64, 1, 1, 2);
        check("32:2", 64, 1, 2, 4);
        check("32:1", 128, 1, 1, 4);
        check("32:4", 32, 4, 1, 4);
        check("32:8", 32, 4, 2, 8);
        check("(8,4):(64,8)", 16, 8, 8, 32);
        check("Sw<3,3,3> o 0 o (8,4):(64,8)", 16, 8, 1, 4);
        check("(8,4):(72,8)", 16, 8, 1, 4);
    }

    #[test]
    fn a_conflict_names_bank_words_and_threads() {
        let conflicts =
            bank_conflicts(&"(2,2):(0,32)".parse::<Layout>().unwrap(), Access::new(32, 1).unwrap());
        let words = [(0, [0, 1]), (32, [2, 3])];
        let words = words.map(|(word, threads)| WordAccess { word, threads: threads.to_vec() }).to_vec();
        let conflict = BankConflict { bank: 0, words };
        assert_eq!(
            conflicts.unwrap().requests,
            [[Phase { threads: 0..4, ways: 2, conflicts: vec![conflict] }]]
        );
    }

    #[test]
    fn the_worst_phase_and_bank_are_the_first_of_the_worst() {
        let conflicts =
            bank_conflicts(&"(8,4):(64,8)".parse::<Layout>().unwrap(), Access::ldmatrix(16).unwrap());
        let conflicts = conflicts.unwrap();
        let phase = conflicts.worst_phase().unwrap();
        assert_eq!((phase.threads.clone(), phase.worst_conflict().unwrap().bank), (0..8, 0));
        assert!(!conflicts.is_free());
        // Bank 0 has two words, bank 1 three.
        let offsets = [0, 32, 1, 33, 65];
        let conflicts = bank_conflicts(offsets.as_slice(), Access::new(32, 1).unwrap()).unwrap();
        let worst = conflicts.worst_phase().and_then(Phase::worst_conflict).unwrap();
        assert_eq!((worst.bank, worst.words.len()), (1, 3));
        let free = bank_conflicts([0, 1].as_slice(), Access::new(32, 1).unwrap()).unwrap();
        assert!(free.is_free() && free.worst_phase().unwrap().worst_conflict().is_none());
    }

    #[test]
    fn accesses_that_no_instruction_makes_are_refused() {
        let layout: Layout = "(8,4):(1,20)".parse().unwrap();
        let refusal = |layout: &Layout, bits, elements| {
            bank_conflicts(layout, Access::new(bits, elements).unwrap()).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(&layout, 32, 8),
            "bank_conflicts: 8 elements of 32 bits are no access of one thread, which is 1, 2, 4, 8, .. up to 16 \
             bytes wide; the nearest vector that works is 4"
        );
        assert_eq!(
            refusal(&"8:10".parse().unwrap(), 16, 8),
            "bank_conflicts: thread 1 begins at bit 160, which is not a multiple of the 128 bits of its access; the \
             widest aligned vector has 2 elements"
        );
        let scattered = bank_conflicts_of_values(8, 4, Access::new(32, 2).unwrap(), |thread, value| {
            layout.eval(&[value, thread % 4].into_iter().collect()).map(|offset| offset * (value + 1))
        });
        assert_eq!(
            scattered.unwrap_err().to_string(),
            "bank_conflicts: value 1 of thread 0 lies at 2, not at 1 behind the value before it: the values of a \
             vector are adjacent"
        );
        let of_values = |threads, values| {
            bank_conflicts_of_values(threads, values, Access::new(32, 4).unwrap(), |_, value| Ok(value))
        };
        assert_eq!(
            of_values(8, 6).unwrap_err().to_string(),
            "bank_conflicts: 6 values are no whole number of vectors of 4"
        );
        assert_eq!(of_values(1 << 14, 8).unwrap_err().why(), "too_large");
        assert_eq!(of_values(1 << 13, 8).unwrap().requests.len(), 512);
        assert_eq!(
            bank_conflicts(&"1000000:1".parse::<Layout>().unwrap(), Access::new(32, 1).unwrap())
                .unwrap_err()
                .why(),
            "too_large"
        );
    }

    proptest! {
        #[test]
        fn ways_are_what_counting_bytes_gives(
            layout in either_layout(), log_bits in 3_u32..=7, log_elements in 0_u32..=4, bits in 0_i64..3
        ) {
            prop_assume!(log_bits + log_elements <= 7);
            let access = Access::new(1 << log_bits, 1 << log_elements).unwrap();
            let swizzle = Swizzle::new(bits, i64::from(log_elements), 3).unwrap();
            let offsets: Vec<i64> = layout.offsets().map(|offset| swizzle.apply(offset.unwrap() << log_elements)).collect();
            let conflicts = bank_conflicts(offsets.as_slice(), access).unwrap();
            let ways: Vec<i64> = conflicts.phases().map(|phase| phase.ways).collect();
            prop_assert_eq!(&ways, &brute_force_ways(access, &offsets));
            let first = first_bank_conflict(offsets.as_slice(), access).unwrap();
            prop_assert_eq!(first.as_ref(), conflicts.phases().find(|phase| phase.ways > 1));
            prop_assert_eq!(conflicts.worst_phase().unwrap().ways, conflicts.ways());
        }
    }
}
