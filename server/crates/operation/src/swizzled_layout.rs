//! Swizzled layouts with run-time integers.

use std::fmt;

use layout_algebra::{ComposedLayout, Error, Swizzle, smem::SmemLayout, symbolic::SymbolicLayout};

use crate::Value;

/// A swizzle after a layout whose sizes or strides are run-time integers: `Sw<3,3,3> o 0 o (n,64):(64,1)`.
///
/// What changes only how coordinates are read, and what asks for sizes, is computed; offsets and slices are not
/// (`tile_to_shape` and its like in CuTe's `layout_composed.hpp`).
///
/// ```
/// use layout_algebra::{ComposedLayout, symbolic::SymbolicLayout};
/// use layoutlens_operation::{Operation, Value};
///
/// let atom: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
/// let of_n: SymbolicLayout = "(n,64):(64,1)".parse()?;
/// let shape = Value::Tuple(of_n.shape().map(|size| layoutlens_operation::value::Leaf::Size(size.clone().into())));
/// let tiled = Operation::TileToShape.run(&[atom.into(), shape]).expect("a layout");
/// let Value::Swizzled(tiled) = tiled.value else { panic!("{} is not swizzled", tiled.value) };
/// assert_eq!(tiled.to_string(), "Sw<3,3,3> o 0 o ((8,ceil_div(n,8)),(64,1)):((64,512),(1,0))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
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

/// A swizzled layout of static integers.
pub(super) enum KnownSwizzled {
    /// Behind an offset.
    Composed(ComposedLayout),
    /// Behind a pointer that is not set.
    Smem(SmemLayout),
}

impl SwizzledLayout {
    /// The swizzle and offset of `composed` behind another layout.
    pub(super) fn of_composed(composed: &ComposedLayout, layout: SymbolicLayout) -> Self {
        Self { behind: Behind::Offset(composed.swizzle(), *composed.offset()), layout }
    }

    /// The swizzle and pointer of `smem` behind another layout.
    pub(super) fn of_smem(smem: &SmemLayout, layout: SymbolicLayout) -> Self {
        Self { behind: Behind::Pointer(smem.swizzle(), smem.element_bits()), layout }
    }

    /// `swizzle o offset o layout`.
    pub(super) fn composed(swizzle: Swizzle, offset: i64, layout: SymbolicLayout) -> Self {
        Self { behind: Behind::Offset(swizzle, offset), layout }
    }

    /// As a layout whose integers are all static; `None` where one is not.
    pub(super) fn known(&self) -> Option<KnownSwizzled> {
        let layout = self.layout.is_static().then(|| self.layout.known()).flatten()?;
        match self.behind {
            Behind::Offset(swizzle, offset) => {
                Some(KnownSwizzled::Composed(ComposedLayout::new(swizzle, offset, layout)))
            }
            Behind::Pointer(swizzle, bits) => {
                SmemLayout::new(swizzle, bits, layout).ok().map(KnownSwizzled::Smem)
            }
        }
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

    /// The swizzle on elements, for memory that is aligned to it (`as_position_independent_swizzle_layout`).
    ///
    /// # Errors
    /// Those of [`Swizzle::recast`].
    pub fn position_independent(&self) -> Result<Value, Error> {
        let Behind::Pointer(swizzle, bits) = self.behind else { return Ok(self.clone().into()) };
        let (swizzle, layout) = (swizzle.recast(8, bits)?, self.layout.clone());
        Ok(match swizzle.bits() {
            0 => layout.into(),
            _ => Self::composed(swizzle, 0, layout).into(),
        })
    }

    /// The same swizzle behind another layout.
    pub(super) fn with_layout(&self, layout: SymbolicLayout) -> Self {
        Self { layout, ..*self }
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
