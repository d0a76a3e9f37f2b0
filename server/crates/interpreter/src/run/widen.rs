//! What a name holds in each round of a Python loop: the value that it begins with, or one that a round leaves.
//!
//! Of numbers that differ only that there is one is known, of tuples and objects what their parts are.

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::FxHashSet;

use layoutlens_host_value::{
    object::{ClassValue, Instance, Object},
    open_number::is_open,
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, ExprKind, program::Class};

use crate::{
    code::written::written_in_items,
    state::{interpreter::Interpreter, run_time_name::LEAST_INT},
    value::{class_of::class_of, nameless::nameless},
};

/// Why a value is not known that rounds change.
pub(crate) const CHANGES: &str = "changes from round to round of a loop";

/// How deep tuples and objects in each other are looked into.
const MAX_DEPTH: usize = 8;

impl Interpreter<'_> {
    /// What holds of both values, where that says something.
    pub(crate) fn widened(&mut self, one: &HostValue, other: &HostValue) -> Option<HostValue> {
        if !self.is_python() {
            return None;
        }
        self.widened_to(one, other, MAX_DEPTH)
    }

    fn widened_to(&mut self, one: &HostValue, other: &HostValue, depth: usize) -> Option<HostValue> {
        if one == other {
            return Some(one.clone());
        }
        let depth = depth.checked_sub(1)?;
        if let (Some(a), Some(b)) = (one.as_integer(), other.as_integer()) {
            let is_of_run_time = [&a, &b].into_iter().all(|number| !number.is_static() && !is_open(number));
            return Some(HostValue::integer(&match is_of_run_time {
                true => self.names.nameless(LEAST_INT),
                false => self.names.open(CHANGES, LEAST_INT),
            }));
        }
        match (one, other) {
            (HostValue::Tensor(a), HostValue::Tensor(b)) => {
                let (a, b) = (anywhere(a), anywhere(b));
                (a == b).then(|| HostValue::Tensor(Arc::new(a)))
            }
            (HostValue::Instance(a), HostValue::Instance(b)) => self.widened_object(a, b, depth),
            (HostValue::Object(a), HostValue::Object(b)) => self.widened_record(a, b, depth),
            (HostValue::Object(_), _) | (_, HostValue::Object(_)) => None,
            _ => {
                let (a, b) = (one.elements()?, other.elements()?);
                let is_same_length = a.len() == b.len();
                is_same_length.then(|| {
                    let parts = a.iter().zip(&b).map(|(one, other)| {
                        self.widened_to(one, other, depth).unwrap_or_else(|| HostValue::unknown(CHANGES))
                    });
                    HostValue::tuple(parts.collect())
                })
            }
        }
    }

    /// An object with what both have in common; only of a class whose objects never change: this is neither of them.
    fn widened_object(&mut self, one: &Instance, other: &Instance, depth: usize) -> Option<HostValue> {
        if one.class != other.class || self.may_change(&one.class) {
            return None;
        }
        let (a, b) = (self.instances.of(one.id).clone(), self.instances.of(other.id).clone());
        if a.keys().any(|field| self.is_written_from_outside(field)) {
            return None;
        }
        let mut fields = BTreeMap::new();
        for (name, value) in &a {
            let Some(own) = b.get(name) else { continue };
            let value = self.widened_to(value, own, depth).unwrap_or_else(|| HostValue::unknown(CHANGES));
            fields.insert(name.clone(), value);
        }
        Some(self.new_instance(&one.class, fields))
    }

    /// A record of the library, of which only numbers differ.
    fn widened_record(&mut self, one: &Object, other: &Object, depth: usize) -> Option<HostValue> {
        let is_plain = one.kind == other.kind && one.class.is_none() && other.class.is_none();
        if !is_plain || !one.fields.keys().eq(other.fields.keys()) || one.kind == "range" {
            return None;
        }
        let mut fields = BTreeMap::new();
        for ((name, value), own) in one.fields.iter().zip(other.fields.values()) {
            let value = match value == own {
                true => value.clone(),
                false if is_numbers(value) && is_numbers(own) => self.widened_to(value, own, depth)?,
                // Whether there is another tile: whatever else the record says stays.
                false if is_truth_or_unknown(value) && is_truth_or_unknown(own) => {
                    HostValue::unknown(CHANGES)
                }
                false => return None,
            };
            fields.insert(name.clone(), value);
        }
        Some(HostValue::Object(Arc::new(Object { class: None, kind: one.kind.clone(), fields })))
    }

    /// Whether a value is one of those that `wide` stands for.
    pub(crate) fn covers(&self, wide: &HostValue, value: &HostValue) -> bool {
        self.covers_to(wide, value, MAX_DEPTH)
    }

    fn covers_to(&self, wide: &HostValue, value: &HostValue, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if wide == value || wide.unknown_reason().is_some() {
            return true;
        }
        if let (Some(wide), Some(number)) = (wide.as_integer(), value.as_integer()) {
            let is_any = nameless(&wide).is_some_and(|name| name.least <= LEAST_INT);
            return is_any && (is_open(&wide) || !number.is_static() && !is_open(&number));
        }
        match (wide, value) {
            (HostValue::Tensor(wide), HostValue::Tensor(tensor)) => {
                wide.offset.is_none() && **wide == anywhere(tensor)
            }
            (HostValue::Instance(wide), HostValue::Instance(object)) if wide.class == object.class => {
                let (fields, own) = (self.instances.of(wide.id), self.instances.of(object.id));
                fields
                    .iter()
                    .all(|(name, wide)| own.get(name).is_some_and(|value| self.covers_to(wide, value, depth)))
            }
            (HostValue::Object(wide), HostValue::Object(record)) => {
                wide.kind == record.kind
                    && wide.class == record.class
                    && wide.fields.keys().eq(record.fields.keys())
                    && wide.fields.values().zip(record.fields.values()).all(|(wide, own)| {
                        wide == own
                            || wide.unknown_reason().is_some() && is_truth_or_unknown(own)
                            || is_numbers(wide) && is_numbers(own) && self.covers_to(wide, own, depth)
                    })
            }
            (HostValue::Object(_), _) | (_, HostValue::Object(_)) => false,
            _ => match (wide.elements(), value.elements()) {
                (Some(wide), Some(parts)) => {
                    wide.len() == parts.len()
                        && wide.iter().zip(&parts).all(|(wide, part)| self.covers_to(wide, part, depth))
                }
                _ => false,
            },
        }
    }

    /// Whether a method of the class may change its object.
    fn may_change(&mut self, class: &ClassValue) -> bool {
        let mut left = vec![class.clone()];
        let mut seen = 0;
        while let Some(class) = left.pop() {
            seen += 1;
            if seen > MAX_DEPTH || changes_itself(&class.class) {
                return true;
            }
            for base in self.bases_of(&class).iter() {
                match (class_of(base), &base) {
                    (Some(base), _) => left.push(base.clone()),
                    // A class of a module that is not read has no fields here.
                    (None, HostValue::Module(_) | HostValue::Callable(_)) => {}
                    _ => return true,
                }
            }
        }
        false
    }

    /// Whether the program assigns a field of this name to an object from outside of its class.
    fn is_written_from_outside(&mut self, field: &str) -> bool {
        if self.written_fields.is_none() {
            let mut all = FxHashSet::default();
            for (_, file) in self.files.all() {
                written_in_items(&file.program.items, &mut |target, _| {
                    if let ExprKind::Member { base, name } = &target.kind
                        && !is_self(base)
                    {
                        all.insert(name.text.clone());
                    }
                });
            }
            self.written_fields = Some(all);
        }
        self.written_fields.as_ref().is_none_or(|all| all.contains(field))
    }
}

/// Whether a value is a truth, or not known.
fn is_truth_or_unknown(value: &HostValue) -> bool {
    matches!(value, HostValue::Value(Value::Bool(_))) || value.unknown_reason().is_some()
}

/// Whether a value is a number, or a tuple of nothing else.
fn is_numbers(value: &HostValue) -> bool {
    value.as_integer().is_some()
        || matches!(value, HostValue::Tuple(_) | HostValue::Value(_))
            && value.elements().is_some_and(|elements| elements.iter().all(is_numbers))
}

/// The tensor, wherever it begins.
fn anywhere(tensor: &Tensor) -> Tensor {
    Tensor { offset: None, ..tensor.clone() }
}

fn is_self(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "self")
}

/// Whether a method other than those that make the object assigns a field.
fn changes_itself(class: &Class) -> bool {
    let mut changes = false;
    written_in_items(&class.members, &mut |target, function| {
        let is_made = function.is_some_and(|name| matches!(name, "__init__" | "__post_init__"));
        changes |= matches!(&target.kind, ExprKind::Member { .. } | ExprKind::Index { .. }) && !is_made;
    });
    changes
}
