//! What runs of a C++ file leave for a later revision of it: what an edit does not reach is not run again.
//!
//! What comes of a function that nothing calls does not depend on those that were run before it. So what it left
//! ([`root_run::RootRun`]) is that of another revision, too, when neither its text nor anything that it may reach by a name has
//! changed ([`Edit`]), and what is asked of the file as a whole has the same answers ([`Whole`]). Where that is not certain,
//! everything is run.

mod edit;
mod elsewhere;
pub(crate) mod of_pass;
mod reach;
mod root_run;
mod run_root;
mod words;

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use layoutlens_host_value::{evaluation::HostFile, outside::Outside, stated::Stated};
use layoutlens_syntax::{
    Language, Name,
    preprocessor::Macro,
    program::{Item, Program, StatementKind},
};
use rustc_hash::FxHashSet;

pub(crate) use self::{
    of_pass::{OfPass, Pass},
    run_root::Behind,
};
pub use crate::state::function_start::FunctionStart;

use self::{
    edit::Edit,
    elsewhere::Elsewhere,
    of_pass::{Kept, Revision, Roots, Whole, lock},
    reach::{Alignment, Items, spans},
    root_run::OwnFunctions,
    run_root::own_functions,
    words::Part,
};
use crate::{
    code::mentioned::predicates,
    state::{
        choices::Choices,
        interpreter::Interpreter,
        opened_spaces::{functions_around, opens_space},
        used_names::used_name,
    },
    suppose::cpp::generation::generation_of,
};

/// What the runs of a revision left, and those of the one before: the next edit may take this one's back.
#[derive(Debug)]
pub struct KeptRuns {
    now: Arc<Kept>,
    before: Option<Arc<Kept>>,
    taken_over: Vec<FunctionStart>,
}

impl KeptRuns {
    /// The functions that were not run again, by where they begin in this revision.
    pub fn taken_over(&self) -> &[FunctionStart] {
        &self.taken_over
    }
}

impl Whole {
    fn of(interpreter: &Interpreter<'_>) -> Self {
        let main = interpreter.files.main();
        Self {
            open_globals: interpreter.open_globals().to_vec(),
            predicates: predicates(main, interpreter.outside.libraries),
            hands_on: interpreter.only_hands_on(),
            generation: generation_of(main, interpreter.outside),
        }
    }
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
    let elsewhere = match &nearest {
        Some((known, _)) => Arc::clone(&known.read.elsewhere),
        None => Arc::new(Elsewhere::of(others)),
    };
    let edit = nearest.filter(|(known, _)| known.read.whole == whole).and_then(|(known, alignment)| {
        let was = Items { items: &known.read.main.program.items, parts: &known.read.parts };
        let is = Items { items: &main.program.items, parts: &parts };
        Some((Arc::clone(known), Arc::new(Edit::of(&alignment, was, is, &elsewhere)?)))
    });
    let (stated, own) = (outside.stated.clone(), own_functions(&main.program.items));
    let read = Revision { main: main.clone(), others: others.to_vec(), stated, parts, elsewhere, whole };
    Some(Keeping {
        read,
        before: known.map(|known| Arc::clone(&known.now)),
        known: edit,
        own: Arc::new(own),
        found: Mutex::default(),
        taken_over: Arc::default(),
    })
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
    let Program {
        items: _,
        imports,
        imports_in_place,
        macros,
        defined,
        macro_defaults,
        without_defaults: _,
        reference_types,
    } = one;
    let is_same_macro = |((own, is), (other, other_is)): (&(Name, Macro), &(Name, Macro))| {
        own.text == other.text && is == other_is
    };
    imports.len() == other.imports.len()
        && imports.iter().zip(&other.imports).all(|(own, other)| {
            own.path == other.path && own.alias == other.alias && own.space == other.space
        })
        && conditions_before_imports(one) == conditions_before_imports(other)
        && opened_in_functions(one) == opened_in_functions(other)
        && imports_in_place.is_empty()
        && other.imports_in_place.is_empty()
        && *macros == other.macros
        && defined.len() == other.defined.len()
        && defined.iter().zip(&other.defined).all(is_same_macro)
        && *macro_defaults == other.macro_defaults
        && *reference_types == other.reference_types
}

/// How much conditional compilation stands in front of each include: it may define the macros that come behind it. In front
/// of `using a::b;`, how much of anything: what stands there does not see it.
fn conditions_before_imports(program: &Program) -> Vec<usize> {
    let is_condition = |item: &&Item| matches!(item, Item::Statement(statement) if matches!(statement.kind, StatementKind::Alternatives(_)));
    let conditions: Vec<usize> =
        program.items.iter().filter(is_condition).map(|item| item.range().start).collect();
    let before = |start: usize| conditions.partition_point(|condition| *condition < start);
    let all_before = |start: usize| program.items.iter().filter(|item| item.range().start < start).count();
    let place = |import: &layoutlens_syntax::program::Import| match used_name(import) {
        Some(_) => all_before(import.range.start),
        None => before(import.range.start),
    };
    program.imports.iter().map(place).collect()
}

/// Of each `using`, whether it stands in a function.
fn opened_in_functions(program: &Program) -> Vec<bool> {
    let functions = functions_around(program, &|import| opens_space(import) || used_name(import).is_some());
    let is_inside = |start: usize| functions.iter().any(|range| range.contains(&start));
    program.imports.iter().map(|import| is_inside(import.range.start)).collect()
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
