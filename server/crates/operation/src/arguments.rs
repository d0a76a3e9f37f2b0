//! Operands of an operation, read as what the operation wants.

use std::sync::Arc;

use layout_algebra::{
    Coordinate, IntTuple, Layout, SliceIndex, Swizzle, Tiler, TilerMode, Xor, symbolic::SymbolicLayout,
};

use super::Refusal;
use crate::{
    Code, Value,
    literal::{self, needs_numbers},
    size::Size,
    value::{Leaf, compact, numbers, sizes},
};

/// The operands of one call.
pub struct Arguments<'v> {
    /// The name of the operation, for messages.
    operation: &'static str,
    values: &'v [Value],
    /// See [`Arguments::of_program`].
    is_of_program: bool,
}

/// A layout of any stride kind that is computed.
#[derive(Debug, Clone)]
pub(crate) enum OperandLayout {
    Integer(Layout),
    Coordinate(Layout<Coordinate>),
    Xor(Layout<Xor>),
    Symbolic { shape: IntTuple<Size>, stride: IntTuple<Size> },
}

impl OperandLayout {
    fn symbolic(layout: &SymbolicLayout) -> Self {
        let (shape, stride) = (layout.shape(), layout.stride());
        Self::Symbolic {
            shape: shape.map(|size| size.clone().into()),
            stride: stride.map(|stride| stride.value.clone().into()),
        }
    }
}

impl<'v> Arguments<'v> {
    /// The operands of a statement's call of this operation.
    pub fn new(operation: &'static str, values: &'v [Value]) -> Self {
        Self { operation, values, is_of_program: false }
    }

    /// Operands of a call that a program makes: it holds what comes of run-time integers, whether that is proved to be
    /// right or not.
    pub(crate) fn of_program(operation: &'static str, values: &'v [Value]) -> Self {
        Self { is_of_program: true, ..Self::new(operation, values) }
    }

    /// Whether a value that is not proved to be right for all run-time integers is one all the same.
    pub(crate) fn is_of_program(&self) -> bool {
        self.is_of_program
    }

    /// An operation on something unknown is unknown for the same reason.
    pub(crate) fn refuse_unknown(&self) -> Result<(), Refusal> {
        self.values
            .iter()
            .find_map(Value::unknown_reason)
            .map_or(Ok(()), |reason| Err(Refusal::Unknown(reason.to_owned())))
    }

    /// The name of the operation.
    pub(crate) fn operation(&self) -> &'static str {
        self.operation
    }

    pub(crate) fn values(&self) -> &'v [Value] {
        self.values
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value(&self, index: usize) -> Result<&'v Value, Refusal> {
        self.values.get(index).ok_or_else(|| Refusal::Kind {
            argument: index,
            message: format!("operand {} is missing", index + 1),
        })
    }

    /// A layout of any kind; a tuple stands for its compact layout.
    pub(crate) fn any_layout(&self, index: usize) -> Result<OperandLayout, Refusal> {
        let value = self.value(index)?;
        match value {
            Value::Layout(layout) => Ok(OperandLayout::Integer(layout.as_ref().clone())),
            Value::CoordinateLayout(layout) => Ok(OperandLayout::Coordinate(layout.as_ref().clone())),
            Value::XorLayout(layout) => Ok(OperandLayout::Xor(layout.as_ref().clone())),
            Value::SymbolicLayout(layout) => Ok(OperandLayout::symbolic(layout)),
            Value::Tuple(tuple) => match sizes(tuple).map(|shape| compact(&shape)) {
                Some(Ok(Value::Layout(layout))) => Ok(OperandLayout::Integer(Arc::unwrap_or_clone(layout))),
                Some(Ok(Value::SymbolicLayout(layout))) => Ok(OperandLayout::symbolic(&layout)),
                Some(Err(error)) => Err(error.into()),
                _ => Err(self.kind(index, "a layout")),
            },
            // CuTe has most operations on these, so using one is no mistake.
            Value::Composed(_) | Value::Chain(_) | Value::Swizzled(_) => {
                Err(Refusal::Unknown(format!("there is no {} of a composed layout", self.operation)))
            }
            _ => Err(self.kind(index, "a layout")),
        }
    }

    /// The operand at `index`, as a layout with integer strides and known numbers.
    ///
    /// # Errors
    /// It is something else, or its numbers are not known.
    pub fn layout(&self, index: usize) -> Result<Layout, Refusal> {
        match self.any_layout(index)? {
            OperandLayout::Integer(layout) => Ok(layout),
            OperandLayout::Coordinate(_) => Err(Refusal::Unknown(format!(
                "there is no {} of a layout with coordinate strides",
                self.operation
            ))),
            OperandLayout::Xor(_) => {
                Err(Refusal::Unknown(format!("there is no {} of a layout with XOR strides", self.operation)))
            }
            OperandLayout::Symbolic { shape, stride } => {
                Err(needs_numbers(self.operation, &IntTuple::Tuple(vec![shape, stride])))
            }
        }
    }

    /// A right operand of composition, divide or product; a tuple is a by-mode tiler.
    pub(crate) fn tiler(&self, index: usize) -> Result<Tiler, Refusal> {
        match self.value(index)? {
            Value::Tiler(modes) => Ok(Tiler::ByMode(modes.clone())),
            Value::Tuple(tuple) => match literal::tuple_mode(tuple).map_err(|refusal| at(refusal, index))? {
                TilerMode::ByMode(modes) => Ok(Tiler::ByMode(modes)),
                TilerMode::Keep => Err(Refusal::Unknown(format!(
                    "{} with `_` for the whole layout is not computed yet",
                    self.operation
                ))),
                _ => self.layout(index).map(Tiler::Layout),
            },
            _ => self.layout(index).map(Tiler::Layout),
        }
    }

    /// The right operand of a product; a tuple is a layout there, not a tiler.
    pub(crate) fn product_tiler(&self, index: usize) -> Result<Tiler, Refusal> {
        match self.value(index)? {
            Value::Tiler(modes) => Ok(Tiler::ByMode(modes.clone())),
            _ => self.layout(index).map(Tiler::Layout),
        }
    }

    /// A tuple of known integers.
    pub(crate) fn tuple(&self, index: usize) -> Result<IntTuple<i64>, Refusal> {
        match self.value(index)? {
            Value::Tuple(tuple) => numbers(tuple).map_err(|_| match sizes(tuple) {
                Some(symbolic) => needs_numbers(self.operation, &symbolic),
                None => self.kind(index, "an integer or a tuple of integers"),
            }),
            _ => Err(self.kind(index, "an integer or a tuple of integers")),
        }
    }

    /// A tuple whose leaves may be `_`, given as `None`.
    pub(crate) fn pattern(&self, index: usize) -> Result<IntTuple<Option<i64>>, Refusal> {
        let Value::Tuple(tuple) = self.value(index)? else { return Err(self.kind(index, "a coordinate")) };
        tuple.try_map(&mut |leaf| match leaf {
            Leaf::Keep => Ok(None),
            Leaf::Size(Size::Known(value)) => Ok(Some(*value)),
            Leaf::Size(size) => Err(needs_numbers("a coordinate", &IntTuple::Int(size.clone()))),
            _ => Err(self.kind(index, "a coordinate")),
        })
    }

    /// A coordinate whose leaves may be `_`, as the algebra slices with it.
    pub(crate) fn slice_pattern(&self, index: usize) -> Result<IntTuple<SliceIndex>, Refusal> {
        Ok(self.pattern(index)?.map(|leaf| match leaf {
            Some(fixed) => SliceIndex::At(*fixed),
            None => SliceIndex::All,
        }))
    }

    /// The refusal of a layout with names where numbers are needed.
    pub(crate) fn needs_numbers(&self, index: usize) -> Refusal {
        self.layout(index).err().unwrap_or_else(|| self.kind(index, "a layout"))
    }

    /// A known integer.
    pub(crate) fn int(&self, index: usize) -> Result<i64, Refusal> {
        let value = self.value(index)?;
        match value {
            Value::Tuple(IntTuple::Int(Leaf::Size(Size::Known(number)))) => Ok(*number),
            Value::Tuple(IntTuple::Int(Leaf::Size(size))) => {
                Err(needs_numbers(self.operation, &IntTuple::Int(size.clone())))
            }
            _ => Err(self.kind(index, "an integer")),
        }
    }

    /// The index of a mode.
    pub(crate) fn mode_index(&self, argument: usize) -> Result<usize, Refusal> {
        let number = self.int(argument)?;
        usize::try_from(number).map_err(|_| Refusal::Problem {
            argument,
            code: Code::RankMismatch,
            message: format!("there is no mode {number}; modes are counted from 0"),
        })
    }

    pub(crate) fn swizzle(&self, index: usize) -> Result<Swizzle, Refusal> {
        match self.value(index)? {
            Value::Swizzle(swizzle) => Ok(*swizzle),
            _ => Err(self.kind(index, "a swizzle")),
        }
    }

    pub(crate) fn element_type(&self, index: usize) -> Result<&'v str, Refusal> {
        match self.value(index)? {
            Value::ElementType(name) => Ok(name),
            _ => Err(self.kind(index, "an element type such as f16")),
        }
    }

    /// The refusal of an operand that is not what the operation wants.
    pub(crate) fn kind(&self, index: usize, wanted: &str) -> Refusal {
        let found = self.values.get(index).map_or("nothing", Value::kind);
        let text = self.values.get(index).map(|value| format!(": `{value}`")).unwrap_or_default();
        Refusal::Kind {
            argument: index,
            message: format!("operand {} must be {wanted}, not {found}{text}", index + 1),
        }
    }
}

fn at(refusal: Refusal, index: usize) -> Refusal {
    match refusal {
        Refusal::Kind { message, .. } => Refusal::Kind { argument: index, message },
        other => other,
    }
}
