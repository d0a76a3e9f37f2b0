//! Values that may stand for themselves.

use layoutlens_syntax::{Expr, ExprKind};

/// Whether evaluating it once more does nothing.
pub(crate) fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Bool(_) => true,
        ExprKind::Member { base, .. } => is_plain(base),
        ExprKind::Index { base, indices } => is_plain(base) && indices.iter().all(is_plain),
        ExprKind::Tuple(elements) => elements.iter().all(is_plain),
        _ => false,
    }
}
