//! `static_cast<T&>(x)`, as the reader gives it.

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, REFERENCE_CAST},
};

/// What `static_cast<T&>(x)` casts to, and of what.
pub(crate) fn reference_cast<'e>(
    callee: &'e Expr,
    arguments: &'e [Argument],
) -> Option<(&'e Expr, &'e Expr)> {
    match (&callee.kind, arguments) {
        (ExprKind::Specialize { base, arguments }, [of]) if matches!(&base.kind, ExprKind::Name(name) if name == REFERENCE_CAST) => {
            Some((arguments.first()?, &of.value))
        }
        _ => None,
    }
}
