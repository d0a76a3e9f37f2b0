//! Runs programs abstractly: every function is run with what its callers give it, every branch that may be taken is.
//!
//! A value is certain or unknown. Where two branches leave different values, where a loop changes a variable, where a
//! call may write through a reference, what was known is forgotten; a C++ integer then goes by its own name.

mod answer;
mod argument_lookup;
mod arithmetic;
mod assign;
mod assigned_attribute;
mod base_constructor;
mod bases;
mod branch;
mod call;
mod callers;
mod changing_global;
mod class;
mod class_template;
mod condition;
mod configuration;
mod context;
mod convert;
mod copying;
mod declare;
mod deduce;
mod definitions;
mod dictionary;
mod entry;
mod enumeration;
mod expression;
mod fields;
mod file;
mod forgotten_attribute;
mod frame;
mod function;
mod hidden_member;
mod hidden_write;
mod implicit;
mod implicit_call;
mod instance;
mod instance_of;
mod journal;
mod jump;
mod known_call;
mod lambda;
mod launch;
mod let_out;
mod limits;
mod list;
mod macro_expansion;
mod member;
mod merge;
mod module;
mod name;
mod narrow;
mod number_type;
mod open;
mod overload;
mod pack;
mod possible_macros;
mod problem;
mod python;
mod reached_object;
mod read_only;
mod record;
mod record_class;
mod reference_cast;
mod repetition;
mod rewrite;
mod roots;
mod run_time_name;
mod runner;
mod scope;
mod seen_as;
mod shared_list;
mod sharing;
mod side_by_side;
mod specialization;
mod staged;
mod statement;
mod suppose;
mod template;
mod text;
mod thread;
mod unit;
mod unrolled;
mod unrun;
mod unseen_write;
mod vague_class;
mod virtual_call;
mod walk;
mod widen;
mod written_through;

use std::{
    cell::OnceCell,
    collections::BTreeSet,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rustc_hash::{FxHashMap, FxHashSet};

use layout_algebra::symbolic::Facts;
use layoutlens_syntax::{Language, program::Class};

use super::{
    HeaderPrograms, HostEvaluation, HostFile, HostValue, NotEvaluated, ScopeId, libraries::Libraries,
    library::Library, object::InstanceId,
};
use changing_global::{Global, OpenGlobals};
use configuration::{Choices, Condition};
use context::{ContextId, Contexts};
use definitions::{Definitions, Shared};
use fields::Instances;
use file::{FileId, Files};
use frame::{Began, Frame, Frames};
use journal::Change;
use jump::WriteLog;
use known_call::KnownCall;
use launch::Launches;
use macro_expansion::Expansions;
use problem::Refusals;
use record::Records;
use run_time_name::RunTimeNames;
use scope::{Place, ScopeKind, Scopes};
use sharing::Sharing;
use suppose::Suppositions;
use unseen_write::ReferenceNames;

/// The state of one run.
struct Interpreter<'a> {
    /// What statements say of names.
    pub(crate) facts: &'a Facts,
    files: Files<'a>,
    language: Language,
    library: &'static dyn Library,
    /// Names that the library was asked for, and what it answered.
    library_names: FxHashMap<String, Option<HostValue>>,
    /// The functions among them.
    library_functions: FxHashMap<String, Option<HostValue>>,
    definitions: Definitions<'a>,
    expansions: Expansions,
    shared: Shared,
    scopes: Scopes,
    /// The scope of each namespace of a file that declares variables or aliases.
    namespace_scopes: FxHashMap<(FileId, &'a [String]), ScopeId>,
    /// The first scope that is neither a file's nor a namespace's.
    first_inner_scope: ScopeId,
    /// Classes with their arguments.
    class_scopes: Vec<ClassScope>,
    /// The names of a class's own members, by the address of its definition.
    member_names: FxHashMap<usize, (Arc<Class>, FxHashSet<String>)>,
    /// The attributes that Python code assigns, looked for once.
    assigned_attributes: std::cell::OnceCell<assigned_attribute::AssignedAttributes>,
    instances: Instances,
    /// Objects of Python classes, in the order in which they are made.
    made_objects: Vec<HostValue>,
    /// Which of the instances were made by files that import the first one, and by which.
    made_by_callers: Vec<(std::ops::Range<InstanceId>, FileId)>,
    journal: Vec<Change>,
    sharing: Sharing,
    known_calls: Vec<KnownCall>,
    /// Variables outside of functions that may change, once that is asked.
    changing_globals: OnceCell<Vec<Global<'a>>>,
    /// Types through which what they are made of may be written, once that is asked.
    reference_names: OnceCell<ReferenceNames<'a>>,
    /// Those that other code may write, once that is asked.
    open_globals: OnceCell<OpenGlobals>,
    /// How often a variable outside of functions was read that may change.
    changing_globals_read: usize,
    names: RunTimeNames,
    /// Variables that loops gave other names, by the file of the loop and the byte where its body begins.
    renamed: FxHashMap<(FileId, usize), Vec<Arc<str>>>,
    frames: Frames,
    contexts: Contexts,
    records: Records,
    refusals: Refusals,
    suppositions: Suppositions,
    /// The fields that the program assigns from outside of their classes, once that is asked for.
    written_fields: Option<FxHashSet<String>>,
    /// Functions that were run, by the bytes where they begin in the first file.
    reached: FxHashSet<usize>,
    /// Which branches of conditional compilation the program holds.
    choices: Choices,
    /// Conditions that are not decided, and under which values differ.
    conflicts: BTreeSet<Condition>,
    /// Whether the first file predicates its copies: then sizes that are no multiples of a tile are no problem.
    predicates: OnceCell<bool>,
    steps: usize,
    /// How many of them rounds of loops took.
    unrolled_steps: usize,
    /// Says whether nobody waits for the evaluation any longer.
    is_outdated: IsOutdated<'a>,
    /// Whether it was given up.
    is_given_up: bool,
    /// How many steps there are.
    step_limit: usize,
    nesting: usize,
    /// Whether what is run is called by nothing that is known.
    runs_root: bool,
    /// What lists of Python held so far.
    lists: shared_list::Lists,
    /// What operators of classes write.
    implicit: hidden_write::ImplicitWrites,
    /// What code writes that runs where no call of it stands.
    implicit_code: OnceCell<implicit::ImplicitCode>,
    /// The functions of a Python program, once one is called that is not run.
    program_functions: Option<unrun::ProgramFunctions<'a>>,
    /// Why nothing is known of Python classes, by the address of the definition.
    vague_classes: FxHashMap<usize, (Arc<Class>, Option<&'static str>)>,
    /// The object of which a Python attribute was asked for last.
    last_owner: Option<HostValue>,
    /// Attributes that were assigned where a class has some of the same name, which is seen where they are not.
    hiding: FxHashSet<Place>,
    /// What Python classes began with in their attributes, which are evaluated when they are asked for first.
    class_defaults: FxHashMap<Place, HostValue>,
    /// Scopes of functions that the DSL compiles.
    staged_scopes: staged::StagedScopes,
    /// How many `try` are around the code at hand, through calls.
    attempts: usize,
    /// Whether the next call of a function hands it over to be compiled.
    hands_over: bool,
    /// How often the library called functions of the program.
    calls_of_library: usize,
    /// What was written while somebody listens, also what was taken back.
    write_log: WriteLog,
    /// Whether code is run to see what it writes only.
    is_dry: bool,
    /// Of a program around a header: which kernels it launched, and how often.
    launches: Option<Launches>,
}

/// Says whether nobody waits for an evaluation any longer.
type IsOutdated<'a> = &'a (dyn Fn() -> bool + Sync);

/// A class with its arguments, and where its members are evaluated.
#[derive(Debug)]
struct ClassScope {
    class: super::ClassValue,
    /// The scope that the members see.
    scope: ScopeId,
    /// The call in which the class first came up.
    context: ContextId,
    /// What it inherits from, once that is known.
    bases: Option<Arc<[HostValue]>>,
}

impl fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter")
            .field("language", &self.language)
            .field("steps", &self.steps)
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

/// Runs the first file; the others are what it includes or imports, the units programs that include it.
pub(super) fn run(
    main: &HostFile,
    others: &[HostFile],
    programs: &HeaderPrograms,
    facts: &Facts,
    is_outdated: IsOutdated<'_>,
) -> Result<HostEvaluation, NotEvaluated> {
    if !roots::uses_library(main) {
        return Ok(HostEvaluation::default());
    }
    // Whoever sees it first tells all.
    let is_given_up = AtomicBool::new(false);
    let is_outdated = || {
        is_given_up.load(Ordering::Relaxed)
            || is_outdated() && {
                is_given_up.store(true, Ordering::Relaxed);
                true
            }
    };
    let work = || unit::run(main, others, programs, facts, &is_outdated);
    let evaluation = thread::on_its_own(limits::STACK_BYTES, work)?;
    if is_given_up.load(Ordering::Relaxed) { Err(NotEvaluated::Outdated) } else { Ok(evaluation) }
}

impl<'a> Interpreter<'a> {
    fn new(
        main: &'a HostFile,
        others: &'a [HostFile],
        facts: &'a Facts,
        choices: Choices,
        is_outdated: IsOutdated<'a>,
    ) -> Self {
        let others = others.iter().filter(|file| file.language == main.language);
        let mut scopes = Scopes::default();
        let files = Files::new(main, others, |file| scopes.open(None, ScopeKind::File, file));
        let definitions = match main.language {
            Language::Cuda | Language::Rust => Definitions::of(&files),
            // A module's names are bound when its statements run.
            Language::Python => Definitions::default(),
        };
        let namespaces = definitions
            .namespaces()
            .into_iter()
            .map(|(file, path)| ((file, path), scopes.open(Some(files.scope(file)), ScopeKind::Block, file)));
        let namespace_scopes = namespaces.collect();
        let instances = Instances::default();
        let began = Began { scopes: scopes.next(), instances: instances.next(), changes: 0 };
        let lowest = Frame::outside(FileId::MAIN, files.scope(FileId::MAIN), began);
        Self {
            facts,
            language: main.language,
            library: Libraries::of(main.language).meaning,
            library_names: FxHashMap::default(),
            library_functions: FxHashMap::default(),
            definitions,
            expansions: Expansions::default(),
            shared: Shared::default(),
            scopes,
            namespace_scopes,
            class_scopes: Vec::new(),
            member_names: FxHashMap::default(),
            assigned_attributes: std::cell::OnceCell::new(),
            first_inner_scope: began.scopes,
            instances,
            made_objects: Vec::new(),
            made_by_callers: Vec::new(),
            journal: Vec::new(),
            sharing: Sharing::default(),
            known_calls: Vec::new(),
            changing_globals: OnceCell::new(),
            reference_names: OnceCell::new(),
            open_globals: OnceCell::new(),
            changing_globals_read: 0,
            names: RunTimeNames::default(),
            renamed: FxHashMap::default(),
            frames: Frames::new(lowest),
            contexts: Contexts::default(),
            records: Records::default(),
            refusals: Refusals::default(),
            suppositions: Suppositions::default(),
            written_fields: None,
            reached: FxHashSet::default(),
            files,
            choices,
            conflicts: BTreeSet::new(),
            predicates: OnceCell::new(),
            steps: 0,
            unrolled_steps: 0,
            is_outdated,
            is_given_up: false,
            step_limit: limits::MAX_STEPS,
            nesting: 0,
            runs_root: false,
            lists: shared_list::Lists::default(),
            implicit: FxHashMap::default(),
            implicit_code: OnceCell::new(),
            program_functions: None,
            vague_classes: FxHashMap::default(),
            hiding: FxHashSet::default(),
            class_defaults: FxHashMap::default(),
            last_owner: None,
            staged_scopes: FxHashSet::default(),
            attempts: 0,
            hands_over: false,
            calls_of_library: 0,
            write_log: WriteLog::default(),
            is_dry: false,
            launches: None,
        }
    }

    fn is_python(&self) -> bool {
        self.language == Language::Python
    }

    /// Counts a step; `false` when there are no more.
    fn step(&mut self) -> bool {
        self.count_steps(1);
        self.steps <= self.step_limit && !self.is_given_up && !self.suppositions.are_contradicted()
    }

    fn count_steps(&mut self, count: usize) {
        let before = self.steps / limits::STEPS_BETWEEN_LOOKS;
        self.steps += count;
        if self.steps / limits::STEPS_BETWEEN_LOOKS != before && !self.is_given_up {
            self.is_given_up = (self.is_outdated)();
        }
    }

    /// The scope at hand.
    fn scope(&self) -> ScopeId {
        self.frames.top().scope
    }

    /// The file of the code at hand.
    fn file(&self) -> FileId {
        self.frames.top().file
    }

    /// Does `work` with another scope at hand.
    fn within<T>(&mut self, scope: ScopeId, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.frames.top_mut().scope, scope);
        let result = work(self);
        self.frames.top_mut().scope = outer;
        result
    }
}
