//! What a library's way to name things suggests of a value that nothing gives.

use crate::{
    call::{Call, CallArgument},
    value::HostValue,
};

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

/// What a function of the library takes in the place of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// One of these element types, the likeliest first.
    Types(&'static [&'static str]),
    /// Numbers, of a tuple for each element, of which each is likely one of these.
    Numbers(&'static [&'static [i64]]),
    /// A tensor.
    Tensor,
    /// A tensor of the library whose tensors kernels are given.
    ForeignTensor,
    /// A copy of the TMA unit.
    TmaCopy,
    /// A member of an enumeration, by the names of both; this one is the likeliest.
    Member(&'static str, &'static str),
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
    /// Whether a pointer of this name is one to tensor memory.
    pub is_of_tensor_memory: fn(&str) -> bool,
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
    /// The names of files that stand for what such a class may be in a file of this name, the likeliest first.
    pub files_of: fn(&str, &str) -> Vec<&'static str>,
    /// A member of an enumeration of the library, by the names of both.
    pub member_of: fn(&str, &str) -> HostValue,
    /// The members of an enumeration of the library, by its name.
    pub members_of: fn(&str) -> &'static [&'static str],
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
    /// Parts of the paths of imports, and what stands for the name of a file that has one and says no architecture.
    pub of_imports: &'static [(&'static str, &'static str)],
    /// The shape of a tile in shared memory with its stages.
    pub staged_tile: &'static [i64],
    /// Its strides.
    pub staged_tile_strides: &'static [i64],
    /// Classes of tiled MMAs and copies, and of a thread's slice of one.
    pub tiled: &'static [&'static str],
    /// What stands for the class of copies of the TMA unit, which have none of their own.
    pub tma_copy: &'static str,
    /// The class of tensors.
    pub tensor: &'static str,
    /// The class of pointers.
    pub pointer: &'static str,
    /// Annotations of tuples that say nothing of what is in them.
    pub tuples: &'static [&'static str],
    /// The module of another library that has a class of this name.
    pub foreign_tensors: &'static str,
    /// Such a tensor with these sizes, whose rows lie one after the other, of an element type by its name in this library.
    pub foreign_tensor: fn(Vec<HostValue>, &str) -> Option<HostValue>,
    /// Types of integers of run time.
    pub run_time_integers: &'static [&'static str],
    /// What a type stands for of which only that is known that it is one of numbers.
    pub number_type: &'static str,
    /// What stands around the annotation of what is known when a function is compiled: `Constexpr[int]`.
    pub constant: &'static str,
    /// The attribute of a tensor that has its sizes.
    pub shape: &'static str,
    /// Attributes of a tensor that have an element for each of its modes.
    pub by_mode: &'static [&'static str],
    /// Attributes that only tensors have.
    pub of_tensors: &'static [&'static str],
    /// Attributes that MMAs of warp groups have, and those of warps have not.
    pub of_warp_groups: &'static [&'static str],
    /// Words by which code spells a layout out; what stands between them are its sizes and strides.
    pub spelling: &'static [&'static str],
    /// Functions that take a coordinate: their names, the keyword of that argument, and which one it is.
    pub coordinates: &'static [(&'static str, &'static str, usize)],
    /// How many modes the first argument of a call has, where the others tell.
    pub rank_in_call: fn(&Call<'_>) -> Option<usize>,
    /// How many it has at least.
    pub least_rank_in_call: fn(&Call<'_>) -> Option<usize>,
    /// How many modes the object of a method has, by the method's name and arguments.
    pub rank_in_method: fn(&str, &[&CallArgument]) -> Option<usize>,
    /// How many it has at least.
    pub least_rank_in_method: fn(&str, &[&CallArgument]) -> Option<usize>,
    /// Methods whose result has as many modes as the object.
    pub methods_keeping_modes: &'static [&'static str],
    /// Functions whose result has as many modes as their first argument.
    pub functions_keeping_modes: &'static [&'static str],
    /// What a function takes in the place of arguments that may not be known.
    pub taken_in_call: for<'a> fn(&Call<'a>) -> Vec<(&'a HostValue, Taken)>,
}
