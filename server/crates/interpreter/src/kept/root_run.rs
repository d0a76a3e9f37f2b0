//! What one run of a function that nothing calls left: taken out of a run, moved, and taken in by a later one.

use std::{collections::BTreeSet, sync::Arc};

use layoutlens_host_value::{problem::Problem, supposition::Supposition};
use layoutlens_syntax::{Name, program::Item, same_code::Places};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    code::each_function::each_function,
    state::{
        address::Address,
        began::Began,
        choices::Condition,
        context::Context,
        function_start::FunctionStart,
        implicit_code::Code,
        interpreter::Interpreter,
        records::{Found, NodeRecord, Records, VariableRecord},
        refusals::{Cost, Refusals},
    },
};

/// What a root left. It made no object and brought up no class, and nothing that was there before it is another value.
#[derive(Debug)]
pub(super) struct RootRun {
    /// Whether the file mentioned the function.
    pub(super) is_mentioned: bool,
    pub(super) steps: usize,
    records: Records,
    /// Its calls; their numbers begin with the first of them.
    contexts: Vec<Context>,
    refusals: Refusals,
    reached: Vec<FunctionStart>,
    /// The templates of functions of the first file that were called, and those of others.
    own_templates: Vec<FunctionStart>,
    other_templates: Vec<Address>,
    conflicts: BTreeSet<Condition>,
}

/// Where a root began.
pub(super) struct Mark {
    records: (usize, usize),
    contexts: usize,
    began: Began,
    reached: FxHashSet<FunctionStart>,
    ran_templates: FxHashSet<Address>,
    taken: usize,
    refusals: Refusals,
    conflicts: BTreeSet<Condition>,
    steps: usize,
}

/// What a root turned out to have done.
pub(super) enum Behind {
    /// What it left, for later revisions.
    Run(Arc<RootRun>),
    /// Something that is not told here: it is run again in each revision.
    More,
    /// Other roots may see what it did.
    Entangled,
}

impl Interpreter<'_> {
    /// Where the root that is run next begins.
    pub(super) fn mark_of_root(&mut self) -> Mark {
        Mark {
            records: self.records.mark(),
            contexts: self.contexts.count(),
            began: self.now(),
            reached: self.reached.clone(),
            ran_templates: self.ran_templates.clone(),
            taken: self.taken.len(),
            refusals: std::mem::take(&mut self.refusals),
            conflicts: std::mem::take(&mut self.conflicts),
            steps: self.steps,
        }
    }

    /// What the root left that began there.
    pub(super) fn behind_root(&mut self, mark: Mark, is_mentioned: bool, own: &OwnFunctions) -> Behind {
        let refusals = std::mem::replace(&mut self.refusals, mark.refusals);
        let conflicts = std::mem::replace(&mut self.conflicts, mark.conflicts);
        self.refusals.absorb(refusals.clone());
        self.conflicts.extend(conflicts.iter().cloned());
        let replaced = self.replaced_since(mark.began.changes, self.open_globals());
        // The object of a method is supposed for that method alone.
        if replaced
            && (!self.suppositions.is_supposing || self.replaced_older_since(mark.began, self.open_globals()))
        {
            return Behind::Entangled;
        }
        // What has to do with objects and classes is known by where they lie in this run.
        let is_alone = self.instances.next().index() == 0
            && self.class_scopes.is_empty()
            && self.suppositions.of_classes.is_empty()
            && self.were_called(mark.taken);
        if !is_alone {
            return Behind::More;
        }
        let mut templates = self.ran_templates.difference(&mark.ran_templates);
        let (mut own_templates, mut other_templates) = (Vec::new(), Vec::new());
        let all_known = templates.all(|template| {
            if let Some(start) = own.start_of(*template) {
                own_templates.push(start);
                return true;
            }
            let is_of_other = self.definitions.file_of(*template).is_some_and(|file| !file.is_main());
            if is_of_other {
                other_templates.push(*template);
            }
            is_of_other
        });
        let (Some(contexts), true) = (self.contexts.since(mark.contexts), all_known) else {
            return Behind::More;
        };
        let Some(records) = self.records.since(mark.records, mark.contexts) else { return Behind::More };
        Behind::Run(Arc::new(RootRun {
            is_mentioned,
            steps: self.steps - mark.steps,
            records,
            contexts,
            refusals,
            reached: self.reached.difference(&mark.reached).copied().collect(),
            own_templates,
            other_templates,
            conflicts,
        }))
    }

    /// Has the root done here what it did in another run.
    pub(super) fn take_in(&mut self, run: &RootRun, own: &OwnFunctions) {
        let behind = self.contexts.count();
        self.contexts.append(&run.contexts);
        self.records.append(&run.records, behind);
        self.refusals.absorb(run.refusals.clone());
        self.reached.extend(&run.reached);
        self.ran_templates.extend(run.own_templates.iter().filter_map(|start| own.address_of(*start)));
        self.ran_templates.extend(&run.other_templates);
        self.conflicts.extend(run.conflicts.iter().cloned());
        self.steps += run.steps;
    }
}

impl RootRun {
    /// The same, of code that stands at `places` now; `None` where one of them is not known.
    pub(super) fn at(&self, places: &impl Places) -> Option<Self> {
        let start = |start: &FunctionStart| Some(FunctionStart::at(places.of_byte(start.byte())?));
        let context = |context: &Context| {
            let range = match context.file.is_main() {
                true => places.of_range(&context.range)?,
                false => context.range.clone(),
            };
            Some(Context { range, ..context.clone() })
        };
        Some(Self {
            is_mentioned: self.is_mentioned,
            steps: self.steps,
            records: self.records.at(places)?,
            contexts: self.contexts.iter().map(context).collect::<Option<_>>()?,
            refusals: self.refusals.at(places)?,
            reached: self.reached.iter().map(start).collect::<Option<_>>()?,
            own_templates: self.own_templates.iter().map(start).collect::<Option<_>>()?,
            other_templates: self.other_templates.clone(),
            conflicts: self.conflicts.clone(),
        })
    }
}

impl Records {
    /// What was found since, with calls counted from the first one of these; `None` where it was found in an earlier one.
    fn since(&self, (variables, nodes): (usize, usize), contexts: usize) -> Option<Self> {
        let found =
            |found: &Found| Some(Found { context: found.context.counted_from(contexts)?, ..found.clone() });
        let variable =
            |record: &VariableRecord| Some(VariableRecord { found: found(&record.found)?, ..record.clone() });
        let node = |record: &NodeRecord| Some(NodeRecord { found: found(&record.found)?, ..record.clone() });
        Some(Self {
            variables: self.variables.get(variables..)?.iter().map(variable).collect::<Option<_>>()?,
            nodes: self.nodes.get(nodes..)?.iter().map(node).collect::<Option<_>>()?,
        })
    }

    /// Adds what was found elsewhere, whose calls stand behind `contexts` others here.
    fn append(&mut self, other: &Self, contexts: usize) {
        let found = |found: &Found| Found { context: found.context.behind(contexts), ..found.clone() };
        let variables = other.variables.iter();
        self.variables
            .extend(variables.map(|record| VariableRecord { found: found(&record.found), ..record.clone() }));
        let nodes = other.nodes.iter();
        self.nodes.extend(nodes.map(|record| NodeRecord { found: found(&record.found), ..record.clone() }));
    }

    fn at(&self, places: &impl Places) -> Option<Self> {
        let variable = |record: &VariableRecord| {
            Some(VariableRecord {
                name: Name { range: places.of_range(&record.name.range)?, text: record.name.text.clone() },
                statement: places.of_range(&record.statement)?,
                kind: record.kind,
                visible: places.of_range(&record.visible)?,
                found: record.found.at(places)?,
            })
        };
        let node = |record: &NodeRecord| {
            Some(NodeRecord { range: places.of_range(&record.range)?, found: record.found.at(places)? })
        };
        Some(Self {
            variables: self.variables.iter().map(variable).collect::<Option<_>>()?,
            nodes: self.nodes.iter().map(node).collect::<Option<_>>()?,
        })
    }
}

impl Found {
    fn at(&self, places: &impl Places) -> Option<Self> {
        let binds = |held: &&Arc<Vec<Supposition>>| held.iter().any(|held| held.binding.is_some());
        let supposed = match self.supposed.as_ref().filter(binds) {
            Some(held) => {
                Some(Arc::new(held.iter().map(|supposition| supposition.at(places)).collect::<Option<_>>()?))
            }
            None => self.supposed.clone(),
        };
        Some(Self { supposed, ..self.clone() })
    }
}

impl Refusals {
    fn at(&self, places: &impl Places) -> Option<Self> {
        let place = |(start, end): &(usize, usize)| {
            let range = places.of_range(&(*start..*end))?;
            Some((range.start, range.end))
        };
        let maybe = |problem: &Option<Problem>| match problem {
            Some(problem) => problem.at(places).map(Some),
            None => Some(None),
        };
        let cost = |cost: &Cost| Some(Cost { problem: maybe(&cost.problem)?, caller: cost.caller.clone() });
        let mut moved = Self::default();
        for (at, said) in &self.refused {
            moved.refused.insert(place(at)?, said.iter().map(maybe).collect::<Option<_>>()?);
        }
        for at in &self.accepted {
            moved.accepted.insert(place(at)?);
        }
        for (at, problem) in &self.failed {
            moved.failed.insert(place(at)?, problem.at(places)?);
        }
        for (at, costs) in &self.costs {
            moved.costs.insert(place(at)?, costs.iter().map(cost).collect::<Option<_>>()?);
        }
        Some(moved)
    }
}

/// The functions of the first file, by where they begin and by where they lie.
#[derive(Debug, Default)]
pub(super) struct OwnFunctions {
    starts: FxHashMap<Address, FunctionStart>,
    addresses: FxHashMap<FunctionStart, Address>,
}

impl OwnFunctions {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut all = Self::default();
        each_function(items, None, &mut |code: Code<'_>| {
            let (address, start) = (Address::of(code.function), FunctionStart::of(code.function));
            all.starts.insert(address, start);
            all.addresses.insert(start, address);
        });
        all
    }

    fn start_of(&self, function: Address) -> Option<FunctionStart> {
        self.starts.get(&function).copied()
    }

    fn address_of(&self, function: FunctionStart) -> Option<Address> {
        self.addresses.get(&function).copied()
    }
}
