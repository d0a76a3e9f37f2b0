//! Swizzled layouts with run-time integers.

use std::fmt;

use layout_algebra::{ComposedLayout, Swizzle, smem::SmemLayout, symbolic::SymbolicLayout};

use super::{Operation, Refusal, columns::OnComposed, columns::OnSmem, table::columns};
use crate::{Evaluated, Value};

/// A swizzle after a layout whose sizes or strides are run-time integers: `Sw<3,3,3> o 0 o (n,64):(64,1)`.
///
/// What changes only how coordinates are read, and what asks for sizes, is computed; offsets and slices are not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwizzledLayout {
    behind: Behind,
    layout: SymbolicLayout,
}

/// What is applied behind the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// A swizzle on elements, behind an offset.
    Offset(Swizzle, i64),
    /// A swizzle on bytes, behind a pointer that is not set, to elements of so many bits.
    Pointer(Swizzle, i64),
}

impl SwizzledLayout {
    /// The swizzle and offset of `composed` behind another layout; a plain value where its integers are static.
    pub(super) fn of_composed(composed: &ComposedLayout, layout: SymbolicLayout) -> Value {
        Self { behind: Behind::Offset(composed.swizzle(), *composed.offset()), layout }.into_value()
    }

    /// The swizzle and pointer of `smem` behind another layout; a plain value where its integers are static.
    pub(super) fn of_smem(smem: &SmemLayout, layout: SymbolicLayout) -> Value {
        Self { behind: Behind::Pointer(smem.swizzle(), smem.element_bits()), layout }.into_value()
    }

    /// `swizzle o offset o layout`; a plain value where the integers are static.
    pub(super) fn composed(swizzle: Swizzle, offset: i64, layout: SymbolicLayout) -> Value {
        Self { behind: Behind::Offset(swizzle, offset), layout }.into_value()
    }

    fn into_value(self) -> Value {
        let known = self.layout.is_static().then(|| self.layout.known()).flatten();
        let plain = known.and_then(|layout| match self.behind {
            Behind::Offset(swizzle, offset) => Some(ComposedLayout::new(swizzle, offset, layout).into()),
            Behind::Pointer(swizzle, bits) => SmemLayout::new(swizzle, bits, layout).ok().map(Value::from),
        });
        plain.unwrap_or_else(|| Value::Swizzled(self.into()))
    }

    /// What is applied first.
    pub fn layout(&self) -> &SymbolicLayout {
        &self.layout
    }

    /// The swizzle: on bytes where the layout [waits for its pointer](Self::waits_for_pointer), else on elements.
    pub fn swizzle(&self) -> Swizzle {
        match self.behind {
            Behind::Offset(swizzle, _) | Behind::Pointer(swizzle, _) => swizzle,
        }
    }

    /// Whether the swizzle is on bytes, behind a pointer that is not set.
    pub fn waits_for_pointer(&self) -> bool {
        matches!(self.behind, Behind::Pointer(..))
    }

    /// The same swizzle behind another layout.
    pub(super) fn with_layout(&self, layout: SymbolicLayout) -> Value {
        Self { layout, ..*self }.into_value()
    }
}

impl fmt::Display for SwizzledLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.behind {
            Behind::Offset(swizzle, offset) => write!(f, "{swizzle} o {offset} o {}", self.layout),
            Behind::Pointer(swizzle, bits) => {
                write!(f, "{swizzle} o smem_ptr[{bits}b](unset) o {}", self.layout)
            }
        }
    }
}

/// Runs an operation one of whose operands is such a layout; `None` when none is.
pub(super) fn run(operation: Operation, values: &[Value]) -> Option<Result<Evaluated, Refusal>> {
    let is_swizzled = |value: &Value| matches!(value, Value::Swizzled(_));
    if !values.iter().any(is_swizzled) {
        return None;
    }
    let (Some((Value::Swizzled(first), rest)), columns) = (values.split_first(), columns(operation)) else {
        return Some(Err(not_computed(operation)));
    };
    if rest.iter().any(is_swizzled) || rest.iter().any(|value| matches!(value, Value::Swizzle(_))) {
        return Some(Err(not_computed(operation)));
    }
    let on_layout = || operation.run(&[&[Value::from(first.layout().clone())], rest].concat());
    let keeps_swizzle = match first.behind {
        Behind::Offset(..) => matches!(columns.on_composed, OnComposed::OnDomain),
        Behind::Pointer(..) => matches!(columns.on_smem, OnSmem::Domain),
    };
    Some(match columns.on_smem {
        OnSmem::Extent => on_layout(),
        _ if keeps_swizzle => on_layout().and_then(|evaluated| match evaluated.value {
            Value::SymbolicLayout(layout) => Ok(Evaluated { value: first.with_layout(layout), ..evaluated }),
            Value::Layout(layout) => {
                Ok(Evaluated { value: first.with_layout(layout.as_ref().into()), ..evaluated })
            }
            _ => Err(not_computed(operation)),
        }),
        _ => Err(not_computed(operation)),
    })
}

/// That no offset and no slice is known before the numbers are.
pub(super) fn not_computed(operation: Operation) -> Refusal {
    Refusal::Unknown(format!(
        "{operation} of a swizzled layout with run-time integers is not computed: with sizes like Int<64> it is"
    ))
}
