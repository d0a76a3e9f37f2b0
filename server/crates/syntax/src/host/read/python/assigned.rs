//! The names that a piece of text may assign, found without its syntax tree: the piece may be broken.

use std::collections::HashSet;
use std::ops::Range;

use super::unknown_value;
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{HostStatement, StatementKind};

/// What an unread statement may do: leave the function, and assign names. Nothing is known of what it returns.
pub(super) fn by_unread(text: &str, range: Range<usize>, reason: &str) -> Vec<HostStatement> {
    let mut out = in_range(text, range.clone(), reason);
    let code = text.get(range.clone()).unwrap_or_default();
    if !mentions(code, "return") {
        return out;
    }
    let unknown = || Expr { kind: ExprKind::Opaque(reason.into()), range: range.clone() };
    let returns = StatementKind::Return(Some(unknown()));
    let kind = if code.starts_with("return") {
        returns
    } else {
        let then = vec![HostStatement { kind: returns, range: range.clone() }];
        StatementKind::If { condition: unknown(), is_constant: false, then, otherwise: Vec::new() }
    };
    out.push(HostStatement { kind, range });
    out
}

/// Says of each name and each `self.x` that the text in `range` may assign that nothing is known of its value. May
/// find too many, so that less is known than could be.
pub(super) fn in_range(text: &str, range: Range<usize>, reason: &str) -> Vec<HostStatement> {
    let scan = Scan { text, tokens: tokens(text, range) };
    let mut targets = Vec::new();
    for (index, token) in scan.tokens.iter().enumerate() {
        match scan.text(token) {
            "=" if scan.assigns(index) => scan.before_equals(index, &mut targets),
            "def" | "class" => {
                targets.extend(scan.tokens.get(index + 1).filter(|next| scan.is_name(next)).cloned());
            }
            // `as x`, `as (x, y):`
            "as" => {
                let behind = scan.tokens.iter().skip(index + 1);
                let is_several =
                    behind.clone().next().is_some_and(|next| matches!(scan.text(next), "(" | "["));
                let count = if is_several { usize::MAX } else { 1 };
                let until_end = behind.take(count).take_while(|token| scan.text(token) != ":");
                targets.extend(until_end.filter(|token| scan.is_name(token)).cloned());
            }
            // `case Point(x, [y, *z]):` captures plain names.
            "case" => {
                let behind = (index + 1..scan.tokens.len()).take_while(|&at| scan.symbol(at) != ":");
                let captures = behind.filter(|&at| {
                    let is_plain = scan.is_name(&scan.tokens[at]) && !scan.symbol(at).contains('.');
                    is_plain && !matches!(scan.symbol(at + 1), "(" | "=")
                });
                targets.extend(captures.map(|at| scan.tokens[at].clone()));
            }
            "for" => {
                let behind = scan.tokens.iter().skip(index + 1);
                let until_in = behind.take_while(|token| scan.text(token) != "in");
                targets.extend(until_in.filter(|token| scan.is_name(token)).cloned());
            }
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    targets.retain(|target| seen.insert(&text[target.clone()]));
    targets.into_iter().map(|target| scan.unknown(target, reason)).collect()
}

/// The same of names that are assigned in one place and unknown in another.
pub(super) fn changed_in(
    text: &str,
    range: Range<usize>,
    place: Range<usize>,
    reason: &str,
) -> Vec<HostStatement> {
    let mut statements = in_range(text, range, reason);
    for statement in &mut statements {
        statement.range = place.clone();
        if let StatementKind::Declare(declaration) = &mut statement.kind
            && let (Some(name), Some(value)) = (declaration.names.pop(), declaration.value.take())
        {
            let target = Expr { kind: ExprKind::Name(name.text), range: place.clone() };
            statement.kind = StatementKind::Assign { target, operator: None, value };
        }
    }
    statements
}

/// The same of names whose attributes, elements or methods are used: `a` of `a.append(x)` and `a[0] = x`.
pub(super) fn touched_in(
    text: &str,
    range: Range<usize>,
    place: Range<usize>,
    reason: &str,
) -> Vec<HostStatement> {
    let scan = Scan { text, tokens: tokens(text, range) };
    let mut touched: Vec<(&str, Option<&str>)> = Vec::new();
    for (index, token) in scan.tokens.iter().enumerate() {
        let mut parts = scan.text(token).split('.');
        let (Some(first), second) = (parts.next(), parts.next()) else { continue };
        let is_indexed = scan.tokens.get(index + 1).is_some_and(|next| scan.text(next) == "[");
        // Of `self`, what its field holds.
        let of = (first, second.filter(|_| first == "self"));
        let is_name = first.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        if is_name && (second.is_some() || is_indexed && first != "self") && !touched.contains(&of) {
            touched.push(of);
        }
    }
    let unknown = |(first, second): (&str, Option<&str>)| {
        let part = |kind| Expr { kind, range: place.clone() };
        let unknown = || part(ExprKind::Opaque(reason.into()));
        let mut base = part(ExprKind::Name(first.to_owned()));
        if let Some(second) = second {
            let name = Name { text: second.to_owned(), range: place.clone() };
            base = part(ExprKind::Member { base: Box::new(base), name });
        }
        // An element: the name itself may be one of another scope.
        let target = part(ExprKind::Index { base: Box::new(base), indices: vec![unknown()] });
        let kind = StatementKind::Assign { target, operator: None, value: unknown() };
        HostStatement { kind, range: place.clone() }
    };
    touched.into_iter().map(unknown).collect()
}

/// Whether a name or dotted name occurs in a piece of code.
pub(super) fn mentions(code: &str, name: &str) -> bool {
    code.match_indices(name)
        .any(|(at, _)| !code[..at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word))
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Dotted names, numbers and single symbols; comments are left out.
fn tokens(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let piece = text.get(range.clone()).unwrap_or_default();
    let mut in_comment = false;
    // A `#` in a string begins no comment. Where its quotes are half-typed, what is none is looked through, too.
    let mut string: Option<char> = None;
    for (at, character) in piece.char_indices() {
        let (start, end) = (range.start + at, range.start + at + character.len_utf8());
        match (character, string) {
            ('\n', _) => string = None,
            ('"' | '\'', None) if !in_comment => string = Some(character),
            (quote, Some(open)) if quote == open => string = None,
            _ => {}
        }
        in_comment = character != '\n' && (in_comment || character == '#' && string.is_none());
        if in_comment || character.is_whitespace() {
            continue;
        }
        let is_part = |character: char| is_word(character) || character == '.';
        match tokens.last_mut() {
            Some(last)
                if is_part(character) && last.end == start && text[last.clone()].starts_with(is_part) =>
            {
                last.end = end;
            }
            _ => tokens.push(start..end),
        }
    }
    tokens
}

struct Scan<'text> {
    text: &'text str,
    tokens: Vec<Range<usize>>,
}

impl<'text> Scan<'text> {
    fn text(&self, token: &Range<usize>) -> &'text str {
        self.text.get(token.clone()).unwrap_or_default()
    }

    fn is_name(&self, token: &Range<usize>) -> bool {
        self.text(token).starts_with(|first: char| is_word(first) && !first.is_numeric())
    }

    /// The token at a place; nothing where the text has ended.
    fn symbol(&self, index: usize) -> &'text str {
        self.tokens.get(index).map_or("", |token| self.text(token))
    }

    /// Whether two tokens have nothing between them.
    fn touch(&self, left: usize, right: usize) -> bool {
        match (self.tokens.get(left), self.tokens.get(right)) {
            (Some(left), Some(right)) => left.end == right.start,
            _ => false,
        }
    }

    /// Whether the `=` at `index` is no part of a comparison.
    fn assigns(&self, index: usize) -> bool {
        let symbol = |index: usize| self.symbol(index);
        let doubled = symbol(index + 1) == "=" && self.touch(index, index + 1);
        let Some(before) = index.checked_sub(1).filter(|&before| self.touch(before, index)) else {
            return !doubled;
        };
        let shifts = before.checked_sub(1).is_some_and(|first| symbol(first) == symbol(before));
        !doubled && (!matches!(symbol(before), "=" | "!" | "<" | ">") || shifts && symbol(before) != "=")
    }

    /// The targets of the `=` at `index`: the names before it, back to the start of the line or to what opens a call.
    fn before_equals(&self, index: usize, targets: &mut Vec<Range<usize>>) {
        let operators = |at: &usize| "+-*/%@&|^<>:".contains(self.text(&self.tokens[*at]));
        let end = index - (0..index).rev().take_while(operators).count();
        let first = targets.len();
        let mut closed = 0_usize;
        for at in (0..end).rev() {
            let token = &self.tokens[at];
            let is_next_line = self.tokens.get(at + 1).is_some_and(|next| self.has_newline(token, next));
            match self.text(token) {
                _ if is_next_line && closed == 0 => return,
                ")" | "]" => closed += 1,
                "(" | "[" if closed > 0 => closed -= 1,
                "(" | "[" if at > 0 && self.touch(at - 1, at) && self.is_name(&self.tokens[at - 1]) => {
                    // The keyword of an argument: what stands before it in the call is not assigned.
                    targets.truncate(first + 1);
                    return;
                }
                "(" | "[" | "," | "*" => {}
                ":" => {
                    let annotated = at.checked_sub(1).and_then(|at| self.tokens.get(at));
                    if let Some(name) = annotated.filter(|name| self.is_name(name) && self.begins_line(name))
                    {
                        let is_keyword = matches!(self.text(name), "else" | "try" | "finally");
                        if !is_keyword {
                            targets.truncate(first);
                            targets.push(name.clone());
                        }
                    }
                    return;
                }
                _ if self.is_name(token) => targets.push(token.clone()),
                _ if closed > 0 => {}
                _ => return,
            }
        }
    }

    fn has_newline(&self, left: &Range<usize>, right: &Range<usize>) -> bool {
        self.text(&(left.end..right.start)).contains('\n')
    }

    fn begins_line(&self, token: &Range<usize>) -> bool {
        let before = self.text.get(..token.start).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with('\n') || before.trim().is_empty()
    }

    /// The statement that a name, or a member of a name, has a value of which nothing is known.
    fn unknown(&self, target: Range<usize>, reason: &str) -> HostStatement {
        let mut parts = self.text(&target).split('.');
        let first = parts.next().unwrap_or_default();
        let mut end = target.start + first.len();
        let name = Name { text: first.to_owned(), range: target.start..end };
        if end == target.end {
            return unknown_value(name, reason);
        }
        let mut member = Expr { kind: ExprKind::Name(name.text), range: name.range };
        for part in parts {
            let name = Name { text: part.to_owned(), range: end + 1..end + 1 + part.len() };
            end = name.range.end;
            member =
                Expr { kind: ExprKind::Member { base: Box::new(member), name }, range: target.start..end };
        }
        let value = Expr { kind: ExprKind::Opaque(reason.into()), range: target.clone() };
        let kind = StatementKind::Assign { target: member, operator: None, value };
        HostStatement { kind, range: target }
    }
}
