//! Element types by the names that CUTLASS gives them (`numeric_types.hpp`).

use std::sync::LazyLock;

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

/// A row of the table of element types: all that is known of the names of one.
struct Row {
    element: ElementType,
    /// The name in statements, reports and kernels that are run, for those that can be.
    stated: Option<&'static str>,
    /// Spellings of CUDA and C++ that mean the same in a statement.
    cpp: &'static [&'static str],
    /// Other names.
    others: &'static [&'static str],
    /// How the names of MMAs spell it, and what PTX calls it there.
    in_mma: Option<(&'static str, &'static str)>,
    /// The name in the CuTe DSL.
    dsl: Option<&'static str>,
    /// The names in PyTorch; the first is the one that a type has itself.
    torch: &'static [&'static str],
}

const fn row(name: &'static str, bits: i64) -> Row {
    let element = ElementType { name, bits };
    Row { element, stated: None, cpp: &[], others: &[], in_mma: None, dsl: None, torch: &[] }
}

impl Row {
    const fn stated(self, name: &'static str, cpp: &'static [&'static str]) -> Self {
        Self { stated: Some(name), cpp, ..self }
    }

    const fn others(self, others: &'static [&'static str]) -> Self {
        Self { others, ..self }
    }

    const fn in_mma(self, token: &'static str, ptx: &'static str) -> Self {
        Self { in_mma: Some((token, ptx)), ..self }
    }

    const fn dsl(self, name: &'static str) -> Self {
        Self { dsl: Some(name), ..self }
    }

    const fn torch(self, names: &'static [&'static str]) -> Self {
        Self { torch: names, ..self }
    }

    /// Each name by which [`ElementType::find`] knows it.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let short = self.stated.into_iter().chain(self.cpp.iter().copied());
        std::iter::once(self.element.name).chain(short).chain(self.others.iter().copied())
    }
}

/// All of them: the name in CUTLASS, the width in bits, and what others call it. There is no second table: statements,
/// the run room, the DSL and PyTorch find theirs here.
const ELEMENTS: &[Row] = &[
    row("double", 64)
        .stated("f64", &[])
        .others(&["F64"])
        .in_mma("F64", "f64")
        .dsl("Float64")
        .torch(&["float64", "double"]),
    row("float", 32)
        .stated("f32", &[])
        .others(&["F32"])
        .in_mma("F32", "f32")
        .dsl("Float32")
        .torch(&["float32", "float"]),
    row("half_t", 16)
        .stated("f16", &["half", "__half"])
        .others(&["F16"])
        .in_mma("F16", "f16")
        .dsl("Float16")
        .torch(&["float16", "half"]),
    row("bfloat16_t", 16)
        .stated("bf16", &["__nv_bfloat16"])
        .others(&["nv_bfloat16", "BF16"])
        .in_mma("BF16", "bf16")
        .dsl("BFloat16")
        .torch(&["bfloat16"]),
    row("tfloat32_t", 32).others(&["tf32", "TF32"]).in_mma("TF32", "tf32").dsl("TFloat32"),
    row("float_e4m3_t", 8)
        .stated("e4m3", &[])
        .others(&["f8e4m3", "E4M3"])
        .in_mma("E4M3", "e4m3")
        .dsl("Float8E4M3FN")
        .torch(&["float8_e4m3fn"]),
    row("float_e5m2_t", 8)
        .stated("e5m2", &[])
        .others(&["f8e5m2", "E5M2"])
        .in_mma("E5M2", "e5m2")
        .dsl("Float8E5M2")
        .torch(&["float8_e5m2"]),
    row("float_ue4m3_t", 8).others(&["ue4m3"]),
    row("float_ue8m0_t", 8).others(&["ue8m0"]).dsl("Float8E8M0FNU").torch(&["float8_e8m0fnu"]),
    row("type_erased_dynamic_float8_t", 8),
    row("float_e2m3_t", 6).others(&["e2m3"]).dsl("Float6E2M3FN"),
    row("float_e3m2_t", 6).others(&["e3m2"]).dsl("Float6E3M2FN"),
    row("type_erased_dynamic_float6_t", 6),
    row("float_e2m1_t", 4).others(&["e2m1"]).dsl("Float4E2M1FN"),
    row("type_erased_dynamic_float4_t", 4),
    row("int8_t", 8).stated("i8", &[]).others(&["s8"]).in_mma("S8", "s8").dsl("Int8").torch(&["int8"]),
    row("uint8_t", 8).stated("u8", &[]).in_mma("U8", "u8").dsl("Uint8").torch(&["uint8"]),
    row("int16_t", 16).stated("i16", &[]).others(&["s16", "short"]).dsl("Int16").torch(&["int16", "short"]),
    row("uint16_t", 16).stated("u16", &[]).dsl("Uint16").torch(&["uint16"]),
    row("int32_t", 32)
        .stated("i32", &["int"])
        .others(&["s32"])
        .in_mma("S32", "s32")
        .dsl("Int32")
        .torch(&["int32", "int"]),
    row("uint32_t", 32).stated("u32", &[]).others(&["unsigned"]).dsl("Uint32").torch(&["uint32"]),
    row("int64_t", 64).stated("i64", &[]).others(&["s64"]).dsl("Int64").torch(&["int64", "long"]),
    row("uint64_t", 64).stated("u64", &[]).dsl("Uint64").torch(&["uint64"]),
    row("uint128_t", 128).stated("u128", &[]),
    // CUDA's vectors: what copies move at once.
    row("half2", 32).others(&["__half2"]),
    row("nv_bfloat162", 32).others(&["__nv_bfloat162"]),
    row("float2", 64),
    row("float4", 128),
    row("double2", 128),
    row("int2", 64),
    row("int4", 128),
    row("uint2", 64),
    row("uint4", 128),
    row("int4b_t", 4).others(&["i4", "s4", "int4_t"]).in_mma("S4", "s4").dsl("Int4"),
    row("uint4b_t", 4).others(&["u4", "uint4_t"]).in_mma("U4", "u4"),
    row("uint1b_t", 1).others(&["b1", "u1", "uint1_t"]).in_mma("U1", "b1"),
    row("complex<half_t>", 32),
    row("complex<bfloat16_t>", 32),
    row("complex<float>", 64).others(&["c32"]),
    row("complex<tfloat32_t>", 64),
    row("complex<double>", 128).others(&["c64"]).in_mma("C64", "f64"),
];

/// CUTLASS's array of so many elements, as wide as these together: what a copy moves at once.
const ALIGNED_ARRAY: &str = "AlignedArray<";
/// The widest vector that one instruction moves, in bits.
const WIDEST_ARRAY: i64 = 128;

/// Each array whose bits one instruction moves. There are a few hundred, and they are made once.
static ARRAYS: LazyLock<Vec<ElementType>> = LazyLock::new(|| {
    let lengths = [1, 2, 4, 8, 16];
    let array = |element: ElementType, length: i64| {
        let bits =
            element.bits.checked_mul(length).filter(|bits| element.bits >= 8 && *bits <= WIDEST_ARRAY)?;
        let name: &'static str =
            Box::leak(format!("{ALIGNED_ARRAY}{},{length}>", element.name).into_boxed_str());
        Some(ElementType { name, bits })
    };
    let of = |row: &Row| lengths.map(|length| array(row.element, length));
    ELEMENTS.iter().flat_map(of).flatten().collect()
});

/// An element type that a statement can name, as it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stated {
    /// The name in statements and messages, `f16`.
    pub name: &'static str,
    /// The type.
    pub element: ElementType,
    /// The spellings of CUDA and C++ that mean the same, but for CUTLASS's own.
    pub cpp: &'static [&'static str],
}

impl Stated {
    fn of(row: &Row) -> Option<Self> {
        Some(Self { name: row.stated?, element: row.element, cpp: row.cpp })
    }

    /// The width in bits.
    pub fn bits(self) -> i64 {
        self.element.bits
    }

    /// Every type that a statement can name, in the order in which they are listed to a user.
    pub fn all() -> impl Iterator<Item = Self> {
        ELEMENTS.iter().filter_map(Self::of)
    }

    /// The type of this name or spelling, with `cute::` before it or without.
    pub fn find(name: &str) -> Option<Self> {
        let bare = name.strip_prefix("cute::").unwrap_or(name);
        Self::all().find(|own| own.name == bare || own.element.name == bare || own.cpp.contains(&bare))
    }
}

impl ElementType {
    /// The type of this name, in CUTLASS's spelling with or without its namespaces, or as `f16`.
    pub fn find(name: &str) -> Option<Self> {
        let plain: String = name.replace("cutlass::", "").replace("cute::", "");
        let plain = plain.split_whitespace().collect::<String>();
        if plain.starts_with(ALIGNED_ARRAY) {
            return ARRAYS.iter().find(|array| array.name == plain).copied();
        }
        ELEMENTS.iter().find(|row| row.names().any(|name| name == plain)).map(|row| row.element)
    }

    /// The type that CUTLASS calls so, without a namespace.
    pub fn of_cutlass(name: &str) -> Option<Self> {
        ELEMENTS.iter().map(|row| row.element).find(|element| element.name == name)
    }

    fn row(self) -> Option<&'static Row> {
        ELEMENTS.iter().find(|row| row.element == self)
    }

    /// How the names of MMAs spell the type, `F16`, for those that MMAs take.
    pub fn mma_token(self) -> Option<&'static str> {
        self.row()?.in_mma.map(|(token, _)| token)
    }

    /// What the CuTe DSL calls it, `Float16`.
    pub fn dsl(self) -> Option<&'static str> {
        self.row()?.dsl
    }

    /// The type that the CuTe DSL calls so.
    pub fn of_dsl(name: &str) -> Option<Self> {
        ELEMENTS.iter().find(|row| row.dsl == Some(name)).map(|row| row.element)
    }

    /// What PyTorch calls it, `float16`, where it has such a type.
    pub fn torch(self) -> Option<&'static str> {
        self.row()?.torch.first().copied()
    }

    /// The type that PyTorch calls so: `float16`, or `half`.
    pub fn of_torch(name: &str) -> Option<Self> {
        ELEMENTS.iter().find(|row| row.torch.contains(&name)).map(|row| row.element)
    }
}

/// The element types that MMAs take: how their names spell each, what CUTLASS and what PTX calls it.
pub(super) fn in_mma() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ELEMENTS.iter().filter_map(|row| row.in_mma.map(|(token, ptx)| (token, row.element.name, ptx)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_distinct(mut names: Vec<&str>) -> bool {
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        names.len() == count
    }

    #[test]
    fn names_are_distinct() {
        assert!(are_distinct(ELEMENTS.iter().flat_map(Row::names).collect()));
        assert!(are_distinct(ELEMENTS.iter().filter_map(|row| row.dsl).collect()));
        assert!(are_distinct(ELEMENTS.iter().flat_map(|row| row.torch.iter().copied()).collect()));
    }

    #[test]
    fn a_type_has_its_names_in_each_language() {
        let half = ElementType::of_cutlass("half_t").unwrap();
        assert_eq!((half.dsl(), half.torch()), (Some("Float16"), Some("float16")));
        assert_eq!(ElementType::of_dsl("Float16"), Some(half));
        assert_eq!(ElementType::of_torch("half"), Some(half));
        assert_eq!(Stated::find("cute::half_t").map(|stated| stated.name), Some("f16"));
        assert_eq!(Stated::find("F16"), None, "that is how the names of MMAs spell it");
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
