//! Calls, subscripts, slices.

use tree_sitter::Node;

use super::{Reader, children, opaque};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::program::Argument;

/// Whether an expression is a name, or a member of that name: `const_expr`, `cutlass.const_expr`.
pub(super) fn is_named(callee: &Expr, wanted: &str) -> bool {
    match &callee.kind {
        ExprKind::Name(name) => name == wanted,
        ExprKind::Member { name, .. } => name.text == wanted,
        _ => false,
    }
}

impl Reader<'_> {
    pub(super) fn call(&mut self, node: Node<'_>) -> ExprKind {
        let (Some(function), Some(list)) =
            (node.child_by_field_name("function"), node.child_by_field_name("arguments"))
        else {
            return ExprKind::Opaque("a call without arguments".into());
        };
        let callee = Box::new(self.expression(function));
        let arguments = if list.kind() == "generator_expression" {
            vec![Argument { keyword: None, value: self.expression(list) }]
        } else {
            children(list).into_iter().map(|argument| self.argument(argument)).collect()
        };
        ExprKind::Invoke { callee, arguments }
    }

    fn argument(&mut self, node: Node<'_>) -> Argument {
        let field = |name| node.child_by_field_name(name);
        if let ("keyword_argument", Some(name), Some(value)) = (node.kind(), field("name"), field("value")) {
            return Argument { keyword: Some(self.name(name)), value: self.expression(value) };
        }
        Argument { keyword: None, value: self.expression(node) }
    }

    /// `t[i]`, `t[1, None]`; `t[(1, None)]` says the same.
    pub(super) fn subscript(&mut self, node: Node<'_>) -> ExprKind {
        let Some(base) = node.child_by_field_name("value") else {
            return ExprKind::Opaque("a subscript of nothing".into());
        };
        let base = Box::new(self.expression(base));
        let mut cursor = node.walk();
        let subscripts: Vec<_> = node.children_by_field_name("subscript", &mut cursor).collect();
        let mut indices: Vec<Expr> =
            subscripts.iter().filter(|index| index.is_named()).map(|&index| self.expression(index)).collect();
        // `t[i,]` is indexed by a tuple of one.
        let has_comma =
            subscripts.last().and_then(|last| last.next_sibling()).is_some_and(|next| next.kind() == ",");
        match indices.as_mut_slice() {
            [only] if has_comma => {
                let range = only.range.clone();
                indices = vec![Expr { kind: ExprKind::Tuple(indices), range }];
            }
            [Expr { kind: ExprKind::Tuple(elements), .. }] if elements.len() > 1 => {
                indices = std::mem::take(elements);
            }
            _ => {}
        }
        ExprKind::Index { base, indices }
    }

    /// `:` keeps the mode; `a:b` is `slice(a, b, None)`.
    pub(super) fn slice_index(&mut self, node: Node<'_>) -> ExprKind {
        let mut cursor = node.walk();
        let parts: Vec<_> = node.children(&mut cursor).filter(|part| part.kind() != "comment").collect();
        if parts.iter().all(|part| part.kind() == ":") {
            return ExprKind::Keep;
        }
        let mut bounds: [Option<Expr>; 3] = [None, None, None];
        let mut position = 0;
        for part in parts {
            if part.kind() == ":" {
                position += 1;
            } else if let Some(bound) = bounds.get_mut(position) {
                *bound = Some(self.expression(part));
            }
        }
        let range = node.byte_range();
        let none = || Expr { kind: ExprKind::Name("None".to_owned()), range: range.clone() };
        let argument = |bound: Option<Expr>| Argument { keyword: None, value: bound.unwrap_or_else(none) };
        let callee = Box::new(Expr { kind: ExprKind::Name("slice".to_owned()), range: range.clone() });
        ExprKind::Invoke { callee, arguments: bounds.into_iter().map(argument).collect() }
    }

    pub(super) fn member(&mut self, node: Node<'_>) -> ExprKind {
        let field = |name| node.child_by_field_name(name);
        match (field("object"), field("attribute")) {
            (Some(object), Some(attribute)) => {
                ExprKind::Member { base: Box::new(self.expression(object)), name: self.name(attribute) }
            }
            _ => ExprKind::Opaque("a member of nothing".into()),
        }
    }

    /// `*xs`, and `**options`, which is `*` of `*options`.
    pub(super) fn splat(&mut self, node: Node<'_>) -> ExprKind {
        let inner = match children(node).first() {
            Some(&inner) => self.expression(inner),
            None => opaque(node, "`*` of nothing"),
        };
        match node.kind().starts_with("dictionary") {
            true => {
                let once = Expr { kind: ExprKind::Expand(Box::new(inner)), range: node.byte_range() };
                ExprKind::Expand(Box::new(once))
            }
            false => ExprKind::Expand(Box::new(inner)),
        }
    }
}

/// The name of a function that has none.
pub(super) fn lambda_name(node: Node<'_>) -> Name {
    let start = node.start_byte();
    Name { text: String::new(), range: start..start }
}
