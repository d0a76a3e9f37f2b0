//! Element types of tensors, by the names that statements use.

/// An element type that a statement can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementType {
    /// The name in statements and messages, `f16`.
    pub name: &'static str,
    /// The size of an element in bits.
    pub bits: i64,
    /// The spellings of CuTe and C++ that mean the same.
    pub aliases: &'static [&'static str],
}

const fn element(name: &'static str, bits: i64, aliases: &'static [&'static str]) -> ElementType {
    ElementType { name, bits, aliases }
}

/// Every element type. A test of the binary holds this list to that of the run room.
pub const ELEMENT_TYPES: &[ElementType] = &[
    element("f64", 64, &["double"]),
    element("f32", 32, &["float"]),
    element("f16", 16, &["half", "half_t", "__half"]),
    element("bf16", 16, &["bfloat16_t", "__nv_bfloat16"]),
    element("e4m3", 8, &["float_e4m3_t"]),
    element("e5m2", 8, &["float_e5m2_t"]),
    element("i8", 8, &["int8_t"]),
    element("u8", 8, &["uint8_t"]),
    element("i16", 16, &["int16_t"]),
    element("u16", 16, &["uint16_t"]),
    element("i32", 32, &["int", "int32_t"]),
    element("u32", 32, &["uint32_t"]),
    element("i64", 64, &["int64_t"]),
    element("u64", 64, &["uint64_t"]),
    element("u128", 128, &["uint128_t"]),
];

/// The element type of this name or spelling.
pub fn find(name: &str) -> Option<&'static ElementType> {
    let bare = name.strip_prefix("cute::").unwrap_or(name);
    ELEMENT_TYPES.iter().find(|element| element.name == bare || element.aliases.contains(&bare))
}

#[cfg(test)]
mod tests {
    use layout_algebra::atom::element;

    use super::*;

    #[test]
    fn the_algebra_knows_each_by_all_of_its_spellings() {
        for own in ELEMENT_TYPES {
            for name in [&own.name].into_iter().chain(own.aliases) {
                let known = element::ElementType::find(name);
                assert_eq!(known.map(|known| known.bits), Some(own.bits), "{name}");
                assert_eq!(known, element::ElementType::find(own.name), "{name}");
            }
        }
    }
}
