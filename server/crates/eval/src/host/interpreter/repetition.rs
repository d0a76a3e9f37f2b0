//! Loops: what holds in every round, and behind the last one.

use layoutlens_syntax::{Expr, Name, program::HostStatement};

use super::{
    super::{Computed, HostValue, VariableKind},
    Interpreter,
    journal::Changes,
    limits::MAX_LOOP_ROUNDS,
    merge::run_time,
    run_time_name::LEAST_INT,
    scope::{Binding, Place, ScopeKind},
    statement::Flow,
};

impl Interpreter<'_> {
    /// Runs a loop's body so that what it computes holds in every round: what a round changes is forgotten before it.
    pub(super) fn repetition(
        &mut self,
        variables: &[Name],
        over: Option<&Expr>,
        body: &[HostStatement],
        end: usize,
    ) -> Flow {
        let over = over.map(|over| self.value(over));
        let scope = match self.is_python() {
            true => self.scope(),
            false => self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file()),
        };
        let is_certain = over.as_ref().and_then(HostValue::elements).is_some_and(|all| !all.is_empty());
        self.within(scope, |this| {
            if is_certain {
                this.rounds(variables, over.as_ref(), body, end)
            } else {
                this.undecided(|this| this.rounds(variables, over.as_ref(), body, end))
            }
        })
    }

    fn rounds(&mut self, variables: &[Name], over: Option<&HostValue>, body: &[HostStatement], end: usize) -> Flow {
        let mut forgotten: Vec<Place> = Vec::new();
        for round in 0..=MAX_LOOP_ROUNDS {
            let (mark, recorded) = (self.journal.len(), self.records.mark());
            self.bind_head(variables, over, end);
            for place in &forgotten {
                self.forget_in_loop(place);
            }
            let before = self.journal.len();
            let flow = self.scoped_block(body, end);
            let changes = self.changes_since(before);
            let unstable: Vec<Place> = self.unstable(&changes, &forgotten);
            if unstable.is_empty() || round == MAX_LOOP_ROUNDS {
                self.leave(mark, unstable, flow);
                return Flow::Goes;
            }
            self.take_back(mark);
            self.records.take_back(recorded);
            forgotten.extend(unstable);
        }
        Flow::Goes
    }

    /// Places that a round leaves with another value than it began with.
    fn unstable(&self, changes: &Changes, forgotten: &[Place]) -> Vec<Place> {
        let differs = |before: &Option<Binding>, after: &Option<Binding>| match (before, after) {
            (Some(before), Some(after)) => {
                before.value != after.value && before.value.unknown_reason().is_none()
                    || before.refers_to != after.refers_to
            }
            _ => false,
        };
        let changed = changes.all.iter().filter(|(_, before, after)| differs(before, after));
        changed.map(|(place, ..)| place.clone()).filter(|place| !forgotten.contains(place)).collect()
    }

    /// Behind the loop: a round was the last one, or there was none.
    fn leave(&mut self, mark: usize, unstable: Vec<Place>, flow: Flow) {
        let changes = self.changes_since(mark);
        self.take_back(mark);
        // A round that returns may never have been run.
        let round = (changes, if flow == Flow::Leaves { Flow::Leaves } else { Flow::Goes });
        self.merge(vec![round, (Changes::default(), Flow::Goes)]);
        for place in unstable {
            self.forget(&place);
        }
    }

    /// The variables of the loop's head: any element of what it goes over, or a run-time integer.
    fn bind_head(&mut self, variables: &[Name], over: Option<&HostValue>, end: usize) {
        let elements = over.and_then(HostValue::elements);
        let is_range = matches!(over, Some(HostValue::Object(object)) if object.kind == "range");
        for (index, name) in variables.iter().enumerate() {
            let part = |element: &HostValue| match variables.len() {
                1 => Some(element.clone()),
                _ => element.elements()?.get(index).cloned(),
            };
            let values: Option<Vec<HostValue>> =
                elements.as_ref().and_then(|elements| elements.iter().map(part).collect());
            let scope = self.scope();
            let place = match self.place_of_name(&name.text) {
                // `for (i = 0; ..)` counts a variable that is declared outside.
                Some(place) if !self.is_python() => place,
                _ => Place::Variable(scope, name.text.clone()),
            };
            let value = match values.as_deref() {
                Some([first, rest @ ..]) => {
                    let mut value = first.clone();
                    for other in rest {
                        value = self.either(&value, other);
                    }
                    value
                }
                _ if is_range => self.own_name(&place, name.range.start, 0),
                _ if self.is_python() => HostValue::unknown("what the loop goes over is not known"),
                _ => self.own_name(&place, name.range.start, LEAST_INT),
            };
            self.put(&place, Some(Binding::variable(value.clone(), name.range.start)));
            self.record(name, name.range.clone(), VariableKind::Variable, &Computed::plain(value), end);
        }
    }

    /// Forgets what rounds change: an integer goes by its name.
    fn forget_in_loop(&mut self, place: &Place) {
        let Some(binding) = self.held(place) else { return };
        let value = match run_time(&binding.value) {
            Some(_) => self.own_name(place, binding.declared, LEAST_INT),
            None => match self.loosened(&binding.value) {
                Some(value) => value,
                None => HostValue::unknown("changes from round to round of a loop"),
            },
        };
        self.put(place, Some(Binding { value, ..binding }));
    }
}
