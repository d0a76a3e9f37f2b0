//! What a library's way to name things suggests of a value that nothing gives.

use crate::value::HostValue;

/// What a name suggests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suggested {
    /// A tensor.
    Tensor,
    /// An element type.
    Type,
    /// True or false.
    Truth,
    /// A number of compile time.
    Number,
    /// A tuple of so many numbers of compile time.
    Numbers(usize),
    /// A tiled MMA or copy, or a thread's slice of one, by its class.
    Tiled(&'static str),
    /// So many integers of run time.
    Counted(usize),
}

/// What is common where a library is used.
#[derive(Debug)]
pub struct Convention {
    /// What the name of a parameter suggests; `None` where that is nothing.
    pub of_parameter: fn(&str) -> Option<Suggested>,
    /// The same of an attribute.
    pub of_attribute: fn(&str) -> Option<Suggested>,
    /// Numbers that a parameter of this name has, the commonest first.
    pub numbers_by_name: fn(&str) -> &'static [i64],
    /// Whether a tensor of this name lies in shared memory.
    pub is_of_shared_memory: fn(&str) -> bool,
    /// The number at a place of a tuple of so many numbers of this name.
    pub number_in_tuple: fn(&str, usize, usize) -> Option<i64>,
    /// The commonest element type of what has this name.
    pub type_by_name: fn(&str) -> &'static str,
    /// What statements call an element type of the library: `f16` for `Float16`.
    pub type_in_statements: fn(&str) -> Option<&'static str>,
    /// The element type that statements call so.
    pub stated_type: fn(&str) -> Option<HostValue>,
    /// What a class of the library is supposed to be in a file of this name, and what is said of it.
    pub object_of: fn(&str, &str) -> Option<(HostValue, String)>,
    /// The type of numbers that kernels are written for first.
    pub element_type: &'static str,
    /// Types that are tried where the first one contradicts the code.
    pub element_types: &'static [&'static str],
    /// Sizes that are tried of what is a dimension.
    pub numbers: &'static [i64],
    /// The rank that is tried at most before the code says more.
    pub rank: usize,
    /// Stands for a file's name where the code asks for an MMA of warp groups.
    pub warp_groups: &'static str,
    /// The shape of a tile in shared memory with its stages.
    pub staged_tile: &'static [i64],
    /// Its strides.
    pub staged_tile_strides: &'static [i64],
    /// Classes of tiled MMAs and copies, and of a thread's slice of one.
    pub tiled: &'static [&'static str],
}
