//! Loops: what changes in them changes by what all lanes have in common, or nobody knows how.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::call::is_harmless;
use super::scope::{Scope, State, Variable};
use super::value::Value;
use super::{Around, Run};
use crate::code::{Expr, Integer, Kind, Loop, Operator, Statement};
use crate::file::File;
use crate::integer::Node;
use crate::lanes::{Sum, Symbol};

/// How often a loop is tried until what changes in it is known.
const MOST_TRIALS: usize = 6;

/// What is known of a variable that a loop changes.
#[derive(Debug, Clone)]
struct Changed {
    variable: Variable,
    /// What it held in front of the loop.
    before: Value,
    name: String,
    /// What all lanes have in common that is added to it; none where nobody knows.
    symbol: Option<Symbol>,
    is_natural: bool,
    /// What it rests on after the first round.
    supposed: Vec<u32>,
}

impl Run<'_> {
    pub(super) fn repeat(&mut self, one: &Loop) {
        self.scopes.push(Scope::default());
        self.open(&one.before);
        if self.state.is_some() {
            self.rounds(one);
        }
        self.scopes.pop();
    }

    fn rounds(&mut self, one: &Loop) {
        let Some(entry) = self.state.clone() else { return };
        let first_symbol = self.integers.symbol_count();
        let mut names = Names::of_file(self.file);
        names.of_statements(&one.body);
        one.condition.iter().chain(&one.update).for_each(|expr| names.of(expr));
        let mut changed: Vec<Changed> = Vec::new();
        let mut written: FxHashSet<String> = names.written;
        // What lambdas write that are called here.
        for name in &names.called {
            if let Some(Value::Lambda(closure)) = self.lookup(name) {
                let mut inner = Names::of_file(self.file);
                inner.of_statements(&closure.lambda.body);
                written.extend(inner.written);
            }
        }
        let mut written: Vec<String> = written.into_iter().collect();
        written.sort();
        for name in &written {
            if let Some(variable) = self.lookup_variable(name) {
                self.add_changed(&mut changed, variable, name, &entry);
            }
        }
        let mut ended = None;
        let returned = self.frames.last().map_or(0, |frame| frame.returns.len());
        for _ in 0..MOST_TRIALS {
            if let Some(frame) = self.frames.last_mut() {
                frame.returns.truncate(returned);
            }
            self.begin(&entry, &changed);
            self.trials += 1;
            let around = self.one_round(one);
            self.trials -= 1;
            let end = self.state.take();
            let mut is_done = true;
            if let Some(end) = &end {
                is_done &= self.hold_against(&entry, &mut changed, end);
            }
            if is_done {
                ended = Some((around, end));
                break;
            }
            if self.is_cut_short {
                self.state = None;
                return;
            }
        }
        if ended.is_none() {
            for one in &mut changed {
                one.symbol = None;
            }
        }
        let end = ended.as_ref().and_then(|(_, end)| end.clone());
        let steps = match &end {
            Some(end) => self.refined(one, &entry, &mut changed, end, first_symbol),
            None => Vec::new(),
        };
        let round = match ended {
            Some((around, end)) if self.trials > 0 => {
                self.state = end;
                around
            }
            _ => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.returns.truncate(returned);
                }
                self.begin_stepped(&entry, &changed, &steps);
                self.one_round(one)
            }
        };
        self.state.take();
        self.leave(one, &entry, &changed, &steps, round, returned, first_symbol);
    }

    fn add_changed(&mut self, changed: &mut Vec<Changed>, variable: Variable, name: &str, entry: &State) {
        if changed.iter().any(|one| one.variable == variable) {
            return;
        }
        let Some(before) = entry.values.get(variable).cloned() else { return };
        if let Value::Pointer(pointer) = &before
            && pointer.base.is_some_and(|base| self.bases[base].extents.is_some())
            && self.integers.as_number(pointer.offset) == Some(0)
        {
            // The array itself: its elements are written.
            return;
        }
        let is_natural = match &before {
            Value::Int(node, _) => {
                let facts = self.integers.facts();
                self.integers.value(*node).as_ref().is_ok_and(|sum| sum.is_natural(facts))
            }
            _ => false,
        };
        let symbol = match &before {
            Value::Int(..) | Value::Pointer(_) => Some(self.new_symbol(name, is_natural)),
            _ => None,
        };
        changed.push(Changed {
            variable,
            before,
            name: name.to_owned(),
            symbol,
            is_natural,
            supposed: Vec::new(),
        });
    }

    /// The value that a variable has in some round.
    fn in_round(&mut self, one: &Changed, added: Option<Node>) -> Value {
        let added = match (added, one.symbol) {
            (Some(added), _) => Some(added),
            (None, Some(symbol)) => Some(self.integers.symbol(symbol)),
            (None, None) => None,
        };
        match (&one.before, added) {
            (Value::Int(node, of), Some(added)) => {
                let node = self.integers.binary(Operator::Add, *of, *node, added);
                Value::Int(self.resting(node, &one.supposed), *of)
            }
            (Value::Pointer(pointer), Some(added)) => {
                let offset = self.integers.binary(Operator::Add, Integer::LONG, pointer.offset, added);
                let offset = self.resting(offset, &one.supposed);
                Value::Pointer(super::Pointer { offset, ..pointer.clone() })
            }
            (Value::Other { is_uniform }, _) => Value::Other { is_uniform: *is_uniform && one.is_natural },
            (before, _) => {
                let node = match before {
                    Value::Int(node, _) => Some(*node),
                    Value::Pointer(pointer) => Some(pointer.offset),
                    _ => None,
                };
                // What was not known before is not known for the same reason. It may be known in some round of the loops
                // around, as it was in front of this one; that says nothing of a round of this one.
                let why = node.and_then(|node| self.integers.value(node).as_ref().err().cloned());
                match (before, why) {
                    (Value::Int(_, of), Some(why)) => Value::Int(self.integers.unknown(why), *of),
                    (Value::Pointer(pointer), Some(why)) => {
                        let offset = self.integers.unknown(why);
                        Value::Pointer(super::Pointer { offset, ..pointer.clone() })
                    }
                    (before, _) => {
                        let before = before.clone();
                        let why = "it changes from round to round in a way that is not followed";
                        self.unknown_as(&before, why)
                    }
                }
            }
        }
    }

    fn resting(&mut self, node: Node, supposed: &[u32]) -> Node {
        supposed.iter().fold(node, |node, supposition| self.integers.supposed_again(node, *supposition))
    }

    fn begin(&mut self, entry: &State, changed: &[Changed]) {
        self.begin_stepped(entry, changed, &[]);
    }

    fn begin_stepped(&mut self, entry: &State, changed: &[Changed], steps: &[Stepped]) {
        self.state = Some(entry.clone());
        for one in changed {
            let step = steps.iter().find(|step| step.variable == one.variable).map(|step| step.in_round);
            let value = self.in_round(one, step.filter(|_| one.symbol.is_some()));
            self.set(one.variable, value);
        }
    }

    /// Runs the body once; its state is the one behind the update.
    fn one_round(&mut self, one: &Loop) -> Round {
        let depth = self.state.as_ref().map_or(0, |state| state.mask.len());
        let mut head = self.state.clone();
        let mut condition = None;
        self.around.push(Around { is_loop: true, ..Around::default() });
        if !one.is_body_first {
            condition = self.ask(one);
            head = self.state.clone();
            if let (Some(condition), Some(state)) = (condition, &mut self.state) {
                state.mask.push((condition, true));
            }
        }
        if condition.and_then(|condition| self.integers.as_number(condition)) == Some(0) {
            // What is never run.
            self.state = None;
        } else {
            self.statements(&one.body);
        }
        let continues = self.around.last_mut().map(|around| std::mem::take(&mut around.continues));
        let mut ends: Vec<(State, Value)> =
            continues.unwrap_or_default().into_iter().map(|state| (state, Value::UNIFORM)).collect();
        ends.extend(self.state.take().map(|state| (state, Value::UNIFORM)));
        let from = depth + usize::from(!one.is_body_first && condition.is_some());
        self.state = self.gathered(ends, from, false).map(|(state, _)| state);
        if one.is_body_first && self.state.is_some() {
            condition = self.ask(one);
            head = self.state.clone();
        }
        if let (Some(update), true) = (&one.update, self.state.is_some()) {
            self.expression(update);
        }
        let breaks = self.around.pop().map(|around| around.breaks).unwrap_or_default();
        Round { breaks, head: head.filter(|_| one.condition.is_some()), condition }
    }

    fn ask(&mut self, one: &Loop) -> Option<Node> {
        let condition = one.condition.as_ref()?;
        let value = self.expression(condition);
        Some(self.truth(&value))
    }

    /// Whether what the variables hold behind a round is what was supposed of them; else less is supposed.
    fn hold_against(&mut self, entry: &State, changed: &mut Vec<Changed>, end: &State) -> bool {
        let mut is_done = true;
        for one in changed.iter_mut() {
            let Some(after) = end.values.get(one.variable).cloned() else { continue };
            let node = match &after {
                Value::Int(node, _) => Some(*node),
                Value::Pointer(pointer) => Some(pointer.offset),
                _ => None,
            };
            for supposition in node.map(|node| self.integers.suppositions(&[node])).unwrap_or_default() {
                if !one.supposed.contains(&supposition) {
                    one.supposed.push(supposition);
                    is_done = false;
                }
            }
            match (&one.before, &after, one.symbol) {
                (Value::Int(before, of), Value::Int(after, other), Some(symbol)) => {
                    let difference = self.integers.binary(Operator::Subtract, Integer::LONG, *after, *before);
                    if of != other || !self.integers.is_uniform(difference) {
                        one.symbol = None;
                        is_done = false;
                    } else if one.is_natural {
                        let facts = self.integers.facts();
                        let is_natural =
                            self.integers.value(difference).as_ref().is_ok_and(|sum| sum.is_natural(facts));
                        if !is_natural {
                            one.is_natural = false;
                            let _ = symbol;
                            one.symbol = Some(self.integers.new_symbol(&one.name, false, None));
                            is_done = false;
                        }
                    }
                }
                (Value::Pointer(before), Value::Pointer(after), Some(_)) => {
                    let difference =
                        self.integers.binary(Operator::Subtract, Integer::LONG, after.offset, before.offset);
                    let is_same = before.base == after.base
                        && before.base.is_some()
                        && before.element == after.element
                        && before.inner == after.inner;
                    if !is_same || !self.integers.is_uniform(difference) {
                        one.symbol = None;
                        is_done = false;
                    }
                }
                (_, _, Some(_)) => {
                    one.symbol = None;
                    is_done = false;
                }
                (_, _, None) => {}
            }
        }
        // What was written by ways that its name does not say.
        let length = entry.values.len();
        for variable in 0..length {
            if changed.iter().any(|one| one.variable == variable) {
                continue;
            }
            let (Some(before), Some(after)) = (entry.values.get(variable), end.values.get(variable)) else {
                continue;
            };
            if !before.is_same(after) {
                let before = before.clone();
                changed.push(Changed {
                    variable,
                    before,
                    name: String::new(),
                    symbol: None,
                    is_natural: false,
                    supposed: Vec::new(),
                });
                is_done = false;
            }
        }
        is_done
    }

    /// What is added in the k-th round, where it is k times the same.
    fn refined(
        &mut self,
        one: &Loop,
        entry: &State,
        changed: &mut [Changed],
        end: &State,
        first_symbol: Symbol,
    ) -> Vec<Stepped> {
        let mut steps = Vec::new();
        let mut counter: Option<Node> = None;
        let mut all = Vec::new();
        for variable in changed.iter() {
            let Some(symbol) = variable.symbol else { continue };
            let Some(after) = end.values.get(variable.variable).cloned() else { continue };
            let difference = match (&variable.before, &after) {
                (Value::Int(before, _), Value::Int(after, _)) => {
                    self.integers.binary(Operator::Subtract, Integer::LONG, *after, *before)
                }
                (Value::Pointer(before), Value::Pointer(after)) => {
                    self.integers.binary(Operator::Subtract, Integer::LONG, after.offset, before.offset)
                }
                _ => continue,
            };
            let Ok(sum) = self.integers.value(difference).clone() else { continue };
            let Some(step) = sum.plus(&Sum::symbol(symbol), -1) else { continue };
            if step.symbols().all(|symbol| self.integers.is_older(symbol, first_symbol)) && step.is_uniform()
            {
                all.push((variable.variable, variable.name.clone(), step));
            }
        }
        if all.is_empty() {
            return steps;
        }
        // The round is called as the variable that counts it.
        let head = self.head_variable(one);
        let of_head = all.iter().find(|(variable, _, _)| Some(*variable) == head);
        let begins_at_zero = of_head.is_some_and(|(variable, _, step)| {
            step.as_number() == Some(1)
                && matches!(entry.values.get(*variable), Some(Value::Int(node, _)) if self.integers.as_number(*node) == Some(0))
        });
        let name = match of_head {
            Some((_, name, _)) if begins_at_zero => name.clone(),
            Some((_, name, _)) => format!("(round of {name})"),
            None => "(round)".to_owned(),
        };
        let count =
            of_head.and_then(|(variable, _, step)| self.count(one, entry, *variable, step.as_number()?));
        let below = match (of_head, count, begins_at_zero) {
            (Some(_), None, true) => self.below(one, entry, changed),
            _ => None,
        };
        for (variable, _, step) in all {
            let counter = *counter.get_or_insert_with(|| {
                let symbol = self.integers.new_symbol(&name, true, count);
                self.integers.set_round(symbol, below.clone());
                self.integers.symbol(symbol)
            });
            let step = self.integers.of_sum(&step);
            let in_round = self.integers.binary(Operator::Multiply, Integer::LONG, counter, step);
            let behind = count.map(|count| {
                let count = self.integers.number(count);
                self.integers.binary(Operator::Multiply, Integer::LONG, count, step)
            });
            steps.push(Stepped { variable, in_round, behind });
        }
        steps
    }

    fn head_variable(&self, one: &Loop) -> Option<Variable> {
        let Some(Expr { kind: Kind::Binary { left, .. }, .. }) = &one.condition else { return None };
        match &left.kind {
            Kind::Name(name) => self.lookup_variable(name),
            _ => None,
        }
    }

    /// What a counter of rounds from zero on is below, where no round changes that.
    fn below(&mut self, one: &Loop, entry: &State, changed: &[Changed]) -> Option<Rc<Sum>> {
        let Some(Expr { kind: Kind::Binary { operator: Operator::Less, right, .. }, .. }) = &one.condition
        else {
            return None;
        };
        self.trials += 1;
        self.state = Some(entry.clone());
        let before = self.expression(right);
        self.begin(entry, changed);
        let in_round = self.expression(right);
        self.trials -= 1;
        self.state = None;
        let (Value::Int(before, _), Value::Int(in_round, _)) = (before, in_round) else { return None };
        let known = self.integers.value(before).clone().ok().filter(|sum| sum.is_uniform());
        known.filter(|sum| self.integers.value(in_round).as_ref() == Ok(sum))
    }

    /// How many rounds there are, where numbers say so.
    fn count(&mut self, one: &Loop, entry: &State, variable: Variable, step: i64) -> Option<i64> {
        let Some(Expr { kind: Kind::Binary { operator, right, .. }, .. }) = &one.condition else {
            return None;
        };
        let first = match entry.values.get(variable)? {
            Value::Int(node, _) => self.integers.as_number(*node)?,
            _ => return None,
        };
        self.state = Some(entry.clone());
        let bound = self.constant(right);
        self.state = None;
        let bound = bound?;
        let (distance, step) = match operator {
            Operator::Less | Operator::NotEqual if step > 0 => (bound.checked_sub(first)?, step),
            Operator::LessEqual if step > 0 => (bound.checked_sub(first)?.checked_add(1)?, step),
            Operator::Greater if step < 0 => (first.checked_sub(bound)?, -step),
            Operator::GreaterEqual if step < 0 => (first.checked_sub(bound)?.checked_add(1)?, -step),
            _ => return None,
        };
        if *operator == Operator::NotEqual && distance % step != 0 {
            return None;
        }
        Some(distance.max(0).checked_add(step - 1)? / step).filter(|count| *count > 0)
    }

    /// What is known behind the loop.
    #[expect(clippy::too_many_arguments, reason = "all that a loop came to")]
    fn leave(
        &mut self,
        one: &Loop,
        entry: &State,
        changed: &[Changed],
        steps: &[Stepped],
        round: Round,
        returned: usize,
        first_symbol: Symbol,
    ) {
        let depth = entry.mask.len();
        let is_condition_shared = round.condition.is_none_or(|condition| self.integers.is_uniform(condition));
        let mut is_shared = is_condition_shared;
        for state in &round.breaks {
            for (condition, _) in state.mask.iter().skip(depth) {
                is_shared &= self.integers.is_uniform(*condition);
            }
        }
        // Lanes that come back from here in other rounds than others bring other values.
        let divided = |run: &Self, state: &State| {
            state.mask.iter().skip(depth).any(|(condition, _)| !run.integers.is_uniform(*condition))
        };
        if let Some(mut frame) = self.frames.pop() {
            for (state, value) in frame.returns.iter_mut().skip(returned) {
                if is_condition_shared && !divided(self, state) {
                    continue;
                }
                let before = value.clone();
                if self.hangs_on(&before, first_symbol) {
                    *value = self.unknown_as(&before, "it differs with the rounds of each lane");
                }
                for one in changed {
                    let stepped = steps.iter().find(|step| step.variable == one.variable);
                    if self.is_left(one, stepped, state) {
                        state.values[one.variable] = one.before.clone();
                    } else if let Some(held) = state.values.get(one.variable).cloned() {
                        let unknown = self.unknown_as(&held, "it differs with the rounds of each lane");
                        state.values[one.variable] = unknown;
                    }
                }
            }
            self.frames.push(frame);
        }
        if round.head.is_none() && round.breaks.is_empty() {
            self.state = None;
            return;
        }
        let mut state = entry.clone();
        // Some lanes may have returned meanwhile.
        if self.frames.last().is_some_and(|frame| frame.returns.len() > returned) {
            let some = self.integers.unknown(crate::lanes::Why::Bound);
            state.mask.push((some, true));
        }
        let mut ends: Vec<State> = round.breaks.clone();
        ends.extend(round.head.clone());
        self.state = Some(entry.clone());
        for one_changed in changed {
            // A loop that ends by its condition alone, after so many rounds.
            let stepped = steps.iter().find(|step| step.variable == one_changed.variable);
            let behind = stepped.and_then(|step| step.behind).filter(|_| {
                round.breaks.is_empty()
                    && !one.is_body_first
                    && is_condition_shared
                    && one_changed.symbol.is_some()
            });
            if let (Some(behind), Some(place)) = (behind, state.values.get_mut(one_changed.variable)) {
                *place = self.in_round(one_changed, Some(behind));
                continue;
            }
            if ends.iter().all(|end| self.is_left(one_changed, stepped, end)) {
                continue;
            }
            let held: Vec<Value> =
                ends.iter().filter_map(|end| end.values.get(one_changed.variable).cloned()).collect();
            let value = self.behind(one_changed, &held, is_shared);
            if let Some(place) = state.values.get_mut(one_changed.variable) {
                *place = value;
            }
        }
        self.state = Some(state);
    }

    /// Whether each round leaves a variable as it is, and a lane that leaves in this state has what the round began with.
    fn is_left(&mut self, one: &Changed, stepped: Option<&Stepped>, state: &State) -> bool {
        let Some(step) = stepped.filter(|_| one.symbol.is_some() && one.supposed.is_empty()) else {
            return false;
        };
        if self.integers.as_number(step.in_round) != Some(0) {
            return false;
        }
        // While a loop is tried, rounds begin with the symbol.
        let added = if self.trials > 0 { None } else { Some(step.in_round) };
        let begun = self.in_round(one, added);
        state.values.get(one.variable).is_some_and(|held| self.is_equal(held, &begun))
    }

    /// Whether two values are certainly equal.
    fn is_equal(&self, one: &Value, other: &Value) -> bool {
        let are_equal = |a: Node, b: Node| {
            a == b || matches!((self.integers.value(a), self.integers.value(b)), (Ok(a), Ok(b)) if a == b)
        };
        match (one, other) {
            (Value::Int(a, x), Value::Int(b, y)) => x == y && are_equal(*a, *b),
            (Value::Pointer(a), Value::Pointer(b)) => {
                a.base == b.base
                    && a.base.is_some()
                    && a.element == b.element
                    && a.inner == b.inner
                    && are_equal(a.offset, b.offset)
            }
            _ => one.is_same(other),
        }
    }

    fn behind(&mut self, one: &Changed, held: &[Value], is_shared: bool) -> Value {
        if held.iter().all(|held| held.is_same(&one.before)) {
            return one.before.clone();
        }
        let mut follows = is_shared;
        for value in held {
            let difference = match (&one.before, value) {
                (Value::Int(before, of), Value::Int(after, other)) if of == other => {
                    Some(self.integers.binary(Operator::Subtract, Integer::LONG, *after, *before))
                }
                (Value::Pointer(before), Value::Pointer(after))
                    if before.base == after.base && before.base.is_some() =>
                {
                    Some(self.integers.binary(Operator::Subtract, Integer::LONG, after.offset, before.offset))
                }
                _ => None,
            };
            follows &= difference.is_some_and(|difference| self.integers.is_uniform(difference));
        }
        if follows {
            let symbol = self.new_symbol(&format!("({} behind the loop)", one.name), one.is_natural);
            let added = self.integers.symbol(symbol);
            let one = Changed { symbol: Some(symbol), ..one.clone() };
            return self.in_round(&one, Some(added));
        }
        let before = one.before.clone();
        self.unknown_as(&before, "it differs with the rounds of each lane")
    }

    fn hangs_on(&self, value: &Value, first: Symbol) -> bool {
        let of = |node: Node| {
            self.integers
                .value(node)
                .as_ref()
                .is_ok_and(|sum| sum.symbols().any(|symbol| !self.integers.is_older(symbol, first)))
        };
        match value {
            Value::Int(node, _) => of(*node),
            Value::Pointer(pointer) => of(pointer.offset),
            Value::Other { is_uniform } => *is_uniform,
            _ => true,
        }
    }
}

/// What is added to a variable that each round adds the same to.
struct Stepped {
    variable: Variable,
    /// In some round.
    in_round: Node,
    /// Behind the last round, where numbers say how many there are.
    behind: Option<Node>,
}

/// What one round came to.
struct Round {
    breaks: Vec<State>,
    /// The state in which the condition is asked.
    head: Option<State>,
    condition: Option<Node>,
}

/// Names that code may write, and that it calls.
struct Names<'f> {
    file: &'f File<'f>,
    written: FxHashSet<String>,
    called: FxHashSet<String>,
}

impl<'f> Names<'f> {
    fn of_file(file: &'f File<'f>) -> Self {
        Self { file, written: FxHashSet::default(), called: FxHashSet::default() }
    }

    /// What a call may write that is given by its name.
    fn of_arguments(&mut self, callee: &Expr, arguments: &[Expr]) {
        let Kind::Name(name) = &callee.kind else { return arguments.iter().for_each(|one| self.write(one)) };
        match self.file.function(name, arguments.len()) {
            // Of a function that is known, its references.
            Some(function) => {
                for (parameter, argument) in function.parameters.iter().zip(arguments) {
                    if parameter.of.is_reference {
                        self.write(argument);
                    }
                }
            }
            None if is_harmless(name) => {}
            None => arguments.iter().for_each(|one| self.write(one)),
        }
    }

    fn of_statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Declare(all) => {
                    for declared in all {
                        if let Some(value) = &declared.value {
                            self.of(value);
                            if declared.of.is_reference {
                                self.write(value);
                            }
                        }
                        declared.dimensions.iter().flatten().for_each(|size| self.of(size));
                    }
                }
                Statement::Expression(expr) => self.of(expr),
                Statement::If { condition, then, otherwise } => {
                    self.of(condition);
                    self.of_statements(then);
                    self.of_statements(otherwise);
                }
                Statement::Loop(one) => {
                    self.of_statements(&one.before);
                    one.condition.iter().chain(&one.update).for_each(|expr| self.of(expr));
                    self.of_statements(&one.body);
                }
                Statement::Switch { subject, cases } => {
                    self.of(subject);
                    cases.iter().for_each(|(_, body)| self.of_statements(body));
                }
                Statement::Block(body) | Statement::Open(body) => self.of_statements(body),
                Statement::Alternatives(branches, _) => {
                    branches.iter().for_each(|body| self.of_statements(body))
                }
                Statement::Return(value) => value.iter().for_each(|value| self.of(value)),
                Statement::Break
                | Statement::Continue
                | Statement::Goto
                | Statement::Alias(..)
                | Statement::Class(..) => {}
                Statement::Unread(names) => self.written.extend(names.iter().cloned()),
            }
        }
    }

    fn write(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Name(name) => {
                self.written.insert(name.clone());
            }
            Kind::Member { base, .. } => self.write(base),
            Kind::Cast { value, .. } => self.write(value),
            Kind::Conditional { then, otherwise, .. } => {
                self.write(then);
                self.write(otherwise);
            }
            _ => {}
        }
    }

    fn of(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Int(..) | Kind::Other | Kind::Name(_) | Kind::SizeOf(_) => {}
            Kind::Member { base, .. } => self.of(base),
            Kind::Index { base, index } => {
                self.of(base);
                self.of(index);
            }
            Kind::Call { callee, arguments, .. } => {
                if let Kind::Name(name) = &callee.kind {
                    self.called.insert(name.clone());
                }
                // What a method writes of its object is seen when a round is tried.
                self.of(callee);
                arguments.iter().for_each(|argument| self.of(argument));
                self.of_arguments(callee, arguments);
            }
            Kind::Cast { value, .. }
            | Kind::Negate(value)
            | Kind::Invert(value)
            | Kind::Not(value)
            | Kind::Dereference(value) => self.of(value),
            Kind::AddressOf(value) => {
                self.of(value);
                self.write(value);
            }
            Kind::Construct { arguments, .. } => arguments.iter().for_each(|one| self.of(one)),
            Kind::Binary { left, right, .. } => {
                self.of(left);
                self.of(right);
            }
            Kind::Assign { target, value, .. } => {
                self.of(target);
                self.of(value);
                self.write(target);
            }
            Kind::Step { target, .. } => {
                self.of(target);
                self.write(target);
            }
            Kind::Conditional { condition, then, otherwise } => {
                self.of(condition);
                self.of(then);
                self.of(otherwise);
            }
            Kind::Comma(first, second) => {
                self.of(first);
                self.of(second);
            }
            Kind::Lambda(lambda) => self.of_statements(&lambda.body),
            Kind::Assembly { outputs, inputs, .. } => {
                inputs.iter().chain(outputs).for_each(|one| self.of(one));
                outputs.iter().for_each(|one| self.write(one));
            }
            Kind::Unread(_, parts) => {
                for part in parts {
                    self.of(part);
                    self.write(part);
                }
            }
        }
    }
}
