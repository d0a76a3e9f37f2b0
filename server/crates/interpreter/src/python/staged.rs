//! Branches and loops of run time in what the DSL compiles.
//!
//! Measured with nvidia-cutlass-dsl 4.8.1: in a function with `@cute.jit` or `@cute.kernel`, and in functions that stand
//! inside of one, `if` and `while` are of run time unless `const_expr(..)` stands around the whole condition, and so is
//! `for` over `range(..)`. It makes no difference that Python knows whether the condition holds: all branches are compiled.
//! A variable from before that is written inside, or whose methods are called there, is carried through:
//!
//! | held before | inside, until it is assigned there, and behind |
//! |---|---|
//! | an integer, a `bool` | a number of run time, even where all branches assign the same |
//! | a tuple, list, dictionary or dataclass | likewise, part by part |
//! | a layout, a tensor, `None` | as it is; another form of it in a branch is refused |
//! | text, a type, an object of another class | refused |
//!
//! A branch that returns, raises or breaks is refused, too. What is refused is no program of this version's; then
//! Python's rule is taken, by which a condition that is known decides. Choices in expressions (`a if b else c`) are
//! Python's where Python knows the condition.

use layoutlens_host_value::{object::Instance, open_number::is_open, types::HostType, value::HostValue};
use layoutlens_operation::{Value, symbolic};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, HostStatement, Jump, StatementKind},
};

use crate::{
    code::{attribute::is_decorated_with, walk},
    python::{record_class::Maker, staged_entry::MAX_BASES},
    state::{
        change::Changes,
        flow::Flow,
        interpreter::Interpreter,
        run_time_name::LEAST_INT,
        scope::{Binding, Place, ScopeKind},
    },
    value::dictionary,
};

/// How deep tuples and lists in each other are looked into.
const MAX_DEPTH: usize = 8;

/// What integers become that are carried through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carried {
    /// Numbers of run time.
    RunTime,
    /// Numbers of which it is not known whether they are of run time.
    Either,
}

impl Interpreter<'_> {
    /// Whether branches and loops of the code at hand are of run time unless they say otherwise.
    pub(crate) fn is_staged(&self) -> bool {
        self.is_python() && self.scopes.around(self.scope()).any(|scope| self.staged_scopes.contains(&scope))
    }

    /// `if` of run time, where there is one: what holds behind it. `holds` says what Python knows of its condition.
    pub(crate) fn staged_branches(
        &mut self,
        condition: &Expr,
        holds: Option<bool>,
        then: &[HostStatement],
        otherwise: &[HostStatement],
    ) -> Option<Flow> {
        let is_of_reader =
            matches!(&condition.kind, ExprKind::Opaque(reason) if reason.is_condition_of_reader());
        if !self.is_staged() || is_of_reader || jumps(then) || jumps(otherwise) {
            return None;
        }
        let carried = self.carried_through(&[then, otherwise]);
        if !carried.iter().all(|place| self.can_be_carried(place)) {
            return None;
        }
        let (began, recorded) = (self.journal.len(), self.records.mark());
        self.carry(&carried, Carried::RunTime);
        let ends = self.ends_of(&[then, otherwise], true, |this, body| {
            // Nothing is declared in a body without statements.
            let until = body.last().map_or(0, |last| last.range.end);
            this.compiled_at_run_time(true, |this| this.scoped_block(body, until))
        });
        if holds.is_some() && carried.iter().any(|place| self.has_other_form(place, &ends)) {
            self.take_back(began);
            self.take_records_back(recorded);
            return None;
        }
        let (repeated, new) = self.not_carried(&carried, &ends, holds);
        let flow = self.merge(ends);
        for (place, value) in new {
            self.put(&place, value);
        }
        for place in repeated {
            if let Some(binding) = self.held(&place) {
                let value = HostValue::unknown("both branches of a run-time `if` change it");
                self.put(&place, Some(Binding { value, ..binding }));
            }
        }
        self.carry(&carried, Carried::RunTime);
        Some(flow)
    }

    /// What both sides of `a if condition else b` hold, of which it is not known whether Python decides it.
    pub(crate) fn chosen_at_run_time(&mut self, value: &HostValue) -> Option<HostValue> {
        if !self.is_staged() || matches!(value, HostValue::Instance(_)) {
            return None;
        }
        self.part_carried(value, Carried::Either, MAX_DEPTH)
    }

    /// Whether a loop is one of run time: its body is compiled once, and no round is run by Python.
    pub(crate) fn is_loop_of_run_time(&self, over: Option<&Expr>, body: &[HostStatement]) -> bool {
        self.is_staged() && over.is_none_or(is_range) && !jumps(body)
    }

    /// Does `work`, where `is_compiled` says that the DSL compiles what it does, be it run or not.
    pub(crate) fn compiled_at_run_time<T>(
        &mut self,
        is_compiled: bool,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.frames.top_mut().compiled_at_run_time += usize::from(is_compiled);
        let result = work(self);
        self.frames.top_mut().compiled_at_run_time -= usize::from(is_compiled);
        result
    }

    /// Before a loop of run time: what it carries through, with its values as they are in each round.
    pub(crate) fn begin_staged_loop(&mut self, over: Option<&Expr>, body: &[HostStatement]) -> Vec<Place> {
        if !self.is_loop_of_run_time(over, body) {
            return Vec::new();
        }
        let carried = self.carried_through(&[body]);
        if !carried.iter().all(|place| self.can_be_carried(place)) {
            return Vec::new();
        }
        self.carry(&carried, Carried::RunTime);
        carried
    }

    /// Behind a loop of run time.
    pub(crate) fn end_staged_loop(&mut self, carried: &[Place]) {
        self.carry(carried, Carried::RunTime);
    }

    /// The variables of the function at hand that statements write, or of which they call methods.
    fn carried_through(&self, bodies: &[&[HostStatement]]) -> Vec<Place> {
        let mut names = Vec::new();
        for body in bodies {
            written_names(body, &mut names);
            walk::statements(body, &mut |expr: &Expr| {
                if let ExprKind::Invoke { callee, .. } = &expr.kind
                    && let ExprKind::Member { base, .. } = &callee.kind
                    && let Some(name) = root_of_members(base).filter(|name| *name != "self")
                {
                    names.push(name);
                }
            });
        }
        let mut own = Vec::new();
        for scope in self.scopes.around(self.scope()) {
            own.push(scope);
            if self.scopes.get(scope).is_none_or(|data| !matches!(data.kind, ScopeKind::Block)) {
                break;
            }
        }
        let mut places: Vec<Place> = Vec::new();
        for name in names {
            let scope = own.iter().find(|&&scope| self.scopes.binding(scope, name).is_some());
            let Some(scope) = scope else { continue };
            let place = Place::Variable(*scope, name.into());
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// Whether what a variable holds may be carried through at all.
    fn can_be_carried(&mut self, place: &Place) -> bool {
        match self.held(place).map(|binding| binding.value) {
            Some(HostValue::Text(_) | HostValue::Type(_)) => false,
            Some(HostValue::Instance(instance)) => {
                matches!(self.maker(&instance.class), Some(Maker::Dataclass))
                    || self.says_itself(&instance.class, MAX_BASES) != Some(false)
            }
            _ => true,
        }
    }

    /// Makes numbers of run time of what variables hold.
    fn carry(&mut self, places: &[Place], form: Carried) {
        for place in places {
            let Some(binding) = self.held(place) else { continue };
            let value = match binding.value.as_integer() {
                Some(integer) if form == Carried::RunTime && (integer.is_static() || is_open(&integer)) => {
                    Some(self.own_name(place, binding.declared, LEAST_INT))
                }
                _ => self.part_carried(&binding.value, form, MAX_DEPTH),
            };
            if let Some(value) = value {
                if self.was_a_list(&binding.value) {
                    self.is_a_list(&value);
                }
                self.put(place, Some(Binding { value, ..binding }));
            }
        }
    }

    /// What a value becomes that is carried through; `None` where it stays as it is.
    fn part_carried(&mut self, value: &HostValue, form: Carried, depth: usize) -> Option<HostValue> {
        let Some(depth) = depth.checked_sub(1) else {
            return Some(HostValue::unknown("a number of run time"));
        };
        if let Some(integer) = value.as_integer() {
            return match form {
                Carried::RunTime if integer.is_static() || is_open(&integer) => {
                    Some(HostValue::integer(&self.names.nameless(LEAST_INT)))
                }
                Carried::Either if integer.is_static() => {
                    let least = integer.known().unwrap_or(LEAST_INT);
                    Some(HostValue::integer(&self.names.open("what a condition of run time chooses", least)))
                }
                _ => None,
            };
        }
        if let HostValue::Value(Value::Bool(_)) = value {
            return Some(HostValue::unknown("it is known at run time: an `if` or a loop carries it"));
        }
        if dictionary::is_dictionary(value) {
            return Some(HostValue::unknown("its numbers are of run time: an `if` or a loop carries it"));
        }
        if let HostValue::Instance(instance) = value {
            self.fields_carried(instance, form, depth);
            return None;
        }
        let elements = value.elements()?;
        let parts: Vec<Option<HostValue>> =
            elements.iter().map(|element| self.part_carried(element, form, depth)).collect();
        parts.iter().any(Option::is_some).then(|| {
            let parts = parts.into_iter().zip(elements).map(|(part, before)| part.unwrap_or(before));
            HostValue::tuple(parts.collect())
        })
    }

    /// The fields of a dataclass, where its objects can be changed.
    fn fields_carried(&mut self, instance: &Instance, form: Carried, depth: usize) {
        let is_record = matches!(self.maker(&instance.class), Some(Maker::Dataclass))
            && !is_decorated_with(&instance.class.class.attributes, "frozen");
        if !is_record {
            return;
        }
        let fields = self.instances.of(instance.id).clone();
        for (name, value) in fields {
            if let Some(value) = self.part_carried(&value, form, depth) {
                let place = Place::Field(instance.id, name.into());
                self.put(&place, Some(Binding::variable(value, 0)));
            }
        }
    }

    /// Whether the branches leave a variable with values of which the one cannot stand for the other.
    fn has_other_form(&self, place: &Place, ends: &[(Changes, Flow)]) -> bool {
        let before = self.held(place);
        let mut after = ends.iter().map(|(changes, _)| {
            let binding = changes.after(place).unwrap_or(&before).as_ref();
            binding.map(|binding| binding.value.clone())
        });
        match (after.next().flatten(), after.next().flatten()) {
            (Some(one), Some(other)) => !has_one_form(&one, &other),
            _ => false,
        }
    }

    /// Of what the branches change besides: what both do, since both are compiled, and the names that came up in the one
    /// that Python would take. The program cannot read these behind the `if`, so no other value of them is ever seen.
    fn not_carried(
        &self,
        carried: &[Place],
        ends: &[(Changes, Flow)],
        holds: Option<bool>,
    ) -> (Vec<Place>, Vec<(Place, Option<Binding>)>) {
        let [(then, _), (otherwise, _)] = ends else { return Default::default() };
        let scope = self.scope();
        let is_new = |place: &Place| matches!(place, Place::Variable(own, _) if *own == scope);
        let repeated =
            then.all.iter().map(|(place, ..)| place).filter(|place| {
                !carried.contains(place) && !is_new(place) && otherwise.after(place).is_some()
            });
        let taken = holds.map(|holds| if holds { then } else { otherwise });
        let is_first_bound = |place: &Place, before: &Option<Binding>| {
            is_new(place) && before.is_none() && !carried.contains(place)
        };
        let new = taken
            .into_iter()
            .flat_map(|taken| &taken.all)
            .filter(|(place, before, _)| is_first_bound(place, before))
            .map(|(place, _, after)| (place.clone(), after.clone()));
        (repeated.cloned().collect(), new.collect())
    }

    /// Remembers that the function whose scope is at hand is compiled.
    pub(crate) fn enter_staged(&mut self, function: &Function) {
        if self.is_python() && (self.outside.libraries.staging.compiled)(&function.attributes).is_some() {
            let scope = self.scope();
            self.staged_scopes.insert(scope);
        }
    }
}

/// Whether a value may be joined with another one where branches come together.
fn has_one_form(one: &HostValue, other: &HostValue) -> bool {
    if one == other || one.unknown_reason().is_some() || other.unknown_reason().is_some() {
        return true;
    }
    let is_number =
        |value: &HostValue| value.as_integer().is_some() || matches!(value, HostValue::Value(Value::Bool(_)));
    if is_number(one) || is_number(other) {
        return is_number(one) && is_number(other);
    }
    match (one, other) {
        (HostValue::Type(a), HostValue::Type(b)) => {
            matches!((&**a, &**b), (HostType::Of(a), HostType::Of(b)) if has_one_form(a, b))
        }
        (HostValue::Text(_) | HostValue::Nothing, _) | (_, HostValue::Text(_) | HostValue::Nothing) => false,
        _ => match (one.elements(), other.elements()) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.iter().zip(&b).all(|(one, other)| has_one_form(one, other))
            }
            (None, None) => !is_type_of_its_own(one),
            _ => false,
        },
    }
}

/// Whether a value is one of layouts of static numbers only, each of which is a type of its own.
fn is_type_of_its_own(value: &HostValue) -> bool {
    let value = match value {
        HostValue::Tensor(tensor) => &tensor.layout,
        HostValue::Value(value) => value,
        _ => return false,
    };
    match value {
        Value::Layout(_) | Value::CoordinateLayout(_) | Value::Tiler(_) | Value::Tuple(_) => true,
        // A run-time integer may be a known one.
        Value::SymbolicLayout(_) | Value::SymbolicTiler(_) | Value::Swizzled(_) => {
            symbolic::names(value).is_empty()
        }
        _ => false,
    }
}

/// Whether a loop goes over what the DSL takes for rounds of run time.
fn is_range(over: &Expr) -> bool {
    let ExprKind::Invoke { callee, .. } = &over.kind else { return false };
    let name = match &callee.kind {
        ExprKind::Name(name) => name,
        ExprKind::Member { name, .. } => &name.text,
        _ => return false,
    };
    matches!(name.as_str(), "range" | "range_dynamic")
}

/// `x` in `x.y.z`.
fn root_of_members(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { base, .. } => root_of_members(base),
        _ => None,
    }
}

/// Whether statements leave the branch or round that they are in by a jump.
fn jumps(body: &[HostStatement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) | StatementKind::Jump(_) => true,
        StatementKind::If { then, otherwise, .. } => jumps(then) || jumps(otherwise),
        StatementKind::Loop { body, .. } => {
            body.iter().any(|statement| matches!(statement.kind, StatementKind::Return(_))) || returns(body)
        }
        StatementKind::Block(body) | StatementKind::Finally(body) => jumps(body),
        StatementKind::Try { body, handlers } => jumps(body) || handlers.iter().any(|body| jumps(body)),
        StatementKind::Alternatives(branches) => branches.iter().any(|branch| jumps(&branch.body)),
        _ => false,
    })
}

/// Whether statements leave the function; a `break` leaves only the loop that is looked at.
fn returns(body: &[HostStatement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Jump(jump) => matches!(jump, Jump::Raise),
        StatementKind::If { then, otherwise, .. } => returns(then) || returns(otherwise),
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            returns(body)
        }
        StatementKind::Try { body, handlers } => returns(body) || handlers.iter().any(|body| returns(body)),
        _ => false,
    })
}

/// The variables that statements assign, or of which they assign an element or attribute.
pub(crate) fn written_names<'b>(body: &'b [HostStatement], names: &mut Vec<&'b str>) {
    fn of_target<'b>(target: &'b Expr, names: &mut Vec<&'b str>) {
        match &target.kind {
            ExprKind::Name(name) => names.push(name),
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => of_target(base, names),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                targets.iter().for_each(|target| of_target(target, names));
            }
            _ => {}
        }
    }
    for statement in body {
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                names.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
            StatementKind::Assign { target, .. } => of_target(target, names),
            StatementKind::If { then, otherwise, .. } => {
                written_names(then, names);
                written_names(otherwise, names);
            }
            StatementKind::Loop { variables, body, .. } => {
                names.extend(variables.iter().map(|name| name.text.as_str()));
                written_names(body, names);
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => written_names(body, names),
            StatementKind::Try { body, handlers } => {
                written_names(body, names);
                handlers.iter().for_each(|body| written_names(body, names));
            }
            StatementKind::Alternatives(branches) => {
                branches.iter().for_each(|branch| written_names(&branch.body, names));
            }
            _ => {}
        }
    }
}
