//! Decorators and attributes of functions.

use layoutlens_syntax::{Expr, ExprKind};

/// Whether a word or decorator stands before a definition.
pub(crate) fn has_attribute(attributes: &[Expr], wanted: &str) -> bool {
    attributes.iter().any(|attribute| match &attribute.kind {
        ExprKind::Name(name) => name == wanted,
        ExprKind::Member { name, .. } => name.text == wanted,
        ExprKind::Invoke { callee, .. } => has_attribute(std::slice::from_ref(callee), wanted),
        _ => false,
    })
}
