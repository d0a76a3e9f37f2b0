//! Enumerations: classes of constants, each one more than that before it.

use std::sync::Arc;

use tree_sitter::Node;

use super::kind::KindOf as _;
use super::{
    Place, Reader, children,
    field::{self, FieldOf as _},
    named_children, opaque,
};
use crate::annotation::Name;
use crate::expr::{BinaryOperator, Expr, ExprKind};
use crate::preprocessor::Macro;
use crate::program::{Class, Declaration, DeclarationKind, ENUMERATION, HostStatement, StatementKind};

/// Why an enumerator has no value.
const UNREAD: &str = "what stands before this enumerator is not read, so it is not known how many there are";
const UNDECIDED: &str = "a condition that is not decided chooses this enumerator";

/// What stands before an enumerator.
enum Before {
    Nothing,
    Enumerator(Name),
    /// There may be more enumerators than those that were read.
    Unknown,
}

/// The enumerators of one list, in their order.
struct Enumerators {
    before: Before,
    /// Whether the code that is being read is compiled.
    is_certain: bool,
    constants: Vec<HostStatement>,
}

impl Reader<'_> {
    /// An enumeration is a class of constants; those of an unscoped one are seen around it, too.
    pub(super) fn enumeration(&mut self, node: Node<'_>, place: Place, out: &mut Vec<HostStatement>) {
        let Some(list) = node.field(&field::BODY) else { return };
        let name = node.field(&field::NAME).map(|name| self.declarator(name)).unwrap_or_default();
        let is_scoped = children(node).iter().any(|child| matches!(child.word(), "class" | "struct"));
        let mut read = Enumerators { before: Before::Nothing, is_certain: true, constants: Vec::new() };
        self.enumerators(named_children(list), &mut read);
        let constants = read.constants;
        if !is_scoped {
            let path =
                if place == Place::Namespace { self.namespaces.as_slice().into() } else { Arc::default() };
            for mut constant in constants.iter().cloned() {
                if let StatementKind::Declare(declaration) = &mut constant.kind {
                    declaration.path.clone_from(&path);
                }
                out.push(constant);
            }
        }
        let Some(class_name) = name.names.into_iter().next() else { return };
        let class = Class {
            name: class_name,
            path: self.namespaces.iter().cloned().chain(name.scope).collect(),
            template: Vec::new(),
            specialization: Vec::new(),
            bases: Vec::new(),
            attributes: vec![Expr { kind: ExprKind::Name(ENUMERATION.to_owned()), range: node.byte_range() }],
            members: constants.into_iter().map(super::item).collect(),
            range: node.byte_range(),
        };
        self.push(out, node, StatementKind::Class(class));
    }

    fn enumerators(&mut self, nodes: Vec<Node<'_>>, read: &mut Enumerators) {
        for node in nodes.into_iter().filter(Node::is_named) {
            match node.word() {
                "enumerator" => self.enumerator(node, read),
                "preproc_if" | "preproc_ifdef" => match self.compiled(node) {
                    Some(compiled) => self.enumerators(compiled, read),
                    None => {
                        let outside = std::mem::replace(&mut read.is_certain, false);
                        self.possibly_compiled(node)
                            .into_iter()
                            .for_each(|branch| self.enumerators(branch, read));
                        read.is_certain = outside;
                        read.before = Before::Unknown;
                    }
                },
                // A header may list enumerators, and so may a macro in what is not understood.
                _ => read.before = Before::Unknown,
            }
        }
    }

    fn enumerator(&mut self, node: Node<'_>, read: &mut Enumerators) {
        let Some(name) = node.field(&field::NAME).map(|name| self.name(name)) else {
            read.before = Before::Unknown;
            return;
        };
        // `enum { A, OTHERS, B }`: a macro may stand for many.
        if self.macros.defines(&name.text) && self.macros.known(&name.text) != Macro::Undefined {
            read.before = Before::Unknown;
            return;
        }
        let value = match (node.field(&field::VALUE), &read.before) {
            _ if self.is_broken(node) => opaque(UNREAD, node),
            _ if !read.is_certain => opaque(UNDECIDED, node),
            (Some(value), _) => self.expression(value),
            (None, Before::Unknown) => opaque(UNREAD, node),
            (None, Before::Nothing) => Expr { kind: ExprKind::Int(0), range: node.byte_range() },
            (None, Before::Enumerator(previous)) => one_more(previous, node),
        };
        read.before = Before::Enumerator(name.clone());
        let declaration = Declaration {
            names: vec![name],
            kind: DeclarationKind::Constant,
            value: Some(value),
            is_internal: true,
            ..Declaration::default()
        };
        self.push(&mut read.constants, node, StatementKind::Declare(declaration));
    }
}

/// An enumerator without a value is one more than that before it.
fn one_more(previous: &Name, node: Node<'_>) -> Expr {
    let range = node.byte_range();
    let part = |kind| Expr { kind, range: range.clone() };
    part(ExprKind::Binary {
        operator: BinaryOperator::Add,
        left: Box::new(part(ExprKind::Name(previous.text.clone()))),
        right: Box::new(part(ExprKind::Int(1))),
    })
}
