//! Values of expressions.

use std::{fmt, sync::Arc};

use layout_algebra::{
    AnyLayout, ComposedLayout, Coordinate, Error, FunctionChain, IntTuple, Layout, Swizzle, Tiler, TilerMode,
    Xor,
    smem::SmemLayout,
    symbolic::{SymbolicLayout, SymbolicTiler},
};

use crate::{
    Hardware,
    size::Size,
    swizzled_layout::{KnownSwizzled, SwizzledLayout},
};

/// What an expression is worth knowing. Large ones are shared: values are copied far more often than they are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An integer or a tuple: a shape, a stride, a coordinate, a profile, an order.
    Tuple(IntTuple<Leaf>),
    /// A layout with integer strides.
    Layout(Arc<Layout>),
    /// A layout whose offsets are coordinates.
    CoordinateLayout(Arc<Layout<Coordinate>>),
    /// A layout whose offsets are summed with XOR.
    XorLayout(Arc<Layout<Xor>>),
    /// A layout with sizes or strides that are run-time integers: names nothing binds yet.
    SymbolicLayout(SymbolicLayout),
    /// A swizzle after an offset after a layout.
    Composed(Arc<ComposedLayout>),
    /// Other functions after each other, such as the inverse of a composed layout.
    Chain(FunctionChain),
    /// A shared-memory layout that waits for its pointer; its swizzle is on bytes.
    Smem(Arc<SmemLayout>),
    /// A swizzle after a layout with run-time integers.
    Swizzled(Arc<SwizzledLayout>),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A by-mode tiler.
    Tiler(Vec<TilerMode>),
    /// A by-mode tiler with sizes or strides that are run-time integers.
    SymbolicTiler(Vec<SymbolicTiler>),
    /// A coordinate that is the value of a coordinate layout.
    Coordinate(Coordinate),
    /// The answer of a predicate.
    Bool(bool),
    /// Offsets of all 1-D coordinates.
    Offsets(Vec<String>),
    /// What an analysis found.
    Finding(Finding),
    /// An atom, a tiled copy or MMA, a projection.
    Hardware(Box<Hardware>),
    /// An element type, `f16`.
    ElementType(String),
    /// Nothing is known, for this reason.
    Unknown(Unknown),
}

/// What an analysis found, in words: `8-way bank conflict: 32 wavefronts for 4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// On one line.
    pub text: String,
    /// The number in it that comparisons look at, if it has one.
    pub number: Option<i64>,
    /// The accesses of shared memory that it is about, the costliest of each side.
    pub accesses: Arc<Vec<SharedAccess>>,
}

/// An access of a warp to shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedAccess {
    /// `A: smem read by ld/st`.
    pub what: String,
    /// The bytes that a lane accesses.
    pub width: i64,
    /// The byte at which each lane begins.
    pub bytes: Vec<i64>,
    /// The layout of the tensor.
    pub whole: Value,
    /// What makes all accesses of this side take the least; each was tried on them.
    pub ways_out: Vec<WayOut>,
}

/// Another layout of a tensor in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WayOut {
    /// A swizzle over it, or in the place of the one that it has.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// The one that it has.
        replaces: Option<Swizzle>,
    },
    /// A longer leading dimension.
    Padding {
        /// The leading dimension that it has.
        leading: i64,
        /// The layout with another one.
        layout: Layout,
    },
}

/// A leaf of a tuple.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// An integer, maybe symbolic.
    Size(Size),
    /// A coordinate stride, `2@1`.
    Coordinate(Coordinate),
    /// An XOR stride, `f5`.
    Xor(i64),
    /// `_`: a mode that is kept.
    Keep,
    /// `?` or `...` in a conventional comment.
    Any,
}

/// Why there is no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// A sentence for the user.
    pub reason: String,
}

impl Value {
    /// No value, for this reason.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Self::Unknown(Unknown { reason: reason.into() })
    }

    /// A known integer.
    pub fn int(value: i64) -> Self {
        Self::Tuple(IntTuple::Int(Leaf::Size(Size::Known(value))))
    }

    /// A tuple of known integers.
    pub fn ints(tuple: &IntTuple<i64>) -> Self {
        Self::Tuple(tuple.map(|&value| Leaf::Size(Size::Known(value))))
    }

    /// The integer, when this is a known one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Tuple(IntTuple::Int(Leaf::Size(Size::Known(value)))) => Some(*value),
            _ => None,
        }
    }

    /// What kind of thing this is, with its article, for messages: `a layout`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tuple(IntTuple::Int(Leaf::Coordinate(_) | Leaf::Xor(_))) => "a stride",
            Self::Tuple(IntTuple::Int(Leaf::Keep)) => "`_`",
            Self::Tuple(IntTuple::Int(_)) => "an integer",
            Self::Tuple(_) => "a tuple",
            Self::Layout(_) | Self::SymbolicLayout { .. } => "a layout",
            Self::CoordinateLayout(_) => "a layout with coordinate strides",
            Self::XorLayout(_) => "a layout with XOR strides",
            Self::Composed(_) | Self::Chain(_) | Self::Swizzled(_) => "a composed layout",
            Self::Smem(_) => "a shared-memory layout",
            Self::Hardware(hardware) => hardware.kind(),
            Self::Swizzle(_) => "a swizzle",
            Self::Tiler(_) | Self::SymbolicTiler(_) => "a tiler",
            Self::Coordinate(_) => "a coordinate",
            Self::Bool(_) => "true or false",
            Self::Offsets(_) => "a list of offsets",
            Self::Finding(_) => "a finding",
            Self::ElementType(_) => "an element type",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Whether this is a layout of any kind.
    pub fn is_layout(&self) -> bool {
        matches!(
            self,
            Self::Layout(_)
                | Self::CoordinateLayout(_)
                | Self::XorLayout(_)
                | Self::SymbolicLayout { .. }
                | Self::Composed(_)
                | Self::Chain(_)
                | Self::Smem(_)
                | Self::Swizzled(_)
        )
    }

    /// Why the value is unknown.
    pub fn unknown_reason(&self) -> Option<&str> {
        match self {
            Self::Unknown(unknown) => Some(&unknown.reason),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    /// In CuTe notation, as the test vectors print it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple(tuple) => tuple.fmt(f),
            Self::Layout(layout) => layout.fmt(f),
            Self::CoordinateLayout(layout) => layout.fmt(f),
            Self::XorLayout(layout) => layout.fmt(f),
            Self::SymbolicLayout(layout) => layout.fmt(f),
            Self::Composed(composed) => composed.fmt(f),
            Self::Chain(chain) => chain.fmt(f),
            Self::Smem(smem) => smem.fmt(f),
            Self::Swizzled(swizzled) => swizzled.fmt(f),
            Self::Hardware(hardware) => hardware.fmt(f),
            Self::Swizzle(swizzle) => swizzle.fmt(f),
            Self::Tiler(modes) => Tiler::ByMode(modes.clone()).fmt(f),
            Self::SymbolicTiler(modes) => SymbolicTiler::ByMode(modes.clone()).fmt(f),
            Self::Coordinate(coordinate) => coordinate.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Offsets(offsets) => write!(f, "[{}]", offsets.join(",")),
            Self::Finding(finding) => finding.text.fmt(f),
            Self::ElementType(name) => name.fmt(f),
            Self::Unknown(_) => f.write_str("?"),
        }
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => size.fmt(f),
            Self::Coordinate(coordinate) => coordinate.fmt(f),
            Self::Xor(bits) => write!(f, "f{bits}"),
            Self::Keep => f.write_str("_"),
            Self::Any => f.write_str("?"),
        }
    }
}

/// The sizes of a tuple, when every leaf is an integer.
pub fn sizes(tuple: &IntTuple<Leaf>) -> Option<IntTuple<Size>> {
    tuple
        .try_map(&mut |leaf| match leaf {
            Leaf::Size(size) => Ok(size.clone()),
            _ => Err(()),
        })
        .ok()
}

/// The numbers of a tuple.
///
/// # Errors
/// The first leaf that is no known number.
pub fn numbers(tuple: &IntTuple<Leaf>) -> Result<IntTuple<i64>, Leaf> {
    tuple.try_map(&mut |leaf| match leaf {
        Leaf::Size(Size::Known(value)) => Ok(*value),
        other => Err(other.clone()),
    })
}

/// The compact layout of a shape, or its symbolic counterpart: leftmost mode fastest.
///
/// # Errors
/// A size is zero or negative, or the size of the layout does not fit in 64 bits.
pub fn compact(shape: &IntTuple<Size>) -> Result<Value, Error> {
    if let Ok(shape) = shape.try_map(&mut |size| size.known().ok_or(())) {
        return Layout::compact(shape).map(Value::from);
    }
    SymbolicLayout::compact(&shape.map(Size::integer)).map(Value::SymbolicLayout)
}

impl From<SymbolicLayout> for Value {
    /// A layout whose integers are all static is a layout like any other.
    fn from(layout: SymbolicLayout) -> Self {
        if layout.is_static() {
            if let Some(layout) = layout.known() {
                return layout.into();
            }
            if let Some(layout) = layout.known_coordinates() {
                return layout.into();
            }
        }
        Self::SymbolicLayout(layout)
    }
}

impl From<SwizzledLayout> for Value {
    /// A layout whose integers are all static is a layout like any other.
    fn from(layout: SwizzledLayout) -> Self {
        match layout.known() {
            Some(KnownSwizzled::Composed(composed)) => composed.into(),
            Some(KnownSwizzled::Smem(smem)) => smem.into(),
            None => Self::Swizzled(layout.into()),
        }
    }
}

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Self::Layout(Arc::new(layout))
    }
}

impl From<Layout<Coordinate>> for Value {
    fn from(layout: Layout<Coordinate>) -> Self {
        Self::CoordinateLayout(Arc::new(layout))
    }
}

impl From<Layout<Xor>> for Value {
    fn from(layout: Layout<Xor>) -> Self {
        Self::XorLayout(Arc::new(layout))
    }
}

impl From<Xor> for Value {
    fn from(offset: Xor) -> Self {
        Self::Tuple(IntTuple::Int(Leaf::Xor(offset.bits())))
    }
}

impl From<Swizzle> for Value {
    fn from(swizzle: Swizzle) -> Self {
        Self::Swizzle(swizzle)
    }
}

impl From<ComposedLayout> for Value {
    fn from(composed: ComposedLayout) -> Self {
        Self::Composed(Arc::new(composed))
    }
}

impl From<SmemLayout> for Value {
    fn from(layout: SmemLayout) -> Self {
        Self::Smem(Arc::new(layout))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::int(value)
    }
}

impl From<Coordinate> for Value {
    fn from(coordinate: Coordinate) -> Self {
        Self::Coordinate(coordinate)
    }
}

impl From<AnyLayout> for Value {
    fn from(layout: AnyLayout) -> Self {
        match layout {
            AnyLayout::Layout(layout) => layout.into(),
            AnyLayout::Composed(composed) => composed.into(),
            AnyLayout::Chain(chain) => Self::Chain(chain),
        }
    }
}
