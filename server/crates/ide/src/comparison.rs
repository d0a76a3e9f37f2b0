//! Two layouts of a `compare` beside each other.

use layoutlens_eval::{Compared, Comparison, Difference, Evaluated, Meaning, Otherwise};
use layoutlens_render::{
    Limits,
    escape::{code_block, markdown as shown},
};
use layoutlens_world::Analysis;

use crate::{hover::Hover, picture::grid, shorten::shorten};

/// The longest value in a heading, in characters.
const LONGEST_VALUE: usize = 160;
/// The widest that two grids are beside each other, in characters; wider ones stand below each other.
const WIDEST: usize = 120;
/// What stands between two grids.
const GAP: &str = "    ";

/// How the two stand to each other, on one line.
pub(crate) fn sentence(compared: &Compared) -> String {
    match &compared.comparison {
        Comparison::Equal => "equal".to_owned(),
        Comparison::SameFunction(otherwise) => format!("same function, {}", other(*otherwise)),
        Comparison::Different(difference) => different(difference),
        Comparison::Sizes(one, other) => {
            format!("sizes {one} and {other}: the same on the first {}", one.min(other))
        }
        Comparison::Unknown(reason) => format!("unknown: {reason}"),
    }
}

fn other(otherwise: Otherwise) -> &'static str {
    match otherwise {
        Otherwise::Shape => "other shape",
        Otherwise::Stride => "other strides of modes with one element",
        Otherwise::Form => "other form",
    }
}

fn different(difference: &Difference) -> String {
    let Difference { at, values: [one, other], when, sizes, .. } = difference;
    let mut sentence = format!("differ first at {at}: {one}, not {other}");
    if let Some(when) = when {
        sentence.push_str(&format!(", if {when}"));
    }
    if let Some((one, other)) = sizes {
        sentence.push_str(&format!("; sizes {one} and {other}"));
    }
    sentence
}

/// For which thread they are, where one depends on that.
pub(crate) fn thread(compared: &Compared) -> Option<&str> {
    compared.values.iter().find_map(|value| value.thread.as_deref())
}

/// The hover over a `compare`, where no operand of it is hit.
pub(crate) fn hover(analysis: &Analysis, offset: usize) -> Option<Hover> {
    let holds = |range: &std::ops::Range<usize>| range.start <= offset && offset <= range.end;
    let statements = analysis.file.annotations.iter().zip(&analysis.evaluation.statements);
    let (annotation, compared) =
        statements.filter(|(annotation, _)| holds(&annotation.range)).find_map(|(annotation, meaning)| {
            match meaning {
                Meaning::Comparison(compared) => Some((annotation, compared)),
                _ => None,
            }
        })?;
    let is_operand = |operand: &&layoutlens_syntax::Expr| holds(&operand.range);
    if annotation.statement.expressions().iter().any(is_operand) {
        return None;
    }
    let headings = compared.values.each_ref().map(|value| shorten(&value.value.to_string(), LONGEST_VALUE));
    let mut markdown = code_block("cute", &headings.join("\n"));
    markdown.push_str(&format!("\n\n**{}**", shown(&sentence(compared))));
    if let Some(thread) = thread(compared) {
        markdown.push_str(&format!("\n\n{}", shown(&format!("for {thread}"))));
    }
    if let Some(grids) = side_by_side(compared) {
        markdown.push_str(&format!("\n\n{}", code_block("text", &grids)));
    }
    Some(Hover { range: annotation.range.clone(), markdown })
}

/// Both grids, with the cell at which they differ first in brackets, where it is among those that are shown: a grid says how
/// many these are.
fn side_by_side(compared: &Compared) -> Option<String> {
    let index = match &compared.comparison {
        Comparison::Different(Difference { index, .. }) => *index,
        _ => None,
    };
    let [one, other] = compared.values.each_ref().map(|value| drawn(value, index));
    let (one, other) = (one?, other?);
    let width = one.iter().map(|line| count(line)).max().unwrap_or_default();
    let other_width = other.iter().map(|line| count(line)).max().unwrap_or_default();
    if width + GAP.len() + other_width > WIDEST {
        return Some(format!("{}\n\n{}", one.join("\n"), other.join("\n")));
    }
    let lines = (0..one.len().max(other.len())).map(|at| {
        let (left, right) =
            (one.get(at).map_or("", String::as_str), other.get(at).map_or("", String::as_str));
        let blanks = " ".repeat(width.saturating_sub(count(left)));
        format!("{left}{blanks}{GAP}{right}").trim_end().to_owned()
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

fn drawn(value: &Evaluated, index: Option<i64>) -> Option<Vec<String>> {
    let mut grid = grid(value, Limits::TEXT)?;
    if let Some(index) = index {
        // A cell that is not shown is named in the sentence.
        grid.mark(index);
    }
    Some(grid.to_text().lines().map(str::to_owned).collect())
}

/// Every character of a grid is one column wide.
fn count(line: &str) -> usize {
    line.chars().count()
}
