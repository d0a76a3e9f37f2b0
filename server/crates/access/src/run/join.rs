//! Where branches come together.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::scope::State;
use super::value::{Accessor, Pointer, Value};
use super::{Base, Run};
use crate::Space;
use crate::code::{Integer, Operator};
use crate::integer::Node;

impl Run<'_> {
    /// Runs one of two, or both, each for the lanes for whom the condition says so.
    pub(super) fn either(
        &mut self,
        condition: Node,
        then: impl FnOnce(&mut Self) -> Value,
        otherwise: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        match self.integers.as_number(condition) {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let Some(before) = self.state.clone() else { return Value::VARYING };
        if let Some(state) = &mut self.state {
            state.mask.push((condition, true));
        }
        let first = then(self);
        let first_state = self.state.replace(before.clone());
        if let Some(state) = &mut self.state {
            state.mask.push((condition, false));
        }
        let second = otherwise(self);
        let second_state = self.state.take();
        let value = match (&first_state, &second_state) {
            (Some(_), Some(_)) => self.joined_value(condition, &first, &second),
            (Some(_), None) => first,
            _ => second,
        };
        self.state = self.joined(condition, first_state, second_state, before.mask.len());
        value
    }

    /// The state behind two branches; `conditions` held in front of them.
    pub(super) fn joined(
        &mut self,
        condition: Node,
        then: Option<State>,
        otherwise: Option<State>,
        conditions: usize,
    ) -> Option<State> {
        let (mut then, otherwise) = match (then, otherwise) {
            (Some(then), Some(otherwise)) => (then, otherwise),
            (one, other) => return one.or(other),
        };
        let length = then.values.len().min(otherwise.values.len());
        then.values.truncate(length);
        for (at, other) in otherwise.values.into_iter().take(length).enumerate() {
            if !then.values[at].is_same(&other) {
                let value = then.values[at].clone();
                then.values[at] = self.joined_value(condition, &value, &other);
            }
        }
        // Lanes may have left in both; those that did in one are known by its conditions alone.
        let left: Vec<_> =
            [&then.mask, &otherwise.mask].iter().map(|mask| mask.len() > conditions + 1).collect();
        if left.iter().any(|left| *left) {
            let some = self.integers.unknown(crate::lanes::Why::Bound);
            then.mask.truncate(conditions);
            then.mask.push((some, true));
        } else {
            then.mask.truncate(conditions);
        }
        Some(then)
    }

    pub(super) fn joined_value(&mut self, condition: Node, then: &Value, otherwise: &Value) -> Value {
        if then.is_same(otherwise) {
            return then.clone();
        }
        match (then, otherwise) {
            (Value::Int(a, x), Value::Int(b, y)) => {
                let of = if x == y { *x } else { x.common(*y) };
                Value::Int(self.integers.select(condition, *a, *b), of)
            }
            (Value::Int(..), Value::Other { .. } | Value::Object { .. })
            | (Value::Other { .. } | Value::Object { .. }, Value::Int(..)) => {
                let (a, of) = self.integer_of(then);
                let (b, other) = self.integer_of(otherwise);
                Value::Int(self.integers.select(condition, a, b), of.common(other))
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                if a.element != b.element || a.inner != b.inner {
                    return self.first_of(condition, a, b, "it points to one of two types");
                }
                let base = if a.base == b.base { a.base } else { self.one_of(condition, a.base, b.base) };
                if base.is_none() {
                    return self.first_of(condition, a, b, "it is not known what it points into");
                }
                let offset = self.integers.select(condition, a.offset, b.offset);
                Value::Pointer(Pointer { base, offset, ..a.clone() })
            }
            // `nullptr`, or an address of which nothing is known.
            (Value::Pointer(pointer), Value::Other { .. } | Value::Int(..)) => {
                let unknown = self.unknown("it is set to what is no known address");
                let offset = self.integers.select(condition, pointer.offset, unknown);
                Value::Pointer(Pointer { offset, ..pointer.clone() })
            }
            (Value::Other { .. } | Value::Int(..), Value::Pointer(pointer)) => {
                let unknown = self.unknown("it is set to what is no known address");
                let offset = self.integers.select(condition, unknown, pointer.offset);
                Value::Pointer(Pointer { offset, ..pointer.clone() })
            }
            (Value::Accessor(a), Value::Accessor(b))
                if a.base == b.base && a.rank == b.rank && a.indexed == b.indexed =>
            {
                let offset = self.integers.select(condition, a.offset, b.offset);
                Value::Accessor(Accessor { offset, ..a.clone() })
            }
            (Value::Fields(a), Value::Fields(b)) => {
                let mut all = BTreeMap::new();
                for (name, value) in a.iter() {
                    let value = match b.get(name) {
                        Some(other) => self.joined_value(condition, value, other),
                        None => Value::VARYING,
                    };
                    all.insert(name.clone(), value);
                }
                Value::Fields(Rc::new(all))
            }
            _ => Value::Other {
                is_uniform: self.is_uniform(then)
                    && self.is_uniform(otherwise)
                    && self.integers.is_uniform(condition),
            },
        }
    }

    /// The pointer that is taken where a condition holds, or where it does not, if the other one is of less use; in the other case
    /// it is not known.
    fn first_of(&mut self, condition: Node, then: &Pointer, otherwise: &Pointer, why: &str) -> Value {
        let is_told = |run: &Self, pointer: &Pointer| {
            let space = pointer.base.map(|base| run.bases[base].space);
            space.is_some_and(|space| !matches!(space, Space::Local | Space::Constant))
        };
        let is_first = is_told(self, then) || !is_told(self, otherwise);
        let unknown = self.unknown(why);
        let pointer = if is_first { then } else { otherwise };
        let offset = match is_first {
            true => self.integers.select(condition, pointer.offset, unknown),
            false => self.integers.select(condition, unknown, pointer.offset),
        };
        let base = pointer.base.filter(|_| is_told(self, pointer));
        Value::Pointer(Pointer { base, offset, ..pointer.clone() })
    }

    /// One of two arrays or buffers of one kind of memory, the same for all lanes.
    fn one_of(&mut self, condition: Node, a: Option<usize>, b: Option<usize>) -> Option<usize> {
        let (a, b) = (self.bases.get(a?)?, self.bases.get(b?)?);
        if a.space != b.space || !self.integers.is_uniform(condition) {
            return None;
        }
        let name = format!("{} or {}", a.name, b.name);
        if let Some(known) = self.merged.get(&name) {
            return Some(*known);
        }
        let base = Base {
            name: name.clone(),
            space: a.space,
            extents: None,
            range: 0..0,
            element: Rc::clone(&a.element),
        };
        self.bases.push(base);
        self.merged.insert(name, self.bases.len() - 1);
        Some(self.bases.len() - 1)
    }

    /// That all conditions of a state hold behind the first so many.
    pub(super) fn conditions(&mut self, state: &State, from: usize) -> Node {
        let mut all = self.integers.number(1);
        for (condition, holds) in state.mask.get(from..).unwrap_or_default() {
            let wanted = self.integers.number(i64::from(!holds));
            let truth = self.integers.convert(Integer::BOOL, *condition);
            let one = self.integers.binary(Operator::NotEqual, Integer::INT, truth, wanted);
            all = self.integers.binary(Operator::LogicalAnd, Integer::INT, all, one);
        }
        all
    }

    /// The state of lanes that come together from several places, and a value that each brings; whether these are all lanes
    /// that went apart.
    pub(super) fn gathered(
        &mut self,
        mut all: Vec<(State, Value)>,
        from: usize,
        are_all: bool,
    ) -> Option<(State, Value)> {
        let (mut state, mut value) = all.pop()?;
        let is_alone = all.is_empty();
        while let Some((other, brought)) = all.pop() {
            let condition = self.conditions(&other, from);
            value = self.joined_value(condition, &brought, &value);
            let length = state.values.len().min(other.values.len());
            state.values.truncate(length);
            for (at, other) in other.values.into_iter().take(length).enumerate() {
                if !state.values[at].is_same(&other) {
                    let before = state.values[at].clone();
                    state.values[at] = self.joined_value(condition, &other, &before);
                }
            }
        }
        if !is_alone || are_all {
            state.mask.truncate(from);
        }
        if !is_alone && !are_all {
            let some = self.integers.unknown(crate::lanes::Why::Bound);
            state.mask.push((some, true));
        }
        Some((state, value))
    }
}
