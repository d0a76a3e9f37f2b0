//! Classes.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Reader, children, item};
use crate::expr::{Expr, ExprKind};
use crate::program::{Argument, Class, METACLASS};

impl Reader<'_> {
    pub(super) fn class(&mut self, node: Node<'_>, whole: Node<'_>, attributes: Vec<Expr>) -> Option<Class> {
        let name = self.name(node.child_by_field_name("name")?);
        let (mut bases, mut attributes) = (Vec::new(), attributes);
        for base in node.child_by_field_name("superclasses").map(children).unwrap_or_default() {
            match (base.kind(), base.child_by_field_name("name"), base.child_by_field_name("value")) {
                ("keyword_argument", Some(name), Some(value)) if self.slice(name) == METACLASS => {
                    let callee = Expr { kind: ExprKind::Name(METACLASS.to_owned()), range: self.range(name) };
                    let arguments = vec![Argument { keyword: None, value: self.expression(value) }];
                    let kind = ExprKind::Invoke { callee: Box::new(callee), arguments };
                    attributes.push(Expr { kind, range: self.range(base) });
                }
                ("keyword_argument", ..) => {}
                _ => bases.push(self.expression(base)),
            }
        }
        let around = std::mem::take(&mut self.outer_names);
        let members = self.body(node, true);
        let outer_names = std::mem::replace(&mut self.outer_names, around);
        self.globals_of_class = outer_names.into_iter().filter(|(_, is_global)| *is_global).collect();
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
