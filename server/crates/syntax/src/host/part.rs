//! Parts of broken C++, each parsed alone: what is half-typed in one leaves the others as they are.

use std::{ops::Range, sync::Arc};

use rustc_hash::FxHashMap;
use tree_sitter::{InputEdit, Parser, Point, Tree};

use super::{
    boundaries::{Boundaries, Extent},
    work::{max_operations, parse_in},
};
use crate::{Language, mask};

/// A part of a broken text. One that begins inside of namespaces and classes is parsed behind their heads and in front of
/// their ends, as if nothing else stood in them.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// What was parsed, in the order of the text.
    ranges: Vec<Range<usize>>,
    /// Which of these is the part itself; the ones in front are heads of what is around it, those behind its ends.
    own: usize,
    text: Arc<str>,
    /// The heads and the ends, as [`around`] has them.
    around: Arc<str>,
    /// What was parsed of the part itself: without what follows open brackets in their statements, where that is better.
    pub(super) parsed: Arc<str>,
    pub(super) tree: Tree,
    /// The operations that it took.
    operations: u32,
    /// Whether the tree of the whole text, when it was last parsed, had an error within this part, and the part alone has one.
    pub(super) is_broken_in_whole: bool,
}

/// A tree for each part of a broken text. Of parts that are among the `known` ones these are used again: what a part's
/// tree is depends on its text and that of the heads and ends around it alone. None where they take more operations than a
/// parse may.
pub(super) fn parse_parts<'p>(
    text: &str,
    boundaries: &Boundaries,
    known_parts: impl IntoIterator<Item = &'p Part>,
) -> Option<Arc<[Part]>> {
    let mut known: FxHashMap<(&str, &str), &Part> = FxHashMap::default();
    for part in known_parts {
        let kept = known.entry((&*part.around, &*part.text)).or_insert(part);
        if part.is_broken_in_whole {
            *kept = part;
        }
    }
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cuda::LANGUAGE.into()).ok()?;
    let mut left = max_operations(Language::Cuda);
    let part = |extent: Extent| {
        let around = around(text, &extent)?;
        let part = match known.get(&(&*around, text.get(extent.own.clone())?)) {
            Some(known) => known.moved_to(extent),
            None => parse_one(&mut parser, text, extent, around.into(), left)?,
        };
        left = left.checked_sub(part.operations)?;
        Some(part)
    };
    boundaries.parts(text.len()).map(part).collect()
}

/// The heads and the ends, each with its column: moved to another one, a tree would not be that of the text.
fn around(text: &str, extent: &Extent) -> Option<String> {
    let mut around = String::new();
    let mut add = |range: &Range<usize>| {
        around.push_str(text.get(range.clone())?);
        around.push_str(&format!("\0{}\0", range.start - line_start(text, range.start)));
        Some(())
    };
    extent.heads.iter().try_for_each(&mut add)?;
    add(&(0..0))?;
    extent.ends.iter().try_for_each(&mut add)?;
    Some(around)
}

fn parse_one(parser: &mut Parser, text: &str, extent: Extent, around: Arc<str>, most: u32) -> Option<Part> {
    let own: Arc<str> = text.get(extent.own.clone())?.into();
    let (index, ranges) = (extent.heads.len(), extent.ranges());
    parser.set_included_ranges(&included(text, &ranges)?).ok()?;
    let texts = ranges.iter().map(|range| Some((range.start, text.get(range.clone())?)));
    let mut pieces: Vec<(usize, &str)> = texts.collect::<Option<_>>()?;
    let (mut tree, mut operations) = parse_in(parser, most, &pieces, None)?;
    let errors = error_bytes(&tree);
    let mut parsed = Arc::clone(&own);
    if errors > 0
        && let Some(mended) = mask::half_typed::mended(&own)
    {
        pieces.get_mut(index)?.1 = &mended;
        let (better, further) = parse_in(parser, most.checked_sub(operations)?, &pieces, None)?;
        operations += further;
        if error_bytes(&better) < errors {
            tree = better;
            parsed = mended.into();
        }
    }
    Some(Part { ranges, own: index, text: own, around, parsed, tree, operations, is_broken_in_whole: false })
}

/// What the parser gets to see. Columns are those of the text. Rows are counted over these ranges alone, for nobody asks
/// for them: to count them from the first for each part would take too long.
fn included(text: &str, ranges: &[Range<usize>]) -> Option<Vec<tree_sitter::Range>> {
    let mut row = 0;
    let mut place = |range: &Range<usize>| {
        let inside = text.get(range.clone())?;
        let start_point = Point { row, column: range.start - line_start(text, range.start) };
        row += inside.bytes().filter(|&byte| byte == b'\n').count();
        let end_point = Point { row, column: range.end - line_start(text, range.end) };
        Some(tree_sitter::Range { start_byte: range.start, end_byte: range.end, start_point, end_point })
    };
    ranges.iter().map(&mut place).collect()
}

/// Where the line of a byte begins.
fn line_start(text: &str, at: usize) -> usize {
    text.as_bytes()[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

impl Part {
    /// Where the part itself is.
    pub(super) fn range(&self) -> Range<usize> {
        self.ranges.get(self.own).cloned().unwrap_or_default()
    }

    /// The same part of a text in which it, and what is around it, have other places.
    fn moved_to(&self, extent: Extent) -> Self {
        let mut moved = Self { ranges: extent.ranges(), ..self.clone() };
        // From the last gap to the first, so that what stands in front of one has its old place yet.
        for (index, (old, new)) in self.ranges.iter().zip(&moved.ranges).enumerate().rev() {
            let end_before = |ranges: &[Range<usize>]| match index {
                0 => 0,
                index => ranges.get(index - 1).map_or(0, |before| before.end),
            };
            let gap = old.start - end_before(&self.ranges);
            let new_gap = new.start - end_before(&moved.ranges);
            if gap == new_gap {
                continue;
            }
            // As little as can be: what touches no token leaves all of them as they are.
            let taken = gap.saturating_sub(new_gap);
            moved.tree.edit(&InputEdit {
                start_byte: old.start - taken,
                old_end_byte: old.start,
                new_end_byte: old.start + new_gap.saturating_sub(gap) - taken,
                start_position: Point::default(),
                old_end_position: Point::default(),
                new_end_position: Point::default(),
            });
        }
        moved
    }
}

impl Extent {
    fn ranges(&self) -> Vec<Range<usize>> {
        self.heads.iter().chain([&self.own]).chain(&self.ends).cloned().collect()
    }
}

/// Notes in which of the parts the tree of the whole text has its errors.
pub(super) fn note_errors(parts: &mut [Part], whole: &Tree) {
    let mut errors = Vec::new();
    each_error(whole, |error| errors.push(error));
    errors.sort_by_key(|error| error.start);
    for part in parts {
        let range = part.range();
        let first = errors.partition_point(|error| error.start < range.start);
        let within = errors[first..].iter().take_while(|error| error.start < range.end);
        let is_within = within.clone().any(|error| error.end <= range.end);
        part.is_broken_in_whole = is_within && part.tree.root_node().has_error();
    }
}

/// How many bytes stand in errors, which have one at least.
pub(super) fn error_bytes(tree: &Tree) -> usize {
    let mut bytes = 0;
    each_error(tree, |error| bytes += error.len().max(1));
    bytes
}

fn each_error(tree: &Tree, mut found: impl FnMut(Range<usize>)) {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_error = node.is_error() || node.is_missing();
        if is_error {
            found(node.byte_range());
        }
        let goes_down = !is_error && node.has_error() && cursor.goto_first_child();
        while !goes_down && !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
