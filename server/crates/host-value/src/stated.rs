//! What statements say of code, before it is run.

use std::ops::Range;

use layout_algebra::symbolic::Facts;

/// What statements say of a file.
#[derive(Debug, Clone, Default)]
pub struct Stated {
    /// Of run-time names of the whole file: `with M = 5120`, `with K % 64 == 0`.
    pub facts: Facts,
    /// Of parameters of functions that nothing gives.
    pub parameters: Vec<StatedParameter>,
}

/// `with N = 4096, dtype = f16` inside of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedParameter {
    /// The parameter.
    pub name: String,
    /// What it is.
    pub value: StatedValue,
    /// Bytes of the function.
    pub within: Range<usize>,
    /// Bytes of the functions inside of it, whose parameters are others.
    pub except: Vec<Range<usize>>,
}

/// What a parameter is stated to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatedValue {
    /// A number.
    Number(i64),
    /// An element type, by its name in statements: `f16`.
    Type(String),
}

impl Stated {
    /// What is stated of the parameter of this name at the byte `at`.
    pub fn parameter(&self, name: &str, at: usize) -> Option<&StatedValue> {
        let holds = |stated: &&StatedParameter| {
            stated.name == name
                && stated.within.contains(&at)
                && !stated.except.iter().any(|inner| inner.contains(&at))
        };
        self.parameters.iter().find(holds).map(|stated| &stated.value)
    }
}
