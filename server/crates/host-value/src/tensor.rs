//! Tensors of host code.

use std::sync::Arc;

use layout_algebra::{
    Swizzle,
    smem::{Major, SmemLayout},
};
use layoutlens_operation::Value;

use crate::{lanes::Lanes, value::HostValue};

/// Where the elements of a tensor live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemorySpace {
    /// `make_gmem_ptr`.
    Global,
    /// `make_smem_ptr`.
    Shared,
    /// Registers of a thread.
    Register,
    /// Tensor memory of Blackwell.
    Tensor,
    /// No memory: the value of an element is its coordinate or its index.
    Counting,
    /// A descriptor of shared memory, which the instruction reads itself.
    Descriptor,
    /// No memory: a vector of the elements that were read, as the DSL's `load` gives it. Its elements lie one behind the
    /// other in the order of their coordinates.
    Vector,
}

impl MemorySpace {
    /// CuTe's word for it: `gmem`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "gmem",
            Self::Shared => "smem",
            Self::Register => "rmem",
            Self::Tensor => "tmem",
            Self::Counting => "counting",
            Self::Descriptor => "descriptor",
            Self::Vector => "vector",
        }
    }
}

/// A tensor: where its elements live, and the layout that finds them.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// `None` where the pointer's kind is not known.
    pub space: Option<MemorySpace>,
    /// The element type as the host spells it, `half_t`; a type of the program that is not known is
    /// [unknown](HostValue::unknown).
    pub element: HostValue,
    /// Its layout: one of the layouts of [`Value`], or [`Value::Unknown`].
    pub layout: Value,
    /// Where it begins in the tensor it was cut from: an offset, or a coordinate for a counting tensor. `None` where that is not known.
    pub offset: Option<Value>,
    /// The swizzle that its pointer applies to its address, in bytes: a tensor over a layout that waited for its pointer
    /// (`smem_ptr[16b](unset)`) has the plain layout, and the swizzle here.
    pub swizzle: Option<Swizzle>,
    /// For which thread the layout and the offset hold, where they depend on that: `thread 0`. Parts of the tensor and
    /// what is made after it inherit it; [`Answer::thread`](crate::evaluation::Answer::thread) shows it.
    pub thread: Option<String>,
    /// Whether a partition gave it to one thread: its coordinates are that thread's values. Parts of it inherit it.
    pub is_of_one_thread: bool,
    /// Where the other threads have their parts, for a part that was cut out of a tensor for one of them; `None` where
    /// that is not followed.
    pub lanes: Option<Arc<Lanes>>,
    /// Of descriptors, what each of them describes.
    pub described: Option<Arc<Described>>,
    /// Whether its memory is the same for all threads of a warp.
    pub beginning: Beginning,
}

/// One instruction's operand in shared memory, as its descriptor has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Its layout, and the swizzle of bytes that its pointer applies.
    pub smem: SmemLayout,
    /// The mode that the instruction takes to be contiguous.
    pub major: Major,
    /// Whether it is one of SM100, which has more swizzles.
    pub is_of_sm100: bool,
}

/// Whether memory may begin at other places for other threads of a warp. That is no part of what a value is: what differs in
/// nothing else is equal, and so is its type.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beginning {
    /// Whether it may.
    pub may_differ: bool,
}

impl PartialEq for Beginning {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The same pointer or tensor, which may begin at other places for other threads of a warp.
pub fn begins_anywhere(value: HostValue) -> HostValue {
    let beginning = Beginning { may_differ: true };
    match value {
        HostValue::Pointer(pointer) => {
            HostValue::Pointer(Arc::new(Pointer { beginning, ..Pointer::clone(&pointer) }))
        }
        HostValue::Tensor(tensor) => {
            HostValue::Tensor(Arc::new(Tensor { beginning, ..Tensor::clone(&tensor) }))
        }
        other => other,
    }
}

/// Of two equal pointers or tensors, the one whose memory may begin at other places for other threads, where one does.
pub fn apart_of<'v>(one: &'v HostValue, other: &'v HostValue) -> Option<&'v HostValue> {
    let may_differ = |value: &HostValue| match value {
        HostValue::Pointer(pointer) => pointer.beginning.may_differ,
        HostValue::Tensor(tensor) => tensor.beginning.may_differ,
        _ => false,
    };
    let is_pair = matches!(
        (one, other),
        (HostValue::Pointer(_), HostValue::Pointer(_)) | (HostValue::Tensor(_), HostValue::Tensor(_))
    );
    (is_pair && one == other).then_some(if may_differ(one) { one } else { other })
}

impl Tensor {
    /// A tensor of this layout that begins where its memory does.
    pub fn new(space: Option<MemorySpace>, element: HostValue, layout: Value) -> Self {
        Self {
            space,
            element,
            layout,
            offset: Some(Value::int(0)),
            swizzle: None,
            thread: None,
            is_of_one_thread: false,
            lanes: None,
            described: None,
            beginning: Beginning::default(),
        }
    }

    /// Whether its coordinates are values of one thread: a part that was cut out for it, or registers.
    pub fn holds_values_of_one_thread(&self) -> bool {
        self.is_of_one_thread || self.space == Some(MemorySpace::Register)
    }

    /// The same memory under another layout that begins at the same place.
    pub fn with_layout(&self, layout: Value) -> Self {
        Self { layout, lanes: None, ..self.clone() }
    }

    /// Where all threads have their parts, when this is a part that still has the layout with which it was cut out.
    pub fn lanes(&self) -> Option<&Lanes> {
        self.lanes.as_deref().filter(|lanes| lanes.seen == self.layout)
    }
}

/// A pointer or iterator: what a tensor is made of besides its layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointer {
    /// `None` where the kind of memory is not known: a raw pointer.
    pub space: Option<MemorySpace>,
    /// The type it points to.
    pub element: HostValue,
    /// The swizzle that the pointer applies to its address, in bytes.
    pub swizzle: Option<Swizzle>,
    /// Where it points, from where its memory begins; `None` where that is not known.
    pub offset: Option<Value>,
    /// Whether it points to the same place for all threads of a warp.
    pub beginning: Beginning,
}
