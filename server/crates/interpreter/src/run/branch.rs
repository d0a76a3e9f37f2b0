//! Branches: the one that is taken, or all that may be, and what holds behind them.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{
    function::Callable, in_warp::may_differ_in_warp, lanes::names_thread, value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Opaque,
    program::{HostStatement, Jump, StatementKind},
};

use crate::{
    code::walk,
    state::{
        change::Changes,
        flow::Flow,
        interpreter::Interpreter,
        scope::{Binding, Place},
    },
    value::plain::is_plain,
};

impl Interpreter<'_> {
    /// `if (condition) then else otherwise`; `is_constant` says that its form makes the compiler decide it.
    pub(crate) fn branches(
        &mut self,
        condition: &Expr,
        is_constant: bool,
        then: &[HostStatement],
        otherwise: &[HostStatement],
        end: usize,
    ) -> Flow {
        if self.is_attempt(condition) {
            return self.python_attempt(then, otherwise);
        }
        if leaves(then) || leaves(otherwise) {
            self.tell_condition(condition);
        }
        let holds = self.loop_condition(condition).or_else(|| self.condition(condition));
        if !is_constant && let Some(flow) = self.staged_branches(condition, holds, then, otherwise) {
            return flow;
        }
        match holds {
            Some(holds) => {
                let (taken, until) = match holds {
                    true => (then, otherwise.first().map_or(end, |first| first.range.start)),
                    false => (otherwise, end),
                };
                self.decides(condition, holds, then, otherwise);
                self.enter_condition(condition, holds);
                let flow = self.scoped_block(taken, until);
                self.leave_condition();
                flow
            }
            None => {
                self.tell_arms(condition);
                let flow = self.one_of(&[then, otherwise], true);
                if (leaves(then) || leaves(otherwise)) && self.is_of_some_threads(condition) {
                    self.frames.top_mut().is_split = true;
                }
                // Where the one branch leaves and there is no other, the condition does not hold from here on.
                if flow == Flow::Goes && otherwise.is_empty() && leaves(then) {
                    self.assume(condition, false);
                }
                flow
            }
        }
    }

    /// Whether a condition may hold for some threads of a warp and not for others: what is not known may.
    fn is_of_some_threads(&mut self, condition: &Expr) -> bool {
        let mut parts = Vec::new();
        walk::expression(condition, &mut |part: &Expr| match &part.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } => parts.push(part),
            _ => {}
        });
        parts.into_iter().any(|part| {
            let name = match &part.kind {
                ExprKind::Name(name) => name.as_str(),
                ExprKind::Member { name, .. } => name.text.as_str(),
                _ => "",
            };
            names_thread(name) || !is_plain(part) || self.may_differ(part)
        })
    }

    /// Whether a name may stand for something else for other threads of a warp.
    fn may_differ(&mut self, part: &Expr) -> bool {
        match self.value(part) {
            HostValue::Callable(callable) => !matches!(&*callable, Callable::Library { .. }),
            // Their members are looked at, too.
            HostValue::Instance(_) | HostValue::Object(_) | HostValue::Type(_) | HostValue::Module(_) => {
                false
            }
            HostValue::Tensor(_) => true,
            value => may_differ_in_warp(&value),
        }
    }

    /// Whether the `else` of the loop before this place is run.
    fn loop_condition(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Opaque(Opaque::LoopEndedByBreak) => {
                self.frames.top().in_order.is_broken.map(|is_broken| !is_broken)
            }
            _ => None,
        }
    }

    /// Runs each of the branches from the state at hand, then holds what they agree on. `is_complete` says that one of
    /// them is taken.
    fn one_of(&mut self, branches: &[&[HostStatement]], is_complete: bool) -> Flow {
        let ends = self.ends_of(branches, is_complete, |this, body| {
            // Nothing is declared in a body without statements.
            let until = body.last().map_or(0, |last| last.range.end);
            this.scoped_block(body, until)
        });
        self.merge(ends)
    }

    /// What each of the branches does to the state at hand, which stays as it is.
    pub(crate) fn ends_of(
        &mut self,
        branches: &[&[HostStatement]],
        is_complete: bool,
        run: impl Fn(&mut Self, &[HostStatement]) -> Flow,
    ) -> Vec<(Changes, Flow)> {
        let mut ends = Vec::new();
        for body in branches {
            let mark = self.journal.len();
            let flow = self.undecided(|this| run(this, body));
            ends.push((self.changes_since(mark), flow));
            self.take_back(mark);
        }
        if !is_complete {
            ends.push((Changes::default(), Flow::Goes));
        }
        ends
    }

    /// Holds what the ends agree on; ends that leave the function do not count.
    pub(crate) fn merge(&mut self, ends: Vec<(Changes, Flow)>) -> Flow {
        let flow = ends.iter().map(|(_, flow)| *flow).min_by_key(|flow| match flow {
            Flow::Goes => 0,
            Flow::Breaks | Flow::Continues => 1,
            Flow::Leaves => 2,
        });
        // What held where a round was left by a jump is kept with the loop.
        let is_kept = !self.frames.top().loops.is_empty();
        let goes = |flow: Flow| flow == Flow::Goes || flow != Flow::Leaves && !is_kept;
        let going: Vec<&Changes> =
            ends.iter().filter(|(_, flow)| goes(*flow)).map(|(changes, _)| changes).collect();
        for Changed { place, before, mut held } in changed_by(&going) {
            // Where a branch does not bind the name at all, using it means that another was taken.
            // But where an attribute is not bound, its class has another one.
            if self.hiding.contains(place) && held.iter().any(Option::is_none) {
                let value =
                    HostValue::unknown("a condition says whether it is assigned, or what its class has");
                self.put(place, Some(Binding::variable(value, 0)));
                continue;
            }
            held.retain(Option::is_some);
            let mut held = held.into_iter().flatten();
            let Some(mut merged) = held.next() else { continue };
            for other in held {
                merged = self.either_at(place, before, merged, other);
            }
            self.put(place, Some(merged));
        }
        // Of no branch at all nothing is taken.
        flow.unwrap_or(Flow::Goes)
    }

    /// Remembers what the function has changed outside of itself when it returns before its end.
    pub(crate) fn keep_exit(&mut self) {
        let began = self.frames.top().began;
        let changes = self.changes_since_to(began.changes, |place| self.outlives(place, began));
        self.frames.top_mut().exits.push(changes);
    }

    /// At the end of a function: what it has changed outside of itself on one of the ways out.
    pub(crate) fn merge_exits(&mut self, flow: Flow) {
        if flow != Flow::Leaves {
            self.keep_exit();
        }
        let frame = self.frames.top_mut();
        let exits = std::mem::take(&mut frame.exits);
        if exits.iter().all(|changes| changes.all.is_empty()) {
            return;
        }
        self.merge(exits.into_iter().map(|changes| (changes, Flow::Goes)).collect());
    }
}

/// A place that one of several ends changed.
struct Changed<'c> {
    place: &'c Place,
    before: Option<&'c Binding>,
    /// What it holds behind each of the ends.
    held: Vec<Option<Binding>>,
}

/// The places that one of the ends changed.
fn changed_by<'c>(ends: &[&'c Changes]) -> Vec<Changed<'c>> {
    let mut changing = ends.iter().filter(|changes| !changes.all.is_empty());
    let (Some(first), other) = (changing.next(), changing.next()) else { return Vec::new() };
    if other.is_none() {
        // The others leave all as it was, so that no place need be looked for in them.
        let held = |before: &Option<Binding>, after: &Option<Binding>| {
            let of_end = |changes: &&Changes| if changes.all.is_empty() { before } else { after }.clone();
            ends.iter().map(of_end).collect()
        };
        let changed = first.all.iter().map(|(place, before, after)| Changed {
            place,
            before: before.as_ref(),
            held: held(before, after),
        });
        return changed.collect();
    }
    let mut places: Vec<(&'c Place, &'c Option<Binding>)> = Vec::new();
    let mut seen: FxHashSet<&Place> = FxHashSet::default();
    for changes in ends {
        for (place, before, _) in &changes.all {
            if seen.insert(place) {
                places.push((place, before));
            }
        }
    }
    let after: Vec<FxHashMap<&Place, &Option<Binding>>> = ends
        .iter()
        .map(|changes| changes.all.iter().map(|(place, _, after)| (place, after)).collect())
        .collect();
    let held = |place: &Place, before: &Option<Binding>| {
        after.iter().map(|after| after.get(place).copied().unwrap_or(before).clone()).collect()
    };
    let changed = |(place, before): (&'c Place, &'c Option<Binding>)| Changed {
        place,
        before: before.as_ref(),
        held: held(place, before),
    };
    places.into_iter().map(changed).collect()
}

/// Whether statements end in leaving the function, whatever they do before.
fn leaves(body: &[HostStatement]) -> bool {
    body.last()
        .is_some_and(|last| matches!(last.kind, StatementKind::Return(_) | StatementKind::Jump(Jump::Raise)))
}
