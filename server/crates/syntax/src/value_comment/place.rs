//! Where a comment stands beside the code.

use super::CommentPlace;
use crate::comment::CommentLine;

/// What begins a comment: `//`, `///`, `//!<`, `/*`, `*`, `#`.
const LEADERS: &str = "/*!<#";

/// With which words a line of prose ends that goes on below.
const UNFINISHED: [&str; 16] = [
    "or", "and", "of", "to", "is", "are", "from", "with", "by", "in", "as", "for", "the", "a", "shape",
    "into",
];

/// The place of the comment on `lines[index]`; `None` where it is no comment of its own: text inside a docstring, or
/// between two pieces of code.
pub(super) fn of(text: &str, lines: &[CommentLine], index: usize) -> Option<CommentPlace> {
    let comment = &lines.get(index)?.text;
    let line_start = text.get(..comment.start)?.rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text.get(comment.end..)?.find('\n').map_or(text.len(), |length| comment.end + length);
    let before = text.get(line_start..comment.start)?.trim_end();
    let code = before.trim_end_matches(|c| LEADERS.contains(c));
    if code.len() == before.len() {
        return None;
    }
    let behind = text.get(comment.end..line_end)?.trim();
    if !matches!(behind, "" | "*/") {
        return None;
    }
    if !code.trim().is_empty() {
        let start = line_start + code.len() - code.trim_start().len();
        return Some(CommentPlace::Behind(start..line_start + code.trim_end().len()));
    }
    let next_line = (line_end + 1).min(text.len());
    let next_end = text.get(next_line..)?.find('\n').map_or(text.len(), |length| next_line + length);
    let below = text.get(next_line..next_end)?;
    let start = next_line + below.len() - below.trim_start().len();
    let is_comment = lines.get(index + 1).is_some_and(|next| {
        next.text.start >= start
            && next.text.start <= next_end
            && text
                .get(start..next.text.start)
                .is_some_and(|leader| leader.trim_end().chars().all(|c| LEADERS.contains(c)))
    });
    if below.trim().is_empty() || is_comment || goes_on(text, lines, index, line_start) {
        return Some(CommentPlace::Apart);
    }
    Some(CommentPlace::Above(start))
}

/// Whether the comment is the end of a sentence that begins on the line above.
fn goes_on(text: &str, lines: &[CommentLine], index: usize, line_start: usize) -> bool {
    let Some(above) = index.checked_sub(1).and_then(|index| lines.get(index)) else { return false };
    let is_adjacent = text.get(above.text.end..line_start).is_some_and(|between| between.trim().is_empty())
        && text.get(above.text.end..line_start).is_some_and(|between| between.matches('\n').count() == 1);
    let prose = text.get(above.text.clone()).unwrap_or_default();
    let last_word = prose.rsplit(' ').next().unwrap_or_default();
    is_adjacent && (UNFINISHED.contains(&last_word) || prose.ends_with([',', '(', '>', '=']))
}
