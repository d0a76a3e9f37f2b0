//! Statements.

use std::rc::Rc;

use super::scope::Scope;
use super::value::Value;
use super::{Around, Run};
use crate::code::{Expr, Integer, Operator, Statement};

impl Run<'_> {
    /// Statements of one block.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        let count = self.state.as_ref().map_or(0, |state| state.values.len());
        self.scopes.push(Scope::default());
        self.open(statements);
        self.scopes.pop();
        // What was declared there has no name any longer.
        if let Some(state) = &mut self.state {
            state.values.truncate(count);
        }
    }

    /// Statements whose declarations are seen behind them.
    pub(super) fn open(&mut self, statements: &[Statement]) {
        for statement in statements {
            if self.state.is_none() || !self.step() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Declare(all) => {
                for declared in all {
                    self.declare(declared);
                }
            }
            Statement::Expression(expr) => {
                self.expression(expr);
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.expression(condition);
                let condition = self.truth(&condition);
                self.either(
                    condition,
                    |run| {
                        run.statements(then);
                        Value::UNIFORM
                    },
                    |run| {
                        run.statements(otherwise);
                        Value::UNIFORM
                    },
                );
            }
            Statement::Loop(one) => self.repeat(&Rc::clone(one)),
            Statement::Switch { subject, cases } => self.switch(subject, cases),
            Statement::Block(body) => self.statements(body),
            Statement::Open(body) => self.open(body),
            Statement::Alternatives(branches, has_else) => self.alternatives(branches, *has_else),
            Statement::Return(value) => {
                let value = match value {
                    Some(value) => self.expression(value),
                    None => Value::VARYING,
                };
                if let (Some(state), Some(frame)) = (self.state.take(), self.frames.last_mut()) {
                    frame.returns.push((state, value));
                }
            }
            Statement::Break => {
                let state = self.state.take();
                if let Some(around) = self.around.last_mut() {
                    around.breaks.extend(state);
                }
            }
            Statement::Continue => {
                let state = self.state.take();
                if let Some(around) = self.around.iter_mut().rev().find(|around| around.is_loop) {
                    around.continues.extend(state);
                }
            }
            Statement::Alias(name, of) => self.alias(name, of),
            Statement::Class(name, class) => self.local_class(name, class),
            // Who comes here from where is not followed.
            Statement::Goto => {
                let count = self.state.as_ref().map_or(0, |state| state.values.len());
                (0..count).for_each(|variable| self.forget(variable));
                let some = self.integers.unknown(crate::lanes::Why::Bound);
                if let Some(state) = &mut self.state {
                    state.mask.push((some, true));
                }
            }
            Statement::Unread(names) => {
                for name in names {
                    if let Some(variable) = self.lookup_variable(name) {
                        self.forget(variable);
                    } else {
                        let node = self.unknown("its declaration is not read");
                        self.declare_value(name, Value::Int(node, Integer::INT));
                    }
                }
            }
        }
    }

    /// The cases follow each other until one is left.
    fn switch(&mut self, subject: &Expr, cases: &[(Option<Expr>, Rc<[Statement]>)]) {
        let subject = self.expression(subject);
        let Some(before) = self.state.clone() else { return };
        let conditions = before.mask.len();
        self.around.push(Around::default());
        self.scopes.push(Scope::default());
        let mut none_of_them = self.integers.number(1);
        let mut tests = Vec::new();
        for (value, _) in cases {
            let Some(value) = value else {
                tests.push(None);
                continue;
            };
            let value = self.expression(value);
            let value = self.combined(Operator::Equal, subject.clone(), value);
            let node = self.truth(&value);
            let zero = self.integers.number(0);
            let is_not = self.integers.binary(Operator::Equal, Integer::INT, node, zero);
            none_of_them = self.integers.binary(Operator::LogicalAnd, Integer::INT, none_of_them, is_not);
            tests.push(Some(node));
        }
        let has_default = tests.iter().any(Option::is_none);
        let mut through: Option<super::scope::State> = None;
        for ((_, body), test) in cases.iter().zip(tests) {
            let test = test.unwrap_or(none_of_them);
            let mut entered = before.clone();
            entered.mask.push((test, true));
            let is_never = self.integers.as_number(test) == Some(0);
            self.state = match (through.take(), is_never) {
                (through, true) => through,
                (None, false) => Some(entered),
                (Some(through), false) => {
                    // Those whose case it is, and those that come from the case before.
                    let before = self.conditions(&through, conditions);
                    let either = self.integers.binary(Operator::LogicalOr, Integer::INT, test, before);
                    let mut joined = self.joined(test, Some(entered), Some(through), conditions);
                    if let Some(state) = &mut joined {
                        state.mask.truncate(conditions);
                        state.mask.push((either, true));
                    }
                    joined
                }
            };
            if self.state.is_some() {
                self.open(body);
            }
            through = self.state.take();
        }
        self.scopes.pop();
        let Some(around) = self.around.pop() else { return };
        let mut ends: Vec<_> = around.breaks.into_iter().map(|state| (state, Value::UNIFORM)).collect();
        ends.extend(through.map(|state| (state, Value::UNIFORM)));
        if !has_default && self.integers.as_number(none_of_them) != Some(0) {
            let mut state = before;
            state.mask.push((none_of_them, true));
            ends.push((state, Value::UNIFORM));
        }
        self.state = self.gathered(ends, conditions, false).map(|(state, _)| state);
    }

    /// One of these is compiled; what they declare is seen behind them.
    fn alternatives(&mut self, branches: &[Rc<[Statement]>], has_else: bool) {
        let mut all: Vec<&[Statement]> = branches.iter().map(|branch| &**branch).collect();
        if !has_else {
            all.push(&[]);
        }
        let Some(before) = self.state.clone() else { return };
        let mut whole: Option<(super::scope::State, Scope)> = None;
        let outer = self.scopes.last().cloned().unwrap_or_default();
        for branch in all {
            self.state = Some(before.clone());
            if let Some(scope) = self.scopes.last_mut() {
                *scope = outer.clone();
            }
            self.open(branch);
            let Some(state) = self.state.take() else { continue };
            let scope = self.scopes.last().cloned().unwrap_or_default();
            whole = Some(match whole {
                None => (state, scope),
                Some((known, names)) => {
                    self.merged_branches(known, names, state, &scope, before.values.len())
                }
            });
        }
        if let Some((state, scope)) = whole {
            self.state = Some(state);
            if let Some(last) = self.scopes.last_mut() {
                *last = scope;
            }
        }
    }

    fn merged_branches(
        &mut self,
        known: super::scope::State,
        mut names: Scope,
        state: super::scope::State,
        scope: &Scope,
        length: usize,
    ) -> (super::scope::State, Scope) {
        let symbol = self.new_symbol("#if", true);
        let condition = self.integers.symbol(symbol);
        let mut values = Vec::new();
        for (name, variable) in names.variables.iter().filter(|(_, variable)| **variable >= length) {
            let first = known.values.get(*variable).cloned();
            let second = scope.variables.get(name).and_then(|at| state.values.get(*at)).cloned();
            values.push((name.clone(), first, second));
        }
        for (name, variable) in scope.variables.iter().filter(|(_, variable)| **variable >= length) {
            if !names.variables.contains_key(name) {
                values.push((name.clone(), None, state.values.get(*variable).cloned()));
            }
        }
        let conditions = known.mask.len().min(state.mask.len());
        let mut known = known;
        let mut state = state;
        known.values.truncate(length);
        state.values.truncate(length);
        let mut joined = self.joined(condition, Some(known), Some(state), conditions).unwrap_or_default();
        for (name, first, second) in values {
            let value = match (first, second) {
                (Some(first), Some(second)) => self.joined_value(condition, &first, &second),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => Value::VARYING,
            };
            joined.values.push(value);
            names.variables.insert(name, joined.values.len() - 1);
        }
        for (name, of) in &scope.types {
            names.types.entry(name.clone()).or_insert_with(|| of.clone());
        }
        (joined, names)
    }
}
