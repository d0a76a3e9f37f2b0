//! Strides: an integer, or an integer times a basis vector of coordinates (`ScaledBasis` in `arithmetic_tuple.hpp`).

use std::fmt;

use super::Integer;
use crate::{Error, IntTuple};

/// A stride, `16*lda` or `1@0`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScaledBasis {
    /// The integer.
    pub value: Integer,
    /// The mode of the coordinate that it counts in, outermost index first; empty for a plain integer.
    pub path: Vec<usize>,
}

impl ScaledBasis {
    /// Whether it counts in a mode of a coordinate (CuTe's `is_scaled_basis`).
    pub fn is_basis(&self) -> bool {
        !self.path.is_empty()
    }

    /// Whether it is the plain integer `Int<value>{}`.
    pub fn is_constant(&self, value: i64) -> bool {
        !self.is_basis() && self.value.is_constant(value)
    }

    pub(super) fn times(&self, by: &Integer) -> Result<Self, Error> {
        Ok(ScaledBasis { value: self.value.times(by)?, path: self.path.clone() })
    }

    pub(super) fn quotient(&self, by: &Integer) -> Result<Self, Error> {
        Ok(ScaledBasis { value: self.value.quotient(by)?, path: self.path.clone() })
    }

    /// Whether CuTe knows at compile time that both are equal.
    pub(super) fn equal_by_type(&self, other: &Self) -> bool {
        self.path == other.path && self.value.equal_by_type(&other.value)
    }

    /// The coordinate that the stride steps by: zeros stand before the mode that it names.
    pub(super) fn to_coordinate(&self) -> IntTuple<Integer> {
        self.path.iter().rev().fold(IntTuple::Int(self.value.clone()), |inner, &index| {
            let zeros = std::iter::repeat_n(IntTuple::Int(Integer::Static(0)), index);
            IntTuple::Tuple(zeros.chain([inner]).collect())
        })
    }

    pub(super) fn text(&self, value: impl Fn(&Integer) -> String) -> String {
        let mut text = match &self.value {
            Integer::Dynamic(sum)
                if self.is_basis() && sum.single_term().is_none() && sum.as_constant().is_none() =>
            {
                format!("({})", value(&self.value))
            }
            integer => value(integer),
        };
        for index in self.path.iter().rev() {
            text.push_str(&format!("@{index}"));
        }
        text
    }
}

impl fmt::Display for ScaledBasis {
    /// `lda`, `2@1`; the innermost index stands first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Integer::to_string))
    }
}

impl From<Integer> for ScaledBasis {
    fn from(value: Integer) -> Self {
        ScaledBasis { value, path: Vec::new() }
    }
}

impl From<i64> for ScaledBasis {
    /// A static stride.
    fn from(value: i64) -> Self {
        Integer::Static(value).into()
    }
}
