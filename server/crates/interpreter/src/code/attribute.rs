//! Decorators and attributes of functions and classes.

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

/// Whether a class is decorated with a choice that is made, as `@dataclass(frozen=True)` makes `frozen`.
pub(crate) fn is_decorated_with(attributes: &[Expr], choice: &str) -> bool {
    chooses(attributes, choice, true)
}

/// Whether a class is decorated with a choice that is declined, as `@dataclass(init=False)` declines `init`.
pub(crate) fn is_decorated_without(attributes: &[Expr], choice: &str) -> bool {
    chooses(attributes, choice, false)
}

fn chooses(attributes: &[Expr], choice: &str, truth: bool) -> bool {
    attributes.iter().any(|attribute| match &attribute.kind {
        ExprKind::Invoke { arguments, .. } => arguments.iter().any(|argument| {
            argument.keyword.as_ref().is_some_and(|keyword| keyword.text == choice)
                && matches!(argument.value.kind, ExprKind::Bool(own) if own == truth)
        }),
        _ => false,
    })
}
