//! What is selected when a selection in a statement grows.

use std::ops::Range;

use layoutlens_syntax::MARKER;
use layoutlens_world::Analysis;

use crate::host_name::identifier_around;

/// The ranges around `offset` in its statement, each inside the next one: the word, the expressions around it, the
/// statement, the statement with its marker, its lines. Empty outside of statements.
pub fn selection_ranges(analysis: &Analysis, offset: usize) -> Vec<Range<usize>> {
    let text: &str = &analysis.text;
    let annotations = &analysis.file.annotations;
    let last = annotations.partition_point(|annotation| annotation.range.start <= offset).checked_sub(1);
    let Some(annotation) = last.and_then(|last| annotations.get(last)) else { return Vec::new() };
    let holds = |range: &Range<usize>| range.start <= offset && offset <= range.end;
    if !holds(&annotation.range) {
        return Vec::new();
    }
    // The outermost first.
    let statement = annotation.range.clone();
    let start_of_line =
        text.get(..statement.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end_of_line = text
        .get(statement.end..)
        .map_or(text.len(), |behind| statement.end + behind.find('\n').unwrap_or(behind.len()));
    let lines = start_of_line..end_of_line;
    let marker = text.get(start_of_line..statement.start).and_then(|before| before.rfind(MARKER));
    let marked = marker.map(|marker| start_of_line + marker..statement.end);
    let mut ranges: Vec<Range<usize>> =
        [Some(lines), marked, Some(statement)].into_iter().flatten().collect();
    let mut inner = annotation.statement.expressions();
    while let Some(expr) = inner.iter().find(|expr| holds(&expr.range)) {
        ranges.push(expr.range.clone());
        inner = expr.parts();
    }
    ranges.extend(identifier_around(text, offset));
    ranges.reverse();
    let mut grown: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let is_larger = grown.last().is_none_or(|last| {
            range.start <= last.start && last.end <= range.end && range.len() > last.len()
        });
        if is_larger {
            grown.push(range);
        }
    }
    grown
}
