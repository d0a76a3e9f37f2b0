//! The one error type of this crate.

use std::fmt;

/// Where a mode stands: `ModePath(vec![1, 0])` is mode 0 inside mode 1; empty is the whole tuple.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ModePath(pub Vec<usize>);

impl ModePath {
    /// The path of mode `index` at top level.
    pub fn mode(index: usize) -> Self {
        ModePath(vec![index])
    }
}

impl fmt::Display for ModePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("the whole layout"),
            [mode] => write!(f, "mode {mode}"),
            path => {
                f.write_str("mode ")?;
                for (i, mode) in path.iter().enumerate() {
                    write!(f, "{}{mode}", if i == 0 { "" } else { "." })?;
                }
                Ok(())
            }
        }
    }
}

/// The nearest numbers for which the operation would have a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Nearest {
    /// The largest that works and is smaller than the one given.
    pub below: Option<i64>,
    /// The smallest that works and is larger than the one given.
    pub above: Option<i64>,
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.below, self.above) {
            (Some(below), Some(above)) => write!(f, "; {below} and {above} would work"),
            (Some(size), None) | (None, Some(size)) => write!(f, "; {size} would work"),
            (None, None) => Ok(()),
        }
    }
}

/// Why an operation has no result.
///
/// `operation` is CuTe's name of the operation that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An integer left the range of `i64`.
    #[error("{operation}: the result does not fit in 64 bits")]
    Overflow {
        /// CuTe's name of the operation.
        operation: &'static str,
    },
    /// A stated limit of this crate ([`MAX_DEPTH`](crate::MAX_DEPTH), [`MAX_LEAVES`](crate::MAX_LEAVES), ..).
    #[error("{operation}: {what} {found} is more than the limit of {limit}")]
    TooLarge {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// What is too large: `nesting depth`, `number of integers`, `size`.
        what: &'static str,
        /// How large it is (at least).
        found: i64,
        /// The limit.
        limit: i64,
    },
    /// A size is zero or negative.
    #[error("{mode} has size {size}; sizes are at least 1")]
    NonPositiveSize {
        /// Where in the shape.
        mode: ModePath,
        /// The size.
        size: i64,
    },
    /// Shape and stride nest differently.
    #[error("shape {shape} and stride {stride} are not congruent: at {mode}, {difference}")]
    NonCongruent {
        /// The shape, shortened when long.
        shape: String,
        /// The stride, shortened when long.
        stride: String,
        /// The first mode that differs.
        mode: ModePath,
        /// How the two differ there.
        difference: String,
    },
    /// A text is not in CuTe notation.
    #[error("column {column}: expected {expected}, found {found}")]
    Parse {
        /// Column of the first character that does not fit, counted in characters from 1.
        column: usize,
        /// What would have been right there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A coordinate does not fit the shape it indexes.
    #[error("{operation}: coordinate {coordinate} does not fit shape {shape} at {mode}")]
    CoordinateMismatch {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// The coordinate.
        coordinate: String,
        /// The shape.
        shape: String,
        /// Where they differ.
        mode: ModePath,
    },
    /// A mode index outside the rank.
    #[error("{operation}: there is no mode {index} in {rank} modes")]
    NoSuchMode {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// The index asked for.
        index: i64,
        /// The number of modes.
        rank: usize,
    },
    /// A swizzle whose parameters CuTe refuses.
    #[error("Sw<{bits},{base},{shift}>: {reason}")]
    BadSwizzle {
        /// Number of bits in the mask.
        bits: i64,
        /// Number of low bits left alone.
        base: i64,
        /// Distance of the two masks.
        shift: i64,
        /// The condition that fails.
        reason: &'static str,
    },
}

impl Error {
    /// The `why` of the test vectors: a stable name of the reason.
    pub fn why(&self) -> &'static str {
        match self {
            Error::Overflow { .. } => "overflow",
            Error::TooLarge { .. } => "too_large",
            Error::NonPositiveSize { .. } => "non_positive_size",
            Error::NonCongruent { .. } => "non_congruent",
            Error::Parse { .. } => "parse",
            Error::CoordinateMismatch { .. } => "coordinate_mismatch",
            Error::NoSuchMode { .. } => "rank",
            Error::BadSwizzle { .. } => "swizzle",
        }
    }
}

/// Text of a value for a message, cut in the middle when long.
pub(crate) fn shortened(value: &impl fmt::Display) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    if text.len() <= LONGEST {
        return text;
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String =
        text.chars().rev().take(LONGEST / 2 - 3).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{head}...{tail}")
}
