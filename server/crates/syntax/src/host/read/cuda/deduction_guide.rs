//! Deduction guides without a template, `S(char) -> S<long>;`: to the grammar an error, or an expression.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::expr::ExprKind;
use crate::program::{Function, HostStatement, StatementKind};

impl Reader<'_> {
    /// Declares a guide as the function that it looks like; `false` where the node is none.
    pub(super) fn deduction_guide(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) -> bool {
        let parts = named_children(node);
        if parts.len() > 2 {
            return false;
        }
        let guide = parts.iter().copied().find_map(|part| match part.word() {
            "function_declarator" if node.is_error() => {
                self.signature(&children(node), part, Vec::new(), node.byte_range(), &mut Vec::new())
            }
            "field_expression" => self.guide_of_nothing(part),
            _ => None,
        });
        let Some(guide) = guide.filter(gives_its_own_class) else { return false };
        let function = Function { is_only_declared: true, ..guide };
        self.push(out, node, StatementKind::Function(function));
        true
    }

    /// `S() -> S<int>`, which looks like a member of what a call gives.
    fn guide_of_nothing(&mut self, node: Node<'_>) -> Option<Function> {
        let call = node.field(&field::ARGUMENT).filter(|call| call.word() == "call_expression")?;
        let template = node.field(&field::FIELD).filter(|field| field.word() == "template_method")?;
        let called = call.field(&field::FUNCTION)?;
        let is_guide = template.field(&field::NAME).is_some_and(|name| self.text(name) == self.text(called))
            && call.field(&field::ARGUMENTS).is_some_and(|list| named_children(list).is_empty());
        is_guide.then(|| Function {
            name: self.name(called),
            path: self.namespaces.as_slice().into(),
            returns: Some(self.expression(template)),
            ..Function::default()
        })
    }
}

/// Whether what looks like a function gives the class of its own name, as functions do not.
fn gives_its_own_class(guide: &Function) -> bool {
    let Some(ExprKind::Specialize { base, .. }) = guide.returns.as_ref().map(|of| &of.kind) else {
        return false;
    };
    matches!(&base.kind, ExprKind::Name(name) if name.rsplit("::").next() == Some(&guide.name.text))
}
