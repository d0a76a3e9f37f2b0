//! Words in front of declarations that the parser does not know: blanked, so that every byte keeps its place.

/// Words that are blanked as they are.
const WORDS: &[&str] = &[
    "__forceinline__",
    "__noinline__",
    "__restrict__",
    "__restrict",
    "RESTRICT",
    "__grid_constant__",
    "C10_HOST_DEVICE",
    "C10_DEVICE",
    "C10_RESTRICT",
    "GGML_CUDA_RESTRICT",
    "__inline__",
    "volatile",
];

/// Words that are blanked with the parentheses behind them.
const CALLS: &[&str] = &["__align__", "alignas", "__attribute__", "__cluster_dims__", "__declspec"];

/// Words of which what stands in the parentheses is `__launch_bounds__`'s.
const BOUNDS: &[&str] = &["__launch_bounds__", "C10_LAUNCH_BOUNDS_1", "C10_LAUNCH_BOUNDS_2", "__maxnreg__"];

/// The text as the parser gets to see it, as long as `text`.
pub(crate) fn masked(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if is_word(bytes[at]) {
            let end = word_end(bytes, at);
            let word = text.get(at..end).unwrap_or_default();
            let until = if WORDS.contains(&word) {
                end
            } else if CALLS.contains(&word) || BOUNDS.contains(&word) {
                parenthesised_end(bytes, end).unwrap_or(end)
            } else {
                at
            };
            blank(&mut out, at..until);
            at = end.max(until);
        } else {
            // The parser takes the first character of `>=` for the end of template arguments; `<=` binds as strongly.
            let before = out[..at].last().copied().unwrap_or(b' ');
            if bytes[at] == b'>' && bytes.get(at + 1) == Some(&b'=') && !matches!(before, b'>' | b'-' | b'=')
            {
                out[at] = b'<';
            }
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn blank(out: &mut [u8], range: std::ops::Range<usize>) {
    for byte in &mut out[range] {
        if !matches!(*byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

pub(crate) fn word_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count()
}

/// Behind the `)` of the parentheses that stand at `at`, behind blanks.
pub(crate) fn parenthesised_end(bytes: &[u8], at: usize) -> Option<usize> {
    bracketed_end(bytes, at, [b'(', b')'])
}

/// Behind the bracket that closes the one that stands at `at`, behind blanks, before the statement or a block ends.
pub(crate) fn bracketed_end(bytes: &[u8], at: usize, [open, close]: [u8; 2]) -> Option<usize> {
    let mut at = at + bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if bytes.get(at) != Some(&open) {
        return None;
    }
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            byte if byte == open => depth += 1,
            byte if byte == close => depth -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
