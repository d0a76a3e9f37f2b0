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

/// A row of the table of element types.
struct Row {
    element: ElementType,
    /// Other names.
    others: &'static [&'static str],
    /// How the names of MMAs spell it, and what PTX calls it there.
    in_mma: Option<(&'static str, &'static str)>,
}

const fn row(name: &'static str, bits: i64, others: &'static [&'static str]) -> Row {
    Row { element: ElementType { name, bits }, others, in_mma: None }
}

impl Row {
    const fn in_mma(self, token: &'static str, ptx: &'static str) -> Self {
        Self { in_mma: Some((token, ptx)), ..self }
    }
}

/// All of them: the name in CUTLASS, the width in bits, and other names.
const ELEMENTS: &[Row] = &[
    row("half_t", 16, &["f16", "half", "__half", "F16"]).in_mma("F16", "f16"),
    row("bfloat16_t", 16, &["bf16", "__nv_bfloat16", "nv_bfloat16", "BF16"]).in_mma("BF16", "bf16"),
    row("float", 32, &["f32", "F32"]).in_mma("F32", "f32"),
    row("tfloat32_t", 32, &["tf32", "TF32"]).in_mma("TF32", "tf32"),
    row("double", 64, &["f64", "F64"]).in_mma("F64", "f64"),
    row("float_e4m3_t", 8, &["e4m3", "f8e4m3", "E4M3"]).in_mma("E4M3", "e4m3"),
    row("float_e5m2_t", 8, &["e5m2", "f8e5m2", "E5M2"]).in_mma("E5M2", "e5m2"),
    row("float_ue4m3_t", 8, &["ue4m3"]),
    row("float_ue8m0_t", 8, &["ue8m0"]),
    row("type_erased_dynamic_float8_t", 8, &[]),
    row("float_e2m3_t", 6, &["e2m3"]),
    row("float_e3m2_t", 6, &["e3m2"]),
    row("type_erased_dynamic_float6_t", 6, &[]),
    row("float_e2m1_t", 4, &["e2m1"]),
    row("type_erased_dynamic_float4_t", 4, &[]),
    row("int64_t", 64, &["i64", "s64"]),
    row("uint64_t", 64, &["u64"]),
    row("int32_t", 32, &["i32", "s32", "int"]).in_mma("S32", "s32"),
    row("uint32_t", 32, &["u32", "unsigned"]),
    row("int16_t", 16, &["i16", "s16", "short"]),
    row("uint16_t", 16, &["u16"]),
    row("int8_t", 8, &["i8", "s8"]).in_mma("S8", "s8"),
    row("uint8_t", 8, &["u8"]).in_mma("U8", "u8"),
    row("int4b_t", 4, &["i4", "s4", "int4_t"]).in_mma("S4", "s4"),
    row("uint4b_t", 4, &["u4", "uint4_t"]).in_mma("U4", "u4"),
    row("uint1b_t", 1, &["b1", "u1", "uint1_t"]).in_mma("U1", "b1"),
    row("uint128_t", 128, &["u128"]),
    row("complex<half_t>", 32, &[]),
    row("complex<bfloat16_t>", 32, &[]),
    row("complex<float>", 64, &["c32"]),
    row("complex<tfloat32_t>", 64, &[]),
    row("complex<double>", 128, &["c64"]).in_mma("C64", "f64"),
];

impl ElementType {
    /// The type of this name, in CUTLASS's spelling with or without its namespaces, or as `f16`.
    pub fn find(name: &str) -> Option<Self> {
        let plain: String = name.replace("cutlass::", "").replace("cute::", "");
        let plain = plain.split_whitespace().collect::<String>();
        ELEMENTS
            .iter()
            .find(|row| row.element.name == plain || row.others.contains(&plain.as_str()))
            .map(|row| row.element)
    }

    /// The type that CUTLASS calls so, without a namespace.
    pub fn of_cutlass(name: &str) -> Option<Self> {
        ELEMENTS.iter().map(|row| row.element).find(|element| element.name == name)
    }

    /// How the names of MMAs spell the type, `F16`, for those that MMAs take.
    pub fn mma_token(self) -> Option<&'static str> {
        let row = ELEMENTS.iter().find(|row| row.element == self)?;
        row.in_mma.map(|(token, _)| token)
    }
}

/// The element types that MMAs take: how their names spell each, what CUTLASS and what PTX calls it.
pub(super) fn in_mma() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ELEMENTS.iter().filter_map(|row| row.in_mma.map(|(token, ptx)| (token, row.element.name, ptx)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct() {
        let mut names: Vec<&str> = ELEMENTS
            .iter()
            .flat_map(|row| [row.element.name].into_iter().chain(row.others.iter().copied()))
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_name_of_an_mma_is_read_as_one_list_of_types() {
        let tokens: Vec<&str> = in_mma().map(|(token, ..)| token).collect();
        for token in &tokens {
            let others = tokens.iter().filter(|other| *other != token);
            assert!(others.into_iter().all(|other| !other.starts_with(token)), "{token}");
        }
    }
}
