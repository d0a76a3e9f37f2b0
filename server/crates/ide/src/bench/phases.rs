//! The phases of an access to shared memory.

use layout_algebra::analysis::{Access, BankConflicts, bank_conflicts};

use crate::picture::{Subject, Wanted};

/// The most phases that are told.
const MOST_PHASES: usize = 256;

/// The phases of an access to shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phases {
    /// The bits of an element.
    pub element_bits: i64,
    /// The elements that a thread accesses at once.
    pub vector: i64,
    /// The phase that is drawn.
    pub shown: usize,
    /// First thread, last thread and how many words of one bank wait for each other.
    pub each: Vec<[i64; 3]>,
    /// The wavefronts of all, and how many would do.
    pub wavefronts: [i64; 2],
    /// Whether the code says which elements are accessed at once, and nobody else.
    pub is_of_code: bool,
}

pub(super) fn phases(subject: &Subject<'_>, wanted: &Wanted) -> Option<Phases> {
    let (threads, access) = subject.access(wanted).ok()?;
    let conflicts = bank_conflicts(&threads, access).ok()?;
    told(&conflicts, access, wanted.phase)
}

/// The phases, of which one is shown: that which is asked for, or the slowest.
pub(super) fn told(conflicts: &BankConflicts, access: Access, phase: Option<usize>) -> Option<Phases> {
    let each: Vec<[i64; 3]> = conflicts
        .phases()
        .take(MOST_PHASES)
        .map(|phase| [phase.threads.start, phase.threads.end - 1, phase.ways])
        .collect();
    let worst = conflicts.worst_phase().map(|phase| phase.threads.start)?;
    let worst = each.iter().position(|[first, ..]| *first == worst).unwrap_or_default();
    Some(Phases {
        element_bits: access.element_bits(),
        vector: access.elements(),
        shown: phase.filter(|phase| *phase < each.len()).unwrap_or(worst),
        each,
        wavefronts: [conflicts.wavefronts(), conflicts.ideal_wavefronts()],
        is_of_code: false,
    })
}
