//! Why an expression of host code is not read.

use std::fmt;

/// Why an expression of host code is not read. What is decided by which reason it is has a form of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opaque {
    /// The condition that stands for `try`: whether an exception is raised.
    ExceptionIsRaised,
    /// The condition that stands for `except`: which exception is raised.
    WhichException,
    /// The condition that stands for the `else` of a loop: whether the loop ended by `break`.
    LoopEndedByBreak,
    /// The condition that stands for `case`: which one matches.
    WhichCase,
    /// `yield`, which makes a function a generator.
    Yield,
    /// A number with a fraction: it is not computed.
    FloatingPoint,
    /// `int&` among the arguments of a template: what is made of it may write to what it is given.
    ReferenceArgument,
    /// The value of a name that a function inside assigns.
    AssignedInside,
    /// The value of a name that an import binds again.
    Imported,
    /// Any other reason, in words.
    Other(String),
}

impl Opaque {
    /// Whether this is a condition that the reader puts where Python jumps or compares patterns: no `if` of the program's.
    pub fn is_condition_of_reader(&self) -> bool {
        match self {
            Self::ExceptionIsRaised | Self::WhichException | Self::LoopEndedByBreak | Self::WhichCase => true,
            Self::Yield
            | Self::FloatingPoint
            | Self::ReferenceArgument
            | Self::AssignedInside
            | Self::Imported
            | Self::Other(_) => false,
        }
    }
}

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ExceptionIsRaised => "whether an exception is raised",
            Self::WhichException => "which exception is raised",
            Self::LoopEndedByBreak => "whether the loop ended by `break`",
            Self::WhichCase => "which case matches",
            Self::Yield => "`yield` is not read",
            Self::FloatingPoint => "a floating-point number",
            Self::ReferenceArgument => "a reference as an argument of a template is not read",
            Self::AssignedInside => "a function inside assigns it",
            Self::Imported => "an import binds it again",
            Self::Other(reason) => reason,
        })
    }
}

impl From<&str> for Opaque {
    fn from(reason: &str) -> Self {
        Self::Other(reason.to_owned())
    }
}

impl From<String> for Opaque {
    fn from(reason: String) -> Self {
        Self::Other(reason)
    }
}
