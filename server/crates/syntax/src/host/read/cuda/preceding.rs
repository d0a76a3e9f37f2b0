//! What stands in front of a node. The parser finds a sibling by walking over all of them, and an error may have as many as a
//! file has words: what reads these one after the other says what was before.

use tree_sitter::Node;

use super::Reader;
use super::kind::KindOf as _;

/// What stands in front of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Preceding {
    /// The node's number.
    of: usize,
    /// Where the sibling in front of it ends, be it a comment or not.
    end: Option<usize>,
    /// The sibling in front of it that is no comment: its kind, and its last character.
    code: Option<(&'static str, Option<char>)>,
}

impl Reader<'_> {
    /// Notes what stands in front of a child while the children of a node are read.
    pub(super) fn note_preceding(&mut self, child: Node<'_>, before: Preceding) {
        self.preceding = Preceding { of: child.id(), ..before };
    }

    /// Notes what stands in front of a child of a node that has few of them.
    pub(super) fn note_preceding_in(&mut self, of: Node<'_>, child: Node<'_>) {
        let mut cursor = of.walk();
        let mut before = Preceding::default();
        for sibling in of.children(&mut cursor) {
            if sibling.id() == child.id() {
                return self.note_preceding(child, before);
            }
            before = self.preceding_behind(sibling, before);
        }
    }

    /// A node of another tree may have the number of one that is gone.
    pub(super) fn forget_preceding(&mut self) {
        self.preceding = Preceding::default();
    }

    /// What stands in front of the child behind this one.
    pub(super) fn preceding_behind(&self, child: Node<'_>, before: Preceding) -> Preceding {
        let code = match child.word() {
            "comment" => before.code,
            kind => Some((kind, self.last_of(child))),
        };
        Preceding { of: 0, end: Some(child.end_byte()), code }
    }

    /// Where the sibling in front of a node ends.
    pub(super) fn end_before(&self, node: Node<'_>) -> Option<usize> {
        match self.preceding.of == node.id() {
            true => self.preceding.end,
            false => node.prev_sibling().map(|before| before.end_byte()),
        }
    }

    /// The kind of the sibling in front of a node that is no comment, and its last character.
    pub(super) fn code_before(&self, node: Node<'_>) -> Option<(&'static str, Option<char>)> {
        if self.preceding.of == node.id() {
            return self.preceding.code;
        }
        let mut before = node.prev_sibling();
        while let Some(comment) = before.filter(|before| before.word() == "comment") {
            before = comment.prev_sibling();
        }
        before.map(|before| (before.word(), self.last_of(before)))
    }
}
