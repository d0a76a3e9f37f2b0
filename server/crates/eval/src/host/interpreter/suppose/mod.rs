//! Suppositions: code that nothing calls is run once more, with a value for what nothing gives.
//!
//! The first run remembers what the code says of each parameter of its own ([`told`]): with which types it is compared,
//! how many modes are read of it. The second run gives the parameters such values ([`given`]), root by root, and what has
//! a value then is answered together with all that is supposed in that root ([`joined`]). What contradicts itself is
//! tried once more with other values, then left alone.

mod choice;
mod given;
mod joined;
mod named;
mod told;
mod visit;

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use joined::{Found, condition_of, run};
pub(super) use told::Told;

use layoutlens_syntax::{Expr, Name};

use super::{
    super::{HostValue, ScopeId, object::InstanceId},
    Interpreter,
    file::FileId,
    scope::{Place, ScopeKind},
};

/// A place in the text: the file, and the byte where something begins.
type At = (FileId, usize);

/// What is supposed, or told, something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Slot {
    /// A parameter, by its file and the byte where its name begins.
    Parameter(FileId, usize),
    /// An attribute that nothing gives, by its place among those that were met in the root.
    Attribute(usize),
    /// What lies outside of the program.
    Outside,
}

/// How often a root is run under suppositions.
const ATTEMPTS: usize = 16;

/// How many steps the attempts at one root may take that come to nothing.
const MAX_FAILED_STEPS: usize = 20_000;

/// Something that nothing gives, and what it is taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Supposition {
    name: String,
    /// `= Float16`, `of rank 4 and Float16`.
    is: String,
}

/// What is supposed in a run of a file.
#[derive(Debug, Default)]
pub(super) struct Suppositions {
    /// What the code says of its parameters; the first run finds it.
    pub(super) told: Told,
    /// Whether this run supposes anything.
    pub(super) is_supposing: bool,
    /// Whether the root at hand is one of the first file.
    is_open: bool,
    /// What is supposed so far in the root at hand.
    held: Arc<Vec<Supposition>>,
    /// What the objects rest on that earlier roots made or changed.
    of_instances: BTreeMap<InstanceId, Arc<Vec<Supposition>>>,
    /// What the variables of the file rest on that earlier roots changed.
    of_file: Vec<Supposition>,
    /// Which values are taken in the root at hand, where there are several.
    picks: choice::Picks,
    /// Whether the call whose parameters are about to be bound is run for what is supposed of them.
    is_visit: bool,
    /// Functions that were run so, by the bytes where they begin in the first file.
    visited: FxHashSet<usize>,
    /// How many steps that took.
    visit_steps: usize,
    /// Whether the program does not go on under what is supposed.
    is_contradicted: bool,
    /// Of which class the objects are that variables of a name hold, where that is one class; once that is asked for.
    classes: Option<FxHashMap<String, Option<String>>>,
    /// How many objects are being supposed, one for another.
    making: usize,
    /// Whether the program certainly failed where nothing is supposed.
    pub(super) has_failed: bool,
}

/// Where a root began, to come back to.
struct RootMark {
    journal: usize,
    instances: InstanceId,
    objects: usize,
    records: (usize, usize),
    reached: FxHashSet<usize>,
    scopes: ScopeId,
}

impl Suppositions {
    /// Whether what is supposed cannot be, so that nothing of the root counts.
    pub(super) fn are_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// What is supposed at this point, for what is found here.
    pub(super) fn held(&self) -> Option<Arc<Vec<Supposition>>> {
        (self.is_supposing && !self.held.is_empty()).then(|| Arc::clone(&self.held))
    }

    fn suppose(&mut self, supposition: Supposition) {
        if !self.held.contains(&supposition) {
            Arc::make_mut(&mut self.held).push(supposition);
        }
    }
}

impl Interpreter<'_> {
    /// The parameter with this name in the code at hand.
    pub(super) fn slot_of(&self, name: &Name) -> Slot {
        Slot::Parameter(self.file(), name.range.start)
    }

    /// Runs a root as often as its suppositions need. `run` is told nothing: it meets the parameters by itself.
    pub(super) fn under_suppositions(&mut self, mut run: impl FnMut(&mut Self)) {
        if !self.suppositions.is_supposing || !self.file().is_main() {
            return run(self);
        }
        self.suppositions.picks.forget();
        let began = self.steps;
        for _ in 0..ATTEMPTS {
            let mark = self.root_mark();
            let state = &mut self.suppositions;
            state.is_open = true;
            state.picks.begin();
            state.is_contradicted = false;
            state.held = Arc::new(state.of_file.clone());
            run(self);
            let state = &mut self.suppositions;
            state.is_open = false;
            if !std::mem::take(&mut state.is_contradicted) {
                self.keep_what_rests_on_root(&mark);
                break;
            }
            self.leave_root(mark);
            if self.steps - began > MAX_FAILED_STEPS || !self.suppositions.picks.go_on() {
                break;
            }
        }
        self.suppositions.held = Arc::default();
    }

    fn root_mark(&self) -> RootMark {
        RootMark {
            journal: self.journal.len(),
            instances: self.instances.next(),
            objects: self.made_objects.len(),
            records: self.records.mark(),
            reached: self.reached.clone(),
            scopes: self.scopes.next(),
        }
    }

    /// Nothing is left of a root that contradicts itself.
    fn leave_root(&mut self, mark: RootMark) {
        self.take_back(mark.journal);
        self.take_records_back(mark.records);
        self.made_objects.truncate(mark.objects);
        self.reached = mark.reached;
    }

    /// What the root made or changed rests on what was supposed in it.
    fn keep_what_rests_on_root(&mut self, mark: &RootMark) {
        let held = Arc::clone(&self.suppositions.held);
        for instance in self.instances.since(mark.instances) {
            self.suppositions.of_instances.insert(instance, Arc::clone(&held));
        }
        for (place, before, _) in self.changes_since(mark.journal).all {
            match place {
                Place::Field(instance, _) => {
                    self.suppositions.of_instances.insert(instance, Arc::clone(&held));
                }
                Place::Variable(scope, _) if before.is_some() && scope < mark.scopes => {
                    let is_class =
                        self.scopes.get(scope).is_some_and(|data| matches!(data.kind, ScopeKind::Class(_)));
                    if !is_class {
                        self.suppositions.of_file.clone_from(&held);
                    }
                }
                Place::Variable(..) => {}
            }
        }
    }

    /// An object that is used in a root: what it rests on is supposed in the root, too.
    pub(super) fn suppose_object(&mut self, object: &HostValue) {
        let HostValue::Instance(instance) = object else { return };
        if self.suppositions.is_open
            && let Some(held) = self.suppositions.of_instances.get(&instance.id).cloned()
        {
            held.iter().for_each(|supposition| self.suppositions.suppose(supposition.clone()));
        }
    }

    /// The program raises, or `claim` fails. Where it certainly comes here, what is supposed cannot be.
    pub(super) fn fails_here(&mut self, claim: Option<&Expr>) {
        if self.goes_on_for_certain() {
            self.suppositions.is_contradicted = true;
            self.blame(claim);
        } else if !self.suppositions.is_supposing && self.is_undecided_nowhere() {
            self.suppositions.has_failed = true;
        }
    }

    /// The library refuses these values, or they have fewer parts than are asked for. Where that is not certain, it
    /// counts as long as there are other ranks to try.
    pub(super) fn refuses_here(&mut self, values: &[HostValue], is_certain: bool) {
        if self.goes_on_for_certain() && (self.blame_rank(values) || is_certain) {
            self.suppositions.is_contradicted = true;
        }
    }

    /// Whether the root at hand certainly comes here.
    fn goes_on_for_certain(&self) -> bool {
        let state = &self.suppositions;
        state.is_supposing && state.is_open && !state.is_contradicted && self.is_undecided_nowhere()
    }

    /// Whether no branch on the way here depends on something that is not known.
    fn is_undecided_nowhere(&self) -> bool {
        self.frames.iter().all(|frame| frame.undecided == 0)
    }
}

/// All that is supposed, for readers: what is said of several names is said once.
fn condition(held: &[Supposition]) -> String {
    let mut all: Vec<(Vec<&str>, &str)> = Vec::new();
    for supposition in held {
        let is_shared = supposition.is.starts_with("of ");
        match all.iter_mut().find(|(_, is)| is_shared && *is == supposition.is) {
            Some((names, _)) => names.push(&supposition.name),
            None => all.push((vec![&supposition.name], &supposition.is)),
        }
    }
    let shown = |(names, is): &(Vec<&str>, &str)| match names.split_last() {
        Some((last, [])) => format!("{last} {is}"),
        Some((last, others)) => format!("{} and {last} {is}", others.join(", ")),
        None => String::new(),
    };
    all.iter().map(shown).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supposition(name: &str, is: &str) -> Supposition {
        Supposition { name: name.to_owned(), is: is.to_owned() }
    }

    #[test]
    fn tensors_of_one_kind_are_named_together() {
        let held = [
            supposition("mQ", "of rank 4 and Float16"),
            supposition("dtype", "= Float16"),
            supposition("mK", "of rank 4 and Float16"),
            supposition("n", "= 64"),
        ];
        assert_eq!(condition(&held), "mQ and mK of rank 4 and Float16, dtype = Float16, n = 64");
    }
}
