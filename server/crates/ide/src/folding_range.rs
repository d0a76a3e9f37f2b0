//! What can be folded: statements on lines that follow each other, statements of several lines, and blocks of code.

use std::ops::Range;

use layoutlens_syntax::Language;
use layoutlens_world::Analysis;

/// Lines that can be folded away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoldingRange {
    /// Bytes of the lines: from any byte of the first one, which stays, to any byte of the last one.
    pub range: Range<usize>,
    /// Whether it is of statements; else it is a block of code.
    pub is_comment: bool,
}

/// The folding ranges of a document, in the order of the text; none where no statements can be folded.
///
/// Blocks of code are among them: an editor that folds by indentation stops to do so where a server folds anything. They are
/// those that a server of the language gives, which may answer beside this one.
///
/// Where an editor takes so `most` of them only, statements are kept before blocks, and outer ranges before those in them.
pub fn folding_ranges(analysis: &Analysis, most: Option<usize>) -> Vec<FoldingRange> {
    let mut ranges = statements(analysis);
    if ranges.is_empty() {
        return ranges;
    }
    let blocks = match analysis.file.language {
        Language::Python => indented_blocks(analysis),
        Language::Cuda | Language::Rust => braces(analysis),
    };
    ranges.extend(blocks.into_iter().map(|range| FoldingRange { range, is_comment: false }));
    sort(&mut ranges);
    match most {
        Some(most) if most < ranges.len() => outermost(ranges, most),
        _ => ranges,
    }
}

/// In the order of the text, outer ones first.
fn sort(ranges: &mut [FoldingRange]) {
    ranges.sort_by_key(|folding| (folding.range.start, usize::MAX - folding.range.end));
}

/// Of sorted ranges so many: those of statements first, then those that lie in the fewest others.
fn outermost(ranges: Vec<FoldingRange>, most: usize) -> Vec<FoldingRange> {
    let mut around: Vec<usize> = Vec::new();
    let with_depth = ranges.into_iter().map(|folding| {
        while around.pop_if(|end| *end <= folding.range.start).is_some() {}
        let depth = around.len();
        around.push(folding.range.end);
        (!folding.is_comment, depth, folding)
    });
    let mut with_depth: Vec<_> = with_depth.collect();
    with_depth.sort_by_key(|(is_block, depth, _)| (*is_block, *depth));
    let mut kept: Vec<_> = with_depth.into_iter().take(most).map(|(_, _, folding)| folding).collect();
    sort(&mut kept);
    kept
}

/// Runs of statements without a line between them, and those of several lines inside of a run.
fn statements(analysis: &Analysis) -> Vec<FoldingRange> {
    let text: &str = &analysis.text;
    let is_long = |range: &Range<usize>| text.get(range.clone()).is_some_and(|text| text.contains('\n'));
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut long = Vec::new();
    for annotation in &analysis.file.annotations {
        let range = &annotation.range;
        if is_long(range) {
            long.push(range.clone());
        }
        match runs.last_mut() {
            Some(run) if newlines(text, run.end..range.start) <= 1 => run.end = range.end,
            _ => runs.push(range.clone()),
        }
    }
    runs.retain(is_long);
    long.retain(|range| !runs.iter().any(|run| run.start == range.start));
    runs.extend(long);
    runs.into_iter().map(|range| FoldingRange { range, is_comment: true }).collect()
}

fn newlines(text: &str, range: Range<usize>) -> usize {
    text.get(range).map_or(0, |between| between.bytes().filter(|&byte| byte == b'\n').count())
}

/// From the line of each brace to the line before the one that closes it.
fn braces(analysis: &Analysis) -> Vec<Range<usize>> {
    let text: &str = &analysis.text;
    let mut open = Vec::new();
    let mut blocks = Vec::new();
    let mut not_code = analysis.file.not_code.iter().peekable();
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'{' | b'}')) {
        while not_code.next_if(|range| range.end <= at).is_some() {}
        if not_code.peek().is_some_and(|range| range.start <= at) {
            continue;
        }
        if byte == b'{' {
            open.push(at);
        } else if let Some(start) = open.pop() {
            let end = text.get(..at).and_then(|before| before.rfind('\n')).unwrap_or(start);
            if end > start && newlines(text, start..end) > 0 {
                blocks.push(start..end);
            }
        }
    }
    blocks
}

/// From each line that ends with a colon to the last one that is indented deeper.
fn indented_blocks(analysis: &Analysis) -> Vec<Range<usize>> {
    let text: &str = &analysis.text;
    let mut blocks = IndentedBlocks::default();
    let mut at = 0;
    for line in text.split('\n') {
        let indentation = line.len() - line.trim_start().len();
        let code = at + indentation..at + line.trim_end().len();
        at += line.len() + 1;
        if code.is_empty() || is_in_comment_or_literal(analysis, code.start) {
            continue;
        }
        blocks.close(indentation);
        if let Some((_, block)) = blocks.open.last_mut() {
            block.end = code.end;
        }
        if code_ends_with_colon(analysis, code.clone()) {
            blocks.open.push((indentation, code));
        }
    }
    blocks.close(0);
    blocks.closed.retain(|block| newlines(text, block.clone()) > 0);
    blocks.closed
}

#[derive(Default)]
struct IndentedBlocks {
    /// The indentation of the heads of blocks that are open, and what belongs to each as far as it was read.
    open: Vec<(usize, Range<usize>)>,
    closed: Vec<Range<usize>>,
}

impl IndentedBlocks {
    /// Ends the blocks that a line with this indentation is not in.
    fn close(&mut self, indentation: usize) {
        while let Some((_, block)) = self.open.pop_if(|(head, _)| *head >= indentation) {
            if let Some((_, around)) = self.open.last_mut() {
                around.end = around.end.max(block.end);
            }
            self.closed.push(block);
        }
    }
}

fn is_in_comment_or_literal(analysis: &Analysis, at: usize) -> bool {
    let not_code = &analysis.file.not_code;
    let behind = not_code.partition_point(|range| range.start <= at);
    behind.checked_sub(1).and_then(|last| not_code.get(last)).is_some_and(|range| at < range.end)
}

/// Whether the code of a line ends with a colon, whatever comment stands behind it.
fn code_ends_with_colon(analysis: &Analysis, line: Range<usize>) -> bool {
    let not_code = &analysis.file.not_code;
    let first = not_code.partition_point(|range| range.start < line.start);
    let comment = not_code.iter().skip(first).take_while(|range| range.start < line.end).last();
    let end = match comment {
        Some(comment) if comment.end >= line.end => comment.start,
        _ => line.end,
    };
    analysis.text.get(line.start..end).is_some_and(|code| code.trim_end().ends_with(':'))
}
