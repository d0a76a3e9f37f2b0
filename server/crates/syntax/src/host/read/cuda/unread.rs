//! What code may write that is not read: assignments, calls and addresses inside of it are looked for by their form.

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Reader, children,
    field::{self, FieldOf as _},
    named_children,
};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::{Argument, HostStatement, StatementKind, UNREAD};

impl Reader<'_> {
    /// Notes what an expression or statement may write that is not read otherwise.
    pub(super) fn unread_writes(&mut self, node: Node<'_>) {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            match node.word() {
                "assignment_expression" => {
                    node.field(&field::LEFT).into_iter().for_each(|of| self.unread_target(of))
                }
                "update_expression" | "pointer_expression" => {
                    node.field(&field::ARGUMENT).into_iter().for_each(|of| self.unread_target(of));
                }
                "new_expression" => {
                    let list = node.field(&field::ARGUMENTS).filter(|list| list.word() == "initializer_list");
                    let given = list.into_iter().flat_map(named_children);
                    given.for_each(|of| self.unread_target(of));
                }
                // `Inc{n}`: its constructor may write what it is given.
                "compound_literal_expression" => {
                    let given = node.field(&field::VALUE).into_iter().flat_map(named_children);
                    given.for_each(|of| self.unread_target(of));
                }
                "argument_list" => named_children(node).into_iter().for_each(|of| self.unread_target(of)),
                "binary_expression"
                    if node.field(&field::OPERATOR).is_some_and(|sign| self.text(sign) == ">>") =>
                {
                    node.field(&field::RIGHT).into_iter().for_each(|of| self.unread_target(of));
                }
                "call_expression" => {
                    // A lambda writes what it captures.
                    let called = node.field(&field::FUNCTION).filter(|of| of.word() == "identifier");
                    called.into_iter().for_each(|of| self.unread_target(of));
                    let object = node.field(&field::FUNCTION).filter(|of| of.word() == "field_expression");
                    let object = object.and_then(|of| of.field(&field::ARGUMENT));
                    object.into_iter().for_each(|of| self.unread_target(of));
                }
                _ => {}
            }
            rest.extend(children(node));
        }
    }

    /// Notes that a place may be written.
    pub(super) fn unread_target(&mut self, node: Node<'_>) {
        let name = match node.word() {
            "parenthesized_expression" | "pointer_expression" => {
                let inner = node.field(&field::ARGUMENT).or(named_children(node).first().copied());
                inner.into_iter().for_each(|inner| self.unread_target(inner));
                return;
            }
            "conditional_expression" => {
                named_children(node).into_iter().for_each(|inner| self.unread_target(inner));
                return;
            }
            "identifier" | "this" | "qualified_identifier" => node,
            "field_expression" if root_of(node).is_some() => node,
            // `(*p).n`, `a[i].n`: what the field is of.
            "field_expression" | "subscript_expression" => {
                node.field(&field::ARGUMENT).into_iter().for_each(|of| self.unread_target(of));
                return;
            }
            // `xs...`, `(T&)x`.
            "parameter_pack_expansion" | "cast_expression" => {
                named_children(node).last().into_iter().for_each(|of| self.unread_target(*of));
                return;
            }
            // What is computed; what is called or assigned in it is found where it stands.
            _ => return,
        };
        let value = self.operand(name);
        let call = called_with(value);
        self.effects.push(HostStatement { kind: StatementKind::Expression(call), range: node.byte_range() });
    }

    /// Notes that what an expression takes the address of may be written.
    pub(super) fn unread_addresses(&mut self, node: Node<'_>) {
        let mut rest = vec![node];
        while let Some(node) = rest.pop() {
            let sign = node.field(&field::OPERATOR).map(|sign| self.text(sign));
            if node.word() == "pointer_expression" && sign == Some("&") {
                node.field(&field::ARGUMENT).into_iter().for_each(|of| self.unread_target(of));
            }
            rest.extend(children(node));
        }
    }

    /// A call that may write what a name stands for.
    pub(super) fn unread_call(name: Name) -> Expr {
        called_with(Expr { kind: ExprKind::Name(name.text), range: name.range })
    }

    /// A variable that something else may write at any time: as if its address were known elsewhere.
    pub(super) fn written_at_any_time(&mut self, name: Name, out: &mut Vec<HostStatement>) {
        let range = name.range;
        let part = |kind| Expr { kind, range: range.clone() };
        let callee = Box::new(part(ExprKind::Name("operator&".to_owned())));
        let arguments = vec![Argument { keyword: None, value: part(ExprKind::Name(name.text)) }];
        let address = part(ExprKind::Invoke { callee, arguments });
        self.push_at(out, range.clone(), StatementKind::Expression(address));
    }

    /// Whether a type is a reference though nothing behind it says so.
    pub(super) fn is_reference_type(&self, of: Node<'_>) -> bool {
        let text = self.text(of);
        let last = text.rsplit("::").next().unwrap_or(text);
        text.starts_with("decltype((")
            || text.starts_with("decltype(auto)")
            || last.starts_with("add_lvalue_reference")
            || self.reference_types.references.contains(last)
    }

    /// Remembers a new name of a type through which what it is made of may be written; `before` arguments of templates
    /// were references before the type was read.
    pub(super) fn note_alias(&mut self, name: &str, of: Node<'_>, is_reference: bool, before: usize) {
        let text = self.text(of);
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let is_constant = |of: Node<'_>| children(of).into_iter().any(|word| word.word() == "type_qualifier");
        let is_qualified = is_reference || is_constant(of) || of.parent().is_some_and(is_constant);
        let types = &mut self.reference_types;
        if is_qualified || text.trim_end().ends_with('&') {
            types.qualified.insert(name.to_owned());
        }
        let asks = text.contains("decltype");
        let holds = self.reference_arguments > before
            || words.any(|word| types.holders.contains(word) || asks && types.functions.contains(word));
        if text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| types.changing.contains(word))
        {
            types.changing.insert(name.to_owned());
        }
        if is_reference || types.references.contains(text.rsplit("::").next().unwrap_or(text)) {
            types.references.insert(name.to_owned());
        } else if holds {
            types.holders.insert(name.to_owned());
        }
    }
}

/// The call of something that may write what it is given.
pub(super) fn called_with(value: Expr) -> Expr {
    let range = value.range.clone();
    let callee = Expr { kind: ExprKind::Name(UNREAD.to_owned()), range: range.clone() };
    let arguments = vec![Argument { keyword: None, value }];
    Expr { kind: ExprKind::Invoke { callee: Box::new(callee), arguments }, range }
}

/// The variable that a field is of; `None` where it is of something that is computed.
fn root_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.word() {
        "identifier" | "this" => Some(node),
        "field_expression" => node.field(&field::ARGUMENT).and_then(root_of),
        _ => None,
    }
}
