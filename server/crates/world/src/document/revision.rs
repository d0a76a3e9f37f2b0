//! What the clones of one revision share, and what it knows of the texts before it.

use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU64},
};

use layoutlens_eval::host::KeptRuns;
use layoutlens_syntax::{program::Program, same_code::Apart};

use super::analysis::Analysis;
use crate::Seen;

/// What the clones of one revision share.
#[derive(Debug, Default)]
pub(super) struct Revision {
    /// What was computed before the files around it may have changed: it holds when they are as they were seen.
    pub(super) before: Option<Computed>,
    /// The last analyses of texts before this one: where the code is the same, it means the same.
    pub(super) earlier: Mutex<Earlier>,
    pub(super) computed: OnceLock<Computed>,
    /// The files that were read last for it: an edit of another one changes nothing here.
    pub(super) seen: Mutex<Option<Arc<dyn Seen>>>,
    /// Held by the reader that computes: the others wait for it.
    pub(super) computing: Mutex<()>,
    pub(super) is_superseded: AtomicBool,
    /// The last moment, in the caller's count, at which the files were known to be as they were seen.
    pub(super) held_at: AtomicU64,
}

/// The last two analyses of texts before this one: an edit may be taken back.
#[derive(Debug, Clone, Default)]
pub(super) struct Earlier {
    pub(super) last: Option<Computed>,
    pub(super) before: Option<Computed>,
}

impl Earlier {
    /// The same for the next text, where this one has an analysis.
    pub(super) fn behind(self, computed: Option<Computed>) -> Self {
        match computed {
            Some(computed) => Self { last: Some(computed), before: self.last },
            None => self,
        }
    }
}

/// What the first reader of a revision left for the others.
#[derive(Debug, Clone)]
pub(super) struct Computed {
    pub(super) analysis: Arc<Analysis>,
    /// The files that it was computed with; none were looked for where this is none.
    pub(super) seen: Option<Arc<dyn Seen>>,
    /// The code that was run for it, when some was.
    pub(super) program: Option<Ran>,
}

/// A code that was run.
#[derive(Debug, Clone)]
pub(super) struct Ran {
    pub(super) program: Arc<Program>,
    /// The code and its places, once it was compared with another one.
    pub(super) apart: Arc<OnceLock<Apart>>,
    /// What it left for a later revision of it.
    pub(super) kept: Option<Arc<KeptRuns>>,
}

impl Ran {
    pub(super) fn apart(&self) -> &Apart {
        self.apart.get_or_init(|| Apart::of(&self.program))
    }
}

impl Revision {
    /// The revision of a text that an edit has made of this one's.
    pub(super) fn edited(&self) -> Self {
        let computed = self.computed.get().or(self.before.as_ref()).cloned();
        let earlier = self.earlier().clone().behind(computed);
        Self { earlier: Mutex::new(earlier), ..Self::default() }
    }

    /// Ignores poison: what is put in is complete.
    pub(super) fn earlier(&self) -> MutexGuard<'_, Earlier> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ignores poison: what is put in is complete.
    pub(super) fn seen(&self) -> MutexGuard<'_, Option<Arc<dyn Seen>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
