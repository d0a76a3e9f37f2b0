//! Macros that stand where the language has no place for a word, replaced by as many bytes that have one.

/// Macros of CuTe and CUTLASS, and the words of CUDA that take their place. None is longer than its macro.
const MACROS: &[(&str, &str)] = &[
    ("CUTE_UNROLL", ""),
    ("CUTE_NO_UNROLL", ""),
    ("CUTLASS_PRAGMA_UNROLL", ""),
    ("CUTLASS_PRAGMA_NO_UNROLL", ""),
    ("CUTE_GRID_CONSTANT", ""),
    ("CUTLASS_GRID_CONSTANT", ""),
    ("__grid_constant__", ""),
    ("CUTE_DEVICE", "__device__"),
    ("CUTE_HOST_DEVICE", "__device__"),
    ("CUTE_HOST", ""),
    ("CUTLASS_DEVICE", "__device__"),
    ("CUTLASS_HOST_DEVICE", "__device__"),
    ("CUTLASS_HOST", ""),
    ("CUTLASS_GLOBAL", "__global__"),
];

/// `source` with the same places and without these macros.
pub(super) fn mask(source: &str) -> String {
    let mut masked = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(start) = rest.find(is_of_word) {
        masked.push_str(&rest[..start]);
        let word = &rest[start..];
        let word = &word[..word.find(|character| !is_of_word(character)).unwrap_or(word.len())];
        rest = &rest[start + word.len()..];
        let other = MACROS.iter().find(|(macro_name, _)| *macro_name == word).map(|(_, other)| *other);
        let is_before_type = word == "typename" && names_a_member(rest);
        match other.or(is_before_type.then_some("")) {
            Some(other) => masked.push_str(&format!("{other:width$}", width = word.len())),
            None => masked.push_str(word),
        }
    }
    masked.push_str(rest);
    masked
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Whether `typename` stands before `T::X` or `decltype(..)::X`, and not in the head of a template.
fn names_a_member(rest: &str) -> bool {
    let rest = rest.trim_start();
    let name = rest.find(|character| !is_of_word(character)).unwrap_or(rest.len());
    rest.starts_with("decltype") || rest[name..].starts_with("::")
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn macros_are_replaced_by_as_many_bytes() {
        let source =
            "CUTE_DEVICE void f(CUTE_GRID_CONSTANT T const t) { CUTE_UNROLL\nfor (;;) MY_CUTE_UNROLL; }";
        let expected =
            "__device__  void f(                   T const t) {            \nfor (;;) MY_CUTE_UNROLL; }";
        assert_eq!(mask(source), expected);
    }

    #[test]
    fn typename_stays_in_the_head_of_a_template() {
        assert_eq!(
            mask("template <typename T> f(typename T::X{})"),
            "template <typename T> f(         T::X{})"
        );
    }
}
