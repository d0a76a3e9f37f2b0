//! What a C++ file's text names: files that it includes, and what it calls and defines.

use super::disk::Words;

/// The paths that a file includes, without the dots that they begin with.
pub(super) fn included(text: &str) -> Words {
    text.lines().filter_map(included_path).map(str::to_owned).collect()
}

/// `a/b.h` of `#include "../a/b.h"`.
fn included_path(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let end = if rest.starts_with('<') { '>' } else { '"' };
    let mut path = rest.get(1..)?.split(end).next()?;
    while let Some(below) = path.strip_prefix("../").or_else(|| path.strip_prefix("./")) {
        path = below;
    }
    Some(path)
}

/// What stands before the name of what a file defines.
pub(super) const DEFINED: &str = "+";

/// The names in a text that are called or given template arguments, `f(` and `f<`; and behind [`DEFINED`], those of the
/// functions and classes that it seems to define.
pub(super) fn named(text: &str) -> Words {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let mut words = Words::new();
    let (mut at, mut before) = (0, "");
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        if byte.is_ascii_whitespace() {
            continue;
        }
        if !is_word(*byte) {
            before = text.get(start..at).unwrap_or_default();
            continue;
        }
        while bytes.get(at).copied().is_some_and(is_word) {
            at += 1;
        }
        let word = text.get(start..at).unwrap_or_default();
        let next = text.get(at..).unwrap_or_default().trim_start().bytes().next();
        let is_behind_type = before.bytes().next().is_some_and(is_word) || matches!(before, ">" | "*" | "&");
        if matches!(before, "struct" | "class") || next == Some(b'(') && is_behind_type && before != "return"
        {
            words.insert(format!("{DEFINED}{word}"));
        }
        if matches!(next, Some(b'(' | b'<')) {
            words.insert(word.to_owned());
        }
        before = word;
    }
    words
}
