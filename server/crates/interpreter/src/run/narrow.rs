//! What conditions that hold say of values that were not known: `assert tile[0] == 128`, `if n != 64: raise`.

use layout_algebra::symbolic::{Expression, Integer, Name};
use layoutlens_host_value::{
    object::Object,
    open_number::{is_open_name, is_open_type, open_name},
    tensor::Tensor,
    value::HostValue,
};
use layoutlens_operation::{Value, symbolic};
use layoutlens_syntax::{BinaryOperator as Op, Expr, ExprKind};

use crate::{
    state::{
        interpreter::Interpreter,
        scope::{Binding, Place},
    },
    value::plain::is_plain,
};

impl Interpreter<'_> {
    /// Takes into account that a Python condition holds, or that it does not.
    pub(crate) fn assume(&mut self, condition: &Expr, holds: bool) {
        if !self.is_python() {
            return;
        }
        match (&condition.kind, holds) {
            (ExprKind::Not(inner), _) => self.assume(inner, !holds),
            (ExprKind::Binary { operator: Op::And, left, right }, true)
            | (ExprKind::Binary { operator: Op::Or, left, right }, false) => {
                self.assume(left, holds);
                self.assume(right, holds);
            }
            (ExprKind::Binary { operator: Op::Equal, left, right }, true)
            | (ExprKind::Binary { operator: Op::NotEqual, left, right }, false)
                if is_plain(left) && is_plain(right) =>
            {
                let (a, b) = (self.value(left), self.value(right));
                self.assume_equal(left, &a, &b);
                self.assume_equal(right, &b, &a);
            }
            _ => {}
        }
    }

    /// `expr`, whose value is `value`, is equal to `other`.
    fn assume_equal(&mut self, expr: &Expr, value: &HostValue, other: &HostValue) {
        if value.unknown_reason().is_some() || is_open_type(value) {
            if is_constant(other)
                && let Some(place) = self.place_of(expr)
                && let Some(binding) = self.held(&place)
            {
                self.put(&place, Some(Binding { value: other.clone(), ..binding }));
            }
            return;
        }
        if let (Some(parts), Some(others)) = (value.elements(), other.elements()) {
            if parts.len() == others.len() {
                parts.iter().zip(&others).for_each(|(part, other)| self.assume_same_number(part, other));
            }
            return;
        }
        self.assume_same_number(value, other);
    }

    fn assume_same_number(&mut self, value: &HostValue, other: &HostValue) {
        let open = value.as_integer().and_then(|integer| open_name(&integer));
        let number = other.as_integer().filter(Integer::is_static).and_then(|integer| integer.known());
        if let (Some(name), Some(number)) = (open, number) {
            self.replace_everywhere(&name, number);
        }
    }

    /// Puts a number for an open one wherever that is held.
    fn replace_everywhere(&mut self, name: &Name, number: i64) {
        let mut changed: Vec<(Place, Binding)> = Vec::new();
        for scope in self.scopes.each() {
            for (text, binding) in self.scopes.bindings(scope) {
                if let Some(value) = replaced(&binding.value, name, number) {
                    let place = Place::Variable(scope, text.into());
                    changed.push((place, Binding { value, ..binding.clone() }));
                }
            }
        }
        for (index, fields) in self.instances.each() {
            for (text, value) in fields {
                if let Some(value) = replaced(value, name, number) {
                    changed.push((Place::Field(index, text.as_str().into()), Binding::variable(value, 0)));
                }
            }
        }
        for (place, binding) in changed {
            self.put(&place, Some(binding));
        }
    }
}

/// Whether nothing but the value itself is equal to it.
fn is_constant(value: &HostValue) -> bool {
    match value {
        HostValue::Text(_) | HostValue::Type(_) => true,
        value => value.as_integer().is_some_and(|integer| integer.is_static()),
    }
}

/// The value with a number for an open one; `None` when it does not hold that.
fn replaced(value: &HostValue, name: &Name, number: i64) -> Option<HostValue> {
    match value {
        HostValue::Value(value) => replaced_value(value, name, number).map(HostValue::Value),
        HostValue::Tuple(elements) => {
            let parts: Vec<Option<HostValue>> =
                elements.iter().map(|element| replaced(element, name, number)).collect();
            parts.iter().any(Option::is_some).then(|| {
                let all = parts.into_iter().zip(elements.iter());
                HostValue::tuple(all.map(|(part, old)| part.unwrap_or_else(|| old.clone())).collect())
            })
        }
        HostValue::Tensor(tensor) => {
            let layout = replaced_value(&tensor.layout, name, number)?;
            Some(HostValue::Tensor(Tensor { layout, ..Tensor::clone(tensor) }.into()))
        }
        HostValue::Object(object) => {
            let mut fields = object.fields.clone();
            let mut is_changed = false;
            for field in fields.values_mut() {
                if let Some(value) = replaced(field, name, number) {
                    *field = value;
                    is_changed = true;
                }
            }
            is_changed.then(|| HostValue::Object(Object { fields, ..Object::clone(object) }.into()))
        }
        _ => None,
    }
}

fn replaced_value(value: &Value, name: &Name, number: i64) -> Option<Value> {
    if !symbolic::has_names(value) || !symbolic::names(value).contains(&*name.text) {
        return None;
    }
    let replaced = symbolic::mapped(value, &|integer| {
        let Integer::Dynamic(expression) = integer else { return Ok(integer.clone()) };
        let is_open = expression.names().iter().all(|name| is_open_name(&name.text));
        let known =
            expression.substitute(&|own| (own.text == name.text).then(|| Expression::constant(number)))?;
        Ok(match known.as_constant() {
            Some(number) if is_open && !expression.names().is_empty() => Integer::Static(number),
            _ => Integer::Dynamic(known),
        })
    });
    replaced.ok()
}
