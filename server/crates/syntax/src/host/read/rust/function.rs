//! Parameters of functions and closures, and their bodies.

use tree_sitter::Node;

use super::{Reader, children};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{Function, HostStatement, Parameter, StatementKind};

impl Reader<'_> {
    pub(super) fn parameters(&mut self, list: Node<'_>) -> Vec<Parameter> {
        children(list).into_iter().map(|node| self.parameter(node)).collect()
    }

    fn parameter(&mut self, node: Node<'_>) -> Parameter {
        let written = node.child_by_field_name("type");
        let name = match node.kind() {
            "self_parameter" => children(node).into_iter().find(|part| part.kind() == "self"),
            "parameter" => node.child_by_field_name("pattern"),
            _ => Some(node),
        };
        let name = name.filter(|name| matches!(name.kind(), "identifier" | "self"));
        Parameter {
            name: name.map(|name| self.name(name)),
            declared_type: written.map(|written| self.type_name(written)),
            is_reference: written.is_some_and(|written| written.kind() == "reference_type"),
            is_constant: !self.slice(node).contains("mut "),
            range: node.byte_range(),
            ..Parameter::default()
        }
    }

    /// The statements of a function; the value of its block is returned.
    pub(super) fn function_body(&mut self, block: Node<'_>) -> Vec<HostStatement> {
        let mut out = Vec::new();
        self.block(block, true, &mut out);
        out
    }

    /// `|a, b| e`.
    pub(super) fn closure(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        let Some(body) = field("body") else {
            return ExprKind::Opaque("a closure without a value".into());
        };
        let statements = if body.kind() == "block" {
            self.function_body(body)
        } else {
            let value: Expr = self.expression(body);
            vec![HostStatement { kind: StatementKind::Return(Some(value)), range: body.byte_range() }]
        };
        let parameters = field("parameters").map(|list| self.parameters(list)).unwrap_or_default();
        let start = node.start_byte();
        ExprKind::Lambda(Box::new(Function {
            name: Name { text: String::new(), range: start..start },
            parameters,
            body: statements.into(),
            range: node.byte_range(),
            is_broken: node.has_error(),
            ..Function::default()
        }))
    }
}
