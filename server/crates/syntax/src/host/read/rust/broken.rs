//! What a statement with a syntax error, or one that is not read, may assign.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::changes_its_receiver;
use super::{Reader, opaque, unknown_assignment, unknown_value};
use crate::annotation::Name;
use crate::program::{HostStatement, StatementKind};

impl Reader<'_> {
    /// What is not understood; the names that it may bind or assign have no certain value from here on.
    pub(super) fn unread(&mut self, node: Node<'_>, reason: &str, out: &mut Vec<HostStatement>) {
        let range = node.byte_range();
        out.push(HostStatement { kind: StatementKind::Unread(reason.to_owned()), range: range.clone() });
        let Names { bound, assigned } = names(self.text, range.clone());
        out.extend(bound.into_iter().map(|name| unknown_value(name, reason)));
        out.extend(assigned.into_iter().map(|name| unknown_assignment(name, reason)));
        if self.slice(node).contains("return") {
            let value = opaque(node, "what is returned is not read");
            let then = vec![HostStatement { kind: StatementKind::Return(Some(value)), range: range.clone() }];
            let condition = opaque(node, reason);
            let kind = StatementKind::If { condition, is_constant: false, then, otherwise: Vec::new() };
            out.push(HostStatement { kind, range });
        }
    }
}

/// The names that a piece of text may give new values.
#[derive(Default)]
pub(super) struct Names {
    /// Between a `let` and its `=`, or the end of its line.
    pub(super) bound: Vec<Name>,
    /// Directly before an `=`, behind `&mut`, and before a method that changes it.
    pub(super) assigned: Vec<Name>,
}

/// Reads the text itself: the tree of broken code cannot be trusted. May find too many names.
pub(super) fn names(text: &str, range: Range<usize>) -> Names {
    let mut names = Names::default();
    let (mut binds, mut is_lent): (bool, bool) = (false, false);
    let (mut last, mut root): (Option<Name>, Option<Name>) = (None, None);
    let mut at = range.start;
    while let Some(rest) = text.get(at..range.end).filter(|rest| !rest.is_empty()) {
        let length = rest.find(|character: char| !is_word(character)).unwrap_or(rest.len());
        if length > 0 {
            let word = rest.get(..length).unwrap_or_default();
            match word {
                "let" => binds = true,
                "mut" | "ref" => is_lent |= text[..at].trim_end().ends_with('&'),
                _ => {
                    let name = Name { text: word.to_owned(), range: at..at + length };
                    if std::mem::take(&mut is_lent) {
                        names.assigned.push(name.clone());
                    }
                    if !text[..at].trim_end().ends_with('.') {
                        root = Some(name.clone());
                    } else if changes_its_receiver(word) {
                        names.assigned.extend(root.clone());
                    }
                    if binds {
                        names.bound.push(name);
                    } else {
                        last = Some(name);
                    }
                }
            }
            at += length;
            continue;
        }
        let symbol = rest.chars().next().unwrap_or(' ');
        let next = rest.chars().nth(1);
        if symbol == '=' && !matches!(next, Some('=' | '>')) && !text[..at].ends_with(['=', '!', '<', '>']) {
            names.assigned.extend(last.take());
        }
        binds &= !matches!(symbol, '=' | '\n' | ';');
        if !symbol.is_whitespace() && !"+-*/%&|^".contains(symbol) {
            last = None;
        }
        at += symbol.len_utf8();
    }
    names
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
