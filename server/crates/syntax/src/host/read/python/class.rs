//! Classes.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Reader, children, item};
use crate::expr::Expr;
use crate::program::Class;

impl Reader<'_> {
    pub(super) fn class(&mut self, node: Node<'_>, whole: Node<'_>, attributes: Vec<Expr>) -> Option<Class> {
        let name = self.name(node.child_by_field_name("name")?);
        let mut bases = Vec::new();
        for base in node.child_by_field_name("superclasses").map(children).unwrap_or_default() {
            if base.kind() != "keyword_argument" {
                bases.push(self.expression(base));
            }
        }
        let members = self.body(node, true);
        Some(Class {
            name,
            path: Arc::default(),
            template: self.type_parameters(node),
            specialization: Vec::new(),
            bases,
            attributes,
            members: members.into_iter().map(item).collect(),
            range: self.range(whole),
        })
    }
}
