//! A text with its syntax tree, and changes that keep its lines.

use std::{collections::BTreeSet, ops::Range};

use tree_sitter::{Node, Parser, Tree};

use crate::error::Error;

/// Macros that stand for a pragma in front of a statement: the grammar would take the statement for a declaration.
const PRAGMAS: &[&str] =
    &["CUTE_UNROLL", "CUTE_NO_UNROLL", "CUTLASS_PRAGMA_UNROLL", "CUTLASS_PRAGMA_NO_UNROLL"];

/// C++ that is transformed.
#[derive(Debug)]
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    tree: Tree,
}

impl<'t> Source<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, Error> {
        let mut parser = Parser::new();
        let language = tree_sitter_cuda::LANGUAGE.into();
        parser.set_language(&language).map_err(|error| Error::Other(error.to_string()))?;
        let tree = parser
            .parse(without_pragmas(text), None)
            .ok_or_else(|| Error::Other("the parser was stopped".into()))?;
        Ok(Self { text, tree })
    }

    pub(super) fn of(&self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    /// Nodes of these kinds, in order, without those inside of what the parser does not understand.
    pub(super) fn nodes(&self, kinds: &[&str]) -> Vec<Node<'_>> {
        self.nodes_below(self.tree.root_node(), kinds)
    }

    /// The same in a node, itself among them.
    pub(super) fn nodes_below<'n>(&self, node: Node<'n>, kinds: &[&str]) -> Vec<Node<'n>> {
        let mut found = Vec::new();
        each(node, &mut |node| {
            if kinds.contains(&node.kind()) {
                found.push(node);
            }
            !node.is_error()
        });
        found
    }

    /// What stands in no function, class or namespace, in order.
    pub(super) fn items(&self) -> Vec<Node<'_>> {
        let root = self.tree.root_node();
        root.named_children(&mut root.walk()).collect()
    }

    /// Where code may be written that all code of the text sees: behind includes, at the start of a line.
    pub(super) fn first_code(&self) -> Option<usize> {
        let is_head = |node: &Node<'_>| node.kind() == "comment" || node.kind().starts_with("preproc");
        self.items().into_iter().find(|node| !is_head(node)).map(|node| node.start_byte())
    }

    /// Names in a node.
    pub(super) fn words(&self, node: Node<'_>) -> BTreeSet<&'t str> {
        let mut words = BTreeSet::new();
        each(node, &mut |node| {
            if node.kind().ends_with("identifier") && node.child_count() == 0 {
                words.insert(self.of(node));
            }
            // Text that is not parsed, of macros.
            if node.kind() == "preproc_arg" {
                words.extend(
                    self.of(node).split(|character: char| !(character.is_alphanumeric() || character == '_')),
                );
            }
            true
        });
        words
    }

    /// The text with ranges replaced, none of which overlap; what a range loses in lines it gets back.
    pub(super) fn with(&self, mut changes: Vec<(Range<usize>, String)>) -> String {
        changes.sort_by_key(|(range, _)| (range.start, range.end));
        let lines = |text: &str| text.matches('\n').count();
        let mut out = String::new();
        let mut done = 0;
        for (range, replacement) in changes {
            out.push_str(&self.text[done..range.start]);
            out.push_str(&replacement);
            let lost = lines(&self.text[range.clone()]).saturating_sub(lines(&replacement));
            out.extend(std::iter::repeat_n('\n', lost));
            done = range.end;
        }
        out + &self.text[done..]
    }
}

/// The text with blanks for macros of pragmas: as long, with every byte behind them where it was.
fn without_pragmas(text: &str) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = is_word(first);
        let end = rest.find(|character| is_word(character) != kind).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        if PRAGMAS.contains(&word) {
            out.extend(std::iter::repeat_n(' ', word.len()));
        } else {
            out.push_str(word);
        }
        rest = behind;
    }
    out
}

/// Whether a node stands in one of these kinds.
pub(super) fn is_inside(node: Node<'_>, kinds: &[&str]) -> bool {
    above(node).any(|node| kinds.contains(&node.kind()))
}

/// The nodes around a node, the nearest first.
pub(super) fn above(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), |node| node.parent())
}

/// The name that a declarator declares, by a plain name.
pub(super) fn declared<'n>(declarator: Node<'n>) -> Option<Node<'n>> {
    match declarator.kind() {
        "identifier" => Some(declarator),
        "init_declarator"
        | "pointer_declarator"
        | "array_declarator"
        | "function_declarator"
        | "function_definition" => declared(declarator.child_by_field_name("declarator")?),
        "reference_declarator" => declared(declarator.named_child(0)?),
        _ => None,
    }
}

/// Visits a node and, where `visit` says so, those below it.
fn each<'n>(node: Node<'n>, visit: &mut impl FnMut(Node<'n>) -> bool) {
    if visit(node) {
        for child in node.children(&mut node.walk()) {
            each(child, visit);
        }
    }
}
