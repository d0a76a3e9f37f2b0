//! The state of one run.

use std::{cell::OnceCell, collections::BTreeSet, fmt, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{
    block::Block,
    evaluation::HostFile,
    library::Library,
    object::{ClassValue, InstanceId},
    outside::Outside,
    scope::ScopeId,
    value::HostValue,
};
use layoutlens_syntax::{
    Language,
    program::{Class, Function},
};

use crate::{
    entry::taken::Taken,
    kept::of_pass::OfPass,
    limits::{MAX_STEPS, STEPS_BETWEEN_LOOKS},
    python::read_dictionary::ReadDictionaries,
    state::{
        address::Address,
        assigned_attributes::AssignedAttributes,
        began::Began,
        change::Change,
        choices::{Choices, Condition},
        class_scope::ClassScope,
        context::Contexts,
        definitions::{Definitions, Shared},
        expansions::Expansions,
        fields::Instances,
        file::{FileId, Files},
        frame::{Frame, Frames},
        function_start::FunctionStart,
        global::{Global, OpenGlobals},
        implicit_code::{ImplicitCode, ImplicitWrites},
        known_call::KnownCall,
        launches::Launches,
        lists::Lists,
        out_of_sight::OutOfSight,
        program_functions::ProgramFunctions,
        qualified_types::QualifiedTypes,
        raised::Raised,
        records::Records,
        reference_names::ReferenceNames,
        refusals::Refusals,
        run_time_name::RunTimeNames,
        scope::{Place, ScopeKind, Scopes},
        sharing::Sharing,
        staged_scopes::StagedScopes,
        unseen_calls::UnseenCalls,
        write_log::WriteLog,
        writing_classes::WritingClasses,
    },
    suppose::{cpp::taken_apart::Called, supposition::Suppositions},
};

/// The state of one run.
pub(crate) struct Interpreter<'a> {
    /// What is given besides the code.
    pub(crate) outside: Outside<'a>,
    pub(crate) files: Files<'a>,
    pub(crate) language: Language,
    pub(crate) library: &'static dyn Library,
    /// Names that the library was asked for, and what it answered.
    pub(crate) library_names: FxHashMap<String, Option<HostValue>>,
    /// The functions among them.
    pub(crate) library_functions: FxHashMap<String, Option<HostValue>>,
    pub(crate) definitions: Definitions<'a>,
    /// Aliases that are being evaluated and name themselves, each with the scope in which it is not seen.
    pub(crate) own_aliases: Vec<(ScopeId, String)>,
    pub(crate) expansions: Expansions,
    /// The functions of the first file by their names, once they are asked for.
    pub(crate) called: Option<Arc<Called<'a>>>,
    pub(crate) shared: Shared,
    pub(crate) scopes: Scopes,
    /// The scope of each namespace of a file that declares variables or aliases.
    pub(crate) namespace_scopes: FxHashMap<(FileId, &'a [String]), ScopeId>,
    /// The first scope that is neither a file's nor a namespace's.
    pub(crate) first_inner_scope: ScopeId,
    /// Classes with their arguments.
    pub(crate) class_scopes: Vec<ClassScope>,
    /// The names of a class's own members, by the address of its definition.
    pub(crate) member_names: FxHashMap<Address, (Arc<Class>, FxHashSet<String>)>,
    /// Whether the bodies of functions have jumps, by the address of the definition.
    pub(crate) jumping: FxHashMap<Address, (Arc<Function>, bool)>,
    /// The attributes that Python code assigns, looked for once.
    pub(crate) assigned_attributes: std::cell::OnceCell<AssignedAttributes>,
    /// Where dictionaries of attributes are only read, once it is asked.
    pub(crate) read_dictionaries: std::cell::OnceCell<ReadDictionaries<'a>>,
    pub(crate) instances: Instances,
    /// Objects of Python classes, in the order in which they are made.
    pub(crate) made_objects: Vec<HostValue>,
    /// Which of the instances were made by files that import the first one, and by which.
    pub(crate) made_by_callers: Vec<(std::ops::Range<InstanceId>, FileId)>,
    pub(crate) journal: Vec<Change>,
    /// The classes of C++ whose fields are being given their values, those of outer objects first.
    pub(crate) filled: Vec<ClassValue>,
    pub(crate) sharing: Sharing,
    pub(crate) known_calls: Vec<KnownCall>,
    /// Variables outside of functions that may change, once that is asked.
    pub(crate) changing_globals: OnceCell<Vec<Global<'a>>>,
    /// Types through which what they are made of may be written, once that is asked.
    pub(crate) reference_names: OnceCell<ReferenceNames<'a>>,
    /// Those that other code may write, once that is asked.
    pub(crate) open_globals: OnceCell<OpenGlobals>,
    /// The names of those that code writes where no call of it stands, once that is asked.
    pub(crate) names_written_out_of_sight: OnceCell<FxHashSet<&'a str>>,
    /// Types that may be `const` though their value does not say so, once that is asked.
    pub(crate) qualified_types: OnceCell<QualifiedTypes<'a>>,
    /// Classes that write what their objects are made of, once that is asked.
    pub(crate) writing_classes: OnceCell<WritingClasses<'a>>,
    /// How often a variable outside of functions was read that may change.
    pub(crate) changing_globals_read: usize,
    pub(crate) names: RunTimeNames,
    /// Variables that loops gave other names, by the file of the loop and the byte where its body begins.
    pub(crate) renamed: FxHashMap<(FileId, usize), Vec<Arc<str>>>,
    pub(crate) frames: Frames,
    pub(crate) contexts: Contexts,
    pub(crate) records: Records,
    pub(crate) refusals: Refusals,
    pub(crate) suppositions: Suppositions,
    /// The fields that the program assigns from outside of their classes, once that is asked for.
    pub(crate) written_fields: Option<FxHashSet<String>>,
    /// Functions of the first file that were run.
    pub(crate) reached: FxHashSet<FunctionStart>,
    /// Which branches of conditional compilation the program holds.
    pub(crate) choices: Choices,
    /// Conditions that are not decided, and under which values differ.
    pub(crate) conflicts: BTreeSet<Condition>,
    /// Whether the first file predicates its copies: then sizes that are no multiples of a tile are no problem.
    pub(crate) predicates: OnceCell<bool>,
    /// Whether the first file only instantiates and calls what others define.
    pub(crate) hands_on: OnceCell<bool>,
    pub(crate) steps: usize,
    /// How many of them rounds of loops took.
    pub(crate) unrolled_steps: usize,
    /// Whether it was given up.
    pub(crate) is_given_up: bool,
    /// How many steps there are.
    pub(crate) step_limit: usize,
    /// How many frames there are where a type of an expression is asked for that is not computed, `decltype(f(S{}))`.
    pub(crate) typing: Option<usize>,
    /// Behind how many it ends when conditions matter that may be decided otherwise in another run; all of them where
    /// none follows.
    pub(crate) steps_before_deciding: usize,
    pub(crate) nesting: usize,
    /// Whether what is run is called by nothing that is known.
    pub(crate) runs_root: bool,
    /// What lists of Python held so far.
    pub(crate) lists: Lists,
    /// What operators of classes write.
    pub(crate) implicit: ImplicitWrites,
    /// What code writes that runs where no call of it stands.
    pub(crate) implicit_code: OnceCell<ImplicitCode>,
    /// The functions of a Python program, once one is called that is not run.
    pub(crate) program_functions: Option<ProgramFunctions<'a>>,
    /// Objects of Python that were made ones of another class.
    pub(crate) of_another_class: FxHashSet<InstanceId>,
    /// Why nothing is known of Python classes, by the address of the definition.
    pub(crate) vague_classes: FxHashMap<Address, (Arc<Class>, Option<&'static str>)>,
    /// The object of which a Python attribute was asked for last.
    pub(crate) last_owner: Option<HostValue>,
    /// Whether functions may be called, or be others, behind what writes them by their names.
    pub(crate) has_unseen_calls: bool,
    /// What of a C++ file may be called where it is not seen; found when all was run.
    pub(crate) called_out_of_sight: OutOfSight,
    /// What is called that is not known.
    pub(crate) unseen_calls: UnseenCalls,
    /// Values that statements take apart, by the depth of calls and where each stands.
    pub(crate) taken_apart: Vec<(usize, usize, HostValue)>,
    /// Attributes that were assigned where a class has some of the same name, which is seen where they are not.
    pub(crate) hiding: FxHashSet<Place>,
    /// What Python classes began with in their attributes, which are evaluated when they are asked for first.
    pub(crate) class_defaults: FxHashMap<Place, HostValue>,
    /// Scopes of functions that the DSL compiles.
    pub(crate) staged_scopes: StagedScopes,
    /// How many `try` are around the code at hand, through calls.
    pub(crate) attempts: usize,
    /// In Python, what the statement at hand called last that certainly raises.
    pub(crate) raised: Option<Raised>,
    /// Whether the next call of a function hands it over to be compiled.
    pub(crate) hands_over: bool,
    /// How often the library called functions of the program.
    pub(crate) calls_of_library: usize,
    /// What was written while somebody listens, also what was taken back.
    pub(crate) write_log: WriteLog,
    /// Whether code is run to see what it writes only.
    pub(crate) is_dry: bool,
    /// Whether no condition is taken for certain: a run that looks for all that may be written.
    pub(crate) opens_conditions: bool,
    /// Of a program around a header: which kernels it launched, and how often.
    pub(crate) launches: Option<Launches>,
    /// The names of all that may come to something of the first file, once that is asked for.
    pub(crate) come_to_main: Option<FxHashSet<String>>,
    /// The threads with which the kernel at hand was launched.
    pub(crate) block: Block,
    /// How many frames were there when it was launched.
    pub(crate) launched_at: usize,
    /// What of the run is kept for later revisions of the file, and is known from an earlier one.
    pub(crate) of_pass: Option<Arc<OfPass>>,
    /// Templates of functions that code names with arguments.
    pub(crate) taken: Vec<Taken>,
    /// Those that were named, the ones that are called included.
    pub(crate) named_templates: FxHashSet<Address>,
    /// Those templates of functions that were called.
    pub(crate) ran_templates: FxHashSet<Address>,
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

impl<'a> Interpreter<'a> {
    pub(crate) fn new(
        main: &'a HostFile,
        others: &'a [HostFile],
        outside: Outside<'a>,
        choices: Choices,
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
            outside,
            language: main.language,
            library: outside.libraries.meaning,
            library_names: FxHashMap::default(),
            own_aliases: Vec::new(),
            library_functions: FxHashMap::default(),
            definitions,
            expansions: Expansions::default(),
            called: None,
            shared: Shared::default(),
            scopes,
            namespace_scopes,
            class_scopes: Vec::new(),
            member_names: FxHashMap::default(),
            jumping: FxHashMap::default(),
            assigned_attributes: std::cell::OnceCell::new(),
            read_dictionaries: std::cell::OnceCell::new(),
            first_inner_scope: began.scopes,
            instances,
            made_objects: Vec::new(),
            made_by_callers: Vec::new(),
            journal: Vec::new(),
            filled: Vec::new(),
            sharing: Sharing::default(),
            known_calls: Vec::new(),
            changing_globals: OnceCell::new(),
            reference_names: OnceCell::new(),
            open_globals: OnceCell::new(),
            names_written_out_of_sight: OnceCell::new(),
            qualified_types: OnceCell::new(),
            writing_classes: OnceCell::new(),
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
            hands_on: OnceCell::new(),
            steps: 0,
            unrolled_steps: 0,
            is_given_up: false,
            step_limit: MAX_STEPS,
            steps_before_deciding: usize::MAX,
            typing: None,
            nesting: 0,
            runs_root: false,
            lists: Lists::default(),
            implicit: FxHashMap::default(),
            implicit_code: OnceCell::new(),
            program_functions: None,
            vague_classes: FxHashMap::default(),
            of_another_class: FxHashSet::default(),
            hiding: FxHashSet::default(),
            class_defaults: FxHashMap::default(),
            last_owner: None,
            has_unseen_calls: false,
            called_out_of_sight: OutOfSight::default(),
            unseen_calls: UnseenCalls::default(),
            taken_apart: Vec::new(),
            staged_scopes: FxHashSet::default(),
            attempts: 0,
            raised: None,
            hands_over: false,
            calls_of_library: 0,
            write_log: WriteLog::default(),
            is_dry: false,
            opens_conditions: false,
            launches: None,
            come_to_main: None,
            block: Block::UNKNOWN,
            launched_at: 0,
            of_pass: None,
            taken: Vec::new(),
            named_templates: FxHashSet::default(),
            ran_templates: FxHashSet::default(),
        }
    }

    pub(crate) fn is_python(&self) -> bool {
        self.language == Language::Python
    }

    /// Whether the type of a variable says what it holds, as `Int<4>` does in C++: no assignment changes that.
    pub(crate) fn has_static_types(&self) -> bool {
        self.language == Language::Cuda
    }

    /// Counts a step; `false` when there are no more.
    pub(crate) fn step(&mut self) -> bool {
        self.count_steps(1);
        self.steps <= self.step_limit && !self.is_given_up && !self.suppositions.are_contradicted()
    }

    pub(crate) fn count_steps(&mut self, count: usize) {
        let before = self.steps / STEPS_BETWEEN_LOOKS;
        self.steps += count;
        if self.steps / STEPS_BETWEEN_LOOKS != before && !self.is_given_up {
            self.is_given_up = (self.outside.is_outdated)();
            if self.steps > self.steps_before_deciding && self.may_decide_conditions() {
                self.step_limit = self.step_limit.min(self.steps);
            }
        }
    }

    /// The scope at hand.
    pub(crate) fn scope(&self) -> ScopeId {
        self.frames.top().scope
    }

    /// The file of the code at hand.
    pub(crate) fn file(&self) -> FileId {
        self.frames.top().file
    }

    /// Does `work` with another scope at hand.
    pub(crate) fn within<T>(&mut self, scope: ScopeId, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.frames.top_mut().scope, scope);
        let result = work(self);
        self.frames.top_mut().scope = outer;
        result
    }
}
