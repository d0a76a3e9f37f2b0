//! The host languages: where their comments are, which names their code uses, which functions they define.
//!
//! Comments are found by a lexer a language, not in the syntax tree: half-typed code makes tree-sitter's error
//! recovery swallow comments, while a lexer loses at most the line that is broken. A test compares the two on
//! code that is whole.

mod balance;
mod boundaries;
mod braces;
mod code_tree;
mod cuda;
mod declaration;
mod indentation;
mod part;
mod python;
pub(crate) mod read;
mod rust;
mod scope;
mod tree;
mod work;

use crate::Language;
use crate::comment::Comments;

pub(crate) use boundaries::Boundaries;
pub(crate) use braces::Braces;
pub use code_tree::CodeTree;
pub(crate) use scope::{file_scope, scopes};
pub use tree::{HostTree, tree_within_limits};
pub(crate) use tree::{parse_part, parse_part_as};

/// Comments, names, functions and the first token of code of a host file.
pub(crate) fn comments(language: Language, text: &str) -> Comments<'_> {
    match language {
        Language::Cuda => cuda::comments(text),
        Language::Python => python::comments(text),
        Language::Rust => rust::comments(text),
    }
}

/// The length of the identifier at the start of `bytes`; anything beyond ASCII counts as a letter.
fn name_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|&&byte| is_name_byte(byte)).count()
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Where the line of `at` ends: at its `\n`, or at the end of the text.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// How many literals without an end are looked for; each costs a look through the rest of the file.
const MAX_OPEN_LITERALS: usize = 16;

/// The end mark of a block comment that begins before `start`, looked for on its own line.
fn block_end_on_line(text: &str, start: usize) -> Option<usize> {
    let rest = text.as_bytes().get(start..)?;
    let end = rest.windows(2).take_while(|pair| pair[0] != b'\n').position(|pair| pair == b"*/")?;
    Some(start + end)
}

/// The end of a literal between `quote`s that opened before `at` and stays on its line: behind the closing
/// quote, or at the line's end where it is missing. A backslash takes the next character along, even a line end.
pub(crate) fn quoted_end(text: &str, at: usize, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' if bytes.get(end + 1) == Some(&b'\r') && bytes.get(end + 2) == Some(&b'\n') => end += 3,
            b'\\' if bytes.get(end + 1).is_some_and(u8::is_ascii) => end += 2,
            b'\n' => return end,
            _ if byte == quote => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}
