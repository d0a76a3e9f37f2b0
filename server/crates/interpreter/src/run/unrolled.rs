//! Python's loops over a few known elements, and those of plain Python that go on while something holds, round by round:
//! what holds behind the last one.
//!
//! [`repetition`](super::repetition) says what holds in each round. Where the rounds are few and it is certain which of
//! them is the last, they are run one after the other, too: names have the values that the last round leaves them.

use layoutlens_host_value::{call::Computed, evaluation::VariableKind, value::HostValue};
use layoutlens_operation::{Value, symbolic};
use layoutlens_syntax::{Expr, Name, program::HostStatement};

use crate::{
    limits::{MAX_ALL_UNROLLED_STEPS, MAX_UNROLLED_ROUNDS, MAX_UNROLLED_STEPS},
    python::gone_over::Watched,
    state::{
        change::Changes,
        flow::Flow,
        in_order::InOrder,
        interpreter::Interpreter,
        records::VariableRecord,
        scope::{Binding, Place},
    },
};

/// What says how many rounds there are.
pub(crate) enum Rounds<'a> {
    /// One for each element, which these variables hold.
    Over(&'a [Name], &'a [HostValue]),
    /// One as long as this holds.
    While(&'a Expr),
}

/// Where a loop began.
pub(crate) struct LoopMark {
    journal: usize,
    pub(crate) records: (usize, usize),
    returns: usize,
    exits: usize,
    steps: usize,
}

/// What the general run of a loop left: it holds where the rounds are not certain.
pub(crate) struct Left {
    changes: Changes,
    returns: Vec<HostValue>,
    exits: Vec<Changes>,
}

impl Interpreter<'_> {
    pub(crate) fn loop_mark(&self) -> LoopMark {
        let frame = self.frames.top();
        let (returns, exits) = (frame.returns.len(), frame.exits.len());
        let (journal, records, steps) = (self.journal.len(), self.records.mark(), self.steps);
        LoopMark { journal, records, returns, exits, steps }
    }

    /// The elements that a loop goes over one by one when it is compiled, if they are known.
    pub(crate) fn elements_of_rounds(&self, over: Option<&HostValue>) -> Option<Vec<HostValue>> {
        let over = over.filter(|_| self.is_python())?;
        let elements = match over {
            HostValue::Object(object) if object.kind == "range" => {
                // A plain `range` is one of run time in a kernel.
                object.fields.get("is_unrolled").and_then(|_| object.fields.get("elements"))?.elements()
            }
            _ => over.elements(),
        };
        elements.filter(|elements| elements.len() <= MAX_UNROLLED_ROUNDS)
    }

    /// After the general run of a loop since `mark`: runs its rounds one after the other. What is found in them replaces
    /// what was found in general only where it is the same in each.
    pub(crate) fn unroll(
        &mut self,
        mark: &LoopMark,
        rounds: &Rounds<'_>,
        watched: &Watched,
        body: &[HostStatement],
        end: usize,
    ) -> Option<Flow> {
        let least = match rounds {
            Rounds::Over(_, elements) => elements.len(),
            // Each is counted when it is run.
            Rounds::While(_) => 1,
        };
        let cost = (self.steps - mark.steps).saturating_mul(least);
        let has_effect = self.journal.len() > mark.journal || self.frames.top().returns.len() > mark.returns;
        if cost > MAX_UNROLLED_STEPS || !has_effect || self.unrolled_steps > MAX_ALL_UNROLLED_STEPS {
            return None;
        }
        let began = self.steps;
        let general = self.take_left(mark);
        let recorded = self.records.mark();
        let flow = self.rounds_in_order(rounds, body, end);
        let flow = flow.filter(|_| !self.is_changed_while_gone_over(watched));
        self.unrolled_steps += self.steps - began;
        let found = self.records.variables.split_off(recorded.0.min(self.records.variables.len()));
        self.take_records_back(recorded);
        match flow {
            Some(_) => self.keep_what_agrees(mark.records.0, &found),
            None => {
                self.take_left(mark);
                self.put_left(general);
            }
        }
        flow
    }

    /// Takes back what was done since the mark.
    pub(crate) fn take_left(&mut self, mark: &LoopMark) -> Left {
        let changes = self.changes_since(mark.journal);
        self.take_back(mark.journal);
        let frame = self.frames.top_mut();
        let returns = frame.returns.split_off(mark.returns.min(frame.returns.len()));
        let exits = frame.exits.split_off(mark.exits.min(frame.exits.len()));
        Left { changes, returns, exits }
    }

    fn put_left(&mut self, left: Left) {
        for (place, _, after) in left.changes.all {
            self.put(&place, after);
        }
        let frame = self.frames.top_mut();
        frame.returns.extend(left.returns);
        frame.exits.extend(left.exits);
    }

    /// Where the program goes on behind the rounds; `None` where a round may be the last.
    fn rounds_in_order(&mut self, rounds: &Rounds<'_>, body: &[HostStatement], end: usize) -> Option<Flow> {
        let frame = self.frames.top_mut();
        let outer = frame.in_order;
        frame.in_order = InOrder { decided_at: frame.undecided, ..InOrder::default() };
        let began = self.steps;
        let mut flow = None;
        for round in 0.. {
            match self.begin_round(rounds, round, began, end) {
                Some(true) => {}
                Some(false) => {
                    flow = Some(Flow::Goes);
                    break;
                }
                None => break,
            }
            let left = self.scoped_block(body, end);
            if self.frames.top().in_order.has_open_jump {
                break;
            }
            if matches!(left, Flow::Breaks | Flow::Leaves) {
                flow = Some(left);
                break;
            }
        }
        let frame = self.frames.top_mut();
        frame.in_order = outer;
        flow
    }

    /// Whether there is another round; `None` where that is not certain, or where there are too many.
    fn begin_round(&mut self, rounds: &Rounds<'_>, round: usize, began: usize, end: usize) -> Option<bool> {
        match rounds {
            Rounds::Over(variables, elements) => match elements.get(round) {
                Some(element) => self.bind_round(variables, element, end).map(|()| true),
                None => Some(false),
            },
            Rounds::While(_) if round >= MAX_UNROLLED_ROUNDS => None,
            Rounds::While(_) if self.steps - began > MAX_UNROLLED_STEPS => None,
            Rounds::While(condition) => self.holds_without_effect(condition),
        }
    }

    /// Whether a condition certainly holds that is asked once more than the program asks it: it must change nothing.
    fn holds_without_effect(&mut self, condition: &Expr) -> Option<bool> {
        let (began, scopes, instances) = (self.journal.len(), self.scopes.next(), self.instances.next());
        let holds = self.condition(condition)?;
        let changes = self.changes_since(began);
        let is_own = |place: &Place| match place {
            Place::Variable(scope, _) => *scope >= scopes,
            Place::Field(object, _) => *object >= instances,
        };
        changes.all.iter().all(|(place, ..)| is_own(place)).then_some(holds)
    }

    fn bind_round(&mut self, variables: &[Name], element: &HostValue, end: usize) -> Option<()> {
        let parts = match variables {
            [_] => vec![element.clone()],
            _ => element.elements().filter(|parts| parts.len() == variables.len())?,
        };
        for (name, value) in variables.iter().zip(parts) {
            let place = Place::Variable(self.binding_scope(&name.text), name.text.as_str().into());
            self.put(&place, Some(Binding::variable(value.clone(), name.range.start)));
            let computed = Computed::plain(value);
            self.record(name, name.range.clone(), VariableKind::Variable, &computed, end);
        }
        Some(())
    }

    /// Replaces what the general run found of a name, and what does not say all, by what all rounds found.
    fn keep_what_agrees(&mut self, from: usize, found: &[VariableRecord]) {
        for general in self.records.variables.iter_mut().skip(from) {
            if !is_vague(&general.found.evaluated.value) {
                continue;
            }
            let mut of_name = found.iter().filter(|record| record.name == general.name);
            let Some(first) = of_name.next() else { continue };
            let text = first.found.evaluated.value.to_string();
            let is_same = |other: &VariableRecord| {
                first.found.value == other.found.value && other.found.evaluated.value.to_string() == text
            };
            if !is_vague(&first.found.evaluated.value) && of_name.all(is_same) {
                general.found.value.clone_from(&first.found.value);
                general.found.evaluated.clone_from(&first.found.evaluated);
                general.found.supposed.clone_from(&first.found.supposed);
            }
        }
    }
}

/// Whether a value leaves something open: all of it, or one of its integers.
fn is_vague(value: &Value) -> bool {
    value.unknown_reason().is_some() || symbolic::has_anonymous_names(value)
}
