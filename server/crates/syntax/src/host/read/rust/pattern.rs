//! Patterns: the names that they bind, and to which values.

use tree_sitter::Node;

use super::{Reader, children, unknown_value};
use crate::expr::Expr;
use crate::program::{Declaration, DeclarationKind, HostStatement, StatementKind};

/// A pattern and what it is matched with.
pub(super) struct Binding<'tree> {
    /// The pattern.
    pub(super) pattern: Node<'tree>,
    /// The type that is written behind it.
    pub(super) declared_type: Option<Expr>,
    /// Whether that type is a reference.
    pub(super) is_reference: bool,
    /// The value.
    pub(super) value: Option<Expr>,
    /// Whether the names may be assigned again.
    pub(super) changes: bool,
}

impl Reader<'_> {
    /// Declares the names of a pattern. `Ok(x)` and `Some(x)` bind `x` to the value itself, as `?` does.
    pub(super) fn bind(&mut self, binding: Binding<'_>, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Binding { mut pattern, declared_type, is_reference, value, mut changes } = binding;
        while let Some(inner) = self.matched_whole(pattern) {
            changes |= pattern.kind() == "mut_pattern";
            pattern = inner;
        }
        let (names, takes_apart) = match pattern.kind() {
            "identifier" => (vec![self.name(pattern)], false),
            "tuple_pattern" if self.is_names(pattern) => {
                (all_children(pattern).into_iter().map(|name| self.name(name)).collect(), true)
            }
            _ => {
                let reason = "bound by a pattern";
                out.extend(self.names_of(pattern).into_iter().map(|name| unknown_value(name, reason)));
                return;
            }
        };
        let kind = if changes { DeclarationKind::Variable } else { DeclarationKind::Constant };
        let declaration = Declaration {
            names,
            kind,
            declared_type,
            is_reference,
            value,
            takes_apart,
            ..Declaration::default()
        };
        self.push(node, StatementKind::Declare(declaration), out);
    }

    /// The pattern inside of one that leaves the value as it is: `mut x`, `&x`, `ref x`, `Ok(x)`, `Some(x)`.
    fn matched_whole<'tree>(&self, pattern: Node<'tree>) -> Option<Node<'tree>> {
        let inner = match pattern.kind() {
            "mut_pattern" | "reference_pattern" | "ref_pattern" => children(pattern).last().copied(),
            "tuple_struct_pattern" => {
                let constructor = pattern.child_by_field_name("type").map(|name| self.slice(name));
                match (constructor, children(pattern).as_slice()) {
                    (Some("Ok" | "Some"), [_, inner]) => Some(*inner),
                    _ => None,
                }
            }
            _ => None,
        };
        inner.filter(|inner| inner.id() != pattern.id() && inner.kind() != "mutable_specifier")
    }

    /// Whether all elements of a tuple pattern are names or `_`.
    fn is_names(&self, pattern: Node<'_>) -> bool {
        let elements = all_children(pattern);
        elements.len() > 1 && elements.iter().all(|element| matches!(element.kind(), "identifier" | "_"))
    }

    /// All names that a pattern binds; paths and constants by their spelling bind nothing.
    pub(super) fn names_of(&self, pattern: Node<'_>) -> Vec<crate::Name> {
        let mut pending = vec![pattern];
        let mut names = Vec::new();
        while let Some(node) = pending.pop() {
            match node.kind() {
                "identifier" | "shorthand_field_identifier" => {
                    let name = self.name(node);
                    if !name.text.starts_with(char::is_uppercase) {
                        names.push(name);
                    }
                }
                "scoped_identifier" | "scoped_type_identifier" | "generic_type" | "type_identifier" => {}
                _ => pending.extend(children(node).into_iter().rev()),
            }
        }
        names
    }
}

/// The children of a tuple pattern, with the `_` that are no named nodes.
fn all_children<'tree>(pattern: Node<'tree>) -> Vec<Node<'tree>> {
    let mut cursor = pattern.walk();
    let is_element = |child: &Node<'_>| {
        (child.is_named() || child.kind() == "_") && !matches!(child.kind(), "line_comment" | "block_comment")
    };
    pattern.children(&mut cursor).filter(is_element).collect()
}
