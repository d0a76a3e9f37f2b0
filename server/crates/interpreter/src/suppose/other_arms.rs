//! Arms of conditions that what is supposed decides against: `if const_expr(self.is_causal)` where `is_causal` is false by
//! default. A root that was run is run again with another value of what such a condition names, and what only then has a
//! value is answered, under what it then rests on. What had a value before keeps it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::value::HostValue;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{HostStatement, Jump, StatementKind},
};

use crate::{
    code::{each_function::each_function, each_statement::each_statement},
    state::{function_start::FunctionStart, implicit_code::Code, interpreter::Interpreter},
    suppose::{
        arms::{Arm, DeadArm},
        choice::names_in,
        known::is_known,
        picks::{Aspect, Picked},
        slot::Slot,
    },
};

/// How often a root is run for them.
const MAX_RUNS: usize = 24;

/// How often a root is begun for them, where most of these runs end where the arm is not taken.
const MAX_BEGINNINGS: usize = 128;

/// How many steps all such runs of a file may take together.
const MAX_STEPS: usize = 400_000;

/// After how many steps in which nothing was found no more is tried for one arm.
const MAX_STEPS_OF_ARM: usize = 50_000;

/// How often one of these runs begins anew where what it supposes cannot be.
const ATTEMPTS: usize = 4;

/// How many values of one parameter are tried for an arm.
const MAX_VALUES: usize = 5;

/// How many choices are tried for an arm.
const MAX_TRIES: usize = 12;

/// How many names are remembered of which a variable is made.
const MAX_NAMES: usize = 8;

/// Names in conditions on element types.
const TYPE_NAMES: [&str; 3] = ["element_type", "dtype", "width"];

/// The same on how many modes something has.
const RANK_NAMES: [&str; 3] = ["rank", "len", "ndim"];

/// A value of something that is chosen.
type Choice = ((Slot, Aspect), usize);

impl Interpreter<'_> {
    /// A condition in the first file is decided.
    pub(crate) fn decides(
        &mut self,
        condition: &Expr,
        holds: bool,
        then: &[HostStatement],
        otherwise: &[HostStatement],
    ) {
        let state = &mut self.suppositions;
        if !state.is_open || !state.is_supposing || self.opens_conditions || !self.frames.top().file.is_main()
        {
            return;
        }
        let at = (self.frames.top().file, condition.range.start);
        state.arms.taken.insert(Arm { at, holds });
        let arm = Arm { at, holds: !holds };
        // What is picked does not decide for the arm that is wanted: no more needs to be run.
        if state.arms.aim == Some(arm) && state.arms.taken.is_disjoint(&state.arms.open) {
            state.arms.is_missed = true;
            state.is_contradicted = true;
            return;
        }
        let left = if holds { otherwise } else { then };
        let is_known = state.arms.taken.contains(&arm) || state.arms.dead.iter().any(|dead| dead.arm == arm);
        if is_known || left.last().is_some_and(|last| matches!(last.kind, StatementKind::Jump(Jump::Raise))) {
            return;
        }
        let mut declares = Vec::new();
        each_statement(left, &mut |statement| match &statement.kind {
            StatementKind::Declare(declaration) => {
                declares.extend(declaration.names.iter().map(|name| name.range.start));
            }
            StatementKind::Assign { target: Expr { kind: ExprKind::Member { name, .. }, .. }, .. } => {
                declares.push(name.range.start);
            }
            _ => {}
        });
        if !declares.is_empty() {
            state.arms.dead.push(DeadArm { arm, names: names_in(condition), declares });
        }
    }

    /// A root was run: runs it again for arms that were not taken. So many `objects` were there before it.
    pub(crate) fn run_other_arms(&mut self, objects: usize, run: &mut impl FnMut(&mut Self)) {
        let state = &self.suppositions;
        // What is given all it may be is run for arms that were not taken already.
        if !self.is_python() || state.gives_all || state.arms.is_other || state.arms.dead.is_empty() {
            return;
        }
        self.suppositions.arms.is_other = true;
        let (steps, limit) = (self.steps, self.step_limit);
        let allowed = MAX_STEPS.min(self.step_limit).saturating_sub(self.suppositions.arms.steps);
        self.step_limit = self.steps.saturating_add(allowed);
        // The objects of the root are made again, as they are then.
        let made = self.made_objects.split_off(objects.min(self.made_objects.len()));
        self.run_each_other_arm(run);
        self.made_objects.extend(made);
        self.suppositions.arms.steps += self.steps.saturating_sub(steps);
        // They have steps of their own.
        (self.steps, self.step_limit) = (steps, limit);
        self.suppositions.arms.is_other = false;
    }

    fn run_each_other_arm(&mut self, run: &mut impl FnMut(&mut Self)) {
        self.suppositions.picks.keep_asked();
        self.suppositions.picks.one_by_one = None;
        let mut known: FxHashSet<usize> = FxHashSet::default();
        self.extend_known(&mut known, 0);
        let mut seen = std::mem::take(&mut self.suppositions.arms.taken);
        let with = |dead: Vec<DeadArm>, picked: &Picked| -> Vec<(DeadArm, Picked)> {
            dead.into_iter().map(|dead| (dead, picked.clone())).collect()
        };
        let own = self.suppositions.picks.all_picked().clone();
        let mut left = with(std::mem::take(&mut self.suppositions.arms.dead), &own);
        let mut tried: BTreeSet<Picked> = BTreeSet::from([own.clone()]);
        let mut met: FxHashSet<Arm> = left.iter().map(|(dead, _)| dead.arm).collect();
        let (mut runs, mut beginnings) = (0, 0);
        let count = |dead: &DeadArm, known: &FxHashSet<usize>| {
            dead.declares.iter().filter(|name| !known.contains(name)).count()
        };
        // Where most names are without a value, most is to be found: in all arms of conditions that are alike.
        let alike = |left: &[(DeadArm, Picked)], known: &FxHashSet<usize>| -> Option<usize> {
            let mut counts: FxHashMap<(&[String], bool), usize> = FxHashMap::default();
            for (dead, _) in left {
                *counts.entry((&dead.names, dead.arm.holds)).or_default() += count(dead, known);
            }
            (0..left.len()).rev().max_by_key(|at| {
                let (dead, _) = left.get(*at)?;
                let own = count(dead, known);
                Some((own > 0).then(|| (own, counts.get(&(dead.names.as_slice(), dead.arm.holds)).copied())))
            })
        };
        while let Some(most) = alike(&left, &known) {
            let (dead, picked) = left.swap_remove(most);
            let is_open = |known: &FxHashSet<usize>| count(&dead, known) > 0;
            let mut spent = 0;
            for values in self.other_values(&dead, &picked) {
                if seen.contains(&dead.arm) || !is_open(&known) || spent > MAX_STEPS_OF_ARM {
                    break;
                }
                let mut other = picked.clone();
                let pinned: Vec<(Slot, Aspect)> = values.iter().map(|(aspect, _)| *aspect).collect();
                for (aspect, value) in values {
                    match value {
                        0 => drop(other.remove(&aspect)),
                        value => drop(other.insert(aspect, value)),
                    }
                }
                if !tried.insert(other.clone()) {
                    continue;
                }
                beginnings += 1;
                if runs >= MAX_RUNS || beginnings > MAX_BEGINNINGS || self.steps > self.step_limit {
                    self.suppositions.picks.pick_all(own);
                    return;
                }
                self.suppositions.picks.pinned = pinned;
                self.suppositions.arms.aim = Some(dead.arm);
                let open = left.iter().filter(|(dead, _)| count(dead, &known) > 0);
                self.suppositions.arms.open = open.map(|(dead, _)| dead.arm).collect();
                let (began, found) = (self.steps, known.len());
                let is_run = self.run_with(other.clone(), &mut known, run);
                self.suppositions.picks.pinned.clear();
                self.suppositions.arms.aim = None;
                if known.len() == found {
                    spent += self.steps - began;
                }
                runs += usize::from(!self.suppositions.arms.is_missed);
                if is_run {
                    seen.extend(self.suppositions.arms.taken.drain());
                    let new = std::mem::take(&mut self.suppositions.arms.dead);
                    let mut is_new = |new: &DeadArm| !seen.contains(&new.arm) && met.insert(new.arm);
                    let new: Vec<DeadArm> = new.into_iter().filter(&mut is_new).collect();
                    left.extend(with(new, &other));
                }
                self.suppositions.arms.forget();
            }
        }
        self.suppositions.picks.pick_all(own);
    }

    /// Which choices may decide for an arm, the likeliest first: one of what the condition names, or of what that is made of;
    /// then all truths together, with each number.
    fn other_values(&mut self, dead: &DeadArm, picked: &Picked) -> Vec<Vec<Choice>> {
        let behind = self.names_behind(&dead.names);
        let told = self.suppositions.told.of_arm(dead.arm.at);
        let is_named = |name: &str| dead.names.iter().any(|own| own == name);
        let mut all: Vec<(bool, usize, (Slot, Aspect), usize)> = Vec::new();
        for asked in &self.suppositions.picks.known {
            let is_direct = is_named(&asked.name) || told.contains(&asked.aspect.0);
            let kind = match asked.aspect.1 {
                Aspect::Truth => 0,
                Aspect::Default | Aspect::Number(_) | Aspect::Member => 1,
                Aspect::Type if TYPE_NAMES.iter().any(|name| is_named(name)) => 2,
                Aspect::Type if is_named(&asked.name) && asked.name.contains("dtype") => 2,
                Aspect::Rank if RANK_NAMES.iter().any(|name| is_named(name)) => 3,
                Aspect::Call => 4,
                _ => continue,
            };
            if is_direct || behind.contains(&asked.name) {
                let current = picked.get(&asked.aspect).copied().unwrap_or(0);
                let others = (0..asked.count.min(MAX_VALUES)).filter(|value| *value != current);
                all.extend(others.map(|value| (!is_direct, kind, asked.aspect, value)));
            }
        }
        all.sort_by_key(|(is_behind, kind, ..)| (*is_behind, *kind));
        let of_kind = |wanted: usize| {
            let of_kind = all.iter().filter(move |(_, kind, ..)| *kind == wanted);
            of_kind.map(|(_, _, aspect, value)| (*aspect, *value))
        };
        let truths: Vec<Choice> = of_kind(0).collect();
        let mut tries: Vec<Vec<Choice>> =
            all.iter().map(|(_, _, aspect, value)| vec![(*aspect, *value)]).collect();
        if !truths.is_empty() {
            let with_number = of_kind(1).map(|number| truths.iter().copied().chain([number]).collect());
            let together: Vec<Vec<Choice>> = std::iter::once(truths.clone()).chain(with_number).collect();
            // Half of the tries for each.
            tries.truncate(MAX_TRIES / 2);
            tries.extend(together);
        }
        tries.truncate(MAX_TRIES);
        tries
    }

    /// The names of what the file assigns to these, and to those.
    fn names_behind(&mut self, names: &[String]) -> FxHashSet<String> {
        if self.suppositions.arms.made_of.is_none() {
            let mut made: FxHashMap<String, Vec<String>> = FxHashMap::default();
            let mut add = |name: &str, value: &Expr| {
                let known = made.entry(name.to_owned()).or_default();
                let new = names_in(value).into_iter().filter(|own| own != name && own != "self");
                known.extend(new);
                known.truncate(MAX_NAMES);
            };
            each_function(&self.files.main().program.items, None, &mut |code: Code<'_>| {
                each_statement(&code.function.body, &mut |statement| match &statement.kind {
                    StatementKind::Declare(declaration) => {
                        if let ([name], Some(value)) = (declaration.names.as_slice(), &declaration.value) {
                            add(&name.text, value);
                        }
                    }
                    StatementKind::Assign { target, value, .. } => {
                        if let ExprKind::Member { name, .. } = &target.kind {
                            add(&name.text, value);
                        }
                    }
                    _ => {}
                });
            });
            self.suppositions.arms.made_of = Some(made);
        }
        let Some(made) = &self.suppositions.arms.made_of else { return FxHashSet::default() };
        let of = |name: &String| made.get(name).into_iter().flatten().cloned().collect::<Vec<String>>();
        let near: Vec<String> = names.iter().flat_map(of).collect();
        let far: Vec<String> = near.iter().flat_map(of).collect();
        near.into_iter().chain(far).collect()
    }

    /// Runs a root with these choices. What it finds of names that had no value stays, and nothing else does; `false` when
    /// it contradicts itself.
    fn run_with(
        &mut self,
        picked: Picked,
        known: &mut FxHashSet<usize>,
        run: &mut impl FnMut(&mut Self),
    ) -> bool {
        self.suppositions.picks.pick_all(picked);
        let mut has_found = false;
        for _ in 0..ATTEMPTS {
            let mark = self.root_mark();
            self.begin_attempt();
            // What was visited has arms, too.
            let visited = std::mem::take(&mut self.suppositions.visited);
            run(self);
            self.suppositions.visited.extend(visited);
            self.suppositions.is_open = false;
            let is_contradicted = std::mem::take(&mut self.suppositions.is_contradicted);
            let found = self.records.split_off(mark.records);
            let reached: FxHashSet<FunctionStart> = self.reached.clone();
            self.leave_root(mark);
            if !is_contradicted {
                let (variables, _) = self.records.mark();
                let ranges: FxHashSet<(usize, usize)> =
                    self.records.nodes.iter().map(|node| (node.range.start, node.range.end)).collect();
                self.records.variables.extend(
                    found.variables.into_iter().filter(|record| !known.contains(&record.name.range.start)),
                );
                self.records.nodes.extend(
                    found
                        .nodes
                        .into_iter()
                        .filter(|node| !ranges.contains(&(node.range.start, node.range.end))),
                );
                self.extend_known(known, variables);
                self.reached = reached;
                // In this arm a tensor may have another rank.
                if has_found || !self.suppositions.takes_wanted_ranks() {
                    return true;
                }
                has_found = true;
                continue;
            }
            if has_found || self.suppositions.arms.is_missed {
                return has_found;
            }
            self.suppositions.arms.forget();
            if self.steps > self.step_limit || !self.suppositions.picks.go_on(usize::MAX) {
                break;
            }
        }
        has_found
    }

    /// The names with a value among what was found from there on; `None` says nothing of layouts, where another run has a tensor.
    fn extend_known(&self, known: &mut FxHashSet<usize>, from: usize) {
        let found = self.records.variables.iter().skip(from);
        let found =
            found.filter(|record| is_known(&record.found.value) && record.found.value != HostValue::Nothing);
        known.extend(found.map(|record| record.name.range.start));
    }
}
