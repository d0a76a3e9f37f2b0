//! What `layoutlens inspect` says of the names of a file, and whether it is a value.

use serde::Deserialize;

/// One name of a file as `layoutlens inspect --format json` prints it.
#[derive(Debug, Deserialize)]
pub(super) struct Shown {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) name: Option<String>,
    pub(super) kind: String,
    layouts: Vec<Text>,
    #[serde(default)]
    supposed: Vec<Text>,
    unknown: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Text {
    text: String,
}

/// What is said of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Proved,
    Supposed,
    /// For this reason, if one is given.
    Unknown(Option<String>),
}

/// What values that are no layouts begin with: atoms, swizzles, tiled operations and slices of them.
const OPERATIONS: [&str; 9] = ["Sw<", "Tiled", "Universal", "AutoV", "Copy", "MMA", "ThrM", "ThrC", "SM"];

impl Shown {
    /// Whether it declares a name of the code.
    pub(super) fn is_binding(&self) -> bool {
        self.kind == "binding"
    }

    /// The value counts when it is a layout, a tensor or an operation of which something is known.
    pub(super) fn said(&self) -> Said {
        let is_value =
            |text: &Text| is_known(&text.text) && (text.text.contains(':') || is_operation(&text.text));
        if self.layouts.iter().any(is_value) {
            Said::Proved
        } else if self.supposed.iter().any(is_value) {
            Said::Supposed
        } else {
            Said::Unknown(self.unknown.clone())
        }
    }
}

fn is_operation(text: &str) -> bool {
    OPERATIONS.iter().any(|prefix| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| *prefix != "SM" || rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether a leaf of a layout, behind its swizzle and offset, is not `?`.
fn is_known(text: &str) -> bool {
    let last = text.rsplit(" o ").next().unwrap_or(text);
    let is_of_leaf = |c: char| c.is_alphanumeric() || "_?@*/+.".contains(c);
    let mut leaves = last.split(|c| !is_of_leaf(c)).filter(|leaf| !leaf.is_empty()).peekable();
    leaves.peek().is_none() || leaves.any(|leaf| !leaf.contains('?'))
}

/// A reason without its names and numbers, so that equal ones can be counted.
pub(super) fn general(reason: &str) -> String {
    let mut general = String::new();
    for (index, part) in reason.split('`').enumerate() {
        match index % 2 == 0 {
            true => general.push_str(part),
            false => general.push_str("`X`"),
        }
    }
    let general = without_parentheses(&numbers_as_n(&general));
    general.chars().take(MOST_CHARACTERS).collect()
}

/// Longer reasons are cut.
const MOST_CHARACTERS: usize = 140;

fn numbers_as_n(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if result.ends_with('N') => {}
            true => result.push('N'),
            false => result.push(c),
        }
    }
    result
}

/// What stands in innermost parentheses as `(..)`.
fn without_parentheses(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((open, close)) = innermost(rest) {
        result.push_str(&rest[..open]);
        result.push_str("(..)");
        rest = &rest[close + 1..];
    }
    result + rest
}

fn innermost(text: &str) -> Option<(usize, usize)> {
    let close = text.find(')')?;
    match text[..close].rfind('(') {
        Some(open) => Some((open, close)),
        None => innermost(&text[close + 1..]).map(|(open, end)| (open + close + 1, end + close + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_which_nothing_is_known_is_none() {
        for text in ["(4,?):(1,?)", "4:1", "Sw<3,4,3> o 0 o (8,?):(?,1)", "ptr o m:1", "():()"] {
            assert!(is_known(text), "{text}");
        }
        for text in ["(?,?):(?,?)", "Sw<3,4,3> o 0 o ?:?"] {
            assert!(!is_known(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_no_values_and_operations_are() {
        assert!(is_operation("SM80_CP_ASYNC") && is_operation("TiledCopy: 4") && is_operation("Sw<3,4,3>"));
        assert!(!is_operation("SMEM") && !is_operation("128") && !is_operation("half_t"));
    }

    #[test]
    fn reasons_differ_by_more_than_names_and_numbers() {
        let reason = "the template argument `T` of `f` (a.cu:120) is not known";
        assert_eq!(general(reason), "the template argument `X` of `X` (..) is not known");
    }
}
