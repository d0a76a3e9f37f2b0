//! How much a parse may work, in counted steps: the same text has a tree on every machine, however busy, or on none.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::Language;

/// The operations of one parse. Code takes 2 to 4 of them for a word or sign, at 0.1 µs each, and up to 11 where a file is
/// one table. Noise takes up to 2 µs for one, and 4 where the parser of C++ tries to make something of it. Measured over
/// 11,000 files and 350 texts of noise.
pub(super) const fn max_operations(language: Language) -> u32 {
    match language {
        Language::Cuda => 500_000,
        Language::Python | Language::Rust => 1_000_000,
    }
}

/// How often tree-sitter asks whether to go on: once in so many operations.
const OPERATIONS_A_QUESTION: u32 = 100;

/// The bytes that one parse may read, 8 ns each. Code is read up to three times; a scanner that looks for the end of
/// something at each word reads a file thousands of times.
const MAX_READ: usize = 64 * 1024 * 1024;

/// What is handed to the parser at once. Less than the longest scan that is worth counting.
const CHUNK: usize = 512;

/// Parses `part` of a document, whose text is `text`, within the limits. None where they did not suffice.
pub(super) fn parse_within_limits(
    (parser, language): (&mut Parser, Language),
    text: &str,
    part: Range<usize>,
    old: Option<&Tree>,
) -> Option<Tree> {
    parse_in(parser, max_operations(language), &[(part.start, text)], old).map(|(tree, _)| tree)
}

/// As [`parse_within_limits`] in so many operations, and of several pieces of a document, each with where it begins; with the
/// operations that it took.
pub(super) fn parse_in(
    parser: &mut Parser,
    max_operations: u32,
    pieces: &[(usize, &str)],
    old: Option<&Tree>,
) -> Option<(Tree, u32)> {
    let (operations, read) = (Cell::new(0), Cell::new(0));
    let is_spent = || operations.get() > max_operations || read.get() > MAX_READ;
    let mut go_on = |_: &ParseState| {
        operations.set(operations.get() + OPERATIONS_A_QUESTION);
        if is_spent() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut go_on);
    let mut next = |at: usize, _| {
        // The parser cannot be stopped in the middle of an operation: one that reads on and on finds the text's end.
        let at = if is_spent() { usize::MAX } else { at };
        let piece = pieces.iter().rfind(|(start, _)| *start <= at);
        let (bytes, at) = piece.map_or((&[][..], 0), |(start, text)| (text.as_bytes(), at - start));
        let chunk = bytes.get(at..bytes.len().min(at.saturating_add(CHUNK))).unwrap_or_default();
        read.set(read.get() + chunk.len());
        chunk
    };
    let tree = parser.parse_with_options(&mut next, old, Some(options));
    tree.filter(|_| !is_spent()).map(|tree| (tree, operations.get()))
}
