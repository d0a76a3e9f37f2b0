//! One value for two that a name may have.

use std::sync::Arc;

use layout_algebra::{IntTuple, symbolic::Integer};
use layoutlens_host_value::{
    open_number::is_open,
    tensor::{Beginning, Tensor, apart_of},
    value::HostValue,
};
use layoutlens_operation::{Size, Value, value::Leaf};

use crate::{
    state::{
        interpreter::Interpreter,
        scope::{Binding, Place},
    },
    value::run_time::{least, run_time},
};

impl Interpreter<'_> {
    /// What a place holds when it holds one of two values; `before` is what it held before the branches.
    pub(crate) fn either_at(
        &mut self,
        place: &Place,
        before: Option<&Binding>,
        one: Binding,
        other: Binding,
    ) -> Binding {
        if one.refers_to != other.refers_to {
            let value = HostValue::unknown("which variable this refers to is not known");
            return Binding { value, refers_to: None, ..one };
        }
        if let Some(apart) = apart_of(&one.value, &other.value) {
            return Binding { value: apart.clone(), ..one };
        }
        if one.value == other.value {
            return one;
        }
        if let (Some(a), Some(b)) = (run_time(&one.value), run_time(&other.value)) {
            // A name that came up in a branch stands for nothing yet outside of it, so it may go on.
            for (value, own) in [(&a, &one.value), (&b, &other.value)] {
                let is_new = before.is_none_or(|before| before.value != *own);
                if is_new && self.is_own_name(place, one.declared, value) {
                    return Binding { value: own.clone(), ..one };
                }
            }
            let least = least(&a).min(least(&b));
            return Binding { value: self.own_name(place, one.declared, least), ..one };
        }
        Binding { value: self.either(&one.value, &other.value), ..one }
    }

    /// What is certain of a value that is one of two.
    pub(crate) fn either(&mut self, one: &HostValue, other: &HostValue) -> HostValue {
        if let Some(apart) = apart_of(one, other) {
            return apart.clone();
        }
        if one == other {
            return one.clone();
        }
        if let (HostValue::Value(Value::Tuple(a)), HostValue::Value(Value::Tuple(b))) = (one, other)
            && let Some(merged) = self.either_tuple(a, b)
        {
            return HostValue::Value(Value::Tuple(merged));
        }
        if let (HostValue::Tensor(one), HostValue::Tensor(other)) = (one, other)
            && let Some(merged) = either_tensor(one, other)
        {
            return HostValue::Tensor(Arc::new(merged));
        }
        if let Some(reason) = one.unknown_reason().or(other.unknown_reason()) {
            return HostValue::unknown(reason);
        }
        if self.is_python()
            && let Some(merged) = self.either_of_tuples(one, other)
        {
            return merged;
        }
        if matches!(
            (one, other),
            (HostValue::Instance(_), HostValue::Instance(_)) | (HostValue::Object(_), HostValue::Object(_))
        ) && let Some(merged) = self.widened(one, other)
        {
            return merged;
        }
        HostValue::unknown(format!("depends on a condition: {} or {}", one.shown(), other.shown()))
    }

    /// Python's tuples of one length, part by part.
    fn either_of_tuples(&mut self, one: &HostValue, other: &HostValue) -> Option<HostValue> {
        let (a, b) = (one.elements()?, other.elements()?);
        (a.len() == b.len())
            .then(|| HostValue::tuple(a.iter().zip(&b).map(|(one, other)| self.either(one, other)).collect()))
    }

    /// A number that is one of two numbers, of compile time or of run time.
    fn either_number(&mut self, one: &Integer, other: &Integer) -> Integer {
        let lower = |integer: &Integer| integer.known().unwrap_or_else(|| least(integer));
        let what = match (one.known(), other.known()) {
            (Some(a), Some(b)) => format!("{a} or {b}"),
            _ => "what depends on a condition".to_owned(),
        };
        self.names.open(&what, lower(one).min(lower(other)))
    }

    /// Tuples of one type: run-time integers that differ are integers without a name.
    fn either_tuple(&mut self, one: &IntTuple<Leaf>, other: &IntTuple<Leaf>) -> Option<IntTuple<Leaf>> {
        match (one, other) {
            (IntTuple::Int(a), IntTuple::Int(b)) if a == b => Some(one.clone()),
            (IntTuple::Int(Leaf::Size(a)), IntTuple::Int(Leaf::Size(b))) => {
                let (a, b) = (a.integer(), b.integer());
                if self.is_python() && [&a, &b].into_iter().any(|one| one.is_static() || is_open(one)) {
                    return Some(IntTuple::Int(Leaf::Size(self.either_number(&a, &b).into())));
                }
                if a.is_static() || b.is_static() {
                    return None;
                }
                let merged = self.names.nameless(least(&a).min(least(&b)));
                Some(IntTuple::Int(Leaf::Size(Size::from(merged))))
            }
            (IntTuple::Tuple(a), IntTuple::Tuple(b)) if a.len() == b.len() => {
                let merged: Option<Vec<_>> = a.iter().zip(b).map(|(a, b)| self.either_tuple(a, b)).collect();
                merged.map(IntTuple::Tuple)
            }
            _ => None,
        }
    }
}

/// Of two tensors that differ in where they begin only, what is certain: all but that.
fn either_tensor(one: &Tensor, other: &Tensor) -> Option<Tensor> {
    let begins_there =
        |tensor: &Tensor| Tensor { offset: one.offset.clone(), lanes: one.lanes.clone(), ..tensor.clone() };
    if begins_there(other) != *one {
        return None;
    }
    // Threads may have taken different branches.
    Some(Tensor { offset: None, lanes: None, beginning: Beginning { may_differ: true }, ..one.clone() })
}
