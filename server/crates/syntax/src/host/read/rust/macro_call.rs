//! Macros: `layout!` holds CuTe notation, all others are unread.

use tree_sitter::Node;

use super::{NotationReader, Reader, children, opaque};
use crate::expr::{Expr, ExprKind};
use crate::program::Argument;

/// What the macro takes: it knows none of the program's names, and computes nothing.
fn is_layout_of_numbers(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Layout { shape, stride } => is_tuple_of_numbers(shape) && is_tuple_of_numbers(stride),
        _ => false,
    }
}

fn is_tuple_of_numbers(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) => true,
        ExprKind::Negate(number) => matches!(number.kind, ExprKind::Int(_)),
        ExprKind::Tuple(elements) => elements.iter().all(is_tuple_of_numbers),
        _ => false,
    }
}

impl Reader<'_> {
    /// `layout!((4,8):(8,1))`: the call of `layout!` with what its brackets hold, read as an annotation is.
    pub(super) fn macro_call(&mut self, node: Node<'_>) -> Expr {
        let name = node.child_by_field_name("macro").map(|name| self.path_text(name)).unwrap_or_default();
        let tokens = children(node).into_iter().find(|child| child.kind() == "token_tree");
        let is_layout = name.rsplit("::").next() == Some("layout");
        let (true, Some(tokens)) = (is_layout, tokens) else {
            return opaque(node, format!("the macro `{name}!` is not read"));
        };
        let inside = tokens.start_byte() + 1..tokens.end_byte().saturating_sub(1);
        let text = self.text.get(inside.clone()).unwrap_or_default();
        let start = inside.start + (text.len() - text.trim_start().len());
        let notation = self.notation.get_or_insert_with(NotationReader::new);
        let (value, errors) = notation.expression(text.trim(), start);
        if let Some(error) = errors.first() {
            return opaque(tokens, error.message.clone());
        }
        if !is_layout_of_numbers(&value) {
            return opaque(tokens, "`layout!` holds one layout, written with numbers alone");
        }
        let callee =
            Expr { kind: ExprKind::Name(format!("{name}!")), range: node.start_byte()..tokens.start_byte() };
        let arguments = vec![Argument { keyword: None, value }];
        Expr { kind: ExprKind::Invoke { callee: Box::new(callee), arguments }, range: node.byte_range() }
    }
}
