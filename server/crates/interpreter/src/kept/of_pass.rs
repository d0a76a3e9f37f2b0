//! What one of the runs of a file keeps, and what it knows of the same run of an earlier revision.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use layoutlens_host_value::{
    evaluation::HostFile, stated::Stated, suggestions::Generation, supposition::Supposition,
};
use rustc_hash::FxHashSet;

use super::{
    edit::Edit,
    elsewhere::Elsewhere,
    root_run::{OwnFunctions, RootRun},
    words::Part,
};
use crate::{
    state::{choices::Choices, function_start::FunctionStart, scope::Place},
    suppose::cpp::truths::Truths,
};

/// What the runs of one revision left.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) read: Revision,
    pub(super) passes: Vec<(Pass, Roots)>,
}

/// A revision of a file, and what else its evaluation rests on.
#[derive(Debug)]
pub(super) struct Revision {
    pub(super) main: HostFile,
    pub(super) others: Vec<HostFile>,
    pub(super) stated: Stated,
    pub(super) parts: Vec<Arc<Part>>,
    /// What the other files say.
    pub(super) elsewhere: Arc<Elsewhere>,
    pub(super) whole: Whole,
}

/// What roots left, by where they begin.
pub(super) type Roots = BTreeMap<FunctionStart, Arc<RootRun>>;

/// What is asked of a file as a whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Whole {
    /// Variables outside of functions that may change.
    pub(super) open_globals: Vec<Place>,
    pub(super) predicates: bool,
    pub(super) hands_on: bool,
    pub(super) generation: Generation,
}

/// One of the runs of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pass {
    /// How conditional compilation is decided in it.
    pub(crate) choices: Choices,
    /// What is supposed of the whole file; nothing is where this is none.
    pub(crate) supposing: Option<Vec<Supposition>>,
    /// What is supposed to be true that is supposed to be false elsewhere.
    pub(crate) truths: Truths,
}

/// What one of the runs of a file keeps; the interpreters of the run share it.
#[derive(Debug)]
pub(crate) struct OfPass {
    pub(super) pass: Pass,
    /// The earlier revision, which of its runs this one is, and what has changed since.
    pub(super) known: Option<(Arc<Kept>, usize, Arc<Edit>)>,
    pub(crate) own: Arc<OwnFunctions>,
    pub(super) found: Mutex<Roots>,
    /// Whether nothing of this run may be kept.
    pub(super) is_spoiled: AtomicBool,
    pub(super) has_taken_over: AtomicBool,
    pub(super) taken_over: Arc<Mutex<FxHashSet<FunctionStart>>>,
}

impl OfPass {
    /// What a root left in the earlier revision, as it stands now, where it would leave the same.
    pub(crate) fn known(&self, root: FunctionStart, is_mentioned: bool) -> Option<Arc<RootRun>> {
        let (known, index, edit) = self.known.as_ref()?;
        let was = edit.unreached(root)?;
        let (_, roots) = known.passes.get(*index)?;
        let run = roots.get(&was).filter(|run| run.is_mentioned == is_mentioned)?;
        match edit.moves_nothing() {
            true => Some(Arc::clone(run)),
            false => run.at(&**edit).map(Arc::new),
        }
    }

    /// Whether a root is known: it costs nothing.
    pub(crate) fn is_known(&self, root: FunctionStart) -> bool {
        self.known.as_ref().is_some_and(|(known, index, edit)| {
            let was = edit.unreached(root);
            was.is_some_and(|was| known.passes.get(*index).is_some_and(|(_, roots)| roots.contains_key(&was)))
        })
    }

    /// Whether nothing of this run may be kept: it may have been cut, or one root sees what another one did.
    pub(crate) fn is_spoiled(&self) -> bool {
        self.is_spoiled.load(Ordering::Relaxed)
    }

    /// Whether the run has to be repeated without what was kept.
    pub(crate) fn misled(&self) -> bool {
        self.is_spoiled() && self.has_taken_over.load(Ordering::Relaxed)
    }

    pub(crate) fn spoil(&self) {
        self.is_spoiled.store(true, Ordering::Relaxed);
    }

    /// Notes what a root left, which was run.
    pub(crate) fn keep(&self, root: FunctionStart, run: Arc<RootRun>) {
        lock(&self.found).insert(root, run);
    }

    /// Notes what a root left, which was not run again.
    pub(crate) fn take_over(&self, root: FunctionStart, run: Arc<RootRun>) {
        self.has_taken_over.store(true, Ordering::Relaxed);
        lock(&self.taken_over).insert(root);
        self.keep(root, run);
    }
}

/// Ignores poison: what is put in is complete.
pub(super) fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
