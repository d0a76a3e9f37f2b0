//! Parts of messages.

use std::fmt;

use crate::ModePath;

/// `tile, mode 1`, for a message.
pub(super) fn place(operand: &str, mode: &ModePath) -> String {
    if mode.0.is_empty() { operand.to_owned() } else { format!("{operand}, {mode}") }
}

/// `; those that begin alike are A, B`, for a message.
pub(super) fn known(near: &[&'static str]) -> String {
    if near.is_empty() { String::new() } else { format!("; those that begin alike are {}", near.join(", ")) }
}

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
