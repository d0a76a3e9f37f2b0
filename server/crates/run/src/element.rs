//! Element types by the names that `run` statements use.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{ErrorCode, RunError};

/// The type of all operands' elements.
///
/// A copy moves bits, so any of these can be copied; a GEMM is defined for the first four.
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

/// Every element type with its name in statements and the spellings of CuTe and C++ that mean the same.
const NAMES: [(ElementType, &[&str]); 15] = [
    (ElementType::F64, &["f64", "double"]),
    (ElementType::F32, &["f32", "float"]),
    (ElementType::F16, &["f16", "half", "half_t", "cute::half_t", "__half"]),
    (ElementType::BF16, &["bf16", "bfloat16_t", "cute::bfloat16_t", "__nv_bfloat16"]),
    (ElementType::E4M3, &["e4m3", "float_e4m3_t", "cute::float_e4m3_t"]),
    (ElementType::E5M2, &["e5m2", "float_e5m2_t", "cute::float_e5m2_t"]),
    (ElementType::I8, &["i8", "int8_t"]),
    (ElementType::U8, &["u8", "uint8_t"]),
    (ElementType::I16, &["i16", "int16_t"]),
    (ElementType::U16, &["u16", "uint16_t"]),
    (ElementType::I32, &["i32", "int", "int32_t"]),
    (ElementType::U32, &["u32", "uint32_t"]),
    (ElementType::I64, &["i64", "int64_t"]),
    (ElementType::U64, &["u64", "uint64_t"]),
    (ElementType::U128, &["u128", "uint128_t", "cute::uint128_t"]),
];

impl ElementType {
    /// Every element type, in the order in which they are listed to a user.
    pub fn all() -> impl Iterator<Item = ElementType> {
        NAMES.iter().map(|(element, _)| *element)
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
        NAMES.iter().find(|(_, names)| names.contains(&text)).map(|(element, _)| *element).ok_or_else(|| {
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
