//! Calls of CuTe's functions in the code, as far as the text around a cursor tells: half-typed code has no tree.

use std::ops::Range;

use layoutlens_eval::Operation;
use layoutlens_syntax::operation::canonical_name;
use layoutlens_world::Analysis;

use crate::host_name::is_identifier;

/// How far before the cursor a call may begin, in bytes.
const FARTHEST: usize = 4096;

/// A call whose brackets are open at a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HostCall<'a> {
    /// The function's own name: `make_layout` of `cute::make_layout`.
    pub(crate) name: &'a str,
    /// What stands before it: `cute::`, `thr_mma.`.
    pub(crate) qualifier: &'a str,
    /// The argument that the cursor is in, from 0.
    pub(crate) argument: usize,
}

/// The innermost call around `offset`, where that is code.
pub(crate) fn call_around(analysis: &Analysis, offset: usize) -> Option<HostCall<'_>> {
    let (text, file) = (&*analysis.text, &analysis.file);
    if !file.is_code(offset) {
        return None;
    }
    let start = text.floor_char_boundary(offset.saturating_sub(FARTHEST));
    let mut depth = 0_usize;
    let mut argument = 0;
    let mut at = offset;
    while at > start {
        // Comments and strings are passed over whole.
        let before = file.not_code.partition_point(|range| range.start < at);
        if let Some(range) = before.checked_sub(1).and_then(|last| file.not_code.get(last))
            && at <= range.end
        {
            at = range.start;
            continue;
        }
        at -= 1;
        match text.as_bytes().get(at)? {
            b')' | b']' | b'}' => depth += 1,
            b'(' if depth == 0 => {
                let (qualifier, name) = path_before(text, at)?;
                return Some(HostCall { name, qualifier, argument });
            }
            b'(' => depth -= 1,
            b'[' | b'{' => depth = depth.checked_sub(1)?,
            b';' if depth == 0 => return None,
            b',' if depth == 0 => argument += 1,
            b'>' if depth == 0 => at = template_start(text, at).unwrap_or(at),
            _ => {}
        }
    }
    None
}

/// The path and the name that end where a bracket opens; template arguments may stand between.
fn path_before(text: &str, end: usize) -> Option<(&str, &str)> {
    let end = match text.get(..end)?.ends_with('>') {
        true => template_start(text, end - 1)?,
        false => end,
    };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.');
    let path = text.get(..end)?;
    let length: usize = path.chars().rev().take_while(|&c| is_part(c)).map(char::len_utf8).sum();
    let path = path.get(path.len() - length..)?;
    let split = path.rfind([':', '.']).map_or(0, |last| last + 1);
    let (qualifier, name) = path.split_at(split);
    is_identifier(name).then_some((qualifier, name))
}

/// Where the template arguments begin that end with the `>` at `end`: names, numbers, braces and commas alone.
fn template_start(text: &str, end: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.get(..=end)?.char_indices().rev().take(FARTHEST) {
        match c {
            '>' => depth += 1,
            '<' if depth == 1 => {
                let is_name = text.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || c == '_');
                return is_name.then_some(at);
            }
            '<' => depth -= 1,
            c if c.is_alphanumeric() || matches!(c, '_' | ',' | ':' | ' ' | '{' | '}' | '*' | '&') => {}
            _ => return None,
        }
    }
    None
}

impl HostCall<'_> {
    /// Whether it is one of CuTe's functions, as far as the text tells.
    pub(crate) fn is_cute(&self, analysis: &Analysis) -> bool {
        let is_known = || analysis.libraries.function_names.binary_search(&self.name).is_ok();
        is_cute_path(analysis, self.qualifier) && is_known()
    }

    /// The operation behind it, and how many of the operation's first parameters its receiver stands for:
    /// `thr_mma.partition_C(tensor)` is `partition_C(mma, thread, tensor)`.
    pub(crate) fn operation(&self, analysis: &Analysis) -> Option<(Operation, usize)> {
        let operation = Operation::named(canonical_name(self.name).unwrap_or(self.name))?;
        if self.is_cute(analysis) {
            return Some((operation, 0));
        }
        let is_method = self.qualifier.ends_with('.') && uses_cute(analysis);
        let given = operation.parameters_of_receiver().filter(|_| is_method)?;
        Some((operation, given))
    }
}

/// Whether the file names CuTe.
fn uses_cute(analysis: &Analysis) -> bool {
    let names = analysis.file.language.library_names();
    names.iter().any(|name| analysis.file.host_names.contains(*name))
}

/// Whether what stands before a name says that it is CuTe's: `cute::` in C++, `cute.` in Python; nothing, where a C++ file
/// names CuTe.
pub(crate) fn is_cute_path(analysis: &Analysis, qualifier: &str) -> bool {
    analysis.libraries.is_qualifier(qualifier, &analysis.text, uses_cute(analysis))
}

/// The path and the letters of the name that end at `offset`.
pub(crate) fn typed_path(text: &str, offset: usize) -> Option<(&str, Range<usize>)> {
    let before = text.get(..offset)?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let letters: usize = before.chars().rev().take_while(|&c| is_part(c)).map(char::len_utf8).sum();
    let start = offset - letters;
    let path = text.get(..start)?;
    let length: usize =
        path.chars().rev().take_while(|&c| is_part(c) || matches!(c, ':' | '.')).map(char::len_utf8).sum();
    Some((path.get(start - length..)?, start..offset))
}
