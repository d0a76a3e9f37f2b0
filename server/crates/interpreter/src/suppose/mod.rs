//! Suppositions: code that nothing calls is run once more, with a value for what nothing gives.
//!
//! The first run remembers what the code says of each parameter of its own ([`told`]): with which types it is compared,
//! how many modes are read of it. The second run gives the parameters such values ([`given`]), root by root, and what has
//! a value then is answered together with all that is supposed in that root ([`joined`]). What contradicts itself is
//! tried once more with other values, then left alone.

pub(crate) mod alone;
mod annotated;
mod arms;
mod behind;
mod by_default;
pub(crate) mod choice;
mod coordinates;
pub(crate) mod cpp;
mod deciding;
pub(crate) mod given;
mod go_on;
pub(crate) mod joined;
mod known;
mod multiple;
pub(crate) mod named;
mod of_defaults;
mod of_one_run;
pub(crate) mod other_arms;
pub(crate) mod other_ranks;
mod otherwise_given;
mod part_of;
mod parts;
pub(crate) mod picks;
pub(crate) mod refused_ranks;
pub(crate) mod slot;
pub(crate) mod supposition;
mod tiled;
pub(crate) mod told;
pub(crate) mod told_of;
pub(crate) mod visit;

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{object::Instance, supposition::Supposition, value::HostValue};
use layoutlens_syntax::{Expr, Name};

use crate::{
    state::{
        file::FileId,
        frame::Frame,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    suppose::{
        other_ranks::MOST_TRIES,
        picks::Asked,
        refused_ranks::RefusedRanks,
        slot::{Slot, Source},
        supposition::{ATTEMPTS, RootMark, TEMPLATE_ATTEMPTS},
    },
};

pub(crate) use joined::{Found, condition_of, run};
pub(crate) use told_of::Told;

/// How many steps the attempts at one root may take that come to nothing.
const MAX_FAILED_STEPS: usize = 120_000;

/// The same of C++.
const MAX_FAILED_TEMPLATE_STEPS: usize = 6_000;

/// How many steps an attempt may take in which one number is tried that no code names.
const MAX_STEPS_OF_TRY: usize = 150_000;

impl Interpreter<'_> {
    /// The parameter with this name in the code at hand.
    pub(crate) fn slot_of(&self, name: &Name) -> Slot {
        Slot::Parameter(self.file(), name.range.start)
    }

    /// Whether functions of a Python file are run by themselves that were run before.
    pub(crate) fn runs_alone(&self) -> bool {
        self.is_python() && self.suppositions.wanted.is_some()
    }

    /// Runs a root as often as its suppositions need. `run` is told nothing: it meets the parameters by itself.
    pub(crate) fn under_suppositions(&mut self, mut run: impl FnMut(&mut Self)) {
        if !self.suppositions.is_supposing || !self.file().is_main() {
            return run(self);
        }
        self.suppositions.picks.forget();
        self.suppositions.refused_ranks = RefusedRanks::default();
        self.suppositions.asked_of = None;
        // Only classes and objects remember for which reason something of an earlier root is unknown.
        if self.class_scopes.is_empty() && self.instances.next().index() == 0 {
            self.suppositions.paths.clear();
        }
        let began = self.steps;
        let is_template = !self.is_python();
        let most_failed = if is_template { MAX_FAILED_TEMPLATE_STEPS } else { MAX_FAILED_STEPS };
        let attempts = if is_template { TEMPLATE_ATTEMPTS } else { ATTEMPTS };
        for attempt in 1..=attempts {
            let mark = self.root_mark();
            let began_attempt = self.steps;
            self.begin_attempt();
            self.suppositions.is_last = attempt == attempts || self.steps - began > most_failed / 2;
            self.run_attempt(&mut run);
            let state = &mut self.suppositions;
            state.is_open = false;
            if !std::mem::take(&mut state.is_contradicted) {
                if std::mem::take(&mut state.picks.wants_again) && attempt < attempts {
                    // What comes behind it has steps left.
                    if self.steps.saturating_add(self.steps - began_attempt) < self.step_limit / 4 * 3 {
                        self.leave_root(mark);
                        continue;
                    }
                    // How many are left depends on what was run before.
                    if let Some(of_pass) = &self.of_pass {
                        of_pass.spoil();
                    }
                }
                if attempt + MOST_TRIES <= attempts && self.tries_other_ranks(self.steps - began_attempt) {
                    self.leave_root(mark);
                    continue;
                }
                self.keep_what_rests_on_root(&mark);
                if is_template
                    && self.suppositions.picks.keep_required()
                    && let Some(of_pass) = &self.of_pass
                {
                    // The roots that follow rest on it.
                    of_pass.spoil();
                }
                self.run_other_arms(mark.objects, &mut run);
                break;
            }
            self.leave_root(mark);
            if self.gives_up_other_ranks() {
                continue;
            }
            let steps = self.steps - began;
            let picks = &mut self.suppositions.picks;
            let goes_on = steps <= most_failed && picks.go_on(steps) || is_template && picks.leave_out_last();
            if !goes_on {
                break;
            }
        }
        // What stands in a file of Python behind a root sees what that has left.
        let state = &mut self.suppositions;
        state.held = if is_template { Arc::default() } else { Arc::new(state.of_file.clone()) };
    }

    /// Runs an attempt; one that is no more than a try, for not too long: with a large number it may be a long loop.
    fn run_attempt(&mut self, run: &mut impl FnMut(&mut Self)) {
        let limit = self.step_limit;
        let of_attempt = self.steps.saturating_add(MAX_STEPS_OF_TRY);
        if !self.suppositions.picks.is_one_by_one() || of_attempt >= limit {
            return run(self);
        }
        self.step_limit = of_attempt;
        run(self);
        if self.step_limit == of_attempt {
            self.suppositions.is_contradicted |= self.steps > of_attempt;
            self.step_limit = limit;
        }
    }

    /// Nothing is asked of this attempt yet.
    fn begin_attempt(&mut self) {
        let is_template = !self.is_python();
        let state = &mut self.suppositions;
        state.is_open = true;
        state.picks.is_exact = is_template;
        state.is_last = false;
        state.picks.begin();
        state.arms.forget();
        state.refused_ranks.begin();
        state.is_contradicted = false;
        state.held = Arc::new(state.of_file.clone());
    }

    fn root_mark(&self) -> RootMark {
        RootMark {
            journal: self.journal.len(),
            instances: self.instances.next(),
            objects: self.made_objects.len(),
            records: self.records.mark(),
            reached: self.reached.clone(),
            classes: self.class_scopes.len(),
            scopes: self.scopes.next(),
            parsers: (self.suppositions.parsers, self.suppositions.options.len()),
        }
    }

    /// Nothing is left of a root that contradicts itself.
    fn leave_root(&mut self, mark: RootMark) {
        self.take_back(mark.journal);
        self.take_records_back(mark.records);
        self.made_objects.truncate(mark.objects);
        self.reached = mark.reached;
        self.suppositions.parsers = mark.parsers.0;
        self.suppositions.options.truncate(mark.parsers.1);
        if !self.is_python() {
            self.class_scopes.truncate(mark.classes);
        }
        self.suppositions.classes_asked.clear();
    }

    /// What the root made or changed rests on what was supposed in it.
    fn keep_what_rests_on_root(&mut self, mark: &RootMark) {
        let held = Arc::clone(&self.suppositions.held);
        if self.is_python() {
            let ran = self.reached.iter().filter(|function| !mark.reached.contains(function));
            self.suppositions.ran.extend(ran.copied());
            if !held.is_empty() {
                self.forget_new_globals(mark);
            }
        }
        self.suppositions.keep_classes();
        // They are looked for once.
        self.has_open_globals();
        for instance in self.instances.since(mark.instances) {
            self.suppositions.of_instances.insert(instance, Arc::clone(&held));
        }
        for (place, before, _) in self.changes_since(mark.journal).all {
            match place {
                Place::Field(instance, _) => {
                    self.suppositions.of_instances.insert(instance, Arc::clone(&held));
                }
                // What other code may write holds anything when the next root begins.
                Place::Variable(scope, _)
                    if before.is_some() && scope < mark.scopes && !self.is_open_global(&place) =>
                {
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

    /// Variables of the file that a root has made rest on what was supposed in it, and no other root is told.
    fn forget_new_globals(&mut self, mark: &RootMark) {
        let of_file = self.files.scope(FileId::MAIN);
        let is_definition =
            |value: &HostValue| matches!(value, HostValue::Module(_) | HostValue::Callable(_));
        let made = self.changes_since(mark.journal).all.into_iter().filter(|(place, before, now)| {
            matches!(place, Place::Variable(scope, _) if *scope == of_file)
                && before.is_none()
                && !now.as_ref().is_some_and(|now| is_definition(&now.value))
        });
        let made: Vec<Place> = made.map(|(place, _, _)| place).collect();
        for place in made {
            let reason = format!("`{}` is assigned when the file is started as a program", place.name());
            self.put(&place, Some(Binding::variable(HostValue::unknown(reason), 0)));
        }
    }

    /// An object that is used in a root: what it rests on is supposed in the root, too.
    pub(crate) fn suppose_object(&mut self, object: &HostValue) {
        let HostValue::Instance(instance) = object else { return };
        if self.suppositions.is_open
            && let Some(held) = self.suppositions.of_instances.get(&instance.id).cloned()
        {
            held.iter().for_each(|supposition| self.suppositions.suppose(supposition.clone()));
        }
    }

    /// What is supposed of any of the objects is supposed of this one.
    pub(crate) fn rests_on_what_these_do(&mut self, object: &HostValue, others: &[Arc<Instance>]) {
        let HostValue::Instance(instance) = object else { return };
        let mut held: Vec<Supposition> = Vec::new();
        for other in others.iter().filter_map(|other| self.suppositions.of_instances.get(&other.id)) {
            held.extend(other.iter().filter(|own| !held.contains(own)).cloned().collect::<Vec<_>>());
        }
        if !held.is_empty() {
            self.suppositions.of_instances.insert(instance.id, Arc::new(held));
        }
    }

    /// The program raises, or `claim` fails. Where it certainly comes here, what is supposed cannot be.
    pub(crate) fn fails_here(&mut self, claim: Option<&Expr>) {
        self.fails_but_for(claim, &[]);
    }

    /// The same, where it is known with which numbers of a template it would go on.
    pub(crate) fn fails_but_for(&mut self, claim: Option<&Expr>, numbers: &[(&str, i64)]) {
        self.note_failure();
        if self.goes_on_for_certain() {
            // Nothing is evaluated behind a contradiction.
            if !self.is_python() {
                self.require_equal(claim);
                match claim.filter(|_| !self.suppositions.picks.is_required_newly) {
                    Some(claim) if numbers.is_empty() => self.require_for_claim(claim),
                    Some(_) => {
                        numbers
                            .iter()
                            .for_each(|(name, number)| self.suppositions.picks.require(name, *number));
                    }
                    None => {}
                }
            }
            self.suppositions.is_contradicted = true;
            self.blame(claim);
        } else if !self.suppositions.is_supposing && self.is_undecided_nowhere() {
            self.suppositions.has_failed = true;
        }
    }

    /// The library refuses these values, or they have fewer parts than are asked for. Where that is not certain, it
    /// counts as long as there are other ranks to try. `rank` says how many modes the first of them would have to have.
    pub(crate) fn refuses_here(&mut self, values: &[HostValue], rank: Option<usize>, is_certain: bool) {
        if !self.is_python() {
            return self.refuses_template(values);
        }
        if self.goes_on_for_certain() {
            let may_differ = self.blame_rank(values, rank);
            self.suppositions.is_contradicted |= may_differ || is_certain;
        } else {
            self.note_refused_rank(values);
        }
    }

    /// The library refuses the call at hand: whoever evaluates it may ask with which numbers it would be taken.
    pub(crate) fn note_refused(&mut self, call: Range<usize>) {
        if !self.is_python() && self.goes_on_for_certain() && !self.suppositions.is_last {
            self.suppositions.refused_call = Some(call);
        }
    }

    /// A call of the library that begins here takes other numbers than those of these values. That counts as long as there are
    /// some to try.
    pub(crate) fn refuses_numbers(&mut self, begin: usize, values: &[HostValue]) {
        if !self.goes_on_for_certain() || self.suppositions.is_last {
            return;
        }
        let mut sources = self.suppositions.told.of_condition((self.file(), begin, begin)).to_vec();
        let picks = &mut self.suppositions.picks;
        sources.extend(picks.behind(values).into_iter().map(Source::from));
        let is_behind = |asked: &Asked| sources.iter().any(|source| asked.is_of(*source));
        if picks.asked.iter().any(|asked| is_behind(asked) && picks.is_left(asked)) {
            picks.is_of_rank = false;
            picks.sources = sources;
            picks.blamed.clear();
            self.suppositions.is_contradicted = true;
        }
    }

    /// Whether the root at hand certainly comes here.
    pub(crate) fn goes_on_for_certain(&self) -> bool {
        let state = &self.suppositions;
        state.is_supposing && state.is_open && !state.is_contradicted && self.is_undecided_nowhere()
    }

    /// From which of the calls around it is certain that the program comes here.
    fn note_failure(&mut self) {
        let is_decided = |frame: &&Frame| frame.undecided == 0 && frame.returns.is_empty();
        let decided = self.frames.iter().rev().take_while(is_decided).count();
        let from = self.frames.len().saturating_sub(decided);
        let before = self.suppositions.raised_from.unwrap_or(usize::MAX);
        self.suppositions.raised_from = Some(from.min(before));
    }

    /// Does `work`, which calls a function or none, and says whether that certainly raises.
    pub(crate) fn certainly_raises(&mut self, work: impl FnOnce(&mut Self)) -> bool {
        let called = self.frames.len();
        let before = self.suppositions.raised_from.take();
        work(self);
        let raised = self.suppositions.raised_from;
        self.suppositions.raised_from = raised.into_iter().chain(before).min();
        raised.is_some_and(|from| from <= called)
    }

    /// Whether no branch on the way here depends on something that is not known, and none that does has left a function.
    fn is_undecided_nowhere(&self) -> bool {
        self.frames.iter().all(|frame| frame.undecided == 0 && frame.returns.is_empty())
    }
}
