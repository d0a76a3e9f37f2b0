//! Expressions that name a place.

use layoutlens_syntax::{Expr, ExprKind};

/// Whether an expression is `a.b.c`, which nothing is run for.
pub(crate) fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member { base, .. } => is_path(base),
        _ => false,
    }
}

/// Whether `a.b.c` is made of this very `a` or `a.b`.
pub(crate) fn begins_with(path: &Expr, part: &Expr) -> bool {
    match &path.kind {
        ExprKind::Member { base, .. } => std::ptr::eq(&raw const **base, part) || begins_with(base, part),
        _ => false,
    }
}

/// `c` of `a::b::c`. Every name is asked, nearly none has colons, and one character is found sooner than two.
pub(crate) fn last_part(name: &str) -> &str {
    name.rfind(':').and_then(|at| name.get(at + 1..)).unwrap_or(name)
}

/// The name of a file without its folders.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
