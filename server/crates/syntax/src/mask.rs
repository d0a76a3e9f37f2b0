//! Blanks the macros of CuTe and CUTLASS that tree-sitter cannot know, so that it reads C++.
//!
//! `CUTE_HOST_DEVICE auto f()` has two types for tree-sitter, and a file with errors costs a full parse an
//! edit. Blanks of equal length keep every byte where it is.

/// Macros that expand to attributes, specifiers or pragmas: without them the code still parses.
const MACROS: [&str; 22] = [
    "CUTE_DEVICE",
    "CUTE_GRID_CONSTANT",
    "CUTE_HOST",
    "CUTE_HOST_DEVICE",
    "CUTE_HOST_RTC",
    "CUTE_INLINE_CONSTANT",
    "CUTE_NO_UNROLL",
    "CUTE_UNROLL",
    "CUTLASS_CONSTEXPR_IF_CXX17",
    "CUTLASS_CONSTEXPR_IF_CXX20",
    "CUTLASS_DEVICE",
    "CUTLASS_ENABLE_DEVICE",
    "CUTLASS_FORCEINLINE_DEVICE",
    "CUTLASS_GLOBAL",
    "CUTLASS_GRID_CONSTANT",
    "CUTLASS_HOST",
    "CUTLASS_HOST_DEVICE",
    "CUTLASS_LAMBDA_FUNC_INLINE",
    "CUTLASS_PRAGMA_NO_UNROLL",
    "CUTLASS_PRAGMA_UNROLL",
    "CUTE_GMMA_DEVICE",
    "CUTLASS_RESTRICT",
];

/// `text` with the known macros blanked. As long as `text`, and a line end stays where it is.
pub(crate) fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, _) in text.match_indices("CUT") {
        let is_begin = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let rest = &text[at..];
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if is_begin && MACROS.contains(&&rest[..length]) {
            out.push_str(&text[out.len()..at]);
            out.extend(std::iter::repeat_n(' ', length));
        }
    }
    out.push_str(&text[out.len()..]);
    out
}
