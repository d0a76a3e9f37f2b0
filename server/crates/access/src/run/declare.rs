//! Declarations.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::value::{ElementKind, Named, Pointer, Value};
use super::{Base, Part, Run};
use crate::Space;
use crate::code::{Declared, Expr, Integer, Kind, Operator, Storage};

/// The most parts of shared memory that are noted.
const MOST_PARTS: usize = 64;

impl Run<'_> {
    pub(super) fn declare(&mut self, declared: &Declared) {
        if declared.name.is_empty() || self.state.is_none() {
            return;
        }
        if declared.is_taken_apart {
            if let Some(value) = &declared.value {
                self.expression(value);
            }
            let node = self.unknown("`auto [..]` is not followed");
            self.declare_value(&declared.name, Value::Int(node, Integer::INT));
            return;
        }
        // A second name for a variable.
        if declared.of.is_reference
            && let Some(value) = &declared.value
            && let super::expression::Place::Variable(variable) = self.place(value)
        {
            if let Some(scope) = self.scopes.last_mut() {
                scope.variables.insert(declared.name.clone(), variable);
            }
            return;
        }
        let value = match declared.storage {
            Storage::Shared => self.array(declared, Space::Shared),
            Storage::DynamicShared => self.array(declared, Space::Shared),
            Storage::Device => self.array(declared, Space::Constant),
            Storage::Thread if !declared.dimensions.is_empty() => {
                if let Some(value) = &declared.value {
                    self.expression(value);
                }
                self.array(declared, Space::Local)
            }
            Storage::Thread => self.initial(declared),
        };
        if self.state.is_some() {
            self.note_part(declared, &value);
            self.declare_value(&declared.name, value);
        }
    }

    /// Notes where a part of shared memory begins whose size the launch says.
    fn note_part(&mut self, declared: &Declared, value: &Value) {
        let (Storage::Thread, Value::Pointer(pointer)) = (declared.storage, value) else { return };
        if self.trials > 0 || !pointer.inner.is_empty() || self.parts.len() >= MOST_PARTS {
            return;
        }
        let Some(base) = pointer.base.map(|base| &self.bases[base]) else { return };
        let is_open =
            matches!(base.extents.as_deref(), Some([extent]) if self.integers.as_number(*extent) == Some(0));
        if base.space != Space::Shared || !is_open {
            return;
        }
        let begins = self.integers.value(pointer.offset).clone().ok().filter(|sum| sum.is_uniform());
        let element = self.integers.as_number(pointer.element.size);
        if let (Some(begins), Some(element)) = (begins, element) {
            let (name, range, array) = (declared.name.clone(), declared.range.clone(), base.range.clone());
            self.parts.push(Part { name, range, array, begins: (*begins).clone(), element });
        }
    }

    /// An array, or a variable, that lies in memory.
    fn array(&mut self, declared: &Declared, space: Space) -> Value {
        let element = self.element(&declared.of);
        let mut extents = Vec::new();
        for size in &declared.dimensions {
            extents.push(match size {
                Some(size) => {
                    let value = self.expression(size);
                    self.integer_of(&value).0
                }
                None => self.integers.number(0),
            });
        }
        let base = Base {
            name: declared.name.clone(),
            space,
            extents: Some(extents.clone()),
            range: declared.range.clone(),
            element: Rc::clone(&element),
        };
        let known = self.bases.iter().position(|known| *known == base);
        let base = known.unwrap_or_else(|| {
            self.bases.push(base);
            self.bases.len() - 1
        });
        let offset = self.integers.number(0);
        let inner = extents.iter().skip(1).copied().collect();
        let pointer = Pointer { base: Some(base), element, inner, offset };
        if extents.is_empty() { Value::Reference(pointer) } else { Value::Pointer(pointer) }
    }

    fn initial(&mut self, declared: &Declared) -> Value {
        let of = &declared.of;
        let Some(value) = &declared.value else {
            let element = self.element(of);
            return match &element.kind {
                ElementKind::Integer(of) => {
                    let node = self.unknown("it has no value yet");
                    Value::Int(node, *of)
                }
                ElementKind::Pointer(to) => {
                    let offset = self.integers.number(0);
                    Value::Pointer(Pointer { base: None, element: Rc::clone(to), inner: Vec::new(), offset })
                }
                ElementKind::Class(fields) => {
                    let mut values = BTreeMap::new();
                    for field in fields.iter() {
                        values.insert(field.name.clone(), Value::VARYING);
                    }
                    Value::Fields(Rc::new(values))
                }
                ElementKind::Vector(lane, count) => {
                    let mut values = BTreeMap::new();
                    for name in ["x", "y", "z", "w"].iter().take(usize::try_from(*count).unwrap_or(0)) {
                        let value = match lane.kind {
                            ElementKind::Integer(of) => {
                                let node = self.unknown("it has no value yet");
                                Value::Int(node, of)
                            }
                            _ => Value::VARYING,
                        };
                        values.insert((*name).to_owned(), value);
                    }
                    Value::Fields(Rc::new(values))
                }
                ElementKind::Number | ElementKind::Accessor(..) | ElementKind::Open => Value::VARYING,
            };
        };
        // `T x(a)`, `T x{a}`
        let single = match &value.kind {
            Kind::Construct { of: None, arguments } => match arguments.as_slice() {
                [one] => Some(one),
                [] => None,
                _ => None,
            },
            _ => Some(value),
        };
        if of.is_reference {
            let Some(single) = single else { return Value::VARYING };
            return match self.place(single) {
                super::expression::Place::Memory(pointer, _) => Value::Reference(pointer),
                super::expression::Place::Field(..) | super::expression::Place::Variable(_) => Value::VARYING,
                super::expression::Place::Value(value) => value,
            };
        }
        let Some(single) = single else {
            let arguments = match &value.kind {
                Kind::Construct { arguments, .. } => arguments.clone(),
                _ => Vec::new(),
            };
            return self.constructed(of, &arguments);
        };
        let given = self.expression(single);
        if of.name == "auto" {
            return given;
        }
        let element = self.element(of);
        self.converted(given, &element)
    }

    /// `T{a, b}`
    pub(super) fn constructed(&mut self, of: &crate::code::Type, arguments: &[Expr]) -> Value {
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.expression(argument);
            values.push(value);
        }
        let element = self.element(of);
        match (&element.kind, values.as_slice()) {
            (ElementKind::Class(fields), _) if values.len() == fields.len() && !values.is_empty() => {
                let mut all = BTreeMap::new();
                for (field, value) in fields.iter().zip(values) {
                    let value = self.converted(value, &field.element);
                    all.insert(field.name.clone(), value);
                }
                Value::Fields(Rc::new(all))
            }
            (ElementKind::Vector(lane, _), _) if !values.is_empty() => {
                let mut all = BTreeMap::new();
                for (name, value) in ["x", "y", "z", "w"].iter().zip(values) {
                    let value = self.converted(value, lane);
                    all.insert((*name).to_owned(), value);
                }
                Value::Fields(Rc::new(all))
            }
            (_, [one]) => self.converted(one.clone(), &element),
            (ElementKind::Integer(of), []) => Value::Int(self.integers.number(0), *of),
            _ => Value::Other { is_uniform: values.iter().all(|value| self.is_uniform(value)) },
        }
    }

    pub(super) fn alias(&mut self, name: &str, of: &crate::code::Type) {
        let element = self.element(of);
        if let Some(scope) = self.scopes.last_mut() {
            scope.types.insert(name.to_owned(), Named::Type(element));
        }
    }

    /// Whether all lanes have the same.
    pub(super) fn is_uniform(&self, value: &Value) -> bool {
        match value {
            Value::Int(node, _) => self.integers.is_uniform(*node),
            Value::Pointer(pointer) => pointer.base.is_some() && self.integers.is_uniform(pointer.offset),
            Value::Accessor(accessor) => self.integers.is_uniform(accessor.offset),
            Value::Reference(_) => false,
            Value::Other { is_uniform } => *is_uniform,
            Value::Object { .. } | Value::Lambda(_) => true,
            Value::Fields(fields) => fields.values().all(|value| self.is_uniform(value)),
            Value::Group(_) => false,
        }
    }

    /// The value as a variable of this type holds it.
    pub(super) fn converted(&mut self, value: Value, to: &Rc<super::Element>) -> Value {
        match (&to.kind, value) {
            (ElementKind::Integer(of), value) => match value {
                // The address of shared memory as a number: it stays an address, of bytes.
                Value::Pointer(pointer) if of.bits >= 32 => {
                    let element = self.byte();
                    Value::Pointer(Pointer { element, inner: Vec::new(), ..pointer })
                }
                value => {
                    let node = self.integer_of(&value).0;
                    Value::Int(self.integers.convert(*of, node), *of)
                }
            },
            (ElementKind::Pointer(element), Value::Pointer(pointer)) => {
                let inner = if pointer.element.name == element.name { pointer.inner } else { Vec::new() };
                Value::Pointer(Pointer { element: Rc::clone(element), inner, ..pointer })
            }
            (ElementKind::Pointer(element), Value::Object { name, .. }) => {
                let base = self.base(&name, Space::Global, Rc::clone(element));
                let offset = self.integers.number(0);
                Value::Pointer(Pointer {
                    base: Some(base),
                    element: Rc::clone(element),
                    inner: Vec::new(),
                    offset,
                })
            }
            // A number as an address: lanes may have different ones.
            (ElementKind::Pointer(element), value) => {
                let offset = self.integer_of(&value).0;
                Value::Pointer(Pointer { base: None, element: Rc::clone(element), inner: Vec::new(), offset })
            }
            (ElementKind::Number, value) => Value::Other { is_uniform: self.is_uniform(&value) },
            // What a pointer of a type that nobody knows points to is not followed.
            (
                ElementKind::Open | ElementKind::Class(_) | ElementKind::Vector(..),
                Value::Pointer(pointer),
            ) => {
                let element = self.open_element(super::types::ARRAY);
                Value::Pointer(Pointer { element, inner: Vec::new(), ..pointer })
            }
            (_, value) => value,
        }
    }

    /// The integer that a value is.
    pub(super) fn integer_of(&mut self, value: &Value) -> (crate::integer::Node, Integer) {
        match value {
            Value::Int(node, of) => (*node, *of),
            Value::Other { is_uniform: true } => {
                let symbol = self.new_symbol("a value of run time", false);
                (self.integers.symbol(symbol), Integer::INT)
            }
            Value::Object { name, .. } => {
                // What is read at several places goes by one name.
                let symbol = match name.contains("..") {
                    true => self.new_symbol(name, false),
                    false => self.integers.named(name, false),
                };
                (self.integers.symbol(symbol), Integer::INT)
            }
            Value::Other { is_uniform: false } => (self.varying(), Integer::INT),
            Value::Pointer(_)
            | Value::Accessor(_)
            | Value::Reference(_)
            | Value::Fields(_)
            | Value::Lambda(_)
            | Value::Group(_) => (self.unknown("it is no integer"), Integer::INT),
        }
    }

    pub(super) fn moved(&mut self, pointer: &Pointer, by: crate::integer::Node, sign: Operator) -> Pointer {
        let mut scaled = self.integers.binary(Operator::Multiply, Integer::LONG, by, pointer.element.size);
        for extent in &pointer.inner {
            scaled = self.integers.binary(Operator::Multiply, Integer::LONG, scaled, *extent);
        }
        let offset = self.integers.binary(sign, Integer::LONG, pointer.offset, scaled);
        Pointer { offset, ..pointer.clone() }
    }
}
