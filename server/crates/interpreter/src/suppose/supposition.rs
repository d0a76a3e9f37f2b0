//! What is supposed of what nothing in the program gives.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{
    object::InstanceId, scope::ScopeId, suggestions::Generation, supposition::Supposition,
    taken_apart::TakenApart, value::HostValue,
};

use layoutlens_syntax::program::Item;

use crate::{
    python::command_line::CommandOption,
    state::{address::Address, function_start::FunctionStart},
    suppose::{
        arms::Arms,
        cpp::{name_uses::NameUses, truths::Truths},
        picks::Picks,
        refused_ranks::RefusedRanks,
        told_of::Told,
    },
};

/// How a class uses the names in it.
#[derive(Debug)]
pub(crate) struct UsedInClass {
    /// The class's, held as long as it is known by its address.
    pub(crate) _of: Arc<[Item]>,
    pub(crate) names: NameUses,
}

/// What a class takes of objects of the types that template parameters of a name stand for.
#[derive(Debug)]
pub(crate) struct PartsInClass {
    /// The class's, held as long as it is known by its address.
    pub(crate) _of: Arc<[Item]>,
    pub(crate) parts: Arc<TakenApart>,
}

/// What is supposed in a run of a file.
#[derive(Debug, Default)]
pub(crate) struct Suppositions {
    /// What the code says of its parameters; the first run finds it.
    pub(crate) told: Told,
    /// Whether this run supposes anything.
    pub(crate) is_supposing: bool,
    /// Whether what may be left out is given, and what is off by default is on.
    pub(crate) gives_all: bool,
    /// What is supposed to be true in templates of C++ that is supposed to be false elsewhere.
    pub(crate) truths: Truths,
    /// Whether the root at hand is one of the first file.
    pub(crate) is_open: bool,
    /// A call of C++ that the library refused last, for what is supposed.
    pub(crate) refused_call: Option<Range<usize>>,
    /// What is supposed so far in the root at hand.
    pub(crate) held: Arc<Vec<Supposition>>,
    /// What the objects rest on that earlier roots made or changed.
    pub(crate) of_instances: BTreeMap<InstanceId, Arc<Vec<Supposition>>>,
    /// What the variables of the file rest on that earlier roots changed.
    pub(crate) of_file: Vec<Supposition>,
    /// Which values are taken in the root at hand, where there are several.
    pub(crate) picks: Picks,
    /// Which arms of conditions the attempt at hand came to.
    pub(crate) arms: Arms,
    /// Whether the call whose parameters are about to be bound is run for what is supposed of them.
    pub(crate) is_visit: bool,
    /// Functions of the first file that were run so.
    pub(crate) visited: FxHashSet<FunctionStart>,
    /// How many steps that took.
    pub(crate) visit_steps: usize,
    /// Ranks that the library refuses of tensors of the root at hand.
    pub(crate) refused_ranks: RefusedRanks,
    /// Whether the program does not go on under what is supposed.
    pub(crate) is_contradicted: bool,
    /// Of which class the objects are that variables of a name hold, where that is one class; once that is asked for.
    pub(crate) classes: Option<FxHashMap<String, Option<String>>>,
    /// How many objects are being supposed, one for another.
    pub(crate) making: usize,
    /// Whether the program certainly failed where nothing is supposed.
    pub(crate) has_failed: bool,
    /// From which frame on the program certainly came to where it raised last, counted from the lowest; of several times
    /// the lowest.
    pub(crate) raised_from: Option<usize>,
    /// Whether no other attempt at the root follows.
    pub(crate) is_last: bool,
    /// The name at which an expression of C++ begins that is asked for members.
    pub(crate) asked_of: Option<String>,
    /// Of a C++ file, where the variables are declared that are asked for; of a Python file that is run once more, where the
    /// functions begin that are.
    pub(crate) wanted: Option<Vec<usize>>,
    /// How many parsers of the command line the program has made, and their options.
    pub(crate) parsers: usize,
    pub(crate) options: Vec<CommandOption>,
    /// Functions of a Python file of which not all is known that could be if nothing called them: what they were given was
    /// not known, and they were not visited.
    pub(crate) unvisited: FxHashSet<FunctionStart>,
    /// Functions of a Python file that were roots.
    pub(crate) begun: FxHashSet<FunctionStart>,
    /// Functions of a Python file that were run in roots.
    pub(crate) ran: FxHashSet<FunctionStart>,
    /// How classes use the names in them, by what they hold.
    pub(crate) used_in_classes: FxHashMap<Address, UsedInClass>,
    /// How the functions of the first file use the names in them.
    pub(crate) used_in_functions: FxHashMap<Address, NameUses>,
    /// What classes take of objects of the types that template parameters of a name stand for, by what they hold.
    pub(crate) class_parts: FxHashMap<(Address, String), PartsInClass>,
    /// For which GPUs the C++ file is written, once that is asked for.
    pub(crate) generation: Option<Generation>,
    /// Types that are spelled as code of the library and have run-time numbers.
    pub(crate) spelled: FxHashMap<String, HostValue>,
    /// The paths of C++ values of which nothing is known but what their members are supposed to be, by the reason.
    pub(crate) paths: FxHashMap<String, String>,
    /// What the members of C++ classes rest on that earlier roots asked for.
    pub(crate) of_classes: FxHashMap<ScopeId, Arc<Vec<Supposition>>>,
    /// The classes of which the root at hand asked for members first.
    pub(crate) classes_asked: FxHashSet<ScopeId>,
}

impl Suppositions {
    /// Whether what is supposed cannot be, so that nothing of the root counts.
    pub(crate) fn are_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// What is supposed at this point, for what is found here.
    pub(crate) fn held(&self) -> Option<Arc<Vec<Supposition>>> {
        (self.is_supposing && !self.held.is_empty()).then(|| Arc::clone(&self.held))
    }

    /// A member of a class is asked for that was evaluated before.
    pub(crate) fn ask_class(&mut self, scope: ScopeId) {
        if self.is_open
            && let Some(of_class) = self.of_classes.get(&scope).map(Arc::clone)
        {
            of_class.iter().for_each(|supposition| self.suppose(supposition.clone()));
        }
    }

    /// What the root at hand asked of classes rests on what is supposed in it.
    pub(crate) fn keep_classes(&mut self) {
        for scope in std::mem::take(&mut self.classes_asked) {
            let known = Arc::make_mut(self.of_classes.entry(scope).or_default());
            for supposition in self.held.iter() {
                if !known.contains(supposition) {
                    known.push(supposition.clone());
                }
            }
        }
    }

    /// Outside of roots, where a run supposes: whether something is so of all that the file holds from here on.
    pub(crate) fn suppose_of_file(&mut self, name: &str, is: &str) -> bool {
        let is_of_file = self.is_supposing && !self.is_open;
        if is_of_file {
            let of_file = Supposition { name: name.to_owned(), is: is.to_owned(), binding: None };
            if !self.of_file.contains(&of_file) {
                self.of_file.push(of_file.clone());
            }
            self.suppose(of_file);
        }
        is_of_file
    }

    pub(crate) fn suppose(&mut self, supposition: Supposition) {
        if !self.held.contains(&supposition) {
            Arc::make_mut(&mut self.held).push(supposition);
        }
    }
}

/// Where a root began, to come back to.
pub(crate) struct RootMark {
    pub(crate) journal: usize,
    pub(crate) instances: InstanceId,
    pub(crate) objects: usize,
    pub(crate) records: (usize, usize),
    pub(crate) reached: FxHashSet<FunctionStart>,
    pub(crate) scopes: ScopeId,
    pub(crate) classes: usize,
    /// How many parsers of the command line there were, and how many options.
    pub(crate) parsers: (usize, usize),
}

/// How often a root is run under suppositions.
pub(crate) const ATTEMPTS: usize = 32;

/// The same of C++.
pub(crate) const TEMPLATE_ATTEMPTS: usize = 24;
