//! Syntax errors. What lies inside of one is never a value; what stands before and behind it stays.

use tree_sitter::Node;

use super::{Reader, opaque};
use crate::annotation::Name;
use crate::program::{Declaration, HostStatement, StatementKind};

impl Reader<'_> {
    /// Whether a statement has a syntax error outside of the bodies of its lambdas, whose statements have their own.
    pub(super) fn is_broken(&self, node: Node<'_>) -> bool {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            if node.is_error() || node.is_missing() {
                return true;
            }
            if node.has_error() && node.kind() != "compound_statement" {
                let mut cursor = node.walk();
                rest.extend(node.children(&mut cursor));
            }
        }
        false
    }

    /// A statement with a syntax error. The names that it may set have no value behind it.
    pub(super) fn broken(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let reason = "it has a syntax error";
        self.effects.clear();
        self.push(out, node, StatementKind::Unread(reason.to_owned()));
        for name in self.assigned_names(node) {
            let declaration = Declaration {
                names: vec![name],
                value: Some(opaque(reason, node)),
                ..Declaration::default()
            };
            self.push(out, node, StatementKind::Declare(declaration));
        }
    }

    /// Names in front of `=`, or behind another name: what a broken statement may declare or assign.
    fn assigned_names(&self, node: Node<'_>) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        let text = self.text(node);
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        for (at, _) in text.match_indices('=') {
            let before =
                text[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']).trim_end();
            let is_comparison = text[at + 1..].starts_with('=') || text[..at].ends_with(['=', '!']);
            let start = before.rfind(|character| !is_word(character)).map_or(0, |at| at + 1);
            let word = before.get(start..).unwrap_or_default();
            if is_comparison
                || !word.starts_with(|character: char| character.is_alphabetic() || character == '_')
            {
                continue;
            }
            let range = node.start_byte() + start..node.start_byte() + start + word.len();
            if names.iter().all(|name| name.text != word) {
                names.push(Name { text: word.to_owned(), range });
            }
        }
        names
    }
}
