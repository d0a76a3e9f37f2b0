//! Element types by the names that `run` statements use.

use std::{fmt, str::FromStr};

use layout_algebra::atom::element::Stated;
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, RunError};

/// The type of all operands' elements.
///
/// A copy moves bits, so any of these can be copied; a GEMM is defined for those of [`Factor`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the types' names")]
pub enum ElementType {
    F64,
    F32,
    F16,
    BF16,
    E4M3,
    E5M2,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    U128,
}

/// Every element type, in the order in which they are listed to a user.
const ALL: [ElementType; 15] = {
    use ElementType::*;
    [F64, F32, F16, BF16, E4M3, E5M2, I8, U8, I16, U16, I32, U32, I64, U64, U128]
};

impl ElementType {
    /// Every element type, in the order in which they are listed to a user.
    pub fn all() -> impl Iterator<Item = ElementType> {
        ALL.into_iter()
    }

    /// The name in statements and reports, `f32`.
    pub fn name(self) -> &'static str {
        match self {
            ElementType::F64 => "f64",
            ElementType::F32 => "f32",
            ElementType::F16 => "f16",
            ElementType::BF16 => "bf16",
            ElementType::E4M3 => "e4m3",
            ElementType::E5M2 => "e5m2",
            ElementType::I8 => "i8",
            ElementType::U8 => "u8",
            ElementType::I16 => "i16",
            ElementType::U16 => "u16",
            ElementType::I32 => "i32",
            ElementType::U32 => "u32",
            ElementType::I64 => "i64",
            ElementType::U64 => "u64",
            ElementType::U128 => "u128",
        }
    }

    /// Bytes of one element: 1, 2, 4, 8 or 16.
    pub fn width(self) -> u64 {
        use ElementType::*;
        match self {
            E4M3 | E5M2 | I8 | U8 => 1,
            F16 | BF16 | I16 | U16 => 2,
            F32 | I32 | U32 => 4,
            F64 | I64 | U64 => 8,
            U128 => 16,
        }
    }
}

/// The type of what a GEMM multiplies: its kernels, its reference and its tolerances know these and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are the types' names")]
pub enum Factor {
    F64,
    F32,
    F16,
    BF16,
}

impl Factor {
    /// The element type as one that is multiplied; `None` where a GEMM of it is not defined.
    pub(crate) fn of(element: ElementType) -> Option<Self> {
        match element {
            ElementType::F64 => Some(Factor::F64),
            ElementType::F32 => Some(Factor::F32),
            ElementType::F16 => Some(Factor::F16),
            ElementType::BF16 => Some(Factor::BF16),
            ElementType::E4M3
            | ElementType::E5M2
            | ElementType::I8
            | ElementType::U8
            | ElementType::I16
            | ElementType::U16
            | ElementType::I32
            | ElementType::U32
            | ElementType::I64
            | ElementType::U64
            | ElementType::U128 => None,
        }
    }

    /// The same as an element type.
    pub fn element(self) -> ElementType {
        match self {
            Factor::F64 => ElementType::F64,
            Factor::F32 => ElementType::F32,
            Factor::F16 => ElementType::F16,
            Factor::BF16 => ElementType::BF16,
        }
    }

    /// The name in statements and reports, `f32`.
    pub fn name(self) -> &'static str {
        self.element().name()
    }

    /// Bytes of one element: 2, 4 or 8.
    pub fn width(self) -> u64 {
        self.element().width()
    }

    /// Bytes of one element of the sums: those of f64 are f64, all others f32.
    pub(crate) fn sum_width(self) -> u64 {
        match self {
            Factor::F64 => 8,
            Factor::F32 | Factor::F16 | Factor::BF16 => 4,
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ElementType {
    type Err = RunError;

    /// Reads `f32`, and also `float`, `half_t` and the like.
    ///
    /// # Errors
    /// [`ErrorCode::UnsupportedElement`], naming the types that there are.
    ///
    /// ```
    /// use layoutlens_run::ElementType;
    /// assert_eq!("half_t".parse::<ElementType>()?, ElementType::F16);
    /// assert!("f128".parse::<ElementType>().is_err());
    /// # Ok::<(), layoutlens_run::RunError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, RunError> {
        let stated = Stated::find(text);
        let found =
            ElementType::all().find(|element| stated.is_some_and(|stated| stated.name == element.name()));
        found.ok_or_else(|| {
            let known: Vec<_> = ElementType::all().map(ElementType::name).collect();
            RunError::new(
                ErrorCode::UnsupportedElement,
                format!("{text} is not an element type that can be run; use one of {}", known.join(" ")),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_read_back_from_its_name() {
        for element in ElementType::all() {
            assert_eq!(element.name().parse(), Ok(element));
            assert_eq!(serde_json::to_value(element).unwrap(), element.name());
        }
    }

    #[test]
    fn what_is_run_is_what_statements_can_name() {
        let stated: Vec<_> = Stated::all().map(|stated| (stated.name, stated.bits())).collect();
        let run: Vec<_> =
            ElementType::all().map(|element| (element.name(), element.width().cast_signed() * 8)).collect();
        assert_eq!(stated, run);
    }

    #[test]
    fn a_factor_is_the_element_type_that_it_is_made_of() {
        let factors: Vec<_> = ElementType::all().filter_map(Factor::of).map(Factor::element).collect();
        assert_eq!(factors, [ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16]);
    }

    #[test]
    fn unknown_type_lists_the_known_ones() {
        let error = "tf32".parse::<ElementType>().unwrap_err();
        assert_eq!(error.code, ErrorCode::UnsupportedElement);
        assert!(
            error.message.starts_with("tf32 is not") && error.message.contains("bf16"),
            "{}",
            error.message
        );
    }
}
