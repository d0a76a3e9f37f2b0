//! Numbers and strings.

use std::ops::Range;

use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::Argument;

/// `8`, `1'000`, `0x10`, `0b11`, `010`, `-1` (in template arguments); others are no integers. `8u` is `unsigned(8)`.
pub(super) fn number(text: &str, range: Range<usize>) -> ExprKind {
    match integer(text) {
        Some(value) => match type_of(text, value) {
            Some(of) => {
                let part = |kind| Expr { kind, range: range.clone() };
                let callee = Box::new(part(ExprKind::Name(of.to_owned())));
                let argument = Argument { keyword: None, value: part(ExprKind::Int(value)) };
                ExprKind::Invoke { callee, arguments: vec![argument] }
            }
            None => ExprKind::Int(value),
        },
        None if is_floating_point(text) => ExprKind::Opaque(Opaque::FloatingPoint),
        None => ExprKind::Opaque("it is no 64-bit integer".into()),
    }
}

/// The type that a number is of, where that is not `int`: the letters behind it name it. What is not written in decimals may be
/// unsigned, `0xffffffff`.
fn type_of(text: &str, value: i64) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let is_letter = |letter: char| matches!(letter, 'u' | 'l' | 'z');
    let suffix = &text[text.trim_end_matches(is_letter).len()..];
    let is_decimal = !text.trim_start_matches('-').starts_with('0');
    let is_small = value.unsigned_abs() <= u64::from(u32::MAX);
    match (suffix.contains('u'), suffix.contains(['l', 'z'])) {
        (true, false) if is_small => Some("unsigned"),
        (true, _) => Some("unsigned long"),
        (false, true) => Some("long"),
        (false, false) if is_decimal && i32::try_from(value).is_err() => Some("long"),
        (false, false) => None,
    }
}

/// `8_c` is `C<8>{}`.
pub(super) fn user_defined(text: &str, range: Range<usize>) -> ExprKind {
    let value = text.strip_suffix("_c").and_then(integer);
    let Some(value) = value else {
        return ExprKind::Opaque("a literal of a user's own is not read".into());
    };
    let part = |kind| Expr { kind, range: range.clone() };
    let base = Box::new(part(ExprKind::Name("C".to_owned())));
    let constructed = part(ExprKind::Specialize { base, arguments: vec![part(ExprKind::Int(value))] });
    ExprKind::Construct { constructed: Some(Box::new(constructed)), arguments: Vec::new() }
}

fn is_floating_point(text: &str) -> bool {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    text.contains('.') || (!is_hexadecimal && text.contains(['e', 'E'])) || text.contains(['p', 'P'])
}

/// The number of a literal.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, text),
    };
    let text = text.replace('\'', "").to_ascii_lowercase();
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x', ..] => (16, &text[2..]),
        [b'0', b'b', ..] => (2, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, &text[..]),
    };
    let end = digits.find(|character: char| !character.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let is_zero = digits.is_empty() && radix == 8;
    if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu" | "z" | "uz" | "zu") {
        return None;
    }
    let value = if is_zero { 0 } else { i64::from_str_radix(digits, radix).ok()? };
    Some(sign * value)
}

/// What stands between the quotes, escapes as written.
pub(super) fn string(text: &str) -> String {
    let inside = text.find('"').map_or(text, |quote| &text[quote + 1..]);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    if !text.split('"').next().is_some_and(|prefix| prefix.ends_with('R')) {
        return inside.to_owned();
    }
    let delimiter = inside.find('(').map_or(0, |open| open + 1);
    let end = inside.len().saturating_sub(delimiter).max(delimiter);
    inside.get(delimiter..end).unwrap_or_default().to_owned()
}
