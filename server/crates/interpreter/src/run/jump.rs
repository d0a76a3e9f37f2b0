//! Jumps of C++: out of rounds of a loop, to labels, and out of a block by an exception.
//!
//! What holds where a jump leaves a round holds at the next round or behind the loop. Between a jump to a label and the
//! label, and in a block that an exception may leave, each write may have been done or not.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::invariant;
use layoutlens_syntax::{
    Expr,
    program::{Function, HostStatement},
};

use crate::{
    code::jumps::{ends_program, has_jumps},
    state::{
        address::Address, change::Changes, flow::Flow, interpreter::Interpreter, loop_jumps::LoopJumps,
        scope::Place,
    },
};

/// How often a body with labels is run to see what it writes.
const MAX_DRY_RUNS: usize = 3;

impl Interpreter<'_> {
    /// A place is written.
    pub(crate) fn log_write(&mut self, place: &Place) {
        if self.write_log.listeners > 0 {
            self.write_log.places.push(place.clone());
        }
    }

    /// Does `work`, and tells what it wrote on any way through it.
    pub(crate) fn listening<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Vec<Place>) {
        let began = self.write_log.places.len();
        self.write_log.listeners += 1;
        let result = work(self);
        self.write_log.listeners -= 1;
        let mut seen: FxHashSet<Place> = FxHashSet::default();
        let places = &self.write_log.places;
        let written = match places.get(began..) {
            Some(written) => written.iter(),
            None => invariant!(places.iter(), "write {began} of {}", places.len()),
        };
        let written = written.filter(|place| seen.insert((*place).clone())).cloned().collect();
        if self.write_log.listeners == 0 {
            self.write_log.places.clear();
        }
        (result, written)
    }

    /// Runs a round of a loop that began when the journal had this length: where it was left by a jump, holds what held
    /// there, too.
    pub(crate) fn round(&mut self, began: usize, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if self.is_python() {
            return run(self);
        }
        self.frames.top_mut().loops.push(LoopJumps { began, jumps: Vec::new() });
        let flow = run(self);
        let jumps = match self.frames.top_mut().loops.pop() {
            Some(own) => own.jumps,
            None => invariant!(Vec::new(), "a round ends that did not begin"),
        };
        if jumps.is_empty() {
            return flow;
        }
        let mut ends: Vec<(Changes, Flow)> = jumps.into_iter().map(|changes| (changes, Flow::Goes)).collect();
        if flow == Flow::Goes {
            ends.push((self.changes_since(began), flow));
        }
        self.take_back(began);
        self.merge(ends)
    }

    /// `break` or `continue`: what holds here holds behind the round.
    pub(crate) fn leave_round(&mut self) {
        if self.is_python() {
            return;
        }
        // A jump out of a `switch` leaves no round.
        let Some(began) = self.frames.top().loops.last().map(|own| own.began) else { return };
        let changes = self.changes_since(began);
        if let Some(own) = self.frames.top_mut().loops.last_mut() {
            own.jumps.push(changes);
        }
    }

    /// `try { body } catch ..`: behind a handler, each write of the body may have been done or not.
    pub(crate) fn attempt(
        &mut self,
        body: &[HostStatement],
        handlers: &[Vec<HostStatement>],
        end: usize,
    ) -> Flow {
        let mark = self.journal.len();
        let (flow, written) = self.listening(|this| this.scoped_block(body, end));
        let mut ends = vec![(self.changes_since(mark), flow)];
        self.take_back(mark);
        for handler in handlers {
            let flow = self.undecided(|this| {
                written.iter().for_each(|place| this.forget(place));
                this.scoped_block(handler, end)
            });
            let flow = if ends_program(handler) { Flow::Leaves } else { flow };
            ends.push((self.changes_since(mark), flow));
            self.take_back(mark);
        }
        self.merge(ends)
    }

    /// The body of a function. Where it has labels, it is run first to see what it writes: that may have been done or not
    /// at each label.
    pub(crate) fn body_with_jumps(&mut self, function: &Arc<Function>) -> Flow {
        let body = &function.body;
        if self.is_python() || !self.has_jumps(function) {
            return self.block(body);
        }
        let (mark, recorded) = (self.journal.len(), self.records.mark());
        let frame = self.frames.top();
        let (returns, exits) = (frame.returns.len(), frame.exits.len());
        let was_dry = std::mem::replace(&mut self.is_dry, true);
        let mut seen: FxHashSet<Place> = FxHashSet::default();
        for run in 0..=MAX_DRY_RUNS {
            // What is written where a condition does not hold at first may be what makes another one hold.
            let opens_conditions = run == MAX_DRY_RUNS;
            let exposed = self.count_exposed();
            let (_, more) = self.listening(|this| {
                this.undecided(|this| match opens_conditions {
                    true => this.with_open_conditions(|this| this.block(body)),
                    false => this.block(body),
                })
            });
            self.take_back(mark);
            self.take_records_back(recorded);
            // A variable of an inner block is another one in each run.
            let began = self.frames.top().began;
            let is_new = |place: &Place, known: &[Place]| match place.is_older_than(began) {
                true => !known.contains(place),
                false => !known.iter().any(|known| known.name() == place.name()),
            };
            let frame = self.frames.top_mut();
            let known = &frame.behind_labels;
            let has_new = more.iter().any(|place| is_new(place, known));
            frame.behind_labels.extend(more.into_iter().filter(|place| seen.insert(place.clone())));
            if !has_new && self.count_exposed() == exposed {
                break;
            }
        }
        self.is_dry = was_dry;
        let frame = self.frames.top_mut();
        frame.returns.truncate(returns);
        frame.exits.truncate(exits);
        self.block(body)
    }

    /// A label, or a call that returns again, as `setjmp` does.
    pub(crate) fn reach_label(&mut self) {
        let frame = self.frames.top();
        let (written, first) = (frame.behind_labels.clone(), frame.began.instances);
        for place in written {
            match &place {
                // The variables of inner blocks are others each time.
                Place::Variable(_, name) => {
                    if let Some(here) = self.place_of_name(name) {
                        self.forget(&here);
                    }
                }
                Place::Field(_, name) => {
                    for instance in self.instances.since(first) {
                        self.forget(&Place::Field(instance, name.clone()));
                    }
                }
            }
            self.forget(&place);
        }
    }

    /// Whether the body of a function has jumps: it is run many times, and looked through once.
    fn has_jumps(&mut self, function: &Arc<Function>) -> bool {
        let key = Address::of(&**function);
        let (_, has) =
            self.jumping.entry(key).or_insert_with(|| (Arc::clone(function), has_jumps(&function.body)));
        *has
    }

    /// Branches that the compiler chooses from: one that is not chosen may not be part of the program.
    pub(crate) fn branches_of_compiler(
        &mut self,
        condition: &Expr,
        branches: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        if self.condition(condition).is_some() {
            return branches(self);
        }
        self.uncompiled(branches)
    }

    /// Does `work` as what the program may not hold at all.
    pub(crate) fn uncompiled<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.frames.top_mut().uncompiled += 1;
        let result = work(self);
        self.frames.top_mut().uncompiled -= 1;
        result
    }

    /// Does `work`, which may not be done: what it changes may be changed.
    pub(crate) fn perhaps<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.journal.len();
        let result = self.undecided(work);
        if self.journal.len() > mark {
            let changes = self.changes_since(mark);
            self.take_back(mark);
            self.merge(vec![(changes, Flow::Goes), (Changes::default(), Flow::Goes)]);
        }
        result
    }

    /// Does one of two things: what either changes may be changed.
    pub(crate) fn either_of<T>(
        &mut self,
        one: impl FnOnce(&mut Self) -> T,
        other: impl FnOnce(&mut Self) -> T,
    ) -> (T, T) {
        let mark = self.journal.len();
        let one = self.undecided(one);
        let first = self.changes_since(mark);
        self.take_back(mark);
        let other = self.undecided(other);
        let second = self.changes_since(mark);
        self.take_back(mark);
        self.merge(vec![(first, Flow::Goes), (second, Flow::Goes)]);
        (one, other)
    }
}
