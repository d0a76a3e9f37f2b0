//! What runs of a C++ file leave for a later revision of it: what an edit does not reach is not run again.
//!
//! What comes of a function that nothing calls does not depend on those that were run before it. So what it left
//! ([`RootRun`]) is that of another revision, too, when neither its text nor anything that it may reach by a name has
//! changed ([`Edit`]), and what is asked of the file as a whole has the same answers ([`Whole`]). Where that is not certain,
//! everything is run.

mod edit;
mod root_run;
mod words;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use layoutlens_host_value::{
    evaluation::HostFile, outside::Outside, scope::ScopeId, stated::Stated, suggestions::Generation,
    supposition::Supposition,
};
use layoutlens_syntax::{Language, program::Program};
use rustc_hash::FxHashSet;

pub use crate::state::function_start::FunctionStart;

use self::{
    edit::{Alignment, Edit, Items, spans},
    root_run::{Behind, OwnFunctions, RootRun},
    words::{Part, Word},
};
use crate::{
    entry::roots::{self, Root},
    state::{choices::Choices, interpreter::Interpreter, scope::Place},
    suppose::cpp::begin::generation_of,
};

/// What the runs of a revision left, and those of the one before: the next edit may take this one's back.
#[derive(Debug)]
pub struct KeptRuns {
    now: Arc<Kept>,
    before: Option<Arc<Kept>>,
    taken_over: Vec<FunctionStart>,
}

/// What the runs of one revision left.
#[derive(Debug)]
struct Kept {
    read: Revision,
    passes: Vec<(Pass, Roots)>,
}

/// A revision of a file, and what else its evaluation rests on.
#[derive(Debug)]
pub(crate) struct Revision {
    main: HostFile,
    others: Vec<HostFile>,
    stated: Stated,
    parts: Vec<Arc<Part>>,
    /// The words of the other files.
    mentioned: Arc<FxHashSet<Word>>,
    whole: Whole,
}

/// What roots left, by where they begin.
type Roots = BTreeMap<FunctionStart, Arc<RootRun>>;

impl KeptRuns {
    /// The functions that were not run again, by where they begin in this revision.
    pub fn taken_over(&self) -> &[FunctionStart] {
        &self.taken_over
    }
}

/// What is asked of a file as a whole.
#[derive(Debug, PartialEq, Eq)]
struct Whole {
    /// Variables outside of functions that may change.
    open_globals: Vec<Place>,
    predicates: bool,
    hands_on: bool,
    generation: Generation,
}

impl Whole {
    fn of(interpreter: &Interpreter<'_>) -> Self {
        let main = interpreter.files.main();
        Self {
            open_globals: interpreter.open_globals().to_vec(),
            predicates: roots::predicates(main, interpreter.outside.libraries),
            hands_on: interpreter.only_hands_on(),
            generation: generation_of(main, interpreter.outside),
        }
    }
}

/// One of the runs of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pass {
    /// How conditional compilation is decided in it.
    pub(crate) choices: Choices,
    /// What is supposed of the whole file; nothing is where this is none.
    pub(crate) supposing: Option<Vec<Supposition>>,
}

/// What an evaluation of a file keeps of an earlier one, and for a later one.
#[derive(Debug)]
pub(crate) struct Keeping {
    read: Revision,
    before: Option<Arc<Kept>>,
    known: Option<(Arc<Kept>, Arc<Edit>)>,
    own: Arc<OwnFunctions>,
    found: Mutex<Vec<(Pass, Roots)>>,
    taken_over: Arc<Mutex<FxHashSet<FunctionStart>>>,
}

/// Begins an evaluation of a file with this text; `None` where nothing is kept.
pub(crate) fn begin(
    main: &HostFile,
    others: &[HostFile],
    outside: Outside<'_>,
    text: &str,
    known: Option<&KeptRuns>,
) -> Option<Keeping> {
    if main.language != Language::Cuda || !outside.stated.parameters.is_empty() {
        return None;
    }
    let whole = Whole::of(&Interpreter::new(main, others, outside, Choices::new()));
    let candidates = known.into_iter().flat_map(|known| std::iter::once(&known.now).chain(&known.before));
    let mut nearest: Option<(&Arc<Kept>, Alignment)> = None;
    for known in candidates.filter(|known| known.read.rests_on_the_same(main, others, outside.stated)) {
        let alignment = Alignment::of(&known.read.main.program.items, &main.program.items);
        if nearest.as_ref().is_none_or(|(_, other)| alignment.changed() < other.changed()) {
            nearest = Some((known, alignment));
        }
    }
    let mut parts: Vec<Option<Arc<Part>>> = vec![None; main.program.items.len()];
    if let Some((known, alignment)) = &nearest {
        for (was, is, _) in &alignment.same {
            if let (Some(part), Some(of)) = (parts.get_mut(*is), known.read.parts.get(*was)) {
                *part = Some(Arc::clone(of));
            }
        }
    }
    let items = &main.program.items;
    let all = parts.into_iter().zip(items).zip(spans(items)).map(|((part, item), span)| match part {
        Some(part) => Some(part),
        None => Some(Arc::new(Part::of(item, text.get(span)?))),
    });
    let parts: Vec<Arc<Part>> = all.collect::<Option<_>>()?;
    let mentioned = match &nearest {
        Some((known, _)) => Arc::clone(&known.read.mentioned),
        None => Arc::new(mentioned_in(others)),
    };
    let edit = nearest.filter(|(known, _)| known.read.whole == whole).and_then(|(known, alignment)| {
        let was = Items { items: &known.read.main.program.items, parts: &known.read.parts };
        let is = Items { items: &main.program.items, parts: &parts };
        Some((Arc::clone(known), Arc::new(Edit::of(&alignment, was, is, &mentioned)?)))
    });
    let (stated, own) = (outside.stated.clone(), OwnFunctions::of(&main.program.items));
    let read = Revision { main: main.clone(), others: others.to_vec(), stated, parts, mentioned, whole };
    Some(Keeping {
        read,
        before: known.map(|known| Arc::clone(&known.now)),
        known: edit,
        own: Arc::new(own),
        found: Mutex::default(),
        taken_over: Arc::default(),
    })
}

fn mentioned_in(others: &[HostFile]) -> FxHashSet<Word> {
    let mut all = FxHashSet::default();
    others.iter().for_each(|file| words::mentioned(&file.program.items, &mut all));
    all
}

impl Revision {
    /// Whether a file that is evaluated with these others is told the same of all that is no item of it.
    fn rests_on_the_same(&self, main: &HostFile, others: &[HostFile], stated: &Stated) -> bool {
        let is_same_file = |(own, other): (&HostFile, &HostFile)| {
            own.name == other.name
                && own.language == other.language
                && Arc::ptr_eq(&own.program, &other.program)
        };
        self.main.name == main.name
            && self.main.language == main.language
            && self.others.len() == others.len()
            && self.others.iter().zip(others).all(is_same_file)
            && self.stated.facts == stated.facts
            && has_same_head(&self.main.program, &main.program)
    }
}

/// Whether two programs are the same but for their items.
fn has_same_head(one: &Program, other: &Program) -> bool {
    let Program { items: _, imports, imports_in_place, macros, reference_types } = one;
    imports.len() == other.imports.len()
        && imports
            .iter()
            .zip(&other.imports)
            .all(|(own, other)| own.path == other.path && own.alias == other.alias)
        && imports_in_place.is_empty()
        && other.imports_in_place.is_empty()
        && *macros == other.macros
        && *reference_types == other.reference_types
}

impl Keeping {
    /// What is kept for one of the runs.
    pub(crate) fn of_pass(&self, pass: Pass) -> Arc<OfPass> {
        let known = self.known.as_ref().and_then(|(known, edit)| {
            let index = known.passes.iter().position(|(own, _)| *own == pass)?;
            Some((Arc::clone(known), index, Arc::clone(edit)))
        });
        Arc::new(OfPass {
            pass,
            known,
            own: Arc::clone(&self.own),
            found: Mutex::default(),
            is_spoiled: AtomicBool::new(false),
            has_taken_over: AtomicBool::new(false),
            taken_over: Arc::clone(&self.taken_over),
        })
    }

    /// Keeps what the roots of a run left, for the next revision.
    pub(crate) fn keep(&self, of_pass: &OfPass) {
        if !of_pass.is_spoiled() {
            lock(&self.found).push((of_pass.pass.clone(), std::mem::take(&mut *lock(&of_pass.found))));
        }
    }

    /// What the evaluation left.
    pub(crate) fn done(self) -> KeptRuns {
        let mut taken_over: Vec<FunctionStart> = lock(&self.taken_over).iter().copied().collect();
        taken_over.sort_unstable();
        let passes = std::mem::take(&mut *lock(&self.found));
        KeptRuns { now: Arc::new(Kept { read: self.read, passes }), before: self.before, taken_over }
    }
}

/// Runs a file in one way, with what is kept of it; once more without that where it turns out to mislead.
pub(crate) fn in_pass<T>(
    keeping: Option<&Keeping>,
    pass: impl Fn() -> Pass,
    run: impl Fn(Option<&Arc<OfPass>>) -> T,
) -> T {
    let Some(keeping) = keeping else { return run(None) };
    let of_pass = keeping.of_pass(pass());
    let found = run(Some(&of_pass));
    if of_pass.misled() {
        return run(None);
    }
    keeping.keep(&of_pass);
    found
}

/// Ignores poison: what is put in is complete.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one of the runs of a file keeps; the interpreters of the run share it.
#[derive(Debug)]
pub(crate) struct OfPass {
    pass: Pass,
    /// The earlier revision, which of its runs this one is, and what has changed since.
    known: Option<(Arc<Kept>, usize, Arc<Edit>)>,
    own: Arc<OwnFunctions>,
    found: Mutex<Roots>,
    /// Whether nothing of this run may be kept.
    is_spoiled: AtomicBool,
    has_taken_over: AtomicBool,
    taken_over: Arc<Mutex<FxHashSet<FunctionStart>>>,
}

impl OfPass {
    /// What a root left in the earlier revision, as it stands now, where it would leave the same.
    fn known(&self, root: FunctionStart, is_mentioned: bool) -> Option<Arc<RootRun>> {
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
    pub(crate) fn is_known(&self, root: &Root<'_>) -> bool {
        self.known.as_ref().is_some_and(|(known, index, edit)| {
            let was = edit.unreached(FunctionStart::of(root.function));
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

    fn spoil(&self) {
        self.is_spoiled.store(true, Ordering::Relaxed);
    }
}

impl<'a> Interpreter<'a> {
    /// Runs a function of the first file that nothing calls, or takes over what it left in an earlier revision.
    pub(crate) fn run_root_or_keep(&mut self, root: Root<'a>, scope: ScopeId, is_mentioned: bool) {
        let Some(of_pass) = self.of_pass.clone() else {
            return self.under_suppositions(|this| this.run_root(root, scope, is_mentioned));
        };
        let start = FunctionStart::of(root.function);
        let known = if root.class.is_none() { of_pass.known(start, is_mentioned) } else { None };
        if let Some(run) = known {
            self.take_in(&run, &of_pass.own);
            of_pass.has_taken_over.store(true, Ordering::Relaxed);
            lock(&of_pass.taken_over).insert(start);
            lock(&of_pass.found).insert(start, run);
        } else {
            let mark = self.mark_of_root();
            self.under_suppositions(|this| this.run_root(root, scope, is_mentioned));
            match self.behind_root(mark, is_mentioned, &of_pass.own) {
                Behind::Run(run) if root.class.is_none() => {
                    lock(&of_pass.found).insert(start, run);
                }
                Behind::Run(_) | Behind::More => {}
                Behind::Entangled => of_pass.spoil(),
            }
        }
        // Near the limit it matters in which order what was run.
        if self.steps > self.step_limit / 4 * 3 {
            of_pass.spoil();
        }
    }
}
