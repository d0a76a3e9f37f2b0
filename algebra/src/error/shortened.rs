//! Values as parts of messages.

use std::fmt;

/// Text of a value for a message, cut in the middle when long.
pub(crate) fn shortened(value: &impl fmt::Display) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    if text.len() <= LONGEST {
        return text;
    }
    let head: String = text.chars().take(LONGEST / 2).collect();
    let tail: String =
        text.chars().rev().take(LONGEST / 2 - 3).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{head}...{tail}")
}
