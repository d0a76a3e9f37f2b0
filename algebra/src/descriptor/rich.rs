//! Rich candidates: descriptors with what a search among layouts attaches to them.

use super::Descriptor;
use crate::{Coordinate, IntTuple, Swizzle};

/// What shape a descriptor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CandidateKind {
    /// `()`: no basis at all.
    Empty,
    /// A list of bases without groups.
    Flat,
    /// With groups inside.
    Nested,
}

/// Names a candidate in its [`Candidates`]: equal candidates have one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CandidateId(usize);

/// A candidate for the layout of a value: what a pass that assigns layouts compares and converts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RichCandidate {
    id: CandidateId,
    descriptor: Descriptor,
    swizzle: Option<Swizzle>,
    references: usize,
}

impl RichCandidate {
    /// Its name.
    pub fn id(&self) -> CandidateId {
        self.id
    }

    /// The basis vectors from left to right.
    pub fn bases(&self) -> Vec<&Coordinate> {
        self.descriptor.bases()
    }

    /// The descriptor.
    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// The descriptor as a normalised stride.
    pub fn stride(&self) -> &IntTuple<Coordinate> {
        self.descriptor.stride()
    }

    /// The swizzle behind it; it is part of what the candidate is.
    pub fn swizzle(&self) -> Option<Swizzle> {
        self.swizzle
    }

    /// What shape its descriptor has.
    pub fn kind(&self) -> CandidateKind {
        let modes = self.stride().modes();
        match (modes.is_empty(), modes.iter().any(IntTuple::is_tuple)) {
            (true, _) => CandidateKind::Empty,
            (_, false) => CandidateKind::Flat,
            (_, true) => CandidateKind::Nested,
        }
    }

    /// How many uses have interned it and not released it.
    pub fn references(&self) -> usize {
        self.references
    }
}

/// The candidates of one search, each held once.
///
/// ```
/// use layout_algebra::{CandidateKind, Candidates, Swizzle};
///
/// let mut candidates = Candidates::default();
/// let plain = candidates.intern("(1@0, 64@1)".parse()?, None);
/// assert_eq!(candidates.intern("((1@0), 64@1)".parse()?, None), plain);
/// // A swizzle is part of the identity.
/// let swizzled = candidates.intern("(1@0, 64@1)".parse()?, Some(Swizzle::new(3, 4, 3)?));
/// assert_ne!(swizzled, plain);
/// let candidate = candidates.get(plain).unwrap();
/// assert_eq!((candidate.kind(), candidate.references()), (CandidateKind::Flat, 2));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    candidates: Vec<RichCandidate>,
}

impl Candidates {
    /// The name of this candidate; an equal one that is there already gains a reference.
    pub fn intern(&mut self, descriptor: Descriptor, swizzle: Option<Swizzle>) -> CandidateId {
        let known = |one: &&mut RichCandidate| one.descriptor == descriptor && one.swizzle == swizzle;
        if let Some(candidate) = self.candidates.iter_mut().find(known) {
            candidate.references += 1;
            return candidate.id;
        }
        let id = CandidateId(self.candidates.len());
        self.candidates.push(RichCandidate { id, descriptor, swizzle, references: 1 });
        id
    }

    /// The candidate of this name, from the same table.
    pub fn get(&self, id: CandidateId) -> Option<&RichCandidate> {
        self.candidates.get(id.0)
    }

    /// Gives one reference back. The candidate keeps its name, so that later uses find it again.
    pub fn release(&mut self, id: CandidateId) {
        if let Some(candidate) = self.candidates.get_mut(id.0) {
            candidate.references = candidate.references.saturating_sub(1);
        }
    }

    /// The candidates that are in use.
    pub fn in_use(&self) -> impl Iterator<Item = &RichCandidate> {
        self.candidates.iter().filter(|candidate| candidate.references > 0)
    }
}
