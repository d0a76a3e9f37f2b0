//! Syntax tree to [`code`](crate::code). Macros that the file defines are written out where they are used.

mod condition;
mod declaration;
mod expression;
mod macros;
mod statement;

use std::ops::Range;
use std::rc::Rc;

use layoutlens_syntax::{Language, tree_within_limits};
use tree_sitter::{Node, Tree};

pub use condition::included;
pub(crate) use condition::{compiled, is_taken};
pub(crate) use macros::Macros;

use crate::mask::masked;

/// How deep expressions and statements may be nested in one another.
const MAX_DEPTH: usize = 100;

/// How deep macros may be written out in one another.
const MAX_EXPANSIONS: usize = 12;

/// How many bytes all uses of macros may be written out to.
const MAX_EXPANDED: usize = 1 << 20;

/// Parses; `None` where the limits of a document's tree do not suffice.
pub(crate) fn parse(text: &str) -> Option<(String, Tree)> {
    let masked = masked(text);
    let tree = tree_within_limits(Language::Cuda, &masked)?;
    Some((masked, tree))
}

/// Reads nodes of one text: the document, or what a macro stands for.
pub(crate) struct Reader<'t> {
    /// The text as it is written.
    pub(crate) text: &'t str,
    pub(crate) macros: &'t Macros,
    /// Where all of it stands in the document, where it was written out of a macro.
    place: Option<Range<usize>>,
    /// The macros that are being written out.
    hidden: Vec<String>,
    depth: usize,
    expanded: Rc<std::cell::Cell<usize>>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str, macros: &'t Macros) -> Self {
        Self { text, macros, place: None, hidden: Vec::new(), depth: 0, expanded: Rc::default() }
    }

    /// The same for what a macro stands for.
    fn of_macro<'u>(&self, text: &'u str, name: &str, place: Range<usize>) -> Reader<'u>
    where
        't: 'u,
    {
        let mut hidden = self.hidden.clone();
        hidden.push(name.to_owned());
        let place = Some(self.place.clone().unwrap_or(place));
        Reader {
            text,
            macros: self.macros,
            place,
            hidden,
            depth: self.depth,
            expanded: Rc::clone(&self.expanded),
        }
    }

    /// For a text of another file: all of it stands there in the document.
    pub(crate) fn elsewhere(text: &'t str, macros: &'t Macros) -> Self {
        Self { place: Some(0..0), ..Self::new(text, macros) }
    }

    pub(crate) fn word(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn range(&self, node: Node<'_>) -> Range<usize> {
        self.place.clone().unwrap_or_else(|| node.byte_range())
    }
}

/// The named children of a node without comments.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The children of a node that stand in this field.
fn in_field<'n>(node: Node<'n>, name: &str) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).collect()
}
