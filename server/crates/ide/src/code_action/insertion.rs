//! Where a statement of its own can be inserted, and what stands in front of it there.

use std::ops::Range;

use layoutlens_syntax::{Annotation, Language, MARKER};
use layoutlens_world::Analysis;

use super::action::Edit;
use crate::line::{indentation, line_around, line_ending};

/// Inserts statements above the line of a byte, in a comment of the kind that stands there. `None` where a comment cannot
/// begin: in a literal of several lines, behind a line that goes on.
pub(super) fn statement_above(analysis: &Analysis, offset: usize, statements: &[String]) -> Option<Edit> {
    let text: &str = &analysis.text;
    let line = line_around(text, offset);
    let leader = statement_leader(analysis, offset)?;
    let ending = line_ending(text, line.start);
    let lines: String =
        statements.iter().map(|statement| format!("{leader}{MARKER} {statement}{ending}")).collect();
    Some(Edit::insert(line.start, lines))
}

/// What stands in front of the marker of a statement that is inserted above the line of a byte.
fn statement_leader(analysis: &Analysis, offset: usize) -> Option<String> {
    let text: &str = &analysis.text;
    let line = line_around(text, offset);
    let own = annotation_of_line(analysis, offset).and_then(|annotation| {
        let before = text.get(line.start..annotation.range.start)?;
        before.rfind(MARKER).and_then(|marker| before.get(..marker))
    });
    let blanks = indentation(text.get(line.clone())?).to_owned();
    let comment = format!("{blanks}{} ", comment_leader(analysis.file.language));
    match own.map(|own| (own, own.trim())) {
        // A line of a docstring or of a comment of several lines, or a comment of its own.
        Some((own, "" | "*")) if own.len() < line.len() => Some(own.to_owned()),
        Some((own, leader)) if leader.trim_matches('/').is_empty() || leader.trim_matches('#').is_empty() => {
            Some(own.to_owned())
        }
        Some((own, "//!")) => Some(own.to_owned()),
        // Behind code, or at the start of a comment of several lines.
        Some(_) => Some(comment),
        None => is_between_lines(analysis, line.start).then_some(comment),
    }
}

/// The first statement that begins on the line of a byte, or that it is in.
pub(super) fn annotation_of_line(analysis: &Analysis, offset: usize) -> Option<&Annotation> {
    let line = line_around(&analysis.text, offset);
    analysis.file.annotations.iter().find(|annotation| line.contains(&annotation.range.start))
}

/// The statement that a byte is in, the lines included on which it goes on.
pub(super) fn annotation_around(analysis: &Analysis, offset: usize) -> Option<&Annotation> {
    let holds = |annotation: &&Annotation| annotation.range.start <= offset && offset <= annotation.range.end;
    analysis.file.annotations.iter().find(holds)
}

/// Whether a comment can stand on a line of its own in front of this one.
pub(super) fn is_between_lines(analysis: &Analysis, line_start: usize) -> bool {
    let text: &str = &analysis.text;
    let in_literal = analysis
        .file
        .not_code
        .iter()
        .any(|range| range.start < line_start && line_start < range.end && !is_line_comment(text, range));
    let above = text.get(..line_start).unwrap_or_default().trim_end_matches(['\n', '\r']);
    let is_first = text.get(..line_start).is_none_or(str::is_empty);
    !in_literal && (is_first || !above.ends_with('\\'))
}

/// Whether a comment or literal is a comment that ends with its line.
pub(super) fn is_line_comment(text: &str, range: &Range<usize>) -> bool {
    text.get(range.start..).is_some_and(|own| own.starts_with("//") || own.starts_with('#'))
}

/// What a comment of one line begins with.
pub(super) fn comment_leader(language: Language) -> &'static str {
    match language {
        Language::Python => "#",
        Language::Cuda | Language::Rust => "//",
    }
}
