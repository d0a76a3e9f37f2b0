//! Element types of tensors, by the names that statements use.

/// The element types that a statement can name, with their sizes in bits.
pub const ELEMENT_TYPES: &[(&str, i64)] = &[
    ("f64", 64),
    ("f32", 32),
    ("tf32", 32),
    ("f16", 16),
    ("bf16", 16),
    ("f8", 8),
    ("i8", 8),
    ("i16", 16),
    ("i32", 32),
    ("i64", 64),
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
];

/// Whether this is the name of an element type.
pub fn is_element_type(name: &str) -> bool {
    bits(name).is_some()
}

/// The size of an element in bits.
pub fn bits(name: &str) -> Option<i64> {
    ELEMENT_TYPES.iter().find(|(known, _)| *known == name).map(|(_, bits)| *bits)
}
