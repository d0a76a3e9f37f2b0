//! What one run of a function that nothing calls left, and the same where it stands in a later revision.

use std::{collections::BTreeSet, sync::Arc};

use layoutlens_host_value::{problem::Problem, supposition::Supposition};
use layoutlens_syntax::{Name, same_code::Places};
use rustc_hash::FxHashMap;

use crate::state::{
    address::Address,
    choices::Condition,
    context::Context,
    function_start::FunctionStart,
    records::{Found, NodeRecord, Records, VariableRecord},
    refusals::{Cost, Refusals},
};

/// What a root left. It made no object and brought up no class, and nothing that was there before it is another value.
#[derive(Debug)]
pub(crate) struct RootRun {
    /// Whether the file mentioned the function.
    pub(super) is_mentioned: bool,
    pub(super) steps: usize,
    /// How many of them rounds of loops took.
    pub(super) unrolled_steps: usize,
    pub(super) records: Records,
    /// Its calls; their numbers begin with the first of them.
    pub(super) contexts: Vec<Context>,
    pub(super) refusals: Refusals,
    pub(super) reached: Vec<FunctionStart>,
    /// The templates of functions of the first file that were called, and those of others.
    pub(super) own_templates: Vec<FunctionStart>,
    pub(super) other_templates: Vec<Address>,
    pub(super) conflicts: BTreeSet<Condition>,
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
            let lambda = match context.lambda {
                Some((file, start)) if file.is_main() => Some((file, places.of_byte(start)?)),
                other => other,
            };
            Some(Context { range, lambda, ..context.clone() })
        };
        Some(Self {
            is_mentioned: self.is_mentioned,
            steps: self.steps,
            unrolled_steps: self.unrolled_steps,
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
    pub(super) fn since(&self, (variables, nodes): (usize, usize), contexts: usize) -> Option<Self> {
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
    pub(super) fn append(&mut self, other: &Self, contexts: usize) {
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
                lambda: match record.lambda {
                    Some(start) => Some(places.of_byte(start)?),
                    None => None,
                },
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
pub(crate) struct OwnFunctions {
    starts: FxHashMap<Address, FunctionStart>,
    addresses: FxHashMap<FunctionStart, Address>,
}

impl OwnFunctions {
    pub(super) fn add(&mut self, address: Address, start: FunctionStart) {
        self.starts.insert(address, start);
        self.addresses.insert(start, address);
    }

    pub(super) fn start_of(&self, function: Address) -> Option<FunctionStart> {
        self.starts.get(&function).copied()
    }

    pub(super) fn address_of(&self, function: FunctionStart) -> Option<Address> {
        self.addresses.get(&function).copied()
    }
}
