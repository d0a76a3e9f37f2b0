//! Accessors of PyTorch's tensors, which stand in headers that no project holds.

use std::rc::Rc;

use super::Run;
use super::expression::Place;
use super::value::{Accessor, Element, Pointer, Value};
use crate::Space;
use crate::code::{Expr, Integer, Kind, Operator, TemplateArgument, Type};
use crate::integer::Node;

/// Templates of an element's type and a number of dimensions.
const NAMES: [&str; 7] = [
    "GenericPackedTensorAccessor",
    "GenericPackedTensorAccessorBase",
    "PackedTensorAccessor",
    "PackedTensorAccessor32",
    "PackedTensorAccessor64",
    "TensorAccessor",
    "TensorAccessorBase",
];

impl Run<'_> {
    /// Of what a type is an accessor, and of how many dimensions.
    pub(super) fn accessor_of(&mut self, of: &Type, depth: usize) -> Option<(Rc<Element>, i64)> {
        if !NAMES.contains(&of.name.as_str()) {
            return None;
        }
        let [element, rank, ..] = of.arguments.as_slice() else { return None };
        let element = match element {
            TemplateArgument::Type(of) => self.element_within(of, depth + 1),
            TemplateArgument::Value(Expr { kind: Kind::Name(name), .. }) => {
                self.element_within(&Type { name: name.clone(), ..Type::default() }, depth + 1)
            }
            TemplateArgument::Value(_) => return None,
        };
        let rank = match rank {
            TemplateArgument::Value(rank) => self.constant(rank)?,
            TemplateArgument::Type(name) => {
                self.constant(&Expr { kind: Kind::Name(name.name.clone()), range: 0..0 })?
            }
        };
        (1..=8).contains(&rank).then_some((element, rank))
    }

    /// The accessor of this name, which no index was put to.
    pub(super) fn accessor(&mut self, name: &str, element: Rc<Element>, rank: i64) -> Value {
        let base = self.base(name, Space::Global, Rc::clone(&element));
        let offset = self.integers.number(0);
        Value::Accessor(Accessor { base, element, rank, indexed: 0, offset })
    }

    /// `x[i]`
    pub(super) fn indexed(&mut self, accessor: Accessor, index: Node) -> Place {
        let stride = self.of_dimension(&accessor, "stride", 0);
        let by = self.integers.binary(Operator::Multiply, Integer::LONG, index, stride);
        let by = self.integers.binary(Operator::Multiply, Integer::LONG, by, accessor.element.size);
        let offset = self.integers.binary(Operator::Add, Integer::LONG, accessor.offset, by);
        let indexed = accessor.indexed + 1;
        if indexed < accessor.rank {
            return Place::Value(Value::Accessor(Accessor { indexed, offset, ..accessor }));
        }
        let Accessor { base, element, .. } = accessor;
        Place::Memory(Pointer { base: Some(base), element, inner: Vec::new(), offset }, false)
    }

    /// `x.size(0)` and its like.
    pub(super) fn of_accessor(&mut self, accessor: &Accessor, method: &str, arguments: &[Value]) -> Value {
        match (method, arguments) {
            ("size" | "stride", [Value::Int(dimension, _)]) => {
                match self
                    .integers
                    .as_number(*dimension)
                    .filter(|at| (0..accessor.rank - accessor.indexed).contains(at))
                {
                    Some(dimension) => {
                        Value::Int(self.of_dimension(accessor, method, dimension), Integer::LONG)
                    }
                    None => Value::Other { is_uniform: self.integers.is_uniform(*dimension) },
                }
            }
            ("data", []) => Value::Pointer(Pointer {
                base: Some(accessor.base),
                element: Rc::clone(&accessor.element),
                inner: Vec::new(),
                offset: accessor.offset,
            }),
            _ => Value::Other { is_uniform: arguments.iter().all(|value| self.is_uniform(value)) },
        }
    }

    /// What all of a tensor has in common, of one of the dimensions that have no index yet.
    fn of_dimension(&mut self, accessor: &Accessor, what: &str, dimension: i64) -> Node {
        let tensor = &self.bases[accessor.base].name;
        let name = format!("{tensor}.{what}({})", accessor.indexed.saturating_add(dimension));
        let symbol = self.integers.named(&name, true);
        self.integers.symbol(symbol)
    }
}
