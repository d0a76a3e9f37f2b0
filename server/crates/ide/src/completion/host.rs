//! What may be typed in the code: CuTe's functions, where the text says that one of them is meant.

use std::ops::Range;

use layoutlens_eval::Operation;
use layoutlens_syntax::Language;
use layoutlens_world::Analysis;

use super::{CompletionItem, function};
use crate::host_call::{call_around, is_cute_path, typed_path};

/// The functions behind `cute::` or `cute.`; in C++ also inside a call of one of them, where their arguments are made.
pub(super) fn items(
    analysis: &Analysis,
    offset: usize,
    trigger: Option<char>,
) -> Option<(Range<usize>, Vec<CompletionItem>)> {
    let names = &analysis.libraries.function_names;
    if !analysis.file.is_code(offset) || names.is_empty() {
        return None;
    }
    let (path, word) = typed_path(&analysis.text, offset)?;
    let is_meant = if path.is_empty() {
        analysis.file.language == Language::Cuda
            && trigger.is_none_or(|trigger| trigger == '(')
            && call_around(analysis, offset)
                .is_some_and(|call| call.qualifier.is_empty() && call.is_cute(analysis))
    } else {
        is_cute_path(analysis, path)
    };
    if !is_meant {
        return None;
    }
    let is_called = analysis.text.get(offset..)?.starts_with(['(', '<']);
    let function = |name: &&str| function(name, Operation::named(name), is_called, 0);
    Some((word, names.iter().map(function).collect()))
}
