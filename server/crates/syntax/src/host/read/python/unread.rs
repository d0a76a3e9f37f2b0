//! What is not read does something all the same: it binds names by `:=`, and calls functions that may change what they are
//! given.

use tree_sitter::Node;

use super::{Reader, children};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::Argument;

/// Functions of Python that change nothing of what they are given; a function that they call is given by a keyword.
const HARMLESS: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "dict",
    "divmod",
    "enumerate",
    "float",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "id",
    "int",
    "isinstance",
    "len",
    "list",
    "max",
    "min",
    "print",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
];

impl Reader<'_> {
    /// An expression that is not read, behind what it calls and binds.
    pub(super) fn unread_expression(&mut self, node: Node<'_>, unread: ExprKind) -> ExprKind {
        match self.unread_calls(node) {
            Some(calls) => ExprKind::Comma(vec![calls, Expr { kind: unread, range: self.range(node) }]),
            None => unread,
        }
    }

    /// The call of something that is not known with all that is called and given to calls in a node, where there is any.
    /// Names that `:=` binds there are bound.
    pub(super) fn unread_calls(&mut self, node: Node<'_>) -> Option<Expr> {
        let mut given: Vec<Expr> = Vec::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            pending.extend(children(node));
            let field = |name| node.child_by_field_name(name);
            match (node.kind(), field("name"), field("function"), field("arguments")) {
                ("named_expression", Some(name), ..) => self.bound.push(self.name(name)),
                ("call", _, Some(function), Some(list)) => {
                    let is_harmless = HARMLESS.contains(&self.slice(function));
                    given.extend((!is_harmless).then(|| self.reached(function)).flatten());
                    for argument in children(list) {
                        let is_keyword = argument.kind() == "keyword_argument";
                        let value = argument.child_by_field_name("value").filter(|_| is_keyword);
                        if is_keyword || !is_harmless {
                            given.extend(self.reached(value.unwrap_or(argument)));
                        }
                    }
                }
                _ => {}
            }
        }
        let range = self.range(node);
        let arguments: Vec<_> = given.into_iter().map(|value| Argument { keyword: None, value }).collect();
        let expr = |kind| Expr { kind, range: range.clone() };
        (!arguments.is_empty()).then(|| {
            let callee = Box::new(expr(ExprKind::Opaque("what is not read calls it".into())));
            expr(ExprKind::Invoke { callee, arguments })
        })
    }

    /// What a call may change of `x`, `x.a[0].b`: what `x` is; of `self`, what its field is. Nothing of a module.
    fn reached(&self, node: Node<'_>) -> Option<Expr> {
        let (mut of, mut member) = (node, None);
        while of.kind() != "identifier" {
            let inner = match of.kind() {
                "attribute" => of.child_by_field_name("object")?,
                "subscript" => of.child_by_field_name("value")?,
                "list_splat" | "dictionary_splat" | "parenthesized_expression" => *children(of).first()?,
                // What is computed: the calls in it are found where they stand.
                _ => return None,
            };
            member = of.child_by_field_name("attribute");
            of = inner;
        }
        let root = self.slice(of);
        if self.imports.iter().any(|import| import.alias.as_deref() == Some(root)) {
            return None;
        }
        let base = Expr { kind: ExprKind::Name(root.to_owned()), range: of.byte_range() };
        let Some(member) = member.filter(|_| root == "self" && of.id() != node.id()) else {
            return Some(base);
        };
        // `self.f(x)` is a call of a method: it may change all of the object.
        if node.parent().is_some_and(|call| call.child_by_field_name("function") == Some(node))
            && node.child_by_field_name("object") == Some(of)
        {
            return Some(base);
        }
        let name = Name { text: self.slice(member).to_owned(), range: member.byte_range() };
        let range = of.start_byte()..member.end_byte();
        Some(Expr { kind: ExprKind::Member { base: Box::new(base), name }, range })
    }
}
