//! What names in templates suggest of what nothing gives, as code of the library would spell it.

/// For which GPUs code is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generation {
    /// MMAs of warps, `cp.async`.
    Ampere,
    /// MMAs of warp groups, TMA.
    Hopper,
    /// MMAs of one thread, tensor memory.
    Blackwell,
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
    /// The macro that says for which of these GPUs a compiler runs, and its value.
    pub architecture: fn(Generation) -> (&'static str, i64),
    /// The method of a class that makes what another one is given: by that one's name and the parameter's.
    pub maker: fn(&str, &str) -> Option<String>,
    /// Types that a template parameter or a member of this name stands for, the commonest first.
    pub types: fn(&str, Generation) -> Vec<Spelled>,
    /// Numbers of this name, the commonest first.
    pub numbers: fn(&str) -> &'static [i64],
    /// Whether what has this name is true or false.
    pub is_truth: fn(&str) -> bool,
    /// Objects that a parameter or field of this name is, the commonest first; the rank is that with which it is used.
    pub objects: fn(&str, Generation, Option<usize>) -> Vec<Spelled>,
    /// Whether a parameter of this name is a tensor.
    pub is_tensor: fn(&str) -> bool,
    /// Whether objects of a type of this name have to do with no layout, whatever they are: `cudaStream_t`.
    pub is_handle: fn(&str) -> bool,
    /// Names that stand for numbers of run time in what is suggested.
    pub sizes: &'static [&'static str],
}
