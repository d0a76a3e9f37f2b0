//! Element types by the names that CUTLASS gives them (`numeric_types.hpp`).

/// An element type: its name in CUTLASS and its width.
///
/// ```
/// use layout_algebra::atom::element::ElementType;
///
/// let half = ElementType::find("cutlass::half_t").unwrap();
/// assert_eq!((half.name, half.bits), ("half_t", 16));
/// assert_eq!(ElementType::find("f16"), Some(half));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// The name in CUTLASS, without its namespace.
    pub name: &'static str,
    /// The width in bits (`sizeof_bits`).
    pub bits: i64,
}

/// Name in CUTLASS, width in bits, and other names.
const ELEMENTS: &[(&str, i64, &[&str])] = &[
    ("half_t", 16, &["f16", "half", "__half", "F16"]),
    ("bfloat16_t", 16, &["bf16", "__nv_bfloat16", "nv_bfloat16", "BF16"]),
    ("float", 32, &["f32", "F32"]),
    ("tfloat32_t", 32, &["tf32", "TF32"]),
    ("double", 64, &["f64", "F64"]),
    ("float_e4m3_t", 8, &["e4m3", "f8e4m3", "E4M3"]),
    ("float_e5m2_t", 8, &["e5m2", "f8e5m2", "E5M2"]),
    ("float_ue4m3_t", 8, &["ue4m3"]),
    ("float_ue8m0_t", 8, &["ue8m0"]),
    ("type_erased_dynamic_float8_t", 8, &[]),
    ("float_e2m3_t", 6, &["e2m3"]),
    ("float_e3m2_t", 6, &["e3m2"]),
    ("type_erased_dynamic_float6_t", 6, &[]),
    ("float_e2m1_t", 4, &["e2m1"]),
    ("type_erased_dynamic_float4_t", 4, &[]),
    ("int64_t", 64, &["i64", "s64"]),
    ("uint64_t", 64, &["u64"]),
    ("int32_t", 32, &["i32", "s32", "int"]),
    ("uint32_t", 32, &["u32", "unsigned"]),
    ("int16_t", 16, &["i16", "s16", "short"]),
    ("uint16_t", 16, &["u16"]),
    ("int8_t", 8, &["i8", "s8"]),
    ("uint8_t", 8, &["u8"]),
    ("int4b_t", 4, &["i4", "s4", "int4_t"]),
    ("uint4b_t", 4, &["u4", "uint4_t"]),
    ("uint1b_t", 1, &["b1", "u1", "uint1_t"]),
    ("uint128_t", 128, &["u128"]),
    ("complex<half_t>", 32, &[]),
    ("complex<bfloat16_t>", 32, &[]),
    ("complex<float>", 64, &["c32"]),
    ("complex<tfloat32_t>", 64, &[]),
    ("complex<double>", 128, &["c64"]),
];

impl ElementType {
    /// The type of this name, in CUTLASS's spelling with or without its namespaces, or as `f16`.
    pub fn find(name: &str) -> Option<Self> {
        let plain: String = name.replace("cutlass::", "").replace("cute::", "");
        let plain = plain.split_whitespace().collect::<String>();
        ELEMENTS
            .iter()
            .find(|(own, _, others)| *own == plain || others.contains(&plain.as_str()))
            .map(|&(name, bits, _)| ElementType { name, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<&str> = ELEMENTS
            .iter()
            .flat_map(|(own, _, others)| [*own].into_iter().chain(others.iter().copied()))
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
