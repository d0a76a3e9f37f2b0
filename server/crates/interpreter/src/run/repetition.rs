//! Loops: what holds in every round, and behind the last one.

use layoutlens_host_value::{call::Computed, evaluation::VariableKind, value::HostValue};
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind, Name,
    program::{HostStatement, StatementKind},
};

use crate::{
    code::{list_change, walk, written},
    limits::{MAX_LOOP_ROUNDS, PLACES_OF_A_STEP},
    run::{unrolled::Rounds, widen::CHANGES},
    state::{
        change::Changes,
        file::FileId,
        flow::Flow,
        interpreter::Interpreter,
        run_time_name::LEAST_INT,
        scope::{Binding, Place, ScopeKind},
    },
    value::{
        dictionary,
        nameless::is_nameless,
        run_time::{least, run_time},
        sequence,
    },
};

/// How deep lists in lists are looked into.
const MAX_LISTS_IN_LISTS: usize = 4;

/// In how many rounds what a place holds is widened to what the next one leaves; then it is forgotten.
const MAX_WIDENED_ROUNDS: usize = 2;

/// What the head of a loop declares.
#[derive(Clone, Copy)]
pub(crate) struct LoopHead<'a> {
    pub(crate) variables: &'a [Name],
    /// Whether that are integers.
    pub(crate) counts: bool,
}

/// A place that rounds change.
struct InRounds {
    place: Place,
    /// What it holds in each of them, where that is known.
    value: Option<HostValue>,
}

/// All that was there before a round and that it may write, of which nothing is known in the next.
fn may_be_written(changes: &Changes) -> Vec<InRounds> {
    let older = changes.all.iter().filter(|(_, before, _)| before.is_some());
    older.map(|(place, ..)| InRounds { place: place.clone(), value: None }).collect()
}

impl Interpreter<'_> {
    /// Runs a loop's body so that what it computes holds in every round: what a round changes is forgotten before it.
    pub(crate) fn repetition(
        &mut self,
        declared: LoopHead<'_>,
        over: Option<&Expr>,
        condition: Option<&Expr>,
        body: &[HostStatement],
        end: usize,
    ) -> Flow {
        // What the DSL compiles has rounds of run time unless `const_expr` says how many.
        let condition = condition.filter(|_| over.is_some() || !self.is_staged());
        let carried = self.begin_staged_loop(over, body);
        let is_of_run_time = self.is_loop_of_run_time(over, body);
        let head = over;
        let over = over.map(|over| {
            let over = self.value(over);
            let over = self.opened(over);
            match dictionary::distinct_entries(&over).and_then(|_| sequence::iterated(&over)) {
                Some(keys) if self.is_python() => HostValue::tuple(keys),
                _ => over,
            }
        });
        let scope = match self.is_python() {
            true => self.scope(),
            false => self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file()),
        };
        let is_changed =
            self.is_python() && head.is_some_and(|head| is_changed_in(declared.variables, head, body));
        let over = match is_changed {
            true => over.map(|_| HostValue::unknown("the loop changes what it goes over")),
            false => over,
        };
        let over = match over {
            Some(over) if self.comes_to_changed_list(&over, declared.variables, body) => {
                Some(HostValue::unknown("the loop comes again to a list that it changes"))
            }
            over => over,
        };
        let elements = self.elements_of_rounds(over.as_ref());
        let rounds = match &elements {
            Some(elements) => Some(Rounds::Over(declared.variables, elements)),
            None => condition.map(Rounds::While),
        };
        let watched = self.watch_gone_over(head, over.as_ref());
        let mark = self.loop_mark();
        let is_certain = over.as_ref().and_then(HostValue::elements).is_some_and(|all| !all.is_empty());
        let mut flow = self.within(scope, |this| {
            if is_certain {
                this.rounds(declared, over.as_ref(), body, end)
            } else {
                this.repeated(|this| {
                    this.compiled_at_run_time(is_of_run_time, |this| {
                        this.rounds(declared, over.as_ref(), body, end)
                    })
                })
            }
        });
        let is_changed = self.is_changed_while_gone_over(&watched);
        let unrolled = rounds.and_then(|rounds| self.unroll(&mark, &rounds, &watched, body, end));
        if is_changed && unrolled.is_none() {
            // Under another name, or where a function does it: which elements there are is not known.
            self.take_left(&mark);
            self.take_records_back(mark.records);
            let over = HostValue::unknown("the loop changes what it goes over, under another name");
            flow = self
                .within(scope, |this| this.repeated(|this| this.rounds(declared, Some(&over), body, end)));
        }
        self.frames.top_mut().in_order.is_broken = unrolled.map(|flow| flow == Flow::Breaks);
        self.end_staged_loop(&carried);
        match unrolled {
            Some(Flow::Leaves) => Flow::Leaves,
            Some(_) => Flow::Goes,
            None => flow,
        }
    }

    /// `for row in (a, a): row.append(4)`: whether a round has a list that an earlier one may have changed.
    fn comes_to_changed_list(&self, over: &HostValue, variables: &[Name], body: &[HostStatement]) -> bool {
        if !self.is_python() || !changes_one_of(variables, body) {
            return false;
        }
        let elements = over.elements().unwrap_or_default();
        elements.iter().enumerate().any(|(at, element)| {
            let mut earlier = elements.iter().take(at);
            earlier.any(|earlier| self.may_be_list(earlier) && holds(element, earlier, MAX_LISTS_IN_LISTS))
        })
    }

    fn rounds(
        &mut self,
        declared: LoopHead<'_>,
        over: Option<&HostValue>,
        body: &[HostStatement],
        end: usize,
    ) -> Flow {
        let loop_of = (self.file(), body.first().map_or(end, |first| first.range.start));
        let mut forgotten: Vec<InRounds> = self
            .counted(body)
            .into_iter()
            .chain(self.renamed_before(loop_of))
            .chain(self.open_numbers())
            .map(|place| InRounds { place, value: None })
            .collect();
        for round in 0..=MAX_LOOP_ROUNDS + 1 {
            // Where a round still reaches what those before did not, all that any may write is forgotten before the last.
            let opens_conditions = round == MAX_LOOP_ROUNDS;
            let (mark, recorded) = (self.journal.len(), self.records.mark());
            let first_own = self.instances.next();
            let head = self.bind_head(declared, over, body, end);
            for InRounds { place, value } in &forgotten {
                match value {
                    Some(value) => self.hold_in_loop(place, value.clone()),
                    None => self.forget_in_loop(place, body),
                }
            }
            let before = self.journal.len();
            let flow = match opens_conditions {
                true => {
                    self.round(before, |this| this.with_open_conditions(|this| this.scoped_block(body, end)))
                }
                false => self.round(before, |this| this.scoped_block(body, end)),
            };
            let mut changes = self.changes_since(before);
            // What a round makes no other begins with: a variable that holds it is another one itself.
            changes
                .all
                .retain(|(place, ..)| !matches!(place, Place::Field(object, _) if *object >= first_own));
            let mut unstable = match opens_conditions {
                true => may_be_written(&changes),
                false => self.unstable(&changes, &forgotten, round < MAX_WIDENED_ROUNDS),
            };
            // Those of the head begin each round with what holds in all.
            unstable.retain(|unstable| !head.contains(&unstable.place));
            if opens_conditions || !unstable.is_empty() {
                self.take_records_back(recorded);
                self.remember_renamed(loop_of, &changes, &unstable);
            }
            if !opens_conditions && unstable.is_empty() || round > MAX_LOOP_ROUNDS {
                self.leave(mark, unstable.into_iter().map(|unstable| unstable.place).collect(), flow);
                return Flow::Goes;
            }
            self.take_back(mark);
            forgotten.retain(|known| unstable.iter().all(|unstable| unstable.place != known.place));
            forgotten.extend(unstable);
        }
        Flow::Goes
    }

    /// Variables that went by their own names before this loop when it was run earlier in the same function or in what
    /// that calls, and by other names behind it: they are forgotten at once where that is so again.
    fn renamed_before(&mut self, loop_of: (FileId, usize)) -> Vec<Place> {
        let names = self.renamed.get(&loop_of).cloned().unwrap_or_default();
        let places = names.iter().filter_map(|name| self.place_of_name(name)).collect::<Vec<_>>();
        places.into_iter().filter(|place| self.goes_by_its_name(place)).collect()
    }

    /// Variables that are some number already, and may become another one whenever code runs that is not known: forgotten
    /// at once they take no further round.
    fn open_numbers(&mut self) -> Vec<Place> {
        if self.is_python() {
            return Vec::new();
        }
        let places = self.writable_from_elsewhere();
        self.count_steps(places.len() / PLACES_OF_A_STEP);
        let is_nameless = |place: &Place| {
            let number = self.held(place).and_then(|binding| binding.value.as_integer());
            number.is_some_and(|number| is_nameless(&number))
        };
        places.into_iter().filter(is_nameless).collect()
    }

    fn remember_renamed(&mut self, loop_of: (FileId, usize), changes: &Changes, unstable: &[InRounds]) {
        if self.is_python() {
            return;
        }
        for InRounds { place, value } in unstable {
            let Place::Variable(_, name) = place else { continue };
            let before = changes.all.iter().find(|(changed, ..)| changed == place);
            let is_renamed = value.is_none()
                && before.is_some_and(|(_, before, _)| {
                    before.as_ref().is_some_and(|before| self.is_named_like(place, before))
                });
            let known = self.renamed.entry(loop_of).or_default();
            if is_renamed && !known.contains(name) {
                known.push(name.clone());
            }
        }
    }

    fn goes_by_its_name(&self, place: &Place) -> bool {
        self.held(place).is_some_and(|binding| self.is_named_like(place, &binding))
    }

    fn is_named_like(&self, place: &Place, binding: &Binding) -> bool {
        let integer = binding.value.as_integer().filter(|_| binding.refers_to.is_none());
        integer.is_some_and(|integer| self.is_own_name(place, binding.declared, &integer))
    }

    /// Places that a round leaves with another value than it began with, and what each holds in all rounds.
    fn unstable(&mut self, changes: &Changes, forgotten: &[InRounds], widens: bool) -> Vec<InRounds> {
        let mut unstable = Vec::new();
        for (place, before, after) in &changes.all {
            if before.is_none() && after.is_some() && self.hiding.contains(place) {
                // The class's attribute of this name was read before, or may have been.
                if forgotten.iter().all(|known| known.place != *place) {
                    unstable.push(InRounds { place: place.clone(), value: None });
                }
                continue;
            }
            let (Some(before), Some(after)) = (before, after) else { continue };
            let is_other_value = before.value != after.value && before.value.unknown_reason().is_none();
            if !is_other_value && before.refers_to == after.refers_to {
                continue;
            }
            match forgotten.iter().find(|known| known.place == *place) {
                Some(InRounds { value: None, .. }) => continue,
                Some(InRounds { value: Some(wide), .. }) if self.covers(wide, &after.value) => continue,
                _ => {}
            }
            let is_widened = widens && before.refers_to.is_none() && after.refers_to.is_none();
            let value = if is_widened { self.widened(&before.value, &after.value) } else { None };
            unstable.push(InRounds { place: place.clone(), value });
        }
        unstable
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

    /// The variables of the loop's head: any element of what it goes over, or a run-time integer. Where they are.
    fn bind_head(
        &mut self,
        LoopHead { variables, counts }: LoopHead<'_>,
        over: Option<&HostValue>,
        body: &[HostStatement],
        end: usize,
    ) -> Vec<Place> {
        let mut places = Vec::new();
        let elements = over.and_then(HostValue::elements);
        let range_least = match over {
            Some(HostValue::Object(object)) if object.kind == "range" => {
                Some(if object.fields.contains_key("is_natural") { 0 } else { LEAST_INT })
            }
            _ => None,
        };
        for (index, name) in variables.iter().enumerate() {
            let part = |element: &HostValue| match variables.len() {
                1 => Some(element.clone()),
                _ => element.elements()?.get(index).cloned(),
            };
            let values: Option<Vec<HostValue>> =
                elements.as_ref().and_then(|elements| elements.iter().map(part).collect());
            let place = match self.place_of_name(&name.text) {
                // `for (i = 0; ..)` counts a variable that is declared outside.
                Some(place) if !self.is_python() => place,
                _ => Place::Variable(self.binding_scope(&name.text), name.text.as_str().into()),
            };
            let value = match values.as_deref() {
                Some([first, rest @ ..]) => {
                    let mut value = first.clone();
                    for other in rest {
                        value = self.either(&value, other);
                    }
                    value
                }
                _ if let Some(least) = range_least => self.own_name(&place, name.range.start, least),
                _ if self.is_python() => HostValue::unknown("what the loop goes over is not known"),
                _ if counts => {
                    let least = self.least_in_loop(&place, body);
                    self.own_name(&place, name.range.start, least)
                }
                _ => HostValue::unknown(match over {
                    Some(_) => "what the loop goes over is not known",
                    None => "what it is in a round of the loop is not known",
                }),
            };
            self.put(&place, Some(Binding::variable(value.clone(), name.range.start)));
            self.record(name, name.range.clone(), VariableKind::Variable, &Computed::plain(value), end);
            places.push(place);
        }
        places
    }

    fn hold_in_loop(&mut self, place: &Place, value: HostValue) {
        if let Some(binding) = self.held(place) {
            self.put(place, Some(Binding { value, ..binding }));
        } else if self.is_held_elsewhere(place) {
            self.put(place, Some(Binding::variable(value, 0)));
        }
    }

    /// Forgets what rounds change: an integer goes by its name.
    fn forget_in_loop(&mut self, place: &Place, body: &[HostStatement]) {
        let Some(binding) = self.held(place) else {
            if self.is_held_elsewhere(place) {
                self.put(place, Some(Binding::variable(HostValue::unknown(CHANGES), 0)));
            }
            return;
        };
        let value = match run_time(&binding.value) {
            Some(_) => {
                let least = self.least_in_loop(place, body);
                self.own_name(place, binding.declared, least)
            }
            None => match self.loosened(&binding.value) {
                Some(value) => value,
                None if self.is_python() && binding.value.as_integer().is_some() => {
                    self.open_number(CHANGES, LEAST_INT)
                }
                None => HostValue::unknown(CHANGES),
            },
        };
        self.put(place, Some(Binding { value, ..binding }));
    }

    /// What a variable is certainly not below in any round: what it begins with, when it only grows.
    fn least_in_loop(&self, place: &Place, body: &[HostStatement]) -> i64 {
        let Place::Variable(_, name) = place else { return LEAST_INT };
        let begins = self.held(place).and_then(|binding| binding.value.as_integer());
        match begins {
            Some(integer) if only_grows(name, body) => least(&integer),
            _ => LEAST_INT,
        }
    }
}

/// Whether every assignment to a name adds a number to it.
fn only_grows(name: &str, body: &[HostStatement]) -> bool {
    let is_name = |target: &Expr| matches!(&target.kind, ExprKind::Name(own) if own == name);
    body.iter().all(|statement| match &statement.kind {
        StatementKind::Assign { target, operator, value } if is_name(target) => {
            *operator == Some(BinaryOperator::Add) && matches!(value.kind, ExprKind::Int(0..))
        }
        StatementKind::Declare(declaration) => declaration.names.iter().all(|own| own.text != name),
        StatementKind::If { then, otherwise, .. } => only_grows(name, then) && only_grows(name, otherwise),
        StatementKind::Loop { variables, body, .. } => {
            variables.iter().all(|own| own.text != name) && only_grows(name, body)
        }
        StatementKind::Block(body) | StatementKind::Finally(body) => only_grows(name, body),
        StatementKind::Try { body, handlers } => {
            only_grows(name, body) && handlers.iter().all(|body| only_grows(name, body))
        }
        StatementKind::Alternatives(branches) => branches.iter().all(|branch| only_grows(name, &branch.body)),
        _ => true,
    })
}

/// Whether a value is a list, or a part of it is one, that may be this one.
fn holds(value: &HostValue, list: &HostValue, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    value == list || value.elements().into_iter().flatten().any(|part| holds(&part, list, depth))
}

/// Whether statements change what one of these variables holds: `row.append(4)`, `row += [4]`, `row[0] = 4`.
fn changes_one_of(variables: &[Name], body: &[HostStatement]) -> bool {
    let is_it = |expr: &Expr| {
        let ExprKind::Name(name) = &expr.kind else { return false };
        variables.iter().any(|variable| variable.text == *name)
    };
    let mut is_changed = false;
    written::written_in_statements(body, &mut |target, _| match &target.kind {
        ExprKind::Index { base, .. } => is_changed |= is_it(base),
        _ => is_changed |= is_it(target),
    });
    walk::statements(body, &mut |expr: &Expr| {
        if let ExprKind::Invoke { callee, .. } = &expr.kind
            && let ExprKind::Member { base, name: method } = &callee.kind
        {
            is_changed |= is_it(base) && list_change::CHANGES.contains(&method.text.as_str());
        }
    });
    is_changed
}

/// Whether statements call a method that changes what a loop goes over, under the name that its head has.
fn is_changed_in(variables: &[Name], head: &Expr, body: &[HostStatement]) -> bool {
    let mut names: Vec<&str> = Vec::new();
    walk::expression(head, &mut |expr: &Expr| {
        if let ExprKind::Name(name) = &expr.kind {
            names.push(name);
        }
    });
    let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(own) if names.contains(&own.as_str()));
    let mut is_changed = false;
    // The element of this round has been read: `for i, x in enumerate(xs): xs[i] = ..`.
    let index = match &head.kind {
        ExprKind::Invoke { callee, .. } if matches!(&callee.kind, ExprKind::Name(name) if name == "enumerate") => {
            variables.first().map(|variable| variable.text.as_str())
        }
        _ => None,
    };
    written::written_in_statements(body, &mut |target, _| match &target.kind {
        ExprKind::Index { base, indices } => {
            let is_read = matches!(indices.as_slice(), [Expr { kind: ExprKind::Name(at), .. }] if Some(at.as_str()) == index);
            is_changed |= is_it(base) && !is_read;
        }
        ExprKind::Name(_) => is_changed |= is_it(target) && matches!(head.kind, ExprKind::Name(_)),
        _ => {}
    });
    walk::statements(body, &mut |expr: &Expr| {
        if let ExprKind::Invoke { callee, .. } = &expr.kind
            && let ExprKind::Member { base, name: method } = &callee.kind
        {
            is_changed |= is_it(base) && list_change::CHANGES.contains(&method.text.as_str());
        }
    });
    is_changed
}
