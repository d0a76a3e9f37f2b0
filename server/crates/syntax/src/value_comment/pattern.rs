//! The tuples of value comments.

use super::{Cursor, Pattern, PatternKind};
use crate::ExprKind;

/// Signs that an element may hold besides letters and digits.
const SIGNS: &str = "_@<>+-*/%.?{}='#";

impl Cursor<'_> {
    /// A tuple or an element of one; `None` when it is prose. Tuples nest at most `depth` deep.
    pub(super) fn pattern(&mut self, depth: usize) -> Option<Pattern> {
        if !self.rest().starts_with('(') {
            return self.element();
        }
        let depth = depth.checked_sub(1)?;
        let start = self.at;
        self.take('(');
        let mut elements = Vec::new();
        loop {
            self.blanks();
            if self.take(')') {
                break;
            }
            elements.push(self.pattern(depth)?);
            self.blanks();
            if !self.take(',') && !self.rest().starts_with(')') {
                return None;
            }
        }
        let is_empty = elements.is_empty();
        let pattern = Pattern { kind: PatternKind::Tuple(elements), range: self.range_from(start) };
        (!is_empty).then_some(pattern)
    }

    /// What stands up to the next comma or bracket that is not inside brackets of its own.
    fn element(&mut self) -> Option<Pattern> {
        let start = self.at;
        let mut open = 0_usize;
        let length = self.rest().find(|c: char| {
            match c {
                '(' | '<' | '{' => open += 1,
                ')' | '>' | '}' if open > 0 => open -= 1,
                ',' | ')' => return open == 0,
                ':' => return true,
                _ => {}
            }
            false
        });
        let element = self.rest().get(..length.unwrap_or(self.rest().len()))?.trim_end();
        if element.contains("->") || element.contains("=>") {
            return None;
        }
        self.at += element.len();
        let kind = match simple(element) {
            Some(kind) => kind,
            None => self.expression(element, self.offset + start)?,
        };
        Some(Pattern { kind, range: self.range_from(start) })
    }

    /// An element that is computed: `1@0`, `MMA_M/2`, `ceil_div(M,128)`.
    fn expression(&mut self, element: &str, offset: usize) -> Option<PatternKind> {
        // A word behind a word is prose, which need not be parsed.
        let is_sign = |c: char| c.is_ascii_alphanumeric() || SIGNS.contains(c) || " (),".contains(c);
        if element.is_empty() || !element.chars().all(is_sign) {
            return None;
        }
        let (expr, errors) = self.reader.expression(element.trim_end_matches("{}"), offset);
        let is_value = !matches!(expr.kind, ExprKind::Error | ExprKind::Layout { .. });
        (errors.is_empty() && is_value).then(|| match expr.kind {
            ExprKind::Int(number) => PatternKind::Number(number),
            ExprKind::Any => PatternKind::Any,
            ExprKind::AnyMultiple(divisor) => PatternKind::Multiple(divisor),
            _ => PatternKind::Expression(Box::new(expr)),
        })
    }
}

/// An element that is one word.
fn simple(element: &str) -> Option<PatternKind> {
    if matches!(element, "_" | "?") {
        return Some(PatternKind::Any);
    }
    if let Some(name) = element.strip_suffix("...") {
        return (name.is_empty() || is_name(name)).then_some(PatternKind::Rest);
    }
    let digits = element.strip_prefix('_').unwrap_or(element);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.parse().ok().map(PatternKind::Number);
    }
    is_name(element).then(|| PatternKind::Name(element.to_owned()))
}

/// `BLK_M`, `m'`, `#EPI_Ms`, `self.tile_m`.
fn is_name(text: &str) -> bool {
    let text = text.strip_prefix('#').unwrap_or(text).trim_end_matches('\'');
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.split('.').all(is_word)
}
