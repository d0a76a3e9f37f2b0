//! What names in templates suggest of what nothing gives, as code of the library would spell it.

use std::ops::Range;

use crate::{call::Call, taken_apart::TakenApart};

/// For which GPUs code is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generation {
    /// MMAs of warps, `cp.async`.
    Ampere,
    /// MMAs of warp groups, TMA.
    Hopper,
    /// MMAs of one thread, tensor memory.
    Blackwell,
    /// The same with factors that scale blocks of the operands.
    BlackwellScaled,
}

/// Something that a name suggests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelled {
    /// The type or expression, in code of the library. Names of [`Suggestions::sizes`] in it are numbers of run time.
    pub code: String,
    /// What is said of it: `= Shape<_128,_128,_64>`.
    pub said: String,
}

/// What is common where templates of a library are written.
#[derive(Debug)]
pub struct Suggestions {
    /// For which GPUs a file of this name is written that mentions these names.
    pub generation: fn(&str, &mut dyn Iterator<Item = &str>) -> Generation,
    /// The macro that says for which of these GPUs a compiler runs, and the values that it may have: the first GPU's first.
    pub architecture: fn(Generation) -> (&'static str, Range<i64>),
    /// The methods of a class one of which makes what another one is given: by that one's name and the parameter's.
    pub maker: fn(&str, &str) -> Vec<String>,
    /// Types that a template parameter or a member of this name stands for, the commonest first.
    pub types: fn(&str, Generation) -> Vec<Spelled>,
    /// Numbers of this name, the commonest first.
    pub numbers: fn(&str) -> &'static [i64],
    /// Whether a member of this name is a number of run time: `params.h`, `params.q_row_stride`.
    pub is_number: fn(&str) -> bool,
    /// Whether a function of this name takes the part of a tuple that its template arguments say: `get<2,0>(shape)`.
    pub takes_part: fn(&str) -> bool,
    /// Which arguments of a template of this name, with all that stands in front of it, are the strides of tensors, or tags of
    /// these: `cutlass::gemm::collective::CollectiveBuilder`.
    pub strides_among: fn(&str) -> &'static [usize],
    /// The tuple that a template parameter, which is a type, or else an object of this name is that is taken apart so.
    pub taken_apart: fn(&str, &TakenApart, bool) -> Option<Spelled>,
    /// Whether what has this name is true or false.
    pub is_truth: fn(&str) -> bool,
    /// Objects that a parameter or field of this name is, the commonest first; the rank is that with which it is used.
    pub objects: fn(&str, Generation, Option<usize>) -> Vec<Spelled>,
    /// What an object is of which a method was called that refused, so that it does not.
    pub instead: fn(&Call<'_>, Generation) -> Option<Spelled>,
    /// Whether a parameter of this name is a tensor.
    pub is_tensor: fn(&str) -> bool,
    /// Whether objects of a type of this name have to do with no layout, whatever they are: `cudaStream_t`.
    pub is_handle: fn(&str) -> bool,
    /// Whether an object of a type of this name is what its members are, whatever it is called itself: `SharedStorage`.
    pub is_storage: fn(&str) -> bool,
    /// Names that stand for numbers of run time in what is suggested.
    pub sizes: &'static [&'static str],
}
