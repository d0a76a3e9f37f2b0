//! Why a value is not drawn cell by cell.

use layoutlens_eval::{Value, names_in};

/// The most names that are told.
const MOST_NAMES: usize = 4;

/// Why a value has no cells, and of a layout whose sizes only run time knows, what would give it some.
pub(super) fn without_cells(value: &Value) -> String {
    let names = match value.is_layout() {
        true => unknown_sizes(value),
        false => Vec::new(),
    };
    if names.is_empty() {
        return format!("{} has no grid", value.kind());
    }
    let told = match names.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        one => one.concat(),
    };
    let (verb, number) = match names.len() {
        1 => ("is", "a number in its place"),
        _ => ("are", "numbers in their place"),
    };
    format!(
        "no cells can be drawn, since {told} {verb} known at run time only: with {number} there is a grid"
    )
}

/// The names that sizes and strides depend on, as they are written.
fn unknown_sizes(value: &Value) -> Vec<String> {
    let (nameless, named): (Vec<String>, Vec<String>) =
        names_in(value).into_iter().partition(|name| name.starts_with('?'));
    let mut names: Vec<String> = named.into_iter().map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    // Each of these is shown as `?`.
    if !nameless.is_empty() {
        names.push("each `?`".to_owned());
    }
    names
}
