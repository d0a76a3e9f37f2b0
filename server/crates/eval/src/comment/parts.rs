//! A value of the code as what a comment can say of it: a shape, a stride, a swizzle.

use layout_algebra::{Coordinate, IntTuple, Swizzle, symbolic::ScaledBasis};
use layoutlens_host_value::{evaluation::Answer, value::HostValue};
use layoutlens_operation::{Value, size::Size, value::Leaf};
use layoutlens_syntax::{CommentedValue, PatternKind};

/// What a layout, a tensor or a tuple consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts {
    /// The shape; the tuple itself, if it is no layout.
    pub(super) shape: IntTuple<Leaf>,
    /// The stride of a layout.
    pub(super) stride: Option<IntTuple<Leaf>>,
    pub(super) swizzle: SwizzlePart,
}

/// The swizzle of a layout or of the pointer of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SwizzlePart {
    /// There is none.
    None,
    /// On elements: `Sw<3,3,3> o 0 o`.
    Elements(Swizzle),
    /// On bytes, with a pointer: `Sw<3,4,3> o smem_ptr[16b](unset) o`.
    Bytes(Swizzle),
    /// Nothing is certain.
    Unknown,
}

impl Parts {
    /// `None` of what comments do not speak of: integers, atoms, what is unknown.
    pub(super) fn of(answer: &Answer) -> Option<Self> {
        let mut parts = Self::of_value(&answer.evaluated.value)?;
        if let HostValue::Tensor(tensor) = &answer.value
            && parts.swizzle == SwizzlePart::None
        {
            parts.swizzle = tensor.swizzle.map_or(SwizzlePart::Unknown, SwizzlePart::Bytes);
        }
        Some(parts)
    }

    /// As [`of`](Self::of), of an integer too where the comment is one.
    pub(super) fn beside(answer: &Answer, comment: &CommentedValue) -> Option<Self> {
        match (&comment.shape.kind, &comment.stride, &answer.evaluated.value) {
            (PatternKind::Number(_), None, Value::Tuple(integer @ IntTuple::Int(Leaf::Size(_)))) => {
                Some(Self { shape: integer.clone(), stride: None, swizzle: SwizzlePart::None })
            }
            (PatternKind::Number(_), None, _) => None,
            _ => Self::of(answer),
        }
    }

    fn of_value(value: &Value) -> Option<Self> {
        let integers = |tuple: &IntTuple<i64>| tuple.map(|&integer| Leaf::Size(Size::Known(integer)));
        let (shape, stride) = match value {
            Value::Tuple(tuple) if tuple.is_tuple() => (tuple.clone(), None),
            Value::Layout(layout) => (integers(&layout.shape()), Some(integers(&layout.stride()))),
            Value::CoordinateLayout(layout) => {
                let stride = layout.stride().map(|stride| Leaf::Coordinate(stride.clone()));
                (integers(&layout.shape()), Some(stride))
            }
            Value::XorLayout(layout) => {
                let stride = layout.stride().map(|stride| Leaf::Xor(stride.bits()));
                (integers(&layout.shape()), Some(stride))
            }
            Value::SymbolicLayout(layout) => {
                let shape = layout.shape().map(|size| Leaf::Size(size.clone().into()));
                (shape, Some(layout.stride().map(stride_leaf)))
            }
            Value::Composed(composed) => {
                let swizzle = SwizzlePart::Elements(composed.swizzle());
                return Some(Self { swizzle, ..Self::of_value(&composed.layout().clone().into())? });
            }
            Value::Smem(smem) => {
                let swizzle = SwizzlePart::Bytes(smem.swizzle());
                return Some(Self { swizzle, ..Self::of_value(&smem.layout().clone().into())? });
            }
            Value::Swizzled(swizzled) => {
                let swizzle = match swizzled.waits_for_pointer() {
                    true => SwizzlePart::Bytes(swizzled.swizzle()),
                    false => SwizzlePart::Elements(swizzled.swizzle()),
                };
                let layout = Value::SymbolicLayout(swizzled.layout().clone());
                return Some(Self { swizzle, ..Self::of_value(&layout)? });
            }
            Value::Chain(chain) => {
                let layout = chain.domain()?;
                return Some(Self {
                    swizzle: SwizzlePart::Unknown,
                    ..Self::of_value(&layout.clone().into())?
                });
            }
            _ => return None,
        };
        Some(Self { shape, stride, swizzle: SwizzlePart::None })
    }
}

fn stride_leaf(stride: &ScaledBasis) -> Leaf {
    match (stride.path.as_slice(), stride.value.known()) {
        _ if stride.is_fraction() => Leaf::Any,
        ([], _) => Leaf::Size(stride.value.clone().into()),
        (_, Some(0)) => Leaf::Coordinate(Coordinate::Zero),
        (path, Some(value)) => Leaf::Coordinate(Coordinate::Basis { value, path: path.to_vec() }),
        (_, None) => Leaf::Any,
    }
}
